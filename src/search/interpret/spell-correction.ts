import { roadWordsBefore } from '../../text/house-number.ts'
import { isNumber, type Token, tokenOf } from '../../text/tokens.ts'
import { typeWordBefore } from '../../text/words.ts'
import { NONE, type SearchIndex } from '../index/layout.ts'
import { endsAt, formOf, type NameRange, namesWith, narrow } from '../index/lookup.ts'
import { commonerWords, continuations, corrections } from '../index/spelling.ts'
import type { Engine } from '../match/engine.ts'
import { CORRECTION_COST, OTHER_LETTER_COST } from '../model/score-weights.ts'
import type { GuessedWords } from './interpretation.ts'

const WORDS_MAX = 3
const READINGS_MAX = 3
const KNOWN_READINGS_MAX = 6
const KNOWN_CHOICES_MAX = 2
const RARE_NAMES = 2
const SHORT_CHARS = 3
/** A word that names have may be a slip of one that this many times as many have. */
const FAR_COMMONER = 30
/** Or of one this many times as common, if it has LONG_CHARS and lacks only the end. */
const COMMONER = 2
const LONG_CHARS = 6
const RARE_READINGS_MAX = 2
/** How many words before a misspelt one may be of its name. */
const BEFORE_MAX = 3

/** A query with some of its words read as others. */
export interface CorrectedReading {
  readonly tokens: readonly Token[]
  /** Share of its coverage that a match loses, 0..1. */
  readonly cost: number
}

/**
 * The likeliest readings of a misspelt query, best first. Words that are in hardly any name are
 * replaced by the likeliest of each, as misspelt or cut short (`techcom`), then by others one by
 * one: at first only those that the best match leaves open, then all but those of names elsewhere,
 * and then each of these alone. Without such words, one open word is replaced: `Kệt` is a word, but
 * not here. At last one word that is explained, but by a name that may be misspelt: `khac san`.
 */
export function correctedReadings(engine: Engine, words: GuessedWords): CorrectedReading[] {
  const unknown = unknownWords(engine, words)
  const readings =
    unknown.size > 0 ? readingsOfUnknown(words, unknown) : readingsOfKnown(engine, words)
  return [...readings, ...readingsOfRare(engine, words)]
}

function readingsOfUnknown(
  { tokens, explainedMask }: GuessedWords,
  unknown: ReadonlyMap<number, readonly string[]>,
): CorrectedReading[] {
  const open = new Map([...unknown].filter(([i]) => (explainedMask & (1 << i)) === 0))
  const isAll = open.size === 0 || open.size === unknown.size
  // Any of several such words may be right.
  const alone = unknown.size > 1 ? [...unknown].map((word) => new Map([word])) : []
  return [
    ...(isAll ? [] : readingsOf(tokens, open)),
    ...readingsOf(tokens, unknown),
    ...alone.map((choices) => readingsOf(tokens, choices)[0]!),
  ]
}

/** Readings with one open word replaced. */
function readingsOfKnown(
  engine: Engine,
  { tokens, typing, explainedMask, elsewhereMask }: GuessedWords,
): CorrectedReading[] {
  const taken = explainedMask | elsewhereMask
  const readings: CorrectedReading[] = []
  const end = typing ? tokens.length - 1 : tokens.length
  for (let i = 0; i < end; i++) {
    if ((taken & (1 << i)) !== 0 || !mayBeSlip(engine, tokens, i)) continue
    // Any word is one letter from some other: only one that names have beside its neighbours fits.
    const known = choicesFor(engine, tokens, i).filter(({ neighbours }) => neighbours > 0)
    for (const { word } of known.slice(0, KNOWN_CHOICES_MAX)) {
      const isOther = isOtherWord(tokens[i]!.folded, word)
      // `cau long bien` does not mean `dầu`.
      if (isOther && typeWordBefore(tokens, i + 1) !== null) continue
      const cost = CORRECTION_COST + (isOther ? OTHER_LETTER_COST : 0)
      readings.push({ tokens: replaced(tokens, new Map([[i, word]])), cost })
    }
  }
  return readings.slice(0, KNOWN_READINGS_MAX)
}

/**
 * Readings with one word replaced by a commoner one, though some place has it, as its name may be
 * misspelt. Explained words are replaced by a far commoner one, where telling words are open; words
 * of a name elsewhere by one that is a letter longer, `highland coffee Hà Nội`.
 */
function readingsOfRare(
  engine: Engine,
  { tokens, typing, explainedMask, elsewhereMask }: GuessedWords,
): CorrectedReading[] {
  const taken = explainedMask | elsewhereMask
  const end = typing ? tokens.length - 1 : tokens.length
  const isOpen = tokens.slice(0, end).some((token, i) => {
    const isTelling = !isNumber(token) && typeWordBefore(tokens, i + 1) === null
    return isTelling && (taken & (1 << i)) === 0
  })
  const readings: CorrectedReading[] = []
  for (let i = 0; i < end && readings.length < RARE_READINGS_MAX; i++) {
    const isElsewhere = (elsewhereMask & (1 << i)) !== 0
    const isCandidate = isElsewhere || (isOpen && (explainedMask & (1 << i)) !== 0)
    if (!isCandidate || !mayBeSlip(engine, tokens, i)) continue
    const { folded } = tokens[i]!
    const words = isElsewhere
      ? wordsCutShort(engine.index, folded)
      : commonerWords(engine.index, folded, FAR_COMMONER)
    if (words.length === 0) continue
    const best = byNeighbours(engine, tokens, i, words)[0]!
    if (best.neighbours === 0) continue
    readings.push({ tokens: replaced(tokens, new Map([[i, best.word]])), cost: CORRECTION_COST })
  }
  return readings
}

/** Commoner words that a long word is the beginning of, all but the last letter. */
function wordsCutShort(index: SearchIndex, folded: string): string[] {
  if (folded.length < LONG_CHARS) return []
  return commonerWords(index, folded, COMMONER).filter((word) => word.startsWith(folded))
}

/** Whether a word that names have may be a slip all the same. */
function mayBeSlip(engine: Engine, tokens: readonly Token[], i: number): boolean {
  if (isNumber(tokens[i]!) || isTypeWord(tokens, i)) return false
  return !(tokens[i]!.hasMarks && isSpelt(engine, tokens[i]!))
}

/** Whether a short word gets another first letter: hardly anything is left of it. */
function isOtherWord(typed: string, meant: string): boolean {
  return typed.length <= SHORT_CHARS && typed[0] !== meant[0] && typed[0] !== meant[1]
}

/** By token: the words that one may mean which hardly any name has, the likeliest first. */
function unknownWords(
  engine: Engine,
  { tokens, typing, elsewhereMask }: GuessedWords,
): Map<number, string[]> {
  const { index, vocabulary } = engine
  const choices = new Map<number, string[]>()
  tokens.forEach((token, i) => {
    if (isNumber(token) || choices.size === WORDS_MAX) return
    if ((elsewhereMask & (1 << i)) !== 0) return
    const isBegun = typing && i === tokens.length - 1
    const range = vocabulary.rangeOf(token, isBegun)
    // A word that hardly any name has may be a slip in the map.
    if (namesWith(index, range) > RARE_NAMES || isTypeWord(tokens, i)) return
    const whole = continuations(index, token.folded, RARE_NAMES + 1)
    const words = choicesFor(engine, tokens, i, whole[0]).map(({ word }) => word)
    if (words.length > 0) choices.set(i, words.slice(0, READINGS_MAX))
  })
  return choices
}

interface Choice {
  readonly word: string
  readonly neighbours: number
}

/** Words that a misspelt one may mean, and `whole`, which it begins; ordered as `byNeighbours`. */
function choicesFor(
  engine: Engine,
  tokens: readonly Token[],
  at: number,
  whole?: string,
): Choice[] {
  const words = corrections(engine.index, tokens[at]!.folded)
  return byNeighbours(engine, tokens, at, [
    ...new Set(whole === undefined ? words : [whole, ...words]),
  ])
}

/** Words that may stand at token `at`: first those that names have beside most neighbours. */
export function byNeighbours(
  engine: Engine,
  tokens: readonly Token[],
  at: number,
  words: readonly string[],
): Choice[] {
  engine.effort.guess()
  const before = rangesBefore(engine, tokens, at)
  const next = tokens[at + 1] ?? null
  return words
    .map((word) => ({ word, neighbours: neighboursOf(engine, before, word, next) }))
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
    .map((reading) => ({ tokens: reading, cost: CORRECTION_COST * choices.size }))
}

/** At position n, from 1, the names that begin with the n words before token `at`. */
function rangesBefore(
  { index, vocabulary }: Engine,
  tokens: readonly Token[],
  at: number,
): NameRange[] {
  const ranges: NameRange[] = []
  for (let words = Math.min(at, BEFORE_MAX); words > 0; words--) {
    const first = at - words
    let range = vocabulary.of(tokens[first]!).opens
    for (let i = first + 1; i < at; i++) {
      range = narrow(index, range, i - first, vocabulary.of(tokens[i]!).itself)
    }
    ranges[words] = range
  }
  return ranges
}

/**
 * How many neighbours fit the word: as many of those before it as some name has right before it;
 * one more if they and the word are a whole name, and one if some name goes on from it to the next.
 */
function neighboursOf(
  { index, vocabulary }: Engine,
  before: readonly NameRange[],
  word: string,
  next: Token | null,
): number {
  const token = tokenOf(word, '')
  const range = vocabulary.of(token).itself
  let known = 0
  for (let words = before.length - 1; words > 0 && known === 0; words--) {
    const fitting = narrow(index, before[words]!, words, range)
    if (fitting.from < fitting.to) known = words + (endsAt(index, fitting, words + 1) ? 1 : 0)
  }
  if (next === null) return known
  const fitting = narrow(index, vocabulary.of(token).opens, 1, vocabulary.of(next).itself)
  return fitting.from < fitting.to ? known + 1 : known
}

/** Whether some name has the word with these marks. */
export function isSpelt({ index, vocabulary }: Engine, token: Token): boolean {
  return formOf(index, vocabulary.of(token).itself, token) !== NONE
}

/**
 * Whether the token is of a word for a kind of place: `cầu`, with its marks, is no slip of `dầu`,
 * nor is `khu` one of `phú` in `khu đô thị`.
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

/** Whether the token is a word of a numbered road: `duong tinh 743` is no Dương Đình. */
function isOfRoad(tokens: readonly Token[], at: number): boolean {
  return [1, 2].some((words) => {
    const number = tokens[at + words]
    return number && isNumber(number) && roadWordsBefore(tokens, at + words) >= words
  })
}

export function replaced(tokens: readonly Token[], words: ReadonlyMap<number, string>): Token[] {
  return tokens.map((token, i) => {
    const word = words.get(i)
    return word === undefined ? token : tokenOf(word, token.before)
  })
}
