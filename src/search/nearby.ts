import { recordsAround } from '../geo/cell-grid.ts'
import { DEGREE_M } from '../geo/distance.ts'
import { E7 } from '../geo/point.ts'
import { HitList } from './hit-list.ts'
import type { ReverseQuery } from './query.ts'
import { COUNTS, POINT, type ReverseIndex, SEGMENT } from './reverse-layout.ts'

const METRES_Y = DEGREE_M / E7

/**
 * Finds what lies around a point; one query at a time. Distances are taken on the plane that
 * touches the Earth at the point: exact to 1e-5 within 10 km. Keys of hits are squared metres.
 */
export class Nearby {
  /** Houses, and POIs whose street is known. */
  readonly addresses = new HitList()
  /** Other POIs, and streets and alleys at the nearest position of their line. */
  readonly here = new HitList()
  readonly settlements = new HitList()
  private readonly index: ReverseIndex
  private readonly found: number[] = []
  private lon = 0
  private lat = 0
  private metresX = 0

  constructor(index: ReverseIndex) {
    this.index = index
  }

  /** Fills the lists with the nearest; the later ones only when addresses are not enough. */
  find({ point, radiusM, size }: ReverseQuery): void {
    const { addresses, here, settlements, index, found } = this
    this.lon = point.lon * E7
    this.lat = point.lat * E7
    this.metresX = METRES_Y * Math.cos((point.lat * Math.PI) / 180)
    const limit = radiusM * radiusM
    addresses.clear(size, limit)
    here.clear(size, limit)
    settlements.clear(size, limit)
    const reachX = radiusM / this.metresX
    const reachY = radiusM / METRES_Y
    const records = recordsAround(index.grid, this.lon, this.lat, reachX, reachY, found)
    for (let i = 0; i < records; i++) this.findPoints(addresses, found[i]!, 0)
    if (addresses.isFull) return
    for (let i = 0; i < records; i++) {
      this.findPoints(here, found[i]!, 1)
      this.findLines(found[i]!)
      this.findPoints(settlements, found[i]!, 2)
    }
  }

  /** Offers the points of part `part` of a record. */
  private findPoints(hits: HitList, record: number, part: number): void {
    const { lon, lat, metresX } = this
    const { cells } = this.index
    let at = record + COUNTS
    for (let before = 0; before < part; before++) at += POINT * cells[record + before]!
    const end = at + POINT * cells[record + part]!
    for (; at < end; at += POINT) {
      const dx = (cells[at]! - lon) * metresX
      const dy = (cells[at + 1]! - lat) * METRES_Y
      const squared = dx * dx + dy * dy
      if (squared > hits.bound) continue
      hits.offer(squared, cells[at + 2]!, cells[at]!, cells[at + 1]!)
    }
  }

  /** Offers the streets and alleys of a record, each where its line is nearest. */
  private findLines(record: number): void {
    const { lon, lat, metresX, here: hits } = this
    const { cells } = this.index
    const points = cells[record]! + cells[record + 1]! + cells[record + 2]!
    let at = record + COUNTS + POINT * points
    const end = at + SEGMENT * cells[record + 3]!
    for (; at < end; at += SEGMENT) {
      const ax = (cells[at]! - lon) * metresX
      const ay = (cells[at + 1]! - lat) * METRES_Y
      const dx = (cells[at + 2]! - cells[at]!) * metresX
      const dy = (cells[at + 3]! - cells[at + 1]!) * METRES_Y
      // 0 at the start to 1 at the end. Of a segment without length the start.
      const along = -(ax * dx + ay * dy) / (dx * dx + dy * dy)
      const part = along > 0 ? Math.min(along, 1) : 0
      const x = ax + part * dx
      const y = ay + part * dy
      const squared = x * x + y * y
      if (squared > hits.bound) continue
      hits.offer(squared, cells[at + 4]!, lon + x / metresX, lat + y / METRES_Y)
    }
  }
}
