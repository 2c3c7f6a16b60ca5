/** The package has no declarations of its own, and those at DefinitelyTyped have another name. */
declare module 'polyline' {
  type LatLng = [lat: number, lng: number]
  const polyline: {
    encode(points: readonly LatLng[], precision?: number): string
    decode(text: string, precision?: number): LatLng[]
  }
  export default polyline
}
