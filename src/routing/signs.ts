import { stringAt } from '../base/string-pool.ts'
import { withoutMarks } from '../text/fold.ts'
import type { Lang } from './directions.ts'
import { type Arc, type RoadGraph, roadNumberOf } from './graph.ts'
import { firstOf, isSameText } from './road-label.ts'

/* What stands on the signs where a road parts: which exit it is and where it leads. */

/** More than a number and two places nobody reads while driving. */
const REFS_MAX = 1
const PLACES_MAX = 2

/**
 * Number of the exit that an arc is or begins with, not escaped; empty when it has none. Its own
 * goes before that of its node, where two exits may leave. Those of Hanoi's ring roads bear a name
 * in the place of a number: `Thanh Xuân`.
 */
export function exitText(graph: RoadGraph, arc: Arc, lang: Lang): string {
  const { strings, roadExitRef } = graph
  const ref = roadExitRef[roadNumberOf(graph, arc)]! || exitRefAt(graph, graph.tail[arc]!)
  return spoken(firstOf(stringAt(strings, ref)), lang)
}

/** String id of the number of the exits that leave at a node, 0 for none: a binary search. */
function exitRefAt({ exitNode, exitRef }: RoadGraph, node: number): number {
  let low = 0
  let high = exitNode.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (exitNode[middle]! < node) low = middle + 1
    else high = middle
  }
  return exitNode[low] === node ? exitRef[low]! : 0
}

/**
 * What signs say that the arc's road leads to, not escaped: a road by its number, and places, but
 * for what the driver has been `told` already. Empty when nothing is left.
 */
export function towardText(
  graph: RoadGraph,
  arc: Arc,
  told: readonly string[],
  lang: Lang,
): string {
  const road = roadNumberOf(graph, arc)
  const refs = graph.roadDestinationRef[road]!
  const places = graph.roadDestination[road]!
  // Most slip roads say nothing.
  if (refs === 0 && places === 0) return ''
  const said = (id: number) =>
    stringAt(graph.strings, id)
      .split(';')
      .map((text) => spoken(text.trim(), lang))
      .filter((text) => text !== '' && !told.some((known) => isSameText(text, known)))
  return [...said(refs).slice(0, REFS_MAX), ...said(places).slice(0, PLACES_MAX)].join(', ')
}

function spoken(text: string, lang: Lang): string {
  return lang === 'en' ? withoutMarks(text) : text
}
