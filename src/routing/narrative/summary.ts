import type { Lang } from '../../base/lang.ts'
import { type RoadGraph, roadNumberOf } from '../graph/graph.ts'
import { isOneRoad, labelOf, labelText } from '../guidance/road-label.ts'
import type { RoutePath } from '../path/path.ts'
import { WORDINGS } from './wording.ts'

/** A second road is named when it carries at least this part of what the first does … */
const SECOND_PART_MIN = 0.4
/** … unless the first alone carries this part of the route. */
const ALONE_PART_MIN = 0.7
/** A road with a smaller part of the way than this does not stand for the route. */
const FIRST_PART_MIN = 0.05

/** The one or two roads that carry the route, in the order in which it comes to them. */
export function summaryOf(graph: RoadGraph, path: RoutePath, lang: Lang): string {
  const roads = longestRoads(graph, path)
  const [first, second] = roads.sort((a, b) => a.at - b.at)
  if (first === undefined) return ''
  const firstText = labelText(graph, first.road, lang)
  if (second === undefined) return firstText
  return WORDINGS[lang].both(firstText, labelText(graph, second.road, lang))
}

interface Carried {
  /** One of the roads of that name. */
  readonly road: number
  readonly at: number
  lengthCm: number
}

function longestRoads(graph: RoadGraph, { arcs, arcCm, totalCm }: RoutePath): Carried[] {
  const roads = new Map<number, Carried>()
  let road: Carried | null = null
  let roadLabel = 0
  for (let i = 0; i < arcs.length; i++) {
    const label = labelOf(graph, arcs[i]!)
    if (label === 0) continue
    if (road === null || label !== roadLabel) {
      road = roads.get(label) ?? { road: roadNumberOf(graph, arcs[i]!), at: i, lengthCm: 0 }
      roads.set(label, road)
      roadLabel = label
    }
    road.lengthCm += arcCm[i]!
  }
  let longest = longestBut(roads, null)
  if (longest !== null && longest.lengthCm < totalCm * ALONE_PART_MIN) {
    joinSame(graph, roads, totalCm)
    longest = longestBut(roads, null)
  }
  if (longest === null || longest.lengthCm < totalCm * FIRST_PART_MIN) return []
  const next = longestBut(roads, longest)
  if (next === null || longest.lengthCm >= totalCm * ALONE_PART_MIN) return [longest]
  return next.lengthCm >= longest.lengthCm * SECOND_PART_MIN ? [longest, next] : [longest]
}

/**
 * Merges roads whose names are written in two ways. Roads too short to be named are left alone: a
 * long route has dozens of names.
 */
function joinSame(graph: RoadGraph, roads: Map<number, Carried>, totalCm: number): void {
  const enoughCm = totalCm * FIRST_PART_MIN * SECOND_PART_MIN
  const known: number[] = []
  const carried: Carried[] = []
  for (const [label, road] of roads) {
    if (road.lengthCm < enoughCm) continue
    const ref = numberAsLabel(graph, label, road)
    let i = 0
    for (; i < known.length; i++) {
      const other = known[i]!
      if (isOneRoad(graph, label, ref, other, numberAsLabel(graph, other, carried[i]!))) break
    }
    if (i === known.length) {
      known.push(label)
      carried.push(road)
    } else {
      carried[i]!.lengthCm += road.lengthCm
      roads.delete(label)
    }
  }
}

/** The number of a road that is called by that; 0 when it has a name. */
function numberAsLabel({ roadRef }: RoadGraph, label: number, { road }: Carried): number {
  return roadRef[road] === label ? label : 0
}

/** The longest, and of several the first that the route comes to. */
function longestBut(roads: ReadonlyMap<number, Carried>, but: Carried | null): Carried | null {
  let longest: Carried | null = null
  for (const road of roads.values()) {
    if (road !== but && (longest === null || road.lengthCm > longest.lengthCm)) longest = road
  }
  return longest
}
