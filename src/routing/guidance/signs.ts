import { lowerBound } from '../../base/binary-search.ts'
import type { Lang } from '../../base/lang.ts'
import { stringAt } from '../../base/string-pool.ts'
import { withoutMarks } from '../../text/fold.ts'
import { type Arc, type RoadGraph, roadNumberOf } from '../graph/graph.ts'
import { firstOf, isSameText } from './road-label.ts'

/* The text of signs where a road parts: number of the exit and destinations. */

/** A driver cannot read more than a number and two places. */
const REFS_MAX = 1
const PLACES_MAX = 2

/**
 * String id of the number of the exit that an arc is or begins with, 0 when it has none. The arc's
 * number goes before that of its node, where two exits may leave.
 */
export function exitOf(graph: RoadGraph, arc: Arc): number {
  return graph.roadExitRef[roadNumberOf(graph, arc)]! || exitRefAt(graph, graph.tail[arc]!)
}

/**
 * The number of an exit by its string id, not escaped; empty for none. Exits of Hanoi's ring roads
 * have a name in its place: `Thanh Xuân`.
 */
export function exitText({ strings }: RoadGraph, exit: number, lang: Lang): string {
  return spoken(firstOf(stringAt(strings, exit)), lang)
}

/** String id of the number of the exits that leave at a node, 0 for none. */
function exitRefAt({ exitNode, exitRef }: RoadGraph, node: number): number {
  const at = lowerBound(exitNode, 0, exitNode.length, node)
  return exitNode[at] === node ? exitRef[at]! : 0
}

/** Whether there are signs with the destination of the arc's road; most slip roads have none. */
export function hasSign(graph: RoadGraph, arc: Arc): boolean {
  const road = roadNumberOf(graph, arc)
  return graph.roadDestinationRef[road] !== 0 || graph.roadDestination[road] !== 0
}

/**
 * The destination of a road on signs, not escaped: a road by its number, and places, without the
 * texts `alreadySaid` to the driver. Empty when nothing is left.
 */
export function towardText(
  graph: RoadGraph,
  road: number,
  alreadySaid: readonly string[],
  lang: Lang,
): string {
  const refs = graph.roadDestinationRef[road]!
  const places = graph.roadDestination[road]!
  const newTexts = (id: number) =>
    stringAt(graph.strings, id)
      .split(';')
      .map((text) => spoken(text.trim(), lang))
      .filter((text) => text !== '' && !alreadySaid.some((known) => isSameText(text, known)))
  return [...newTexts(refs).slice(0, REFS_MAX), ...newTexts(places).slice(0, PLACES_MAX)].join(', ')
}

function spoken(text: string, lang: Lang): string {
  return lang === 'en' ? withoutMarks(text) : text
}
