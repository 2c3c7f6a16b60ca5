/**
 * Room for the edge lists of the cells that are being cut: taken on the way down, given back on
 * the way up. A plain array each would leave gigabytes to the garbage collector.
 */
export class EdgeStack {
  private chunk: Int32Array
  private used = 0

  constructor(length: number) {
    this.chunk = new Int32Array(length)
  }

  /** A list of that length, with anything in it. */
  take(length: number): Int32Array {
    // Lists that were taken before keep the outgrown chunk alive.
    if (this.used + length > this.chunk.length) {
      this.chunk = new Int32Array(Math.max(length, this.chunk.length * 2))
      this.used = 0
    }
    this.used += length
    return this.chunk.subarray(this.used - length, this.used)
  }

  /** Gives back `list`, the oldest of those that are given back, and all that were taken since. */
  release(list: Int32Array): void {
    const isOfChunk = list.buffer === this.chunk.buffer
    this.used = isOfChunk ? list.byteOffset / Int32Array.BYTES_PER_ELEMENT : 0
  }
}
