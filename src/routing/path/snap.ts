import { MinHeap } from '../../base/heap.ts'
import { DEGREE_M } from '../../geo/distance.ts'
import { E7, type Point } from '../../geo/point.ts'
import { visitNearest } from '../../geo/rtree.ts'
import {
  type Arc,
  flagsOf,
  isUsable,
  pointCount,
  type RoadGraph,
  readLine,
} from '../graph/graph.ts'
import { ROAD_NO_FOOT, ROAD_RAISED } from '../model/road.ts'
import { isLarge } from './reach.ts'

/** The nearest position on an edge to a point that was asked for. */
export interface Snap {
  readonly edge: number
  /** Position along the edge as drawn, by length: 0 at its start, 1 at its end. */
  readonly part: number
  readonly point: Point
  readonly distanceM: number
  /** Cost of beginning or ending there, milliseconds; 0 unless a street is near. */
  readonly aversionMs: number
}

/** The nearest positions on the roads of one component, from where one gets about. */
export interface SnapGroup {
  readonly component: number
  readonly distanceM: number
  /** By which groups are chosen: that of the nearest street, or more than the nearest road's. */
  readonly preferenceM: number
  /** Snaps within TIE_M of the nearest, or of the nearest street where that is none. */
  readonly snaps: readonly Snap[]
}

/** Edges that are this much farther than the nearest are as good: they meet at a junction. */
const TIE_M = 1
/**
 * Up to here beyond the nearest road a street is preferred on which a person can stand, unless that
 * is a longer way round than the road's aversion: people do not wait on an expressway or a flyover,
 * while along a trunk road there may be houses.
 */
const STREET_M = 30
const RAISED_AVERSION_MS = 900_000
const NO_FOOT_AVERSION_MS = 60_000
/** Edges looked at for one point, at most: a courtyard is surrounded by fewer. */
const VISITS_MAX = 5_000
const METRES_Y = DEGREE_M / E7

/** Scratch for snapping, used again from query to query. */
export class Snapper {
  private readonly graph: RoadGraph
  private readonly queue = new MinHeap()
  private line = new Int32Array(256)
  /** The point that is asked for, and metres of 1e-7 degrees of longitude there. */
  private lonE7 = 0
  private latE7 = 0
  private metresX = 0

  constructor(graph: RoadGraph) {
    this.graph = graph
  }

  /**
   * The roads near a point by component, that of the nearest street first; up to the first that is
   * large, within `radiusM`. Empty when there is none.
   */
  groupsNear(from: Point, radiusM: number): readonly SnapGroup[] {
    const { graph } = this
    const groups: FoundGroup[] = []
    let enoughM = radiusM
    let visits = 0
    this.lonE7 = from.lon * E7
    this.latE7 = from.lat * E7
    this.metresX = METRES_Y * Math.cos((from.lat * Math.PI) / 180)
    visitNearest(graph.edges, from, radiusM, this.queue, (edge, boxDistanceM) => {
      if (boxDistanceM > enoughM || ++visits > VISITS_MAX) return false
      const snap = this.project(edge)
      if (snap.distanceM > radiusM) return true
      for (const component of componentsOf(graph, edge)) {
        const isStreet = snap.aversionMs === 0
        addSnap(groups, component, snap, isStreet)
        // The search does not go on beyond a large component.
        if (isLarge(graph, component)) {
          enoughM = Math.min(enoughM, snap.distanceM + (isStreet ? TIE_M : STREET_M))
        }
      }
      return true
    })
    return groups.map(nearestOf).sort((a, b) => a.preferenceM - b.preferenceM)
  }

  /** On the plane that touches the Earth at the point: exact to 1e-5 within 10 km. */
  private project(edge: number): Snap {
    const { lonE7, latE7, metresX } = this
    const numbers = 2 * pointCount(this.graph, edge)
    if (numbers > this.line.length) this.line = new Int32Array(2 * numbers)
    const { line } = this
    readLine(this.graph, 2 * edge, line)
    let best = Infinity
    let bestAt = 0
    let bestAlong = 0
    for (let at = 0; at + 3 < numbers; at += 2) {
      const ax = (line[at]! - lonE7) * metresX
      const ay = (line[at + 1]! - latE7) * METRES_Y
      const dx = (line[at + 2]! - line[at]!) * metresX
      const dy = (line[at + 3]! - line[at + 1]!) * METRES_Y
      const squared = dx * dx + dy * dy
      let along = squared === 0 ? 0 : -(ax * dx + ay * dy) / squared
      if (along < 0) along = 0
      else if (along > 1) along = 1
      const offX = ax + along * dx
      const offY = ay + along * dy
      const distance = offX * offX + offY * offY
      if (distance >= best) continue
      best = distance
      bestAt = at
      bestAlong = along
    }
    const lon = line[bestAt]! + bestAlong * (line[bestAt + 2]! - line[bestAt]!)
    const lat = line[bestAt + 1]! + bestAlong * (line[bestAt + 3]! - line[bestAt + 1]!)
    const part = partOf(line, numbers, bestAt, bestAlong)
    return {
      edge,
      part,
      point: { lon: Math.round(lon) / E7, lat: Math.round(lat) / E7 },
      distanceM: Math.sqrt(best),
      aversionMs: aversionMs(this.graph, edge, part),
    }
  }
}

/** Aversion of the road, or of one that it meets where the position is its end. */
function aversionMs(graph: RoadGraph, edge: number, part: number): number {
  const roadMs = edgeAversionMs(graph, edge)
  if (roadMs > 0 || (part > 0 && part < 1)) return roadMs
  const { firstOut, out, tail } = graph
  const node = tail[2 * edge + part]!
  let metMs = 0
  for (let i = firstOut[node]!; i < firstOut[node + 1]!; i++) {
    metMs = Math.max(metMs, edgeAversionMs(graph, out[i]! >>> 1))
  }
  return metMs
}

function edgeAversionMs(graph: RoadGraph, edge: number): number {
  const flags = flagsOf(graph, 2 * edge)
  if ((flags & ROAD_RAISED) !== 0) return RAISED_AVERSION_MS
  return (flags & ROAD_NO_FOOT) !== 0 ? NO_FOOT_AVERSION_MS : 0
}

/** A group that grows. */
interface FoundGroup {
  readonly component: number
  distanceM: number
  /** Of the nearest street. */
  streetM: number
  snaps: Snap[]
}

function addSnap(groups: FoundGroup[], component: number, snap: Snap, isStreet: boolean): void {
  const { distanceM } = snap
  const streetM = isStreet ? distanceM : Infinity
  for (const group of groups) {
    if (group.component !== component) continue
    if (distanceM > group.distanceM + TIE_M && streetM > group.streetM + TIE_M) return
    group.snaps.push(snap)
    group.distanceM = Math.min(group.distanceM, distanceM)
    group.streetM = Math.min(group.streetM, streetM)
    return
  }
  groups.push({ component, distanceM, streetM, snaps: [snap] })
}

/** The nearest of the snaps and the nearest street; without aversion where there is none. */
function nearestOf({ component, distanceM, streetM, snaps }: FoundGroup): SnapGroup {
  const nearM = distanceM + TIE_M
  const preferenceM = Math.min(streetM, distanceM + STREET_M)
  if (streetM === preferenceM) {
    const isNear = (snap: Snap) => snap.distanceM <= (snap.aversionMs > 0 ? nearM : streetM + TIE_M)
    return { component, distanceM, preferenceM, snaps: snaps.filter(isNear) }
  }
  const nearest = snaps.filter((snap) => snap.distanceM <= nearM)
  const equals = nearest.map((snap) => (snap.aversionMs > 0 ? { ...snap, aversionMs: 0 } : snap))
  return { component, distanceM, preferenceM, snaps: equals }
}

/** Components of the directions in which the edge may be driven: one, hardly ever two. */
function componentsOf(graph: RoadGraph, edge: number): readonly number[] {
  const along = graph.component[2 * edge]!
  const against = graph.component[2 * edge + 1]!
  if (!isUsable(graph, 2 * edge)) return [against]
  if (!isUsable(graph, 2 * edge + 1) || along === against) return [along]
  return [along, against]
}

/** Directions of the edge of a snap that belong to the component. */
export function arcsOf(graph: RoadGraph, snap: Snap, component: number): readonly Arc[] {
  const arcs = [2 * snap.edge, 2 * snap.edge + 1]
  return arcs.filter((arc) => graph.component[arc] === component)
}

/** Part of an arc that lies before the snap. */
export function partAlong(snap: Snap, arc: Arc): number {
  return (arc & 1) === 0 ? snap.part : 1 - snap.part
}

/** Part of the line before a position on the segment at `at`. Flat, which a short edge is. */
function partOf(line: Int32Array, numbers: number, at: number, along: number): number {
  const cos = Math.cos((line[1]! / E7) * (Math.PI / 180))
  let before = 0
  let whole = 0
  for (let i = 0; i + 3 < numbers; i += 2) {
    const step = Math.hypot((line[i + 2]! - line[i]!) * cos, line[i + 3]! - line[i + 1]!)
    if (i === at) before = whole + along * step
    whole += step
  }
  return whole === 0 ? 0 : Math.min(1, before / whole)
}
