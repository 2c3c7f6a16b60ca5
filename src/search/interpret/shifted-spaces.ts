import { isNumber, type Token, tokenOf } from '../../text/tokens.ts'
import { namesWith } from '../index/lookup.ts'
import type { Search } from '../search.ts'

/* Spaces typed a letter too early or too late: `khach sa nminh`, `le than hdong`. */

const READINGS_MAX = 3

/**
 * The tokens with one space moved over one letter, where two words of the names result that are
 * together more frequent than what is typed; the most frequent first. `explained` has a bit for
 * each token that the best match so far does not leave open: at least one of the two.
 */
export function shiftedReadings(
  search: Search,
  tokens: readonly Token[],
  typing: boolean,
  explained: number,
): (readonly Token[])[] {
  const found: { reading: Token[]; gain: number }[] = []
  for (let i = 0; i + 1 < tokens.length; i++) {
    const [first, second] = [tokens[i]!, tokens[i + 1]!]
    if ((explained & (3 << i)) === 3 << i || !isSpaced(first, second)) continue
    const isBegun = typing && i + 2 === tokens.length
    const typed = frequency(search, first, false) * frequency(search, second, isBegun)
    for (const [before, behind] of shifts(first.folded, second.folded)) {
      const pair = [tokenOf(before, first.before), tokenOf(behind, second.before)] as const
      const its = frequency(search, pair[0], false) * frequency(search, pair[1], isBegun)
      if (its <= typed) continue
      found.push({ reading: tokens.toSpliced(i, 2, ...pair), gain: its / Math.max(typed, 1) })
    }
  }
  return found
    .sort((a, b) => b.gain - a.gain)
    .slice(0, READINGS_MAX)
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

/** How many names have the word, or one that it begins. */
function frequency({ index, vocabulary }: Search, token: Token, isBegun: boolean): number {
  return namesWith(index, isBegun ? vocabulary.begunBy(token) : vocabulary.itself(token))
}
