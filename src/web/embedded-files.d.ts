/** Files of packages that `bun build --compile` takes into the executable, by path. */
declare module 'maplibre-gl/dist/*' {
  const path: string
  export default path
}
/** Fonts and icons of the map, likewise. */
declare module '*.idx' {
  const path: string
  export default path
}
/** Pages of the guide, as text. */
declare module '*.md' {
  const text: string
  export default text
}
