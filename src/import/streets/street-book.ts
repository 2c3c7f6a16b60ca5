import { MinHeap } from '../../base/heap.ts'
import { distanceM } from '../../geo/distance.ts'
import { distanceToLineM, type Line } from '../../geo/line.ts'
import { E7 } from '../../geo/point.ts'
import type { PointE7 } from '../../geo/ring.ts'
import { buildRTree, type RTree, visitNearest } from '../../geo/rtree.ts'
import type { Area } from '../passes/area.ts'
import { bareStreetKey, streetKey } from './street-key.ts'
import type { Street } from './streets.ts'

/** Distance of the street of an address outside the address's ward, at most. */
export const STREET_NEAR_M = 300
/** In the same ward a street may bend far away from the house before it comes back. */
const STREET_IN_WARD_M = 3_000
/** Segments in one box of the tree: fewer make it large, more make its boxes empty. */
const CHUNK_SEGMENTS = 8

/** Finds streets by name near a point, and streets through a point. */
export class StreetBook {
  private readonly streets: readonly Street[]
  private readonly byKey = new Map<string, number[]>()
  private readonly byBareKey = new Map<string, number[]>()
  private readonly tree: RTree
  private readonly chunkStreet: number[] = []
  private readonly chunkLine: Line[] = []
  private readonly queue = new MinHeap()

  constructor(streets: readonly Street[]) {
    this.streets = streets
    const boxes: number[] = []
    streets.forEach((street, i) => {
      append(this.byKey, street.key, i)
      append(this.byBareKey, bareStreetKey(street.names.name), i)
      for (const alias of street.names.aliases) append(this.byKey, streetKey(alias), i)
      for (const line of street.lines) this.addChunks(line, i, boxes)
    })
    this.tree = buildRTree(Int32Array.from(boxes))
  }

  /**
   * Index of the street that an address at `point` means by `name`, or -1. A street of the ward
   * goes before a nearer one of another ward, and a name typed with its marks before one without.
   */
  named(name: string, point: PointE7, area: Area): number {
    const exact = this.nearest(this.byKey.get(streetKey(name)), point, area)
    return exact >= 0 ? exact : this.nearest(this.byBareKey.get(bareStreetKey(name)), point, area)
  }

  /** Index of the nearest street within `radiusM` that `accept` takes, or -1. */
  beside(point: PointE7, radiusM: number, accept: (street: Street) => boolean): number {
    let best = -1
    let bestM = radiusM
    const from = { lon: point.lonE7 / E7, lat: point.latE7 / E7 }
    visitNearest(this.tree, from, radiusM, this.queue, (chunk, boxM) => {
      if (boxM > bestM) return false
      const index = this.chunkStreet[chunk] ?? -1
      const street = this.streets[index]
      const line = this.chunkLine[chunk]
      if (street === undefined || line === undefined || !accept(street)) return true
      const metres = distanceToLineM(line, point)
      if (metres <= bestM && (best < 0 || metres < bestM)) {
        best = index
        bestM = metres
      }
      return true
    })
    return best
  }

  private nearest(candidates: readonly number[] | undefined, point: PointE7, area: Area): number {
    let best = -1
    let bestM = Infinity
    for (const index of candidates ?? []) {
      const street = this.streets[index]
      if (street === undefined) continue
      const isOfWard = area.wardId !== null && street.area.wardId === area.wardId
      const limitM = isOfWard ? STREET_IN_WARD_M : STREET_NEAR_M
      if (isFarther(street, point, limitM)) continue
      const metres = distanceToStreetM(street, point)
      // A street of the ward counts as nearer by as much as it may be farther.
      const ranked = isOfWard ? metres : metres + STREET_IN_WARD_M
      if (metres > limitM || ranked >= bestM) continue
      best = index
      bestM = ranked
    }
    return best
  }

  private addChunks(line: Line, street: number, boxes: number[]): void {
    for (let at = 0; at + 2 < line.length; at += 2 * CHUNK_SEGMENTS) {
      const chunk = line.subarray(at, at + 2 * CHUNK_SEGMENTS + 2)
      let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity]
      for (let i = 0; i < chunk.length; i += 2) {
        west = Math.min(west, chunk[i]!)
        south = Math.min(south, chunk[i + 1]!)
        east = Math.max(east, chunk[i]!)
        north = Math.max(north, chunk[i + 1]!)
      }
      boxes.push(west, south, east, north)
      this.chunkStreet.push(street)
      this.chunkLine.push(chunk)
    }
  }
}

/** Cheap and safe: no point of the street is farther from its position than its length. */
function isFarther(street: Street, point: PointE7, limitM: number): boolean {
  return distanceM(degrees(street.stand), degrees(point)) > street.lengthM + limitM
}

function distanceToStreetM(street: Street, point: PointE7): number {
  if (street.lines.length === 0) return distanceM(degrees(street.stand), degrees(point))
  let best = Infinity
  for (const line of street.lines) best = Math.min(best, distanceToLineM(line, point))
  return best
}

function degrees(point: PointE7): { lon: number; lat: number } {
  return { lon: point.lonE7 / E7, lat: point.latE7 / E7 }
}

function append(map: Map<string, number[]>, key: string, value: number): void {
  const list = map.get(key)
  if (list === undefined) map.set(key, [value])
  else if (list.at(-1) !== value) list.push(value)
}
