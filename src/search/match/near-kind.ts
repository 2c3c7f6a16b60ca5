import { lowerBound } from '../../base/binary-search.ts'
import { stringAt } from '../../base/string-pool.ts'
import { E7, type Point, toE7 } from '../../geo/point.ts'
import type { Context } from '../context/context.ts'
import type { SearchIndex } from '../index/layout.ts'
import {
  type AskedKind,
  cellOf,
  columnOf,
  LISTED_KINDS,
  rowOf,
  SIDE_E7,
} from '../index/listed-kinds.ts'
import { KIND_MISSING, KIND_MISSING_TYPING } from '../model/score-weights.ts'
import type { QueryPlan } from '../plan/query-plan.ts'
import { bits, countOf, lowestBit } from '../plan/token-mask.ts'

/** Places kept around one point. */
const NEAR_MAX = 24
/** Units of one name that are searched. */
const UNITS_MAX = 4
/** The radii of the search, in cells, tried until there are enough places: up to 31 km. */
const RADII_CELLS = [1, 4, 14]

/**
 * Places of a kind that a query asks for near by or in a unit: `cây xăng`, `cà phê Long Xuyên`.
 *
 *   places     Uint32[NEAR_MAX]   the nearest first
 *   distances  Float64[NEAR_MAX]  squares of 1e-7 degrees of latitude
 *   anchors    Uint32[UNITS_MAX]  the units around whose points the search goes
 */
export class NearKind {
  /** The tokens that ask for the kind. */
  kindMask = 0
  /** The share of their names that counts as missing. */
  missing = 0
  /** Whether any token of the kind was typed with marks. */
  hasMarks = false
  count = 0
  readonly places = new Uint32Array(NEAR_MAX)
  private readonly distances = new Float64Array(NEAR_MAX)
  private readonly anchors = new Uint32Array(UNITS_MAX)
  private anchorCount = 0
  /** The number of the kind's list in the index. */
  private list = 0
  /** Of each kind the number of its list; −1 where the index lacks it or has other tags for it. */
  private readonly listOf: readonly number[]
  private isAlone = false
  private readonly index: SearchIndex
  private readonly context: Context

  constructor(index: SearchIndex, context: Context) {
    this.index = index
    this.context = context
    const listed = Array.from(index.kindTags, (tags) => stringAt(index.strings, tags))
    this.listOf = LISTED_KINDS.map(({ tags }) => listed.indexOf(tags))
  }

  /**
   * Reads a query that plan and context have read. Returns the number of points to search around.
   * Units whose names are only begun count unless `isFound`: some match explains all.
   */
  read(asked: AskedKind, plan: QueryPlan, focus: Point | null, isFound: boolean): number {
    const all = bits(0, plan.tokens.length)
    const kindMask = asked.isAlone ? all : bits(0, asked.end)
    // Words besides the kind and units say more than the kind.
    if ((all & ~kindMask & ~this.context.unitTokens) !== 0) return 0
    this.list = this.listOf[asked.kind]!
    if (this.list < 0) return 0
    this.isAlone = asked.isAlone
    this.kindMask = kindMask
    const missing = plan.typing ? KIND_MISSING_TYPING : KIND_MISSING
    this.missing = asked.isAlone ? 0 : missing
    this.hasMarks = plan.tokens.some(({ hasMarks }, i) => i < asked.end && hasMarks)
    if (asked.isAlone) return focus === null ? 0 : 1
    this.findAnchors(all & ~kindMask, isFound)
    return this.anchorCount
  }

  /** Finds the places around the point number `anchor`. */
  find(anchor: number, focus: Point | null): void {
    const { lon, lat } = this.index
    const unit = this.anchors[anchor]!
    if (this.isAlone && focus !== null) this.findAround(focus.lon, focus.lat)
    else this.findAround(lon[unit]! / E7, lat[unit]! / E7)
  }

  /**
   * Finds the units that the first of these tokens names; of several, those whose surroundings
   * explain most of the tokens. Units whose names are only begun are taken if there are no others
   * and `isFound` is not set.
   */
  private findAnchors(mask: number, isFound: boolean): void {
    const { context, anchors } = this
    this.anchorCount = 0
    let explainedMax = 0
    for (const isBegun of [0, 1]) {
      for (const unit of context.units) {
        if ((context.unitMask[unit]! & lowestBit(mask)) === 0) continue
        if (context.isBegun[unit] !== isBegun) continue
        const explained = countOf(context.maskOf(unit) & mask)
        if (explained < explainedMax) continue
        if (explained > explainedMax) this.anchorCount = 0
        explainedMax = explained
        if (this.anchorCount < UNITS_MAX) anchors[this.anchorCount++] = unit
      }
      if (this.anchorCount > 0 || isFound) return
    }
  }

  /** Finds places around a position, degrees. Cost: a look-up a row of cells, two reads a place. */
  private findAround(lon: number, lat: number): void {
    const [lonE7, latE7] = [toE7(lon), toE7(lat)]
    const across = Math.cos((lat * Math.PI) / 180)
    const column = columnOf(lonE7)
    const row = rowOf(latE7)
    for (const radius of RADII_CELLS) {
      this.count = 0
      for (let y = row - radius; y <= row + radius; y++) {
        const first = cellOf(column - radius, y)
        this.findInRow(first, first + 2 * radius, lonE7, latE7, across)
      }
      // No place outside these cells is nearer.
      const outsideE7 = radius * SIDE_E7 * across
      if (this.count === NEAR_MAX && this.distances[NEAR_MAX - 1]! <= outsideE7 * outsideE7) return
    }
  }

  private findInRow(
    firstCell: number,
    lastCell: number,
    lonE7: number,
    latE7: number,
    across: number,
  ): void {
    const { kindFirst, kindCell, kindPlace, lon, lat } = this.index
    const end = kindFirst[this.list + 1]!
    const first = lowerBound(kindCell, kindFirst[this.list]!, end, firstCell)
    for (let at = first; at < end; at++) {
      if (kindCell[at]! > lastCell) return
      const place = kindPlace[at]!
      const x = (lon[place]! - lonE7) * across
      const y = lat[place]! - latE7
      this.keep(place, x * x + y * y)
    }
  }

  private keep(place: number, distance: number): void {
    const { places, distances } = this
    if (this.count === NEAR_MAX && distance >= distances[NEAR_MAX - 1]!) return
    let at = this.count < NEAR_MAX ? this.count++ : NEAR_MAX - 1
    for (; at > 0 && distances[at - 1]! > distance; at--) {
      places[at] = places[at - 1]!
      distances[at] = distances[at - 1]!
    }
    places[at] = place
    distances[at] = distance
  }
}
