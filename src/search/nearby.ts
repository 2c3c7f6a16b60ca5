import { type CellsAround, cellsAround } from '../geo/cell-grid.ts'
import { DEGREE_M } from '../geo/distance.ts'
import { E7 } from '../geo/point.ts'
import { Banks } from './banks.ts'
import { HitList } from './hit-list.ts'
import type { ReverseQuery } from './query.ts'
import { COUNTS, POINT, type ReverseIndex, SEGMENT } from './reverse-layout.ts'
import type { WaterIndex } from './water-layout.ts'

const METRES_Y = DEGREE_M / E7

/**
 * Finds what lies around a point; one query at a time. Distances are taken on the plane that
 * touches the Earth at the point: exact to 1e-5 within 10 km.
 */
export class Nearby {
  /** Houses, and POIs whose street is known. */
  readonly addresses = new HitList()
  /** Other POIs, and streets and alleys at the nearest position of their line. */
  readonly here = new HitList()
  readonly settlements = new HitList()
  private readonly index: ReverseIndex
  private readonly banks: Banks | null
  /** Null where there is no water within the radius. */
  private banksHere: Banks | null = null
  private readonly cells: CellsAround = { records: [], gaps: [] }
  private lon = 0
  private lat = 0
  private metresX = 0

  /** `water` is null when nobody knows where it is: then nothing is across. */
  constructor(index: ReverseIndex, water: WaterIndex | null) {
    this.index = index
    this.banks = water === null ? null : new Banks(water)
  }

  /** Whether there may be more than the lists had room for. */
  get isFull(): boolean {
    return this.addresses.isFull || this.here.isFull || this.settlements.isFull
  }

  /**
   * Fills the lists with the best `size`; the later ones only when addresses here are not enough.
   */
  find({ point, radiusM }: ReverseQuery, size: number): void {
    const { addresses, here, settlements, banks } = this
    const { records, gaps } = this.cells
    this.lon = point.lon * E7
    this.lat = point.lat * E7
    this.metresX = METRES_Y * Math.cos((point.lat * Math.PI) / 180)
    const { lon, lat, metresX } = this
    addresses.clear(size, radiusM)
    here.clear(size, radiusM)
    settlements.clear(size, radiusM)
    this.banksHere = banks?.goTo(lon, lat, radiusM, metresX, METRES_Y) ? banks : null
    const count = cellsAround(this.index.grid, lon, lat, radiusM, metresX, METRES_Y, this.cells)
    // A cell that is farther than the last hit that there is room for has nothing to offer.
    for (let i = 0; i < count; i++) {
      if (gaps[i]! <= addresses.bound) this.findPoints(addresses, records[i]!, 0)
    }
    if (addresses.onBank === size) return
    for (let i = 0; i < count; i++) {
      if (gaps[i]! <= here.bound) {
        this.findPoints(here, records[i]!, 1)
        this.findLines(records[i]!)
      }
      if (gaps[i]! <= settlements.bound) this.findPoints(settlements, records[i]!, 2)
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
      const isAcross = this.isAcross(cells[at]!, cells[at + 1]!)
      hits.offer(squared, isAcross, cells[at + 2]!, cells[at]!, cells[at + 1]!)
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
      const nearLon = lon + x / metresX
      const nearLat = lat + y / METRES_Y
      hits.offer(squared, this.isAcross(nearLon, nearLat), cells[at + 4]!, nearLon, nearLat)
    }
  }

  private isAcross(lon: number, lat: number): boolean {
    return this.banksHere?.isAcross(lon, lat) ?? false
  }
}
