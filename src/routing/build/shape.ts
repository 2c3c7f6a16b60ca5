/** Gathers the points between the ends of edges, as `shape` of the graph has them. */
export class ShapeWriter {
  private readonly shapeFirst: Uint32Array
  private bytes: Uint8Array
  private edges = 0
  private length = 0

  constructor(edgeCount: number) {
    this.shapeFirst = new Uint32Array(edgeCount + 1)
    this.bytes = new Uint8Array(1 << 16)
  }

  /** The next edge: `count` points `lon, lat, …`, its two ends included. */
  add(points: Int32Array, count: number): void {
    // Two numbers a point of five bytes each at most.
    this.makeRoom(10 * count)
    let lon = points[0]!
    let lat = points[1]!
    for (let i = 1; i + 1 < count; i++) {
      this.push(points[2 * i]! - lon)
      this.push(points[2 * i + 1]! - lat)
      lon = points[2 * i]!
      lat = points[2 * i + 1]!
    }
    this.shapeFirst[++this.edges] = this.length
  }

  finish(): { shapeFirst: Uint32Array; shape: Uint8Array } {
    return { shapeFirst: this.shapeFirst, shape: this.bytes.slice(0, this.length) }
  }

  private push(delta: number): void {
    let value = ((delta << 1) ^ (delta >> 31)) >>> 0
    while (value >= 128) {
      this.bytes[this.length++] = (value & 127) | 128
      value >>>= 7
    }
    this.bytes[this.length++] = value
  }

  private makeRoom(extra: number): void {
    if (this.length + extra <= this.bytes.length) return
    const bigger = new Uint8Array(Math.max(this.bytes.length * 2, this.length + extra))
    bigger.set(this.bytes.subarray(0, this.length))
    this.bytes = bigger
  }
}
