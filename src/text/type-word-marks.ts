import { foldToken } from './fold.ts'
import { roleOf } from './roles.ts'
import type { Token } from './tokens.ts'

/*
 * How the words of words.ts are written that are other words with other marks: `phở` is no `phố`,
 * `Quán` no `quận`, `Hà Tĩnh` has no `tỉnh` in it. Words that are not here have no such neighbour.
 * Beside others of a type word they are what they are there: `quán cà phê`, `trung học phổ thông`.
 */

const WRITTEN =
  'tỉnh thành phố quận huyện phường xã ấp bản làng buôn đường đại ' +
  'ngõ ngách hẻm kiệt chợ chùa đền cầu bến trường'

const MARKED: ReadonlyMap<string, string> = new Map(
  WRITTEN.split(' ').map((word) => {
    const { folded, marked } = foldToken(word)
    return [folded, marked]
  }),
)

/** All of them have marks. */
const IS_MARKED = roleOf(MARKED.keys())

const TONE = /[1-5]$/

/** Whether the token, of a name on a map, has marks that the type word of its letters has not. */
export function isSpeltOtherwise({ folded, marked, hasMarks }: Token): boolean {
  return hasMarks && (MARKED.get(folded) ?? marked) !== marked
}

/**
 * Whether the token was typed as another word than the type word of its letters. Marks that are
 * missing say nothing: `duong`, `dương` and `đường` may all be meant by who is still typing.
 */
export function isOtherWord({ folded, marked, hasMarks }: Token): boolean {
  if (!hasMarks) return false
  const expected = MARKED.get(folded)
  if (expected === undefined || expected === marked) return false
  const tone = TONE.exec(marked)?.[0]
  if (tone !== undefined && !expected.endsWith(tone)) return true
  for (let i = 0; i < folded.length; i++) {
    if (marked[i] !== folded[i] && marked[i] !== expected[i]) return true
  }
  return false
}

/** Whether the token was typed without the marks that the type word of its letters has. */
export function lacksMarks(token: Token): boolean {
  return !token.hasMarks && token.has(IS_MARKED)
}
