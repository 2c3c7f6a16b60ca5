import { roadWordsBefore } from '../text/house-number.ts'
import { isNumber, type Token, tokenOf } from '../text/tokens.ts'
import { typeWordBefore } from '../text/words.ts'
import { NONE } from './layout.ts'
import { endsAt, formOf, type NameRange, narrow } from './lookup.ts'
import type { Search } from './search.ts'
import { continuations, corrections } from './spelling.ts'

const WORDS_MAX = 3
const READINGS_MAX = 3
const KNOWN_READINGS_MAX = 6
const KNOWN_CHOICES_MAX = 2
const RARE_NAMES = 2
/** How many words before a misspelt one may be of its name. */
const BEFORE_MAX = 3

/** A query with some of its words read as others. */
export interface CorrectedReading {
  readonly tokens: readonly Token[]
  /** How many words are not as they were typed. */
  readonly words: number
}

/**
 * The likeliest readings of a misspelt query, best first. Words that are in hardly any name are
 * replaced by the likeliest of each, as misspelt or cut short (`techcom`), then by others one by
 * one: at first only those that the best match so far leaves open (`explained` has a bit for each
 * token that it does not), then all but those that are a name `elsewhere`, and then each of these
 * alone. Without such words, one that is open: `Kệt` is a word, but not here.
 */
export function correctedReadings(
  search: Search,
  tokens: readonly Token[],
  typing: boolean,
  explained: number,
  elsewhere: number,
): CorrectedReading[] {
  const unknown = unknownWords(search, tokens, typing, elsewhere)
  if (unknown.size > 0) {
    const open = new Map([...unknown].filter(([i]) => (explained & (1 << i)) === 0))
    const isAll = open.size === 0 || open.size === unknown.size
    // Of several any may be right, though hardly any name has it.
    const alone = unknown.size > 1 ? [...unknown].map((word) => new Map([word])) : []
    return [
      ...(isAll ? [] : readingsOf(tokens, open)),
      ...readingsOf(tokens, unknown),
      ...alone.map((choices) => readingsOf(tokens, choices)[0]!),
    ]
  }
  const readings: CorrectedReading[] = []
  const end = typing ? tokens.length - 1 : tokens.length
  for (let i = 0; i < end; i++) {
    if (((explained | elsewhere) & (1 << i)) !== 0 || isNumber(tokens[i]!)) continue
    if (isTypeWord(tokens, i) || (tokens[i]!.hasMarks && isSpelt(search, tokens[i]!))) continue
    // Any word is one letter from some other: only one that its neighbours know is likely.
    const known = choicesFor(search, tokens, i).filter(({ neighbours }) => neighbours > 0)
    for (const { word } of known.slice(0, KNOWN_CHOICES_MAX)) {
      readings.push({ tokens: replaced(tokens, new Map([[i, word]])), words: 1 })
    }
  }
  return readings.slice(0, KNOWN_READINGS_MAX)
}

/** What each word may mean that hardly any name has: the likeliest first, none where it is none. */
function unknownWords(
  search: Search,
  tokens: readonly Token[],
  typing: boolean,
  elsewhere: number,
): Map<number, string[]> {
  const { index, vocabulary } = search
  const { postFirst } = index
  const choices = new Map<number, string[]>()
  tokens.forEach((token, i) => {
    if (isNumber(token) || choices.size === WORDS_MAX || (elsewhere & (1 << i)) !== 0) return
    const isBegun = typing && i === tokens.length - 1
    const { from, to } = isBegun ? vocabulary.begunBy(token) : vocabulary.itself(token)
    // A word that hardly any name has may be somebody else's slip of the finger.
    if (postFirst[to]! - postFirst[from]! > RARE_NAMES || isTypeWord(tokens, i)) return
    const whole = continuations(index, token.folded, RARE_NAMES + 1)
    const words = choicesFor(search, tokens, i, whole[0]).map(({ word }) => word)
    if (words.length > 0) choices.set(i, words.slice(0, READINGS_MAX))
  })
  return choices
}

interface Choice {
  readonly word: string
  readonly neighbours: number
}

/** What a misspelt word may mean, or one cut short of `whole`: first what most neighbours know. */
function choicesFor(
  search: Search,
  tokens: readonly Token[],
  at: number,
  whole?: string,
): Choice[] {
  const words = corrections(search.index, tokens[at]!.folded)
  const before = rangesBefore(search, tokens, at)
  const next = tokens[at + 1] ?? null
  return [...new Set(whole === undefined ? words : [whole, ...words])]
    .map((word) => ({ word, neighbours: neighboursOf(search, before, word, next) }))
    .sort((a, b) => b.neighbours - a.neighbours)
}

function readingsOf(
  tokens: readonly Token[],
  choices: ReadonlyMap<number, readonly string[]>,
): CorrectedReading[] {
  const likeliest = replaced(tokens, new Map([...choices].map(([i, words]) => [i, words[0]!])))
  const readings = [likeliest]
  for (const [i, words] of choices) {
    for (const word of words.slice(1)) readings.push(replaced(likeliest, new Map([[i, word]])))
  }
  return readings
    .slice(0, READINGS_MAX)
    .map((reading) => ({ tokens: reading, words: choices.size }))
}

/** At place n, from 1, the names that begin with the n words before the one at `at`. */
function rangesBefore(
  { index, vocabulary }: Search,
  tokens: readonly Token[],
  at: number,
): NameRange[] {
  const ranges: NameRange[] = []
  for (let words = Math.min(at, BEFORE_MAX); words > 0; words--) {
    const first = at - words
    let range = vocabulary.openedBy(tokens[first]!)
    for (let i = first + 1; i < at; i++) {
      range = narrow(index, range, i - first, vocabulary.itself(tokens[i]!))
    }
    ranges[words] = range
  }
  return ranges
}

/**
 * How many words beside it know the word: of those before it as many as some name has right before
 * it; one more if they and the word are a name, and one if some name goes on from it to the next.
 */
function neighboursOf(
  { index, vocabulary }: Search,
  before: readonly NameRange[],
  word: string,
  next: Token | null,
): number {
  const token = tokenOf(word, '')
  const its = vocabulary.itself(token)
  let known = 0
  for (let words = before.length - 1; words > 0 && known === 0; words--) {
    const fitting = narrow(index, before[words]!, words, its)
    if (fitting.from < fitting.to) known = words + (endsAt(index, fitting, words + 1) ? 1 : 0)
  }
  if (next === null) return known
  const fitting = narrow(index, vocabulary.openedBy(token), 1, vocabulary.itself(next))
  return fitting.from < fitting.to ? known + 1 : known
}

/** Whether some name has the word with these marks. */
function isSpelt({ index, vocabulary }: Search, token: Token): boolean {
  return formOf(index, vocabulary.itself(token), token) !== NONE
}

/**
 * Whether it is of a word for a kind of place: `cầu`, with its marks, is no slip of `dầu`, nor is
 * `khu` one of `phú` in `khu đô thị`.
 */
function isTypeWord(tokens: readonly Token[], at: number): boolean {
  if (isOfRoad(tokens, at)) return true
  for (let end = at + 1; end <= tokens.length; end++) {
    const word = typeWordBefore(tokens, end)
    if (word === null || word.first > at) continue
    return tokens[at]!.hasMarks || end - word.first > 1
  }
  return false
}

/** `duong tinh 743` is no Dương Đình. */
function isOfRoad(tokens: readonly Token[], at: number): boolean {
  return [1, 2].some((words) => {
    const number = tokens[at + words]
    return number && isNumber(number) && roadWordsBefore(tokens, at + words) >= words
  })
}

function replaced(tokens: readonly Token[], words: ReadonlyMap<number, string>): Token[] {
  return tokens.map((token, i) => {
    const word = words.get(i)
    return word === undefined ? token : tokenOf(word, token.before)
  })
}
