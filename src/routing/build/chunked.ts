const CHUNK_BITS = 20
const CHUNK = 1 << CHUNK_BITS

/** Numbers appended one by one, in pieces: growing copies nothing. */
export class ChunkedUint32 {
  private readonly chunks: Uint32Array[] = []
  private last = new Uint32Array(0)
  length = 0

  push(value: number): void {
    const at = this.length & (CHUNK - 1)
    if (at === 0) {
      this.last = new Uint32Array(CHUNK)
      this.chunks.push(this.last)
    }
    this.last[at] = value
    this.length++
  }

  /** All of them in one array; the pieces are given up on the way. */
  finish(): Uint32Array<ArrayBuffer> {
    const all = new Uint32Array(this.length)
    for (let i = 0; this.chunks.length > 0; i++) {
      const chunk = this.chunks.shift()!
      all.set(chunk.subarray(0, Math.min(CHUNK, this.length - i * CHUNK)), i * CHUNK)
    }
    return all
  }
}
