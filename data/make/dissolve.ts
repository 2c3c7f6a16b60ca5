import {
  type MultiPolygonE7,
  type PolygonE7,
  type Ring,
  reverseRing,
  ringOrientation,
  sideOfRing,
  signedArea2,
} from '../../src/geo/ring.ts'

/**
 * The union of polygons whose shared borders have the same points on both sides: an edge that one
 * ring runs forth and another back lies inside and drops out, the rest closes to rings. Nothing
 * is computed but such pairs, so neighbours that are dissolved apart still share every point.
 */
export function dissolve(polygons: MultiPolygonE7): MultiPolygonE7 {
  const edges = new Map<string, readonly [number, number, number, number]>()
  for (const polygon of polygons) {
    for (const ring of polygon) {
      for (let i = 0; i + 3 < ring.length; i += 2) {
        const [ax, ay, bx, by] = [ring[i]!, ring[i + 1]!, ring[i + 2]!, ring[i + 3]!]
        if (ax === bx && ay === by) continue
        if (!edges.delete(`${bx},${by},${ax},${ay}`)) {
          edges.set(`${ax},${ay},${bx},${by}`, [ax, ay, bx, by])
        }
      }
    }
  }
  return nest(traceRings([...edges.values()]))
}

/** Directed edges, the inside on their left, to simple rings. */
function traceRings(edges: readonly (readonly [number, number, number, number])[]): Ring[] {
  const leaving = new Map<string, { x: number; y: number }[]>()
  for (const [ax, ay, bx, by] of edges) {
    const key = `${ax},${ay}`
    const list = leaving.get(key)
    if (list) list.push({ x: bx, y: by })
    else leaving.set(key, [{ x: bx, y: by }])
  }
  const rings: Ring[] = []
  for (const [ax, ay] of edges) {
    const start = leaving.get(`${ax},${ay}`)
    if (!start || start.length === 0) continue
    rings.push(...traceFrom({ x: ax, y: ay }, leaving))
  }
  return rings
}

/**
 * Walks until the way back at its start, and cuts off a ring whenever it comes to a point that it
 * has passed: rings that touch in a point come out one by one.
 */
function traceFrom(
  start: { x: number; y: number },
  leaving: Map<string, { x: number; y: number }[]>,
): Ring[] {
  const rings: Ring[] = []
  const path = [start]
  const placeOf = new Map([[`${start.x},${start.y}`, 0]])
  for (;;) {
    const here = path.at(-1)!
    const next = leaving.get(`${here.x},${here.y}`)?.pop()
    if (!next) throw new Error(`a border ends at ${here.x}, ${here.y}`)
    const passed = placeOf.get(`${next.x},${next.y}`)
    if (passed === undefined) {
      placeOf.set(`${next.x},${next.y}`, path.length)
      path.push(next)
      continue
    }
    const loop = path.slice(passed)
    for (const point of loop.slice(1)) placeOf.delete(`${point.x},${point.y}`)
    path.length = passed + 1
    rings.push(Int32Array.from([...loop, next].flatMap(({ x, y }) => [x, y])))
    if (path.length === 1) return rings
  }
}

/** Rings that run counterclockwise are outer; each hole goes into the smallest outer around it. */
function nest(rings: readonly Ring[]): MultiPolygonE7 {
  const outers = rings
    .filter((ring) => ringOrientation(ring) === 1)
    .sort((a, b) => signedArea2(b) - signedArea2(a))
  const polygons: [Ring, ...Ring[]][] = outers.map((outer) => [outer])
  for (const hole of rings.filter((ring) => ringOrientation(ring) === -1)) {
    const holder = polygons.findLast(([outer]) => encloses(outer, hole))
    if (!holder) throw new Error(`a hole at ${hole[0]}, ${hole[1]} has no ring around it`)
    holder.push(hole)
  }
  return polygons satisfies PolygonE7[]
}

function encloses(outer: Ring, hole: Ring): boolean {
  for (let i = 0; i < hole.length; i += 2) {
    const side = sideOfRing(outer, { lonE7: hole[i]!, latE7: hole[i + 1]! })
    if (side !== 0) return side === 1
  }
  return false
}

/** Closes and turns the rings of GeoJSON polygons as `PolygonE7` wants them. */
export function polygonOf(rings: readonly Ring[]): PolygonE7 {
  const [outer, ...holes] = rings
  if (!outer) throw new Error('a polygon has no ring')
  if (ringOrientation(outer) === -1) reverseRing(outer)
  for (const hole of holes) if (ringOrientation(hole) === 1) reverseRing(hole)
  return [outer, ...holes]
}
