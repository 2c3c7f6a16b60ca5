import type { Lang } from '../base/lang.ts'
import { tokenize } from '../text/tokens.ts'
import { answerOf, numberedAnswer, successorOf } from './answer/answer.ts'
import type { Wording, Wordings } from './answer/wording.ts'
import { provinceCodeIn } from './index/entry-bits.ts'
import { doorsAround, housesBeginning, pointBetween } from './index/houses.ts'
import { intersectionAt } from './interpret/intersections.ts'
import { type Meaning, matchesOfMeaning, meaningOf } from './interpret/meaning.ts'
import { MATCHES_MAX } from './match/matcher.ts'
import type { Match } from './model/match.ts'
import {
  answerTo,
  type PlaceAnswer,
  PREDICTIONS_MAX,
  parse,
  type Query,
  type Shown,
  type SuggestQuery,
} from './model/query.ts'
import {
  COVERAGE_SPREAD,
  NUMBER_SPREAD,
  PREDICTION_COVERAGE_MIN,
  UNIT_COVERAGE_MIN,
} from './model/score-weights.ts'
import type { Search } from './search.ts'

/** Nearly always enough to leave seven when those that read the same are one. */
const MATCHES_FEW = 8
const MATCHES_MORE = 20

/** Places of one name while that name is still being typed: others may be meant. */
const NAMESAKES_MAX = 3
/** Places of one name in one province, such as a street by its wards, before those elsewhere. */
const PROVINCE_NAMESAKES_MAX = 3
/** Intersections offered: of a street the one that is meant may be any. */
const INTERSECTIONS_MAX = 4
/** Numbers of one street offered for the beginning of a number. */
const NUMBERS_MAX = 4

/** What the user may mean by what is typed so far: at most PREDICTIONS_MAX, best first. */
export function suggest(search: Search, query: SuggestQuery): PlaceAnswer[] {
  return suggestShown(search, query).map(answerTo)
}

/** The same without their texts. */
export function suggestShown(search: Search, query: SuggestQuery): readonly Shown[] {
  const { input, focus, lang } = query
  const meaning = meaningOf(search, parse(input, true, focus), MATCHES_FEW)
  let found = predictionsOf(search, meaning, lang, meaning.matches, MATCHES_FEW)
  // Where many read the same, more matches may fill the places that they leave.
  for (const wanted of [MATCHES_MORE, MATCHES_MAX]) {
    if (!found.mayGrow || search.effort.isSpent) break
    const matches = matchesOfMeaning(search, meaning, wanted)
    found = predictionsOf(search, meaning, lang, matches, wanted)
  }
  const intersections = meaning.intersections
    .slice(0, INTERSECTIONS_MAX)
    .map(({ row }) => intersectionAt(search.index, row, lang))
  return [...intersections, ...found.list].slice(0, PREDICTIONS_MAX)
}

function predictionsOf(
  search: Search,
  { query }: Meaning,
  lang: Lang,
  matches: readonly Match[],
  wanted: number,
): Predictions {
  const best = matches[0]?.coverage ?? 0
  let last = best
  const predictions = new Predictions(query, search.wordings[lang])
  const units = new Set<number>()
  let fitting = 0
  for (const match of matches) {
    if (match.coverage < Math.max(leastOf(search, query, match), best - spreadOf(match))) continue
    fitting++
    if (match.coverage < last) predictions.endWaiting()
    last = match.coverage
    addHouses(predictions, search, match, lang)
    const shown = shownOf(search, query, match, lang, units)
    if (shown !== null) predictions.add(shown, match)
    if (predictions.isFull) break
  }
  predictions.mayGrow = !predictions.isFull && fitting === wanted
  predictions.endWaiting()
  return predictions
}

/**
 * The match to be shown. Of a unit, it is what that became if one word is typed that both have, as
 * `phường` is; null when the list has it already, by another former one: `Phường 7` and `Phường 9`
 * of the former Quận 5 both read `Phường An Đông`. `units`: those of today that the list has.
 */
function shownOf(
  search: Search,
  { text, tokens }: Query,
  match: Match,
  lang: Lang,
  units: Set<number>,
): Shown | null {
  const { index, answers } = search
  if (match.place >= index.units) return matchShown(search, match, lang)
  const today = successorOf(index, match.place)
  if (units.has(today)) return null
  units.add(today)
  const isOneWord = today !== match.place && tokens.length === 1 && !text.trim().includes(' ')
  const words = isOneWord ? tokenize(answerOf(index, today, 'vi').name) : []
  const isShared = words.some(({ folded }) => folded.startsWith(tokens[0]!.folded))
  return { answers: answers[lang], place: isShared ? today : match.place }
}

/** A unit behind a comma is where the rest lies, even where no map has that: `74 A, Sóc Trăng`. */
function leastOf({ index }: Search, { text }: Query, { place }: Match): number {
  const isUnitOfAddress = place < index.units && text.includes(',')
  return isUnitOfAddress ? UNIT_COVERAGE_MIN / 2 : PREDICTION_COVERAGE_MIN
}

/** How much less than the best a match may explain. */
function spreadOf({ numberMatch }: Match): number {
  return numberMatch === 'missing' ? NUMBER_SPREAD : COVERAGE_SPREAD
}

/** Numbers of the street that begin as the one that is asked for, which it does not have. */
function addHouses(predictions: Predictions, search: Search, match: Match, lang: Lang): void {
  if (match.numberMatch !== 'missing' || match.number === null) return
  const answers = search.answers[lang]
  const houses = housesBeginning(search.index, match.place, match.number, NUMBERS_MAX)
  for (const place of houses) predictions.add({ answers, place }, match)
}

/** What tells a prediction from others. */
interface Told extends Wording {
  readonly province: number
}

/** The list being filled: no two that read the same, and not all of one name too early. */
class Predictions {
  private readonly query: Query
  private readonly wordings: Wordings
  private readonly taken: Shown[] = []
  /** Places of one name in one province: others that explain as much go before the fourth. */
  private readonly waiting: Shown[] = []
  private readonly namesakes: Shown[] = []
  /** All of these. */
  private readonly told: Told[] = []
  /** Whether more matches might fill it. */
  mayGrow = false

  constructor(query: Query, wordings: Wordings) {
    this.query = query
    this.wordings = wordings
  }

  get isFull(): boolean {
    return this.taken.length === PREDICTIONS_MAX
  }

  get list(): readonly Shown[] {
    return [...this.taken, ...this.namesakes].slice(0, PREDICTIONS_MAX)
  }

  add(shown: Shown, { where }: Match): void {
    if (this.isFull) return
    const wording = this.wordings.of(shown)
    const province = provinceCodeIn(where)
    let namesakes = 0
    let beside = 0
    for (const other of this.told) {
      // Two places that read the same (both carriageways of a road) are one choice for a person.
      if (other.text === wording.text) return
      if (other.name !== wording.name) continue
      namesakes++
      if (other.province === province) beside++
    }
    this.told.push({ text: wording.text, name: wording.name, province })
    const isEarly = namesakes >= NAMESAKES_MAX && !this.isFinished(answerTo(shown).mainText)
    if (isEarly) this.namesakes.push(shown)
    else if (beside >= PROVINCE_NAMESAKES_MAX) this.waiting.push(shown)
    else this.taken.push(shown)
  }

  /** Takes what waits: what comes now is no better. */
  endWaiting(): void {
    if (this.waiting.length === 0) return
    const room = PREDICTIONS_MAX - this.taken.length
    this.taken.push(...this.waiting.splice(0, room))
    this.waiting.length = 0
  }

  /** Whether the last word typed is a whole word of the name. */
  private isFinished(name: string): boolean {
    const last = this.query.tokens.at(-1)
    return tokenize(name).some(({ folded }) => folded === last?.folded)
  }
}

/** The match to be shown: a place, or a number between two doors of a street. */
export function matchShown(search: Search, match: Match, lang: Lang): Shown {
  const { place, street, number } = match
  const known = { answers: search.answers[lang], place }
  // A number that led to no place of its own lies between two: `place` is then the street.
  if (number === null || place !== street) return known
  const { index } = search
  const doors = doorsAround(index, place, number)
  if (doors === null) return known
  return numberedAnswer(index, place, number.key, pointBetween(index, doors), lang)
}
