import { VarintWriter } from '../graph/varint.ts'

/** Gathers the points between the ends of edges, as `shape` of the graph has them. */
export class ShapeWriter {
  private readonly shapeFirst: Uint32Array
  private readonly shape = new VarintWriter()
  private edges = 0

  constructor(edgeCount: number) {
    this.shapeFirst = new Uint32Array(edgeCount + 1)
  }

  /** The next edge: `count` points `lon, lat, …`, its two ends included. */
  add(points: Int32Array, count: number): void {
    const { shape } = this
    let lon = points[0]!
    let lat = points[1]!
    for (let i = 1; i + 1 < count; i++) {
      shape.push(points[2 * i]! - lon)
      shape.push(points[2 * i + 1]! - lat)
      lon = points[2 * i]!
      lat = points[2 * i + 1]!
    }
    this.shapeFirst[++this.edges] = shape.length
  }

  finish(): { shapeFirst: Uint32Array; shape: Uint8Array } {
    return { shapeFirst: this.shapeFirst, shape: this.shape.finish() }
  }
}
