import { answerOf, numberedAnswer } from './answer.ts'
import { doorsAround, pointBetween } from './houses.ts'
import type { SearchIndex } from './layout.ts'
import { type Lang, type PlaceAnswer, PREDICTIONS_MAX, type SuggestQuery } from './query.ts'
import type { Match } from './ranking.ts'
import { bestMatches } from './readings.ts'
import type { Search } from './search.ts'

const COVERAGE_MIN = 0.45 // of the query's weight; below it an answer looks like nothing typed
const COVERAGE_SPREAD = 0.35 // answers that explain so much less than the best are noise

/** What the user may mean by what is typed so far: at most PREDICTIONS_MAX, best first. */
export function suggest(search: Search, query: SuggestQuery): PlaceAnswer[] {
  const matches = bestMatches(search, { text: query.input, typing: true, focus: query.focus })
  const answers: PlaceAnswer[] = []
  const seen = new Set<string>()
  const coverageMin = Math.max(COVERAGE_MIN, (matches[0]?.coverage ?? 0) - COVERAGE_SPREAD)
  for (const match of matches) {
    if (match.coverage < coverageMin) continue
    const answer = matchAnswer(search.index, match, query.lang)
    // Two places that read the same (both carriageways of a road) are one choice for a person.
    const reading = `${answer.mainText}\n${answer.secondaryText}`
    if (seen.has(reading)) continue
    seen.add(reading)
    answers.push(answer)
    if (answers.length === PREDICTIONS_MAX) break
  }
  return answers
}

/** The match as an answer: a place, or a number between two doors of a street. */
export function matchAnswer(index: SearchIndex, match: Match, lang: Lang): PlaceAnswer {
  const doors = match.number === 'between' ? doorsAround(index, match.place, match.key) : null
  if (doors === null) return answerOf(index, match.place, lang)
  return numberedAnswer(index, match.place, match.key, pointBetween(index, doors), lang)
}
