/** Files of packages that `bun build --compile` takes into the executable, by path. */
declare module 'maplibre-gl/dist/*' {
  const path: string
  export default path
}
