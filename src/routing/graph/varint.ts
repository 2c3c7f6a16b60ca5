import { VARINT_BYTES_MAX, writeVarint } from '../../base/varint.ts'

/*
 * Differences between neighbours as bytes: small ones, of either sign, take one or two.
 *
 *   zigzag  0, −1, 1, −2, 2, … become 0, 1, 2, 3, 4, …: the sign is the lowest bit; then varints
 *
 * Read in hot loops of their own: `readLine` and `pointCount` (graph.ts), `readStretch`
 * (hierarchy.ts).
 * Source: protobuf.dev/programming-guides/encoding (sint32)
 */

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
    const value = ((difference << 1) ^ (difference >> 31)) >>> 0
    this.length = writeVarint(value, this.bytes, this.length)
  }

  finish(): Uint8Array {
    return this.bytes.slice(0, this.length)
  }
}
