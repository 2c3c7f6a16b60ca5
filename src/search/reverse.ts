import type { HitList } from './hit-list.ts'
import { Nearby } from './nearby.ts'
import type { ReverseAnswer, ReverseQuery } from './query.ts'
import { ReverseAnswers } from './reverse-answer.ts'
import { openReverseIndex, type ReverseIndex } from './reverse-layout.ts'
import type { Search } from './search.ts'

/** An opened reverse index with the scratch of its queries. */
export interface Reverse {
  readonly index: ReverseIndex
  readonly nearby: Nearby
  readonly answers: ReverseAnswers
}

/** Opens reverse.idx beside the search index of the same dataset. Throws `INVALID_DATASET`. */
export function openReverse(bytes: Uint8Array, search: Search): Reverse {
  const index = openReverseIndex(bytes)
  return { index, nearby: new Nearby(index), answers: new ReverseAnswers(search.index) }
}

/** Confidence at no distance; it falls to its half at the edge of the search radius. */
const ADDRESS_CONFIDENCE = 1
const HERE_CONFIDENCE = 0.8
const SETTLEMENT_CONFIDENCE = 0.3

/**
 * The known addresses within the radius, at most `size`. Addresses (houses, and POIs whose street
 * is known) come before POIs without one and streets: a door is the better answer to "what is
 * here" than the road in front of it, which is nearly always nearer. The middle of a village comes
 * last. Within each of these, the nearest is first.
 */
export function reverse({ nearby, answers }: Reverse, query: ReverseQuery): ReverseAnswer[] {
  nearby.find(query)
  const found: ReverseAnswer[] = []
  addAnswers(found, answers, nearby.addresses, ADDRESS_CONFIDENCE, query)
  addAnswers(found, answers, nearby.here, HERE_CONFIDENCE, query)
  addAnswers(found, answers, nearby.settlements, SETTLEMENT_CONFIDENCE, query)
  return found
}

function addAnswers(
  found: ReverseAnswer[],
  answers: ReverseAnswers,
  hits: HitList,
  best: number,
  query: ReverseQuery,
): void {
  for (let i = 0; i < hits.size && found.length < query.size; i++) {
    const distanceM = Math.sqrt(hits.keyAt(i))
    const confidence = Math.round(best * (1 - distanceM / (2 * query.radiusM)) * 100) / 100
    const shownM = Math.round(distanceM * 100) / 100 // the data is no finer than 1 cm
    const [place, lon, lat] = [hits.places[i]!, hits.lons[i]!, hits.lats[i]!]
    found.push(answers.answer(place, lon, lat, confidence, shownM, query))
  }
}
