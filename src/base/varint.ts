/*
 * Whole numbers as bytes: seven bits a byte, the lowest first; all bytes but the last have the
 * highest bit set. Who reads them does so in a loop of its own.
 * Source: protobuf.dev/programming-guides/encoding (base 128 varints)
 */

/** Of 35 bits: what a zigzag makes of the difference of two Int32. */
export const VARINT_BYTES_MAX = 5

const SHIFTABLE_MAX = 0x7fffffff

/** Writes a whole number, 0 … 2^53 − 1; where it ends. */
export function writeVarint(value: number, out: Uint8Array, at: number): number {
  let rest = value
  let end = at
  for (; rest > SHIFTABLE_MAX; rest = Math.floor(rest / 128)) out[end++] = (rest % 128) | 0x80
  for (; rest > 0x7f; rest >>>= 7) out[end++] = (rest & 0x7f) | 0x80
  out[end++] = rest
  return end
}
