import { foldToken } from '../text/fold.ts'
import { isNumber, type Token, tokenOf } from '../text/tokens.ts'
import type { SearchIndex } from './layout.ts'
import { type TokenRange, tokenRange } from './lookup.ts'
import { bits } from './masks.ts'
import type { Search } from './search.ts'

/*
 * Words that are typed without the spaces between them, as in names of firms and web sites
 * (`bachhoaxanh`, `benthanh market`, `264nguyen trai`), or with spaces that no name has there
 * (`win mart`). A word that hardly any name has is cut where the likeliest words of the names
 * result: of all cuts the one whose words are together the most frequent (a unigram model, found by
 * dynamic programming).
 */

const JOINED_CHARS_MAX = 32
const WORD_CHARS_MIN = 2
const WORD_CHARS_MAX = 12
/** `viet com bank`, `highlands` */
const JOINED_WORDS_MAX = 3
/** A word that fewer names have may be cut: it is mostly joined itself, as units may be called. */
const NAMES_MIN = 3
/** Into such no word is cut, unless nothing else is left. */
const RARE_COST = Math.log(3_000)
/** A number and what is written right behind it, but for letters that belong to it: `12bis`. */
const NUMBER_AND_WORD = /^([0-9]+)([a-z]{2,})$/
/** Several numbers with letters between them, as units are written in short: `p5q5`, `p12q3hcm`. */
const NUMBERS = /^[0-9]+[a-z]+[0-9]/

/**
 * The tokens with such words cut; null when there are none. `explained` has a bit for each token
 * that the best match so far does not leave open.
 */
export function cutTokens(
  search: Search,
  tokens: readonly Token[],
  typing: boolean,
  explained: number,
): readonly Token[] | null {
  let isCut = false
  const cut = tokens.flatMap((token, i) => {
    // A number that a street does not have counts as explained.
    const isOpen = (explained & (1 << i)) === 0 || isNumber(token)
    const words = isOpen ? wordsIn(search, token, typing && i === tokens.length - 1) : null
    if (words === null) return [token]
    isCut = true
    return words.map((word, k) => tokenOf(word, k === 0 ? token.before : ' '))
  })
  return isCut ? cut : null
}

/**
 * The tokens with the words joined that are one in the names, `win mart` and `viet com bank`; null
 * when there are none. Of what is joined at least one is not explained.
 */
export function joinedTokens(
  { index }: Search,
  tokens: readonly Token[],
  explained: number,
): readonly Token[] | null {
  const joined: Token[] = []
  for (let i = 0; i < tokens.length; ) {
    let end = Math.min(tokens.length, i + JOINED_WORDS_MAX)
    while (end > i + 1 && !isOneWord(index, tokens, i, end, explained)) end--
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
  explained: number,
): boolean {
  if ((bits(first, end) & ~explained) === 0) return false
  let letters = ''
  for (let i = first; i < end; i++) {
    const { folded, before } = tokens[i]!
    if (isNumber(tokens[i]!) || (i > first && before.trim() !== '')) return false
    letters += folded
  }
  const { from, to } = tokenRange(index, foldToken(letters).folded, false)
  return from < to
}

/** The words of a token; null when it is one, or none can be told. */
function wordsIn(search: Search, token: Token, isBegun: boolean): string[] | null {
  const { vocabulary } = search
  const known = isBegun ? vocabulary.begunBy(token) : vocabulary.itself(token)
  if (namesWith(search.index, known) >= NAMES_MIN) return null
  if (!isNumber(token)) {
    const words = cut(search.index, token.folded, isBegun)
    return words !== null && words.length > 1 ? words : null
  }
  if (NUMBERS.test(token.folded)) return token.folded.match(/[0-9]+|[a-z]+/g)
  const [, number, letters] = NUMBER_AND_WORD.exec(token.folded) ?? []
  if (number === undefined || letters === undefined) return null
  const words = cut(search.index, letters, isBegun)
  if (words !== null) return [number, ...words]
  // `111anguyen trai`
  const behind = cut(search.index, letters.slice(1), isBegun)
  return behind && [number + letters[0], ...behind]
}

/**
 * The likeliest words that are `joined`, the last perhaps begun only.
 *
 *   costs  Float64[letters + 1]  of the first i letters: −log of how likely their words are;
 *                                Infinity where there are none
 *   lasts  Uint8[letters + 1]    where the last of these words begins
 */
function cut(index: SearchIndex, joined: string, isBegun: boolean): string[] | null {
  const { length } = joined
  if (length > JOINED_CHARS_MAX) return null
  const all = index.posts.length
  const costs = new Float64Array(length + 1).fill(Infinity)
  const lasts = new Uint8Array(length + 1)
  costs[0] = 0
  for (let end = WORD_CHARS_MIN; end <= length; end++) {
    const isLast = isBegun && end === length
    for (let start = end - 1; start >= 0 && end - start <= WORD_CHARS_MAX; start--) {
      if (!isLast && end - start < WORD_CHARS_MIN) continue
      const word = foldToken(joined.slice(start, end)).folded
      const names = namesWith(index, tokenRange(index, word, isLast))
      const rare = names < NAMES_MIN ? RARE_COST : 0
      const cost = costs[start]! + Math.log(all / names) + rare
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

function namesWith({ postFirst }: SearchIndex, { from, to }: TokenRange): number {
  return postFirst[to]! - postFirst[from]!
}
