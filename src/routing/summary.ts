import type { Lang } from './directions.ts'
import { type RoadGraph, roadNumberOf } from './graph.ts'
import type { RoutePath } from './path.ts'
import { isSameLabel, labelOf, labelText } from './road-label.ts'
import { WORDINGS } from './wording.ts'

/** A second road is named when it carries at least this part of what the first does … */
const SECOND_PART_MIN = 0.4
/** … unless the first alone carries this part of the route. */
const ALONE_PART_MIN = 0.7
/** A road that carries less than this does not stand for the route. */
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
  readonly label: number
  /** One of the roads of that name. */
  readonly road: number
  at: number
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
      const number = roadNumberOf(graph, arcs[i]!)
      road = roads.get(label) ?? { label, road: number, at: i, lengthCm: 0 }
      roads.set(label, road)
      roadLabel = label
    }
    road.lengthCm += arcCm[i]!
  }
  const longest = longestBut(roads, null)
  if (longest === null || longest.lengthCm < totalCm * FIRST_PART_MIN) return []
  let next = longestBut(roads, longest)
  // The same road in another spelling is no second one.
  while (next !== null && isSameLabel(graph, next.label, longest.label)) {
    longest.lengthCm += next.lengthCm
    longest.at = Math.min(longest.at, next.at)
    roads.delete(next.label)
    next = longestBut(roads, longest)
  }
  if (next === null || longest.lengthCm >= totalCm * ALONE_PART_MIN) return [longest]
  return next.lengthCm >= longest.lengthCm * SECOND_PART_MIN ? [longest, next] : [longest]
}

/** The longest, and of several the first that the route comes to. */
function longestBut(roads: ReadonlyMap<number, Carried>, but: Carried | null): Carried | null {
  let longest: Carried | null = null
  for (const road of roads.values()) {
    if (road !== but && (longest === null || road.lengthCm > longest.lengthCm)) longest = road
  }
  return longest
}
