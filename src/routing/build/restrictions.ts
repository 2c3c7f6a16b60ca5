import { type RoadEdges, turnAngle } from '../graph/graph.ts'
import { angleOf } from '../model/move.ts'
import type { Restriction, RoadNetwork } from '../model/network.ts'
import type { Vehicle } from '../model/vehicle.ts'
import {
  type RestrictionFault,
  type RestrictionMeaning,
  restrictionMeaning,
  type TurnSign,
} from '../profile/restriction-tags.ts'
import type { CutWays } from './cut.ts'

/** Two arcs or more that may not be driven one after the other; each begins where the last ends. */
export type ForbiddenRun = readonly number[]

export interface Restrictions {
  readonly forbidden: readonly ForbiddenRun[]
  /** Relations that restrict nothing here, by reason. */
  readonly ignored: Readonly<Record<RestrictionFault | RunFault, number>>
}

/** Why there are no runs; `too tangled`: to find them would take too long. */
type RunFault = 'not on the roads' | 'too tangled'

/** Via ways are short: a longer search has gone astray. */
const VIA_ARCS_MAX = 64
/**
 * Arcs that are looked at for one relation with via ways, a few milliseconds of them. A sign takes
 * dozens; only members that all run into each other take more.
 */
const LOOKS_MAX = 1_000_000

/*
 * The angles of turns for each sign. A sign is about a crossing as it was built, the angles are
 * those of its first metres as drawn: bounds are generous and overlap. They only decide which of
 * two sides of a way fits.
 */

/** Less than this to a side is a bend of the road, not a turn from it. */
const SIDE_MIN = angleOf(22)
/** More is a turn back, drawn as two corners in one. */
const SIDE_MAX = angleOf(169)
/** Straight on at a crossing of slanting roads still bends by less than this. */
const STRAIGHT_MAX = angleOf(62)
/** Carriageways that part before the crossing make a turn back as little as this. */
const BACK_MIN = angleOf(118)

/** Turns relations into runs of arcs that are forbidden to the vehicle. */
export function readRestrictions(
  network: RoadNetwork,
  cut: CutWays,
  edges: RoadEdges,
  vehicle: Vehicle,
): Restrictions {
  const forbidden: number[][] = []
  const ignored = {
    conditional: 0,
    excepted: 0,
    'other vehicles': 0,
    unknown: 0,
    'not on the roads': 0,
    'too tangled': 0,
  }
  const arcsOf = arcsOfWays(network, cut, edges)
  const finder = new RunFinder(edges, arcsOf)
  for (const restriction of network.restrictions) {
    const meaning = restrictionMeaning(restriction.tags, vehicle)
    if (typeof meaning === 'string') {
      ignored[meaning]++
      continue
    }
    const runs = runsOf(restriction, meaning, cut, edges, finder)
    if (typeof runs === 'string') {
      ignored[runs]++
      continue
    }
    forbidden.push(...(meaning.isForbidden ? runs : othersThan(runs, edges)))
  }
  return { forbidden, ignored }
}

/** Usable arcs of the ways that restrictions name, by OSM id of the way. */
function arcsOfWays(
  network: RoadNetwork,
  cut: CutWays,
  edges: RoadEdges,
): ReadonlyMap<number, readonly number[]> {
  const named = new Map<number, number[]>()
  for (const { from, viaWays, to } of network.restrictions) {
    for (const id of [...from, ...viaWays, ...to]) named.set(id, [])
  }
  if (named.size === 0) return named
  const isNamed = network.wayId.map((id) => (named.has(id) ? 1 : 0))
  for (let edge = 0; edge < cut.edgeWay.length; edge++) {
    const way = cut.edgeWay[edge]!
    if (isNamed[way] === 0) continue
    const arcs = named.get(network.wayId[way]!)
    for (const arc of [2 * edge, 2 * edge + 1]) if (edges.travelMs[arc]! > 0) arcs?.push(arc)
  }
  return named
}

function runsOf(
  restriction: Restriction,
  meaning: RestrictionMeaning,
  cut: CutWays,
  edges: RoadEdges,
  finder: RunFinder,
): number[][] | RunFault {
  const { viaNode, viaWays, from, to } = restriction
  if (viaWays.length > 0) return finder.alongWays(from, viaWays, to)
  const vertex = viaNode === null ? -1 : cut.vertexOf[viaNode]!
  if (vertex < 0) return 'not on the roads'
  const runs = from.flatMap((first) =>
    to.flatMap((last) => matching(finder.throughNode(first, vertex, last), meaning.sign, edges)),
  )
  return runs.length > 0 ? runs : 'not on the roads'
}

/**
 * A way that goes on past the node between can be entered or left on two sides: the sign decides
 * which of them is meant.
 */
function matching(runs: number[][], sign: TurnSign, edges: RoadEdges): number[][] {
  if (runs.length < 2) return runs
  const matched = runs.filter(([from, to]) => isTurn(edges, from!, to!, sign))
  return matched.length > 0 ? matched : runs
}

function isTurn(edges: RoadEdges, from: number, to: number, sign: TurnSign): boolean {
  const angle = turnAngle(edges, from, to)
  switch (sign) {
    case 'left':
      return angle < -SIDE_MIN && angle > -SIDE_MAX
    case 'right':
      return angle > SIDE_MIN && angle < SIDE_MAX
    case 'straight':
      return Math.abs(angle) < STRAIGHT_MAX
    case 'u_turn':
      return Math.abs(angle) > BACK_MIN
    case 'any':
      return true
  }
}

/**
 * All runs that leave the only allowed ones after their first arcs. Where the turn back is all that
 * is allowed, nothing else is left, so the rule of turns.ts allows it.
 */
function othersThan(runs: readonly number[][], edges: RoadEdges): number[][] {
  const others: number[][] = []
  /** Beginnings of what is allowed, and what is forbidden already. */
  const known = new Set(runs.flatMap((run) => run.map((_, i) => run.slice(0, i + 1).join())))
  for (const run of runs) {
    // At the first node every other turn is allowed, unless the turn there is the only one itself.
    for (let i = run.length === 2 ? 1 : 2; i < run.length; i++) {
      const node = edges.tail[run[i]!]!
      for (let o = edges.firstOut[node]!; o < edges.firstOut[node + 1]!; o++) {
        const other = [...run.slice(0, i), edges.out[o]!]
        if (known.has(other.join()) || edges.travelMs[edges.out[o]!] === 0) continue
        known.add(other.join())
        others.push(other)
      }
    }
  }
  return others
}

/** Finds the arcs that members of a relation name. */
class RunFinder {
  private readonly edges: RoadEdges
  private readonly arcsOf: ReadonlyMap<number, readonly number[]>
  /** Arcs that were looked at for the relation at hand. */
  private looks = 0

  constructor(edges: RoadEdges, arcsOf: ReadonlyMap<number, readonly number[]>) {
    this.edges = edges
    this.arcsOf = arcsOf
  }

  throughNode(from: number, vertex: number, to: number): number[][] {
    const { tail } = this.edges
    const entering = this.arcs([from]).filter((arc) => tail[arc ^ 1] === vertex)
    const leaving = this.arcs([to]).filter((arc) => tail[arc] === vertex)
    return entering.flatMap((first) => leaving.map((second) => [first, second]))
  }

  /** The shortest run over all via ways in their order, for each way in and out. */
  alongWays(
    from: readonly number[],
    via: readonly number[],
    to: readonly number[],
  ): number[][] | RunFault {
    this.looks = 0
    const { tail } = this.edges
    const starts = new Set(this.arcs(via.slice(0, 1)).map((arc) => tail[arc]))
    const ends = new Set(this.arcs(via.slice(-1)).map((arc) => tail[arc ^ 1]))
    const entering = this.arcs(from).filter((arc) => starts.has(tail[arc ^ 1]))
    const leaving = this.arcs(to).filter((arc) => ends.has(tail[arc]))
    const runs: number[][] = []
    for (const first of entering) {
      for (const last of leaving) {
        const between = this.between(first, via, last)
        if (this.looks > LOOKS_MAX) return 'too tangled'
        if (between !== null) runs.push([first, ...between, last])
      }
    }
    return runs.length > 0 ? runs : 'not on the roads'
  }

  /** A search in breadth; null when there is none, or the looks are used up. */
  private between(first: number, via: readonly number[], last: number): number[] | null {
    const { tail } = this.edges
    const goal = tail[last]!
    // An arc of a via way is gone on from once, by the shortest run: trails of loops are countless.
    const seen = new Set<number>()
    let runs: { arcs: number[]; way: number }[] = [{ arcs: [], way: 0 }]
    for (let length = 1; length <= VIA_ARCS_MAX && runs.length > 0; length++) {
      const longer: typeof runs = []
      for (const { arcs, way } of runs) {
        const before = arcs.at(-1) ?? first
        for (const next of arcs.length === 0 ? [0] : [way, way + 1]) {
          for (const arc of this.arcsOf.get(via[next] ?? -1) ?? []) {
            if (++this.looks > LOOKS_MAX) return null
            const isNext = tail[arc] === tail[before ^ 1] && arc !== (before ^ 1)
            const place = arc * via.length + next
            if (!isNext || seen.has(place)) continue
            seen.add(place)
            const run = [...arcs, arc]
            const isThere = next === via.length - 1 && tail[arc ^ 1] === goal
            if (isThere && last !== (arc ^ 1)) return run
            longer.push({ arcs: run, way: next })
          }
        }
      }
      runs = longer
    }
    return null
  }

  private arcs(ways: readonly number[]): readonly number[] {
    return ways.flatMap((way) => this.arcsOf.get(way) ?? [])
  }
}
