import { type CellsAround, cellsAround } from '../../geo/cell-grid.ts'
import { orientation } from '../../geo/ring.ts'
import type { CellFile } from './layout.ts'
import { PIECE, WATER_COUNTS } from './water-layout.ts'

/** Cut lines are rounded to whole units, 1 cm: they may lie in the cell beside. */
const ROUNDING_M = 0.03

/**
 * Tells for one point after another which positions lie on the other bank of a river. Scratch of
 * queries.
 *
 * A point in the water is on no bank. The line to the other position tells whether it is: a line
 * that leaves water more often than it enters it begins in water.
 */
export class Banks {
  private readonly index: CellFile
  private readonly cells: CellsAround = { records: [], gaps: [] }
  private count = 0
  private lon = 0
  private lat = 0
  /** How often the line crosses the middle of a river, and enters and leaves water. */
  private middles = 0
  private entries = 0
  private exits = 0

  constructor(index: CellFile) {
    this.index = index
  }

  /**
   * Goes to a position, 1e-7 degrees, not rounded; one unit is `metresX` east or `metresY` north.
   * False when there is no water within the radius, so that nothing there is across.
   */
  goTo(lon: number, lat: number, radiusM: number, metresX: number, metresY: number): boolean {
    const { index, cells } = this
    const reachM = radiusM + ROUNDING_M
    this.count = cellsAround(index.grid, lon, lat, reachM, metresX, metresY, cells)
    this.lon = Math.round(lon)
    this.lat = Math.round(lat)
    return this.count > 0
  }

  /** Whether the straight line to a position within the radius crosses water. */
  isAcross(lonTo: number, latTo: number): boolean {
    const lon = Math.round(lonTo)
    const lat = Math.round(latTo)
    this.middles = 0
    this.entries = 0
    this.exits = 0
    for (let i = 0; i < this.count; i++) this.cross(this.cells.records[i]!, lon, lat)
    if (this.exits > this.entries) return false
    // The position is in the water: it is across when other water or the middle lies between.
    if (this.exits < this.entries) return this.exits > 0 || this.middles > 0
    return this.entries > 0 || this.middles > 0
  }

  /**
   * Counts the pieces of a record that the line to a position crosses. Half-open: an end of a piece
   * on the line counts as left of it, so that a line through a corner crosses one piece; a point on
   * a piece counts as right of it, so that a door at the very bank is on land.
   */
  private cross(record: number, toLon: number, toLat: number): void {
    const { lon, lat } = this
    const { cells } = this.index
    const banks = record + WATER_COUNTS + PIECE * cells[record]!
    const end = banks + PIECE * cells[record + 1]!
    const west = Math.min(lon, toLon)
    const east = Math.max(lon, toLon)
    const south = Math.min(lat, toLat)
    const north = Math.max(lat, toLat)
    for (let at = record + WATER_COUNTS; at < end; at += PIECE) {
      const ax = cells[at]!
      const ay = cells[at + 1]!
      const bx = cells[at + 2]!
      const by = cells[at + 3]!
      if ((ax < west && bx < west) || (ax > east && bx > east)) continue
      if ((ay < south && by < south) || (ay > north && by > north)) continue
      const isStartLeft = orientation(lon, lat, toLon, toLat, ax, ay) >= 0
      if (isStartLeft === orientation(lon, lat, toLon, toLat, bx, by) >= 0) continue
      const isFromWet = orientation(ax, ay, bx, by, lon, lat) > 0
      if (isFromWet === orientation(ax, ay, bx, by, toLon, toLat) > 0) continue
      if (at < banks) this.middles++
      else if (isFromWet) this.exits++
      else this.entries++
    }
  }
}
