import type { Lang } from '../base/lang.ts'
import { tokenize } from '../text/tokens.ts'
import { numberedAnswer } from './answer/answer.ts'
import { type IndexAnswers, WORDING } from './answer/answer-fingerprints.ts'
import { provinceCodeIn } from './index/entry-bits.ts'
import { doorsAround, housesBeginning, pointBetween } from './index/houses.ts'
import { NONE } from './index/layout.ts'
import { intersectionAt } from './interpret/intersections.ts'
import { type Meaning, matchesOfMeaning, meaningOf } from './interpret/meaning.ts'
import { MATCHES_MAX } from './match/matcher.ts'
import type { Match } from './model/match.ts'
import { parse, type Query } from './model/parsed-query.ts'
import {
  answerTo,
  type PlaceAnswer,
  PREDICTIONS_MAX,
  type Shown,
  type SuggestQuery,
} from './model/query.ts'
import { COVERAGE_SPREAD, NUMBER_SPREAD, PREDICTION_COVERAGE_MIN } from './model/score-weights.ts'
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
    if (!found.mayGrow) break
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
  const answers = search.answers[lang]
  const predictions = new Predictions(query, answers)
  search.currentUnits.begin(query)
  let fitting = 0
  for (const match of matches) {
    if (match.coverage < Math.max(PREDICTION_COVERAGE_MIN, best - spreadOf(match))) continue
    fitting++
    if (match.coverage < last) predictions.endWaiting()
    last = match.coverage
    addHouses(predictions, search, match)
    const shown = shownOf(search, match, lang)
    if (shown !== null) predictions.add(shown, provinceCodeIn(match.where))
    if (predictions.isFull) break
  }
  predictions.mayGrow = !predictions.isFull && fitting === wanted
  predictions.endWaiting()
  return predictions
}

/** The match to be shown; null for a unit that the list has already, by another former one. */
function shownOf(search: Search, match: Match, lang: Lang): Shown | null {
  if (match.place >= search.index.units) return matchShown(search, match, lang)
  const place = search.currentUnits.take(match.place)
  return place === null ? null : { answers: search.answers[lang], place }
}

/** How much less than the best a match may explain. */
function spreadOf({ numberMatch }: Match): number {
  return numberMatch === 'missing' ? NUMBER_SPREAD : COVERAGE_SPREAD
}

/** Numbers of the street that begin as the one that is asked for, which it does not have. */
function addHouses(predictions: Predictions, { index }: Search, match: Match): void {
  if (match.numberMatch !== 'missing' || match.number === null) return
  const { answers } = predictions
  const houses = housesBeginning(index, match.place, match.number, NUMBERS_MAX)
  const province = provinceCodeIn(match.where)
  for (const place of houses) predictions.add({ answers, place }, province)
}

/** Of the predictions of one list: room for all that matches and their houses may be. */
const wordings = new Int32Array(WORDING * MATCHES_MAX * (1 + NUMBERS_MAX))

/** The province of each. */
const provinces = new Int32Array(wordings.length / WORDING)

/** The list being filled: no two that read the same, and not all of one name too early. */
class Predictions {
  readonly answers: IndexAnswers
  private readonly query: Query
  private readonly taken: Shown[] = []
  /** Places of one name in one province: others that explain as much go before the fourth. */
  private readonly waiting: Shown[] = []
  private readonly namesakes: Shown[] = []
  /** How many of both: their wordings stand in the order they came. */
  private count = 0
  /** Where the wording stands that `isFinished` has looked at last; NONE at first. */
  private finishedAt = NONE
  private finished = false
  /** Whether more matches might fill it. */
  mayGrow = false

  constructor(query: Query, answers: IndexAnswers) {
    this.query = query
    this.answers = answers
  }

  get isFull(): boolean {
    return this.taken.length === PREDICTIONS_MAX
  }

  get list(): readonly Shown[] {
    const { taken, namesakes } = this
    if (namesakes.length === 0) return taken
    return [...taken, ...namesakes].slice(0, PREDICTIONS_MAX)
  }

  /** `province`: its code (entry-bits.ts). */
  add(shown: Shown, province: number): void {
    if (this.isFull) return
    const end = WORDING * this.count
    this.answers.writeWording(shown, wordings, end)
    let namesakes = 0
    let beside = 0
    for (let at = 0, i = 0; at < end; at += WORDING, i++) {
      // Two places that read the same (both carriageways of a road) are one choice for a person.
      if (isEqualPair(at, end)) return
      if (!isEqualPair(at + 2, end + 2)) continue
      namesakes++
      if (provinces[i] === province) beside++
    }
    provinces[this.count++] = province
    const isEarly = namesakes >= NAMESAKES_MAX && !this.isFinished(shown, end)
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

  /**
   * Whether the last word typed is a whole word of the name: of namesakes in a row the first
   * decides. `at`: where its wording stands.
   */
  private isFinished(shown: Shown, at: number): boolean {
    if (this.finishedAt !== NONE && isEqualPair(this.finishedAt + 2, at + 2)) return this.finished
    const last = this.query.tokens.at(-1)
    const name = tokenize(answerTo(shown).mainText)
    this.finishedAt = at
    this.finished = name.some((word) => word.folded === last?.folded)
    return this.finished
  }
}

function isEqualPair(a: number, b: number): boolean {
  return wordings[a] === wordings[b] && wordings[a + 1] === wordings[b + 1]
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
