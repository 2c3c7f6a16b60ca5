import { tokenize } from '../text/tokens.ts'
import { answerOf, numberedAnswer } from './answer.ts'
import { doorsAround, housesBeginning, pointBetween } from './houses.ts'
import type { SearchIndex } from './layout.ts'
import { MATCHES_MAX } from './match.ts'
import { type Lang, type PlaceAnswer, PREDICTIONS_MAX, type SuggestQuery } from './query.ts'
import { COVERAGE_SPREAD, type Match } from './ranking.ts'
import { bestMatches } from './readings.ts'
import type { Search } from './search.ts'

const COVERAGE_MIN = 0.45 // of the query's weight; below it an answer looks like nothing typed

/** Nearly always enough to leave seven when those that read the same are one. */
const MATCHES_FEW = 8
const MATCHES_MANY = MATCHES_MAX

/** Places of one name while that name is still being typed: others may be meant. */
const NAMESAKES_MAX = 3
const STREET_WORDS = ['Đường ', 'Phố ', 'Đại lộ ']
const STREET_LETTERS = STREET_WORDS.map((word) => word.charCodeAt(0))
/** Numbers of one street offered for the beginning of a number. */
const NUMBERS_MAX = 4

/** What the user may mean by what is typed so far: at most PREDICTIONS_MAX, best first. */
export function suggest(search: Search, query: SuggestQuery): PlaceAnswer[] {
  const few = predictions(search, query, MATCHES_FEW)
  // Where many read the same, more matches may fill the places that they leave.
  return few.mayGrow ? predictions(search, query, MATCHES_MANY).answers : few.answers
}

function predictions(search: Search, query: SuggestQuery, wanted: number): Predictions {
  const { input: text, focus, lang } = query
  const matches = bestMatches(search, { text, typing: true, focus, wanted })
  const coverageMin = Math.max(COVERAGE_MIN, (matches[0]?.coverage ?? 0) - COVERAGE_SPREAD)
  const list = new Predictions(text)
  let fitting = 0
  for (const match of matches) {
    if (match.coverage < coverageMin) continue
    fitting++
    for (const answer of answersOf(search.index, match, lang)) list.add(answer)
    if (list.isFull) break
  }
  list.mayGrow = !list.isFull && fitting === wanted
  return list
}

/** The list being filled: no two that read the same, and not all of one name too early. */
class Predictions {
  private readonly text: string
  private readonly taken: PlaceAnswer[] = []
  private readonly namesakes: PlaceAnswer[] = []
  /** Both, in the order they came, and their names. */
  private readonly seen: PlaceAnswer[] = []
  private readonly names: string[] = []
  /** Whether more matches might fill it. */
  mayGrow = false

  /** `text`: what is typed so far. */
  constructor(text: string) {
    this.text = text
  }

  get isFull(): boolean {
    return this.taken.length === PREDICTIONS_MAX
  }

  get answers(): PlaceAnswer[] {
    const { taken, namesakes } = this
    if (namesakes.length === 0) return taken
    return [...taken, ...namesakes].slice(0, PREDICTIONS_MAX)
  }

  add(answer: PlaceAnswer): void {
    if (this.isFull) return
    const name = withoutStreetWord(answer.mainText)
    let count = 0
    for (let i = 0; i < this.names.length; i++) {
      // Two places that read the same (both carriageways of a road) are one choice for a person.
      if (readsTheSame(answer, this.seen[i]!)) return
      if (this.names[i] === name) count++
    }
    this.names.push(name)
    this.seen.push(answer)
    const waits = count >= NAMESAKES_MAX && !this.isFinished(answer.mainText)
    const list = waits ? this.namesakes : this.taken
    list.push(answer)
  }

  /** Whether the last word typed is a word of the name, not only its beginning. */
  private isFinished(name: string): boolean {
    const last = tokenize(this.text).at(-1)
    return tokenize(name).some((word) => word.folded === last?.folded)
  }
}

function readsTheSame(a: PlaceAnswer, b: PlaceAnswer): boolean {
  return a.mainText === b.mainText && a.secondaryText === b.secondaryText
}

/** `Đường Nguyễn Trãi` and `Nguyễn Trãi` are one name. */
function withoutStreetWord(name: string): string {
  if (!STREET_LETTERS.includes(name.charCodeAt(0))) return name
  for (const word of STREET_WORDS) if (name.startsWith(word)) return name.slice(word.length)
  return name
}

/** The match itself; for the beginning of a house number, the numbers that begin so before it. */
function answersOf(index: SearchIndex, match: Match, lang: Lang): PlaceAnswer[] {
  const itself = matchAnswer(index, match, lang)
  if (match.number !== 'missing' || match.sought === null) return [itself]
  const houses = housesBeginning(index, match.place, match.sought, NUMBERS_MAX)
  return [...houses.map((house) => answerOf(index, house, lang)), itself]
}

/** The match as an answer: a place, or a number between two doors of a street. */
export function matchAnswer(index: SearchIndex, match: Match, lang: Lang): PlaceAnswer {
  const { place, street, sought } = match
  // A number that led to no place of its own lies between two: `place` is then the street.
  if (sought === null || place !== street) return answerOf(index, place, lang)
  const doors = doorsAround(index, place, sought)
  if (doors === null) return answerOf(index, place, lang)
  return numberedAnswer(index, place, sought.key, pointBetween(index, doors), lang)
}
