import type { Point } from '../geo/point.ts'
import { type Token, tokenize } from '../text/tokens.ts'
import { withoutShortForms } from '../text/words.ts'
import { answerOf, numberedAnswer } from './answer.ts'
import { doorsAround, pointBetween } from './houses.ts'
import type { SearchIndex } from './layout.ts'
import { planQuery } from './plan.ts'
import { type Lang, type PlaceAnswer, PREDICTIONS_MAX, type SuggestQuery } from './query.ts'
import type { Match } from './ranking.ts'
import type { Search } from './search.ts'

const COVERAGE_MIN = 0.45 // of the query's weight; below it an answer looks like nothing typed
const COVERAGE_SPREAD = 0.35 // answers that explain so much less than the best are noise

/** What the user may mean by what is typed so far: at most PREDICTIONS_MAX, best first. */
export function suggest(search: Search, query: SuggestQuery): PlaceAnswer[] {
  const matches = readAndMatch(search, query.input, true, query.focus)
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

/**
 * Matches for the text, best first. Where short forms are in it (`q5`), the text is read both as
 * typed and written out, and the data decides which reading explains more.
 */
export function readAndMatch(
  search: Search,
  text: string,
  typing: boolean,
  focus: Point | null,
): Match[] {
  const tokens = tokenize(text)
  if (tokens.length === 0) return []
  const writtenOut = withoutShortForms(tokens)
  const matches = matchTokens(search, tokens, typing, focus)
  if (!writtenOut) return matches
  const others = matchTokens(search, writtenOut, typing, focus)
  const best = matches[0]?.score ?? 0
  return (others[0]?.score ?? 0) >= best ? others : matches
}

function matchTokens(search: Search, tokens: Token[], typing: boolean, focus: Point | null) {
  return search.matcher.match(planQuery(search.index, tokens, typing), focus)
}

/** The match as an answer: a place, or a number between two doors of a street. */
export function matchAnswer(index: SearchIndex, match: Match, lang: Lang): PlaceAnswer {
  const doors = match.number === 'between' ? doorsAround(index, match.place, match.key) : null
  if (doors === null) return answerOf(index, match.place, lang)
  return numberedAnswer(index, match.place, match.key, pointBetween(index, doors), lang)
}
