import { type CellsAround, cellsAround } from '../../geo/cell-grid.ts'
import { DEGREE_M } from '../../geo/distance.ts'
import { E7, type Point } from '../../geo/point.ts'
import { NONE, type SearchIndex } from '../index/layout.ts'
import type { ReverseQuery } from '../model/query.ts'
import { HitList } from './hit-list.ts'
import { type CellFile, COUNTS, POINT, type ReverseIndex, SEGMENT } from './layout.ts'
import { AreaAt } from './poi-areas.ts'
import { Banks } from './river-sides.ts'
import { asNearAs, RoadsHere } from './roads-here.ts'

const METRES_Y = DEGREE_M / E7

/** The points of a record, part by part. */
const ADDRESSES = 0
const OTHERS = 1
const SETTLEMENTS = 2

/*
 * Penalties, in metres, of hits that are no addresses. A door tells more than the road in front of
 * it, which is nearly always nearer; but only a door on that road, or one about as near: a point in
 * an alley is not at the door behind the wall, which is on another street. A point at a café of
 * which no street is known is there, and not at the door two houses away.
 */
const OTHER_PENALTY_M = 20
const ROAD_PENALTY_M = 50
/*
 * A point on the ground of a POI is there: only a place right beside the point tells more, such as
 * a stall of the market. Large ground, a park with streets in it, tells less.
 */
const AREA_PENALTY_M = 5
const LARGE_AREA_M2 = 1_000_000
const LARGE_PENALTY_M = 100
/** The middle of a village is an answer only without a better one. */
const SETTLEMENT_PENALTY_M = 1_000

/** Least roads kept: some four may be "here" at a crossing. */
const ROADS_MIN = 4

/**
 * Finds the places around a point; one query at a time. Distances are taken on the plane that
 * touches the Earth at the point: exact to 1e-5 within 10 km.
 */
export class Nearby {
  /** The places near, best first. */
  readonly hits = new HitList()
  /** The streets and alleys near, each at the nearest position of its line. */
  private readonly roads = new HitList()
  private readonly here: RoadsHere
  private readonly index: CellFile
  private readonly areas: AreaAt | null
  /** Whether the point is on the ground of a POI that is not large. */
  private isOnGround = false
  private readonly banks: Banks | null
  /** Null where there is no water within the radius. */
  private banksHere: Banks | null = null
  private readonly cells: CellsAround = { records: [], gaps: [] }
  private lon = 0
  private lat = 0
  private metresX = 0

  /**
   * `places`: the search index of the same places. `water` is null when unknown: then nothing is
   * across.
   */
  constructor(index: ReverseIndex, places: SearchIndex, water: CellFile | null) {
    this.index = index
    this.areas = index.areas === null ? null : new AreaAt(index.areas)
    this.here = new RoadsHere(places)
    this.banks = water === null ? null : new Banks(water)
  }

  /** Fills `hits` with the best `size`. */
  find({ point, radiusM }: ReverseQuery, size: number): void {
    const { hits, roads, banks } = this
    const { records, gaps } = this.cells
    this.lon = point.lon * E7
    this.lat = point.lat * E7
    this.metresX = METRES_Y * Math.cos((point.lat * Math.PI) / 180)
    const { lon, lat, metresX } = this
    hits.clear(size, radiusM, SETTLEMENT_PENALTY_M)
    roads.clear(Math.max(size, ROADS_MIN), radiusM, 0)
    this.banksHere = banks?.goTo(lon, lat, radiusM, metresX, METRES_Y) ? banks : null
    const count = cellsAround(this.index.grid, lon, lat, radiusM, metresX, METRES_Y, this.cells)
    // Cells farther than the worst hit of a full list are skipped.
    for (let i = 0; i < count; i++) {
      if (gaps[i]! <= this.roadBound(size)) this.findLines(records[i]!, size)
    }
    this.here.take(roads)
    this.findArea(point)
    for (let i = 0; i < count; i++) if (gaps[i]! <= hits.bound) this.findPoints(records[i]!)
    for (let i = 0; i < roads.size; i++) {
      if (roads.squaredM(i) > hits.bound) break
      const isAcross = roads.isAcross(i)
      const place = roads.place(i)
      hits.offer(roads.squaredM(i), ROAD_PENALTY_M, isAcross, place, roads.lon(i), roads.lat(i))
    }
  }

  /** Offers the ground that the point is on, at distance 0. */
  private findArea(point: Point): void {
    const { areas, hits } = this
    this.isOnGround = false
    if (areas === null) return
    const lon = Math.round(this.lon)
    const lat = Math.round(this.lat)
    areas.find(point, lon, lat)
    if (areas.place === NONE) return
    this.isOnGround = areas.size <= LARGE_AREA_M2
    hits.offer(0, this.isOnGround ? AREA_PENALTY_M : LARGE_PENALTY_M, false, areas.place, lon, lat)
  }

  private findPoints(record: number): void {
    const { cells } = this.index
    let at = record + COUNTS
    for (let part = ADDRESSES; part <= SETTLEMENTS; part++) {
      const end = at + POINT * cells[record + part]!
      this.offerPoints(part, at, end)
      at = end
    }
  }

  /** Offers the points from `at` to `end`. */
  private offerPoints(part: number, start: number, end: number): void {
    const { lon, lat, metresX, hits } = this
    const { cells } = this.index
    for (let at = start; at < end; at += POINT) {
      const dx = (cells[at]! - lon) * metresX
      const dy = (cells[at + 1]! - lat) * METRES_Y
      const squared = dx * dx + dy * dy
      if (squared > hits.bound) continue
      const place = cells[at + 2]!
      const penaltyM = this.penaltyM(part, place, squared)
      const isAcross = this.isAcross(cells[at]!, cells[at + 1]!)
      hits.offer(squared, penaltyM, isAcross, place, cells[at]!, cells[at + 1]!)
    }
  }

  /** The penalty of a point against an address on the road here, metres. */
  private penaltyM(part: number, place: number, squared: number): number {
    const { here } = this
    if (part === SETTLEMENTS) return SETTLEMENT_PENALTY_M
    if (this.isOnGround && squared < AREA_PENALTY_M ** 2) return 0
    if (part === OTHERS) {
      return squared <= here.nearest ? OTHER_PENALTY_M : ROAD_PENALTY_M
    }
    return squared <= here.asNear || here.lead(place) ? 0 : ROAD_PENALTY_M
  }

  /** Offers the streets and alleys of a record, each where its line is nearest. */
  private findLines(record: number, size: number): void {
    const { lon, lat, metresX, roads } = this
    const { cells } = this.index
    const points = cells[record]! + cells[record + 1]! + cells[record + 2]!
    let at = record + COUNTS + POINT * points
    const end = at + SEGMENT * cells[record + 3]!
    let bound = this.roadBound(size)
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
      if (squared > bound) continue
      const nearLon = lon + x / metresX
      const nearLat = lat + y / METRES_Y
      const isAcross = this.isAcross(nearLon, nearLat)
      roads.offer(squared, 0, isAcross, cells[at + 4]!, nearLon, nearLat)
      bound = this.roadBound(size)
    }
  }

  /** Squared metres: a road farther away is neither among `size` answers nor "here". */
  private roadBound(size: number): number {
    const { roads } = this
    if (roads.size < size || roads.isAcross(size - 1)) return roads.bound
    return Math.min(roads.bound, Math.max(roads.squaredM(size - 1), asNearAs(roads.squaredM(0))))
  }

  private isAcross(lon: number, lat: number): boolean {
    return this.banksHere?.isAcross(lon, lat) ?? false
  }
}
