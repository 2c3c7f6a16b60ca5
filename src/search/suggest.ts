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

/** Nearly always enough for seven predictions, though matches that read the same are one. */
const MATCHES_FEW = 8
const MATCHES_MORE = 20

/** Places of one name while that name is still being typed: another name may be meant. */
const NAMESAKES_MAX = 3
/** Places of one name in one province, such as a street by its wards, before other places. */
const PROVINCE_NAMESAKES_MAX = 3
/** Intersections offered: of a street any may be meant. */
const INTERSECTIONS_MAX = 4
/** Numbers of one street offered for the beginning of a number. */
const NUMBERS_MAX = 4

/** Places that the text typed so far may mean: at most PREDICTIONS_MAX, best first. */
export function suggest(search: Search, query: SuggestQuery): PlaceAnswer[] {
  return suggestShown(search, query).map(answerTo)
}

/** `suggest` without the texts of the answers. */
export function suggestShown(search: Search, query: SuggestQuery): readonly Shown[] {
  const { input, focus, lang } = query
  const meaning = meaningOf(search, parse(input, true, focus), MATCHES_FEW)
  let found = predictionsOf(search, meaning, lang, meaning.matches, MATCHES_FEW)
  // Matches that read the same are one prediction: more matches may fill the list.
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
    const coverageMin = Math.max(coverageMinOf(search, query, match), best - spreadOf(match))
    if (match.coverage < coverageMin) continue
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
 * The match to be shown. A former unit is shown as its successor if the only word typed is in both
 * names, as `phường` is. Null when the list has the successor already, by another former unit:
 * `Phường 7` and `Phường 9` of the former Quận 5 both read `Phường An Đông`. `units`: the units of
 * today that the list has.
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

/** Less for a unit behind a comma: the address lies there, mapped or not: `74 A, Sóc Trăng`. */
function coverageMinOf({ index }: Search, { text }: Query, { place }: Match): number {
  const isUnitOfAddress = place < index.units && text.includes(',')
  return isUnitOfAddress ? UNIT_COVERAGE_MIN / 2 : PREDICTION_COVERAGE_MIN
}

/** By how much its coverage may be below that of the best match. */
function spreadOf({ numberMatch }: Match): number {
  return numberMatch === 'missing' ? NUMBER_SPREAD : COVERAGE_SPREAD
}

/** Adds the numbers of the street that begin like the one asked for, which it does not have. */
function addHouses(predictions: Predictions, search: Search, match: Match, lang: Lang): void {
  if (match.numberMatch !== 'missing' || match.number === null) return
  const answers = search.answers[lang]
  const houses = housesBeginning(search.index, match.place, match.number, NUMBERS_MAX)
  for (const place of houses) predictions.add({ answers, place }, match)
}

/** The wording of a prediction, and the code of its province. */
interface PredictionWording extends Wording {
  readonly province: number
}

/** The list being filled: no two read the same, and only a few of one name come first. */
class Predictions {
  private readonly query: Query
  private readonly wordings: Wordings
  private readonly taken: Shown[] = []
  /** The fourth and later of one name in a province: others that explain as much go before. */
  private readonly waiting: Shown[] = []
  private readonly namesakes: Shown[] = []
  /** Of all three lists. */
  private readonly added: PredictionWording[] = []
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
    let inProvince = 0
    for (const other of this.added) {
      // Two places that read the same (both carriageways of a road) are one choice for a person.
      if (other.text === wording.text) return
      if (other.name !== wording.name) continue
      namesakes++
      if (other.province === province) inProvince++
    }
    this.added.push({ text: wording.text, name: wording.name, province })
    const isEarly = namesakes >= NAMESAKES_MAX && !this.isFinished(answerTo(shown).mainText)
    if (isEarly) this.namesakes.push(shown)
    else if (inProvince >= PROVINCE_NAMESAKES_MAX) this.waiting.push(shown)
    else this.taken.push(shown)
  }

  /** Takes the waiting ones: matches that follow explain less. */
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
  // A number without a place of its own lies between two doors: `place` is then the street.
  if (number === null || place !== street) return known
  const { index } = search
  const doors = doorsAround(index, place, number)
  if (doors === null) return known
  return numberedAnswer(index, place, number.key, pointBetween(index, doors), lang)
}
