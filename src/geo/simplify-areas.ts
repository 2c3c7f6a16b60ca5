import { firstReached } from '../base/binary-search.ts'
import { type OnStep, UNWATCHED } from '../base/on-step.ts'
import { arcOf, areasOf, type Topology, topologyOf } from './arcs.ts'
import { crossingArcs, isFlat } from './crossings.ts'
import { boxOfPoints } from './line.ts'
import { type MultiPolygonE7, orientation, signedArea2 } from './ring.ts'
import { simplifyLine } from './simplify.ts'

/** The tolerance of a border that is in the way is halved down to this: a metre; then it is 0. */
const TOLERANCE_MIN_E7 = 100

/**
 * Areas with fewer points, as `simplifyLine` leaves them out: none farther than `toleranceE7`
 * (1e-7 degrees, in the plane) from the line that stays. Borders that areas share are simplified
 * once: neighbours leave neither gap nor overlap. Where borders came to cross, or one to pass over
 * an island, they are simplified less, so that what was valid stays valid; so is the largest
 * polygon of an area that would vanish. Others that shrink to nothing are left out. Areas come back
 * in their order.
 */
export function simplifyAreas(
  areas: readonly MultiPolygonE7[],
  toleranceE7: number,
  onStep: OnStep = UNWATCHED,
): MultiPolygonE7[] {
  if (!(toleranceE7 > 0)) return [...areas]
  onStep('junctions', 0)
  const topology = topologyOf(areas)
  const kept = areas.map((area, number) => largestRing(area, topology.shapes[number]!))
  return areasOf(simplifyTopology(topology, kept, toleranceE7, onStep))
}

/** The arcs around an area's largest polygon; none of an area without polygons. */
function largestRing(area: MultiPolygonE7, shape: Topology['shapes'][number]): readonly number[] {
  const sizes = area.map(([outer]) => Math.abs(signedArea2(outer)))
  const largest = shape[sizes.indexOf(Math.max(...sizes))]
  return [...(largest?.[0] ?? [])].map(arcOf)
}

function simplifyTopology(
  topology: Topology,
  kept: readonly (readonly number[])[],
  toleranceE7: number,
  onStep: OnStep,
): Topology {
  onStep('borders', 0)
  const whole = topology.arcs
  const arcs = whole.map((arc) => simplifyLine(arc, toleranceE7, 1))
  const matters = faultsThatMatter(topology)
  const halvings = new Uint8Array(arcs.length)
  // Each round every faulty arc comes nearer to what it was, and all as they were have no fault.
  for (;;) {
    onStep('crossings', 0)
    const faulty = new Set([
      ...crossingArcs(arcs, matters),
      ...passingArcs(whole, arcs),
      ...kept.filter((ring) => isTooShort(ring, arcs)).flat(),
    ])
    let mended = 0
    for (const number of faulty) {
      if (arcs[number]!.length === whole[number]!.length) continue
      const halving = ++halvings[number]!
      const halved = toleranceE7 / 2 ** halving
      arcs[number] = simplifyLine(whole[number]!, halved < TOLERANCE_MIN_E7 ? 0 : halved, 1)
      mended++
    }
    if (mended === 0) return { ...topology, arcs }
  }
}

/** Whether a ring has less than three different points left. */
function isTooShort(ring: readonly number[], arcs: readonly Int32Array[]): boolean {
  let points = 0
  for (const number of ring) points += arcs[number]!.length / 2 - 1
  return ring.length > 0 && points < 3
}

/**
 * Neighbours that were drawn apart cross each other everywhere, and would hold each other up for
 * nothing: of two borders that cross something as they are, only those of one area matter.
 */
function faultsThatMatter(topology: Topology): (a: number, b: number) => boolean {
  const wrongFromTheStart = crossingArcs(topology.arcs, () => true)
  if (wrongFromTheStart.size === 0) return () => true
  const areas = topology.arcs.map((): number[] => [])
  topology.shapes.forEach((polygons, area) => {
    for (const reference of polygons.flat().flatMap((ring) => [...ring])) {
      areas[arcOf(reference)]!.push(area)
    }
  })
  return (a, b) =>
    !wrongFromTheStart.has(a) ||
    !wrongFromTheStart.has(b) ||
    areas[a]!.some((area) => areas[b]!.includes(area))
}

/**
 * Arcs that pass over an end of another when they are straightened: without crossing it, so an
 * island would change sides. An end lies between an arc and its simplified form when a ray from it
 * crosses the two an odd number of times together.
 */
function passingArcs(whole: readonly Int32Array[], arcs: readonly Int32Array[]): number[] {
  const ends = arcs
    .filter((arc) => !isFlat(arc))
    .flatMap((arc) => [
      { x: arc[0]!, y: arc[1]! },
      { x: arc[arc.length - 2]!, y: arc[arc.length - 1]! },
    ])
    .sort((a, b) => a.x - b.x)
  const passing: number[] = []
  whole.forEach((arc, number) => {
    const simple = arcs[number]!
    if (simple.length === arc.length || isFlat(simple)) return
    const box = boxOfPoints(arc)
    const [fromX, fromY] = [arc[0]!, arc[1]!]
    const [toX, toY] = [arc[arc.length - 2]!, arc[arc.length - 1]!]
    const first = firstReached(0, ends.length, (at) => ends[at]!.x >= box.west)
    for (let i = first; i < ends.length && ends[i]!.x <= box.east; i++) {
      const { x, y } = ends[i]!
      if (y < box.south || y > box.north) continue
      if ((x === fromX && y === fromY) || (x === toX && y === toY)) continue
      if (crossesOddly(arc, x, y) !== crossesOddly(simple, x, y)) {
        passing.push(number)
        return
      }
    }
  })
  return passing
}

/** Whether a ray to the east from the point crosses the line an odd number of times. */
function crossesOddly(line: Int32Array, x: number, y: number): boolean {
  let odd = false
  for (let i = 0; i + 3 < line.length; i += 2) {
    const ay = line[i + 1]!
    const by = line[i + 3]!
    if (ay > y === by > y) continue
    const turn = orientation(line[i]!, ay, line[i + 2]!, by, x, y)
    if (turn > 0 === by > ay && turn !== 0) odd = !odd
  }
  return odd
}
