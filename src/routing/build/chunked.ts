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

  at(index: number): number {
    return this.chunks[index >>> CHUNK_BITS]![index & (CHUNK - 1)]!
  }
}
