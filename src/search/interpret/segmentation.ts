import { foldToken } from '../../text/fold.ts'
import { isNumber, type Token, tokenOf } from '../../text/tokens.ts'
import { firstEntry, kindOf, nameCount, placeIn, type SearchIndex } from '../index/layout.ts'
import {
  endsAt,
  type NameRange,
  namesWith,
  narrow,
  type TokenRange,
  tokenRange,
} from '../index/lookup.ts'
import type { Engine } from '../match/engine.ts'
import { bits } from '../plan/token-mask.ts'
import type { GuessedWords } from './interpretation.ts'

/*
 * Words that are typed without the spaces between them, as in names of firms and web sites
 * (`bachhoaxanh`, `benthanh market`, `264nguyen trai`), or with spaces that no name has there
 * (`win mart`, `khach sa nminh`). A word that hardly any name has is cut into the words of one
 * name, or else into the likeliest words of any: of all cuts the one whose words are together the
 * most frequent (a unigram model, found by dynamic programming).
 */

/** Readings with a space moved. */
const SHIFTED_MAX = 3
const JOINED_CHARS_MAX = 32
const WORD_CHARS_MIN = 2
const WORD_CHARS_MAX = 12
/** Words tried to make up a name of joined letters; hardly any take a hundred. */
const STEPS_MAX = 2_000
/** `viet com bank`, `highlands` */
const JOINED_WORDS_MAX = 3
/** A word that fewer names have may be cut: mostly such names are joined themselves. */
const NAMES_MIN = 3
/** Cost of a word that fewer names have: it is taken only where no other cut is left. */
const RARE_COST = Math.log(3_000)
/** A number and the word right behind it. */
const NUMBER_AND_WORD = /^([0-9]+)([a-z]{2,})$/
/** Several numbers with letters between them, as units are written in short: `p5q5`, `p12q3hcm`. */
const NUMBERS = /^[0-9]+[a-z]+[0-9]/

/** The words with other spaces between them, the likelier first. */
export function* otherSpaces(engine: Engine, words: GuessedWords): Generator<readonly Token[]> {
  yield* cutReadings(engine, words)
  const joined = joinedTokens(engine, words)
  if (joined !== null) yield joined
  yield* shiftedReadings(engine, words)
}

/**
 * The tokens with such words cut, best first: to names, and to likely words. Words that the best
 * match explains stay, but the name of a unit may be a street behind a number, `74 nguyentrai`.
 */
function cutReadings(
  engine: Engine,
  { tokens, typing, explainedMask }: GuessedWords,
): (readonly Token[])[] {
  const cuts = tokens.map((token, i) => {
    // A number that a street does not have counts as explained.
    const mayBeStreet = i > 0 && isNumber(tokens[i - 1]!) && isArea(engine, token)
    const isOpen = (explainedMask & (1 << i)) === 0 || isNumber(token) || mayBeStreet
    return isOpen ? cutsOf(engine, token, typing && i === tokens.length - 1) : []
  })
  const readings = Math.max(...cuts.map(({ length }) => length))
  return Array.from({ length: readings }, (_, k) =>
    tokens.flatMap((token, i) => {
      const words = cuts[i]![Math.min(k, cuts[i]!.length - 1)]
      if (words === undefined) return [token]
      return words.map((word, at) => tokenOf(word, at === 0 ? token.before : ' '))
    }),
  )
}

/**
 * The tokens with words joined that are one word in names, `win mart` and `viet com bank`; null
 * when there are none. At least one of them is neither explained nor of a name that lies elsewhere:
 * `Thế Giới Di Động Cao Bằng` does not mean `động cao`.
 */
function joinedTokens(
  { index }: Engine,
  { tokens, ...masks }: GuessedWords,
): readonly Token[] | null {
  // A word of a name elsewhere is no part of another word: `Cao Bằng` behind `Di Động`.
  const taken = masks.explainedMask | masks.elsewhereMask
  const joined: Token[] = []
  for (let i = 0; i < tokens.length; ) {
    let end = Math.min(tokens.length, i + JOINED_WORDS_MAX)
    while (end > i + 1 && !isOneWord(index, tokens, i, end, taken)) end--
    const letters = tokens.slice(i, end).map(({ folded }) => folded)
    joined.push(end === i + 1 ? tokens[i]! : tokenOf(letters.join(''), tokens[i]!.before))
    i = end
  }
  return joined.length === tokens.length ? null : joined
}

function isOneWord(
  index: SearchIndex,
  tokens: readonly Token[],
  first: number,
  end: number,
  taken: number,
): boolean {
  if ((bits(first, end) & ~taken) === 0) return false
  let letters = ''
  for (let i = first; i < end; i++) {
    const { folded, before } = tokens[i]!
    if (isNumber(tokens[i]!) || (i > first && before.trim() !== '')) return false
    letters += folded
  }
  const { from, to } = tokenRange(index, foldToken(letters).folded, false)
  return from < to
}

/** Whether the token is the whole name of a unit or settlement. */
function isArea({ index, vocabulary }: Engine, token: Token): boolean {
  const names = vocabulary.of(token).opens
  if (!endsAt(index, names, 1)) return false
  const place = placeIn(index, firstEntry(index, names.from))
  return place < index.units || kindOf(index, place) === 'settlement'
}

/** The words that a token may be cut into, best first; empty when it is one word. */
function cutsOf(engine: Engine, token: Token, isBegun: boolean): string[][] {
  const { vocabulary } = engine
  const known = vocabulary.rangeOf(token, isBegun)
  if (namesWith(engine.index, known) >= NAMES_MIN) return []
  if (!isNumber(token)) {
    return cutsOfLetters(engine.index, token.folded, isBegun).filter(({ length }) => length > 1)
  }
  if (NUMBERS.test(token.folded)) return [token.folded.match(/[0-9]+|[a-z]+/g) ?? []]
  const [, number, letters] = NUMBER_AND_WORD.exec(token.folded) ?? []
  if (number === undefined || letters === undefined) return []
  const cuts = cutsOfLetters(engine.index, letters, isBegun).map((words) => [number, ...words])
  if (cuts.length > 0) return cuts
  // `111anguyen trai`
  const behind = cutsOfLetters(engine.index, letters.slice(1), isBegun)
  return behind.map((words) => [number + letters[0], ...words])
}

function cutsOfLetters(index: SearchIndex, joined: string, isBegun: boolean): string[][] {
  if (joined.length > JOINED_CHARS_MAX) return []
  const words = new WordsIn(index, joined, isBegun)
  const named = nameCut(index, words)
  const likely = likelyCut(words)
  const isSame = named?.join(' ') === likely?.join(' ')
  return [named, isSame ? null : likely].filter((cut) => cut !== null)
}

/** The stretches of joined letters that are words of the names, each looked up once. */
class WordsIn {
  readonly joined: string
  readonly length: number
  /** Whether the last word may go on. */
  readonly isBegun: boolean
  private readonly index: SearchIndex
  /** The range of the letters from i up to j, at i (length + 1) + j. */
  private readonly ranges: (TokenRange | undefined)[] = []

  constructor(index: SearchIndex, joined: string, isBegun: boolean) {
    this.index = index
    this.joined = joined
    this.length = joined.length
    this.isBegun = isBegun
  }

  rangeOf(start: number, end: number): TokenRange {
    const at = start * (this.length + 1) + end
    const known = this.ranges[at]
    if (known !== undefined) return known
    const { folded } = foldToken(this.joined.slice(start, end))
    const range = tokenRange(this.index, folded, this.isBegun && end === this.length)
    this.ranges[at] = range
    return range
  }

  /** −log of how likely the word is, Infinity for none. */
  costOf(start: number, end: number): number {
    return Math.log(this.index.posts.length / this.namesWith(start, end))
  }

  namesWith(start: number, end: number): number {
    return namesWith(this.index, this.rangeOf(start, end))
  }

  /** 1 at each letter from which the rest can be cut into words. */
  endings(): Uint8Array {
    const endings = new Uint8Array(this.length + 1)
    endings[this.length] = 1
    for (let start = this.length - 1; start >= 0; start--) {
      const endMax = Math.min(this.length, start + WORD_CHARS_MAX)
      for (let end = start + 1; end <= endMax && endings[start] === 0; end++) {
        if (endings[end] === 1 && this.namesWith(start, end) > 0) endings[start] = 1
      }
    }
    return endings
  }
}

/**
 * The words of the name that the letters are, or begin; of several the likeliest; null when no name
 * of several words is. Depth first over the names that begin with the words cut so far.
 */
function nameCut(index: SearchIndex, letters: WordsIn): string[] | null {
  const { joined, length, isBegun } = letters
  const endings = letters.endings()
  const words: string[] = []
  let best: string[] | null = null
  let costMin = Infinity
  let steps = 0
  const goOn = (names: NameRange, start: number, cost: number): void => {
    const endMax = Math.min(start === 0 ? length - 1 : length, start + WORD_CHARS_MAX)
    for (let end = start + 1; end <= endMax; end++) {
      const sum = cost + letters.costOf(start, end)
      if (endings[end] === 0 || sum >= costMin || steps++ >= STEPS_MAX) continue
      const fitting = narrow(index, names, words.length, letters.rangeOf(start, end))
      if (fitting.from === fitting.to) continue
      words.push(joined.slice(start, end))
      if (end < length) goOn(fitting, end, sum)
      else if (isBegun || endsAt(index, fitting, words.length)) {
        best = [...words]
        costMin = sum
      }
      words.pop()
    }
  }
  goOn({ from: 0, to: nameCount(index) }, 0, 0)
  return best
}

/**
 * The likeliest words that the letters can be cut into.
 *
 *   costs  Float64[letters + 1]  of the first i letters: −log of how likely their words are;
 *                                Infinity where there are none
 *   lasts  Uint8[letters + 1]    the first letter of the last of these words
 */
function likelyCut(letters: WordsIn): string[] | null {
  const { joined, length, isBegun } = letters
  const costs = new Float64Array(length + 1).fill(Infinity)
  const lasts = new Uint8Array(length + 1)
  costs[0] = 0
  for (let end = WORD_CHARS_MIN; end <= length; end++) {
    const isLast = isBegun && end === length
    for (let start = end - 1; start >= 0 && end - start <= WORD_CHARS_MAX; start--) {
      if (!isLast && end - start < WORD_CHARS_MIN) continue
      const rare = letters.namesWith(start, end) < NAMES_MIN ? RARE_COST : 0
      const cost = costs[start]! + letters.costOf(start, end) + rare
      if (cost >= costs[end]!) continue
      costs[end] = cost
      lasts[end] = start
    }
  }
  if (costs[length] === Infinity) return null
  const words: string[] = []
  for (let end = length; end > 0; end = lasts[end]!) words.unshift(joined.slice(lasts[end]!, end))
  return words
}

/**
 * The tokens with one space moved over one letter, where the two words that result are together
 * more frequent in names than those typed; the most frequent first. At least one of the two is a
 * word that the best match leaves open.
 */
function shiftedReadings(
  engine: Engine,
  { tokens, typing, explainedMask }: GuessedWords,
): (readonly Token[])[] {
  const found: { reading: Token[]; gain: number }[] = []
  for (let i = 0; i + 1 < tokens.length; i++) {
    const [first, second] = [tokens[i]!, tokens[i + 1]!]
    if ((explainedMask & (3 << i)) === 3 << i || !isSpaced(first, second)) continue
    const isBegun = typing && i + 2 === tokens.length
    const typedNames = frequency(engine, first, false) * frequency(engine, second, isBegun)
    for (const [before, behind] of shifts(first.folded, second.folded)) {
      const pair = [tokenOf(before, first.before), tokenOf(behind, second.before)] as const
      const shiftedNames = frequency(engine, pair[0], false) * frequency(engine, pair[1], isBegun)
      if (shiftedNames <= typedNames) continue
      const gain = shiftedNames / Math.max(typedNames, 1)
      found.push({ reading: tokens.toSpliced(i, 2, ...pair), gain })
    }
  }
  return found
    .sort((a, b) => b.gain - a.gain)
    .slice(0, SHIFTED_MAX)
    .map(({ reading }) => reading)
}

/** Whether two tokens are words with nothing but a space between them. */
function isSpaced(first: Token, second: Token): boolean {
  return !isNumber(first) && !isNumber(second) && second.before.trim() === ''
}

/** Two words with the last letter of the first moved to the second, and the other way round. */
function shifts(first: string, second: string): [string, string][] {
  const both: [string, string][] = []
  if (first.length > 1) both.push([first.slice(0, -1), first.slice(-1) + second])
  if (second.length > 1) both.push([first + second.slice(0, 1), second.slice(1)])
  return both
}

/** The number of names that have the word, or one that it begins. */
function frequency({ index, vocabulary }: Engine, token: Token, isBegun: boolean): number {
  return namesWith(index, vocabulary.rangeOf(token, isBegun))
}
