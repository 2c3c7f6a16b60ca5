import { arcOf, joinArcs, type Topology, topologyOf } from '../../geo/arcs.ts'
import { crossingArcs } from '../../geo/crossings.ts'
import type { PolygonE7 } from '../../geo/ring.ts'
import { simplifyLine } from '../../geo/simplify.ts'

/** An area as its rings, each outer one before its holes; shapes.ts has the form of rings. */
export type Rings = readonly Int32Array[]

/** Where a ring came to cross itself its borders are simplified so much less, then not at all. */
const FINER = 4
const ROUNDS_MAX = 2

/**
 * Areas with fewer points, none farther than `tolerance` from the line that stays. A border that
 * two areas share is simplified once, so that neither gap nor overlap opens between them. A ring
 * that crosses itself afterwards, and did not before, is drawn finer. Rings of less than three
 * points are left out.
 */
export function simplifyRings(areas: readonly Rings[], tolerance: number): Rings[] {
  // The topology knows polygons: here every ring is one.
  const topology = topologyOf(areas.map((rings) => rings.map((ring): PolygonE7 => [ring])))
  const whole = topology.arcs
  const arcs = whole.map((arc) => simplifyLine(arc, tolerance, 1))
  const rounds = new Uint8Array(arcs.length)
  let areasToCheck = [...topology.shapes.keys()]
  while (areasToCheck.length > 0) {
    const finer = new Set<number>()
    for (const area of areasToCheck) {
      if (!hasCrossing(topology, arcs, area)) continue
      for (const arc of arcsOf(topology, area)) if (rounds[arc]! < ROUNDS_MAX) finer.add(arc)
    }
    for (const arc of finer) {
      const round = ++rounds[arc]!
      arcs[arc] = round < ROUNDS_MAX ? simplifyLine(whole[arc]!, tolerance / FINER, 1) : whole[arc]!
    }
    // A border that was drawn finer may cross another of its neighbour now.
    areasToCheck = finer.size === 0 ? [] : areasWith(topology, finer)
  }
  return topology.shapes.map((rings) => rings.flatMap(([ring]) => joinArcs(ring!, arcs) ?? []))
}

function areasWith(topology: Topology, arcs: ReadonlySet<number>): number[] {
  return [...topology.shapes.keys()].filter((area) =>
    arcsOf(topology, area).some((arc) => arcs.has(arc)),
  )
}

function arcsOf({ shapes }: Topology, area: number): number[] {
  return shapes[area]!.flatMap((rings) => rings.flatMap((ring) => Array.from(ring, arcOf)))
}

function hasCrossing(topology: Topology, arcs: readonly Int32Array[], area: number): boolean {
  return topology.shapes[area]!.some(([ring]) => {
    const line = joinArcs(ring!, arcs)
    return line !== null && line.length > 8 && crossingArcs([line], () => true).size > 0
  })
}
