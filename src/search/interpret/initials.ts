import { startsWithAt, stringAt } from '../../base/string-pool.ts'
import { TYPE_WORDS } from '../../text/lexicon/type-words.ts'
import { roleOf } from '../../text/roles.ts'
import { isUnitShort } from '../../text/short-forms.ts'
import { anyHas, isNumber, type Token, tokenOf } from '../../text/tokens.ts'
import { foldedSpan } from '../../text/words.ts'
import { firstToken, type SearchIndex, tokenCount } from '../index/layout.ts'
import type { Engine } from '../match/engine.ts'

/*
 * Names of streets with some of their words as initials: `N.C.Thanh`, `T H Đạo`, `Điện B. Phủ`,
 * `Ng. Trãi`. Their words are found through the word behind the initials: in the names of streets
 * that have it, with words before it that begin with the initials, and all other words as in the
 * text.
 */

/** Letters, and consonants that are written with several letters. */
const INITIAL = roleOf([
  ...'abcdeghiklmnopqrstuvxy',
  ...['ch', 'kh', 'ng', 'nh', 'ph', 'qu', 'th', 'tr'],
])

/** The characters that may stand between the words of a name. */
const SEAM = /^[ .]*$/

/** Names tried for the same initials: those that most streets have. */
const NAMES_MAX = 8

const encoder = new TextEncoder()

/** Tokens `first` up to `word` are initials; the one at `word` is not. */
interface Stretch {
  readonly first: number
  readonly word: number
}

/**
 * The tokens with initials written out, where at least `initialsMin` stand together; nearly always
 * none. Cost: a look at each name that has the word behind the initials.
 */
export function initialReadings(
  engine: Engine,
  tokens: readonly Token[],
  typing: boolean,
  initialsMin: number,
): Token[][] {
  if (!anyHas(tokens, INITIAL)) return []
  return stretches(tokens).flatMap(({ first, word }) => {
    // `Đ.N.C.Thanh`: the first initial may be a short form of its own.
    for (let from = first; from + initialsMin <= word; from++) {
      const stretch = { first: from, word }
      const readings = readingsOf(engine, tokens, stretch, typing)
      if (readings.length > 0) return readings
    }
    return []
  })
}

function stretches(tokens: readonly Token[]): Stretch[] {
  const found: Stretch[] = []
  for (let first = 0; first < tokens.length; first++) {
    if (!tokens[first]!.has(INITIAL)) continue
    let word = first + 1
    while (word < tokens.length && tokens[word]!.has(INITIAL) && isBeside(tokens[word]!)) word++
    const behind = tokens[word]
    const isName = behind && !isNumber(behind) && isBeside(behind)
    if (isName && !isUnit(tokens, first, word)) found.push({ first, word })
    first = word
  }
  return found
}

/** Whether an initial is short for a unit: the P of `P. Hùng` behind a comma, not in front. */
function isUnit(tokens: readonly Token[], first: number, word: number): boolean {
  const isBehind = first > 0 && !isBeside(tokens[first]!)
  return isBehind && word - first === 1 && isUnitShort(tokens[first]!)
}

function isBeside({ before }: Token): boolean {
  return SEAM.test(before)
}

function readingsOf(
  engine: Engine,
  tokens: readonly Token[],
  stretch: Stretch,
  typing: boolean,
): Token[][] {
  const { index, vocabulary } = engine
  const { streetFirst, postFirst, posts } = index
  const behind = tokens[stretch.word]!
  const isBegun = typing && stretch.word === tokens.length - 1
  const { from, to } = vocabulary.rangeOf(behind, isBegun)
  const asked: Asked = {
    ...stretch,
    ids: tokens.map((token) => vocabulary.of(token).itself.from),
    from,
    to,
    initials: tokens.slice(stretch.first, stretch.word).map(({ folded }) => encoder.encode(folded)),
    beside: besideFrom(tokens, stretch.first),
  }
  engine.effort.names(postFirst[to]! - postFirst[from]!)
  const streetsOf = new Map<string, number>()
  for (let post = postFirst[from]!; post < postFirst[to]!; post++) {
    const name = posts[post]!
    const streets = streetFirst[name + 1]! - streetFirst[name]!
    const words = streets === 0 ? null : wordsMeant(index, name, asked)
    if (words !== null) streetsOf.set(words, (streetsOf.get(words) ?? 0) + streets)
  }
  // `Ô Chợ Dừa` has a word of one letter, the P of `P. Bạch Mai` is a type word.
  const typed = foldedSpan(tokens, stretch.first, stretch.word)
  return [...streetsOf]
    .filter(([words]) => words !== typed && !TYPE_WORDS.has(words))
    .sort(([, a], [, b]) => b - a)
    .slice(0, NAMES_MAX)
    .map(([words]) => written(tokens, stretch, words.split(' ')))
}

/**
 * A stretch, prepared to be compared with names.
 *
 *   ids       the index's token for each of the text
 *   from, to  the index's tokens that the word behind the initials is, or begins
 *   initials  in UTF-8
 *   beside    the first token that may be of one name with the initials
 */
interface Asked extends Stretch {
  readonly ids: readonly number[]
  readonly from: number
  readonly to: number
  readonly initials: readonly Uint8Array[]
  readonly beside: number
}

function besideFrom(tokens: readonly Token[], first: number): number {
  let at = first
  while (at > 0 && isBeside(tokens[at]!)) at--
  return at
}

/** The words of a name that the initials stand for, joined by blanks; null where none fit. */
function wordsMeant(index: SearchIndex, name: number, asked: Asked): string | null {
  const { nameTokens, tokens } = index
  const { first, word, ids, from, to, initials, beside } = asked
  const start = firstToken(index, name)
  const length = tokenCount(index, name)
  for (let at = initials.length; at < length; at++) {
    const token = nameTokens[start + at]!
    if (token < from || token >= to) continue
    // The first token of the name in the text, if this is the word.
    const nameFirst = word - at
    if (nameFirst < beside) return null
    const fits = (k: number) => {
      const nameToken = nameTokens[start + k]!
      const i = nameFirst + k
      if (i < first || i > word) return ids[i] === nameToken
      return i === word || startsWithAt(tokens, nameToken, initials[i - first]!)
    }
    let k = 0
    while (k < length && fits(k)) k++
    if (k < length) continue
    const words: string[] = []
    const offset = start - nameFirst
    for (let i = first; i < word; i++) words.push(stringAt(tokens, nameTokens[offset + i]!))
    return words.join(' ')
  }
  return null
}

/** The tokens with these words in place of the initials. */
function written(
  tokens: readonly Token[],
  { first, word }: Stretch,
  words: readonly string[],
): Token[] {
  return tokens.map((token, i) => {
    if (i === word) return token.behind(' ')
    if (i < first || i > word) return token
    return tokenOf(words[i - first]!, i === first ? token.before : ' ')
  })
}
