/** A boundary file that `bun build --compile` takes into the executable, by path. */
declare module '*.fgb' {
  const path: string
  export default path
}
