/** Files that `bun build --compile` takes into the executable: as text, or by path. */
declare module '*.sql' {
  const text: string
  export default text
}
declare module '*.wasm' {
  const path: string
  export default path
}
declare module '*.data' {
  const path: string
  export default path
}
