/*
 * Differences between neighbours as bytes: small ones, of either sign, take one or two.
 *
 *   zigzag  0, −1, 1, −2, 2, … become 0, 1, 2, 3, 4, …: the sign is the lowest bit
 *   varint  seven bits a byte, the lowest first; all bytes but the last have the highest bit set
 *
 * Read in hot loops of their own: `readLine` and `pointCount` (graph.ts), `readStretch`
 * (hierarchy.ts).
 * Source: protobuf.dev/programming-guides/encoding (base 128 varints, sint32)
 */

/** Of 32 bits. */
const VARINT_BYTES_MAX = 5

/** Writes differences one after the other. */
export class VarintWriter {
  /** The first `length` are written. */
  bytes = new Uint8Array(1 << 16)
  length = 0

  /** `difference` is taken modulo 2^32. */
  push(difference: number): void {
    if (this.length + VARINT_BYTES_MAX > this.bytes.length) {
      const bigger = new Uint8Array(2 * this.bytes.length)
      bigger.set(this.bytes)
      this.bytes = bigger
    }
    let value = ((difference << 1) ^ (difference >> 31)) >>> 0
    while (value >= 128) {
      this.bytes[this.length++] = (value & 127) | 128
      value >>>= 7
    }
    this.bytes[this.length++] = value
  }

  finish(): Uint8Array {
    return this.bytes.slice(0, this.length)
  }
}
