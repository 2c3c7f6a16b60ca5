/** `bytes` itself when it holds `needed`, else a copy at least twice as large that does. */
export function withRoom(bytes: Buffer<ArrayBuffer>, needed: number): Buffer<ArrayBuffer> {
  if (needed <= bytes.length) return bytes
  const grown = Buffer.alloc(Math.max(needed, bytes.length * 2))
  grown.set(bytes)
  return grown
}
