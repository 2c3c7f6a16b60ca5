import { NAMED_PARTS, NO_PLACES } from './lexicon/addresses.ts'
import { roleOf } from './roles.ts'
import { anyHas, type Token, tokensOfWord } from './tokens.ts'
import { wordEnd, wordStart } from './word.ts'
import { wordsAt } from './word-table.ts'

/*
 * Places named by a landmark beside them: `circle k gần chợ Bến Thành`, `atm đối diện bệnh viện`.
 * The words for that are those of kind `nearness` in lexicon/addresses.ts.
 */

/** A part of a text, with its tokens. */
export interface TextPart {
  readonly text: string
  readonly tokens: readonly Token[]
}

/** A place, and the landmark beside it, as typed. */
export interface BesideReading {
  readonly what: TextPart
  readonly where: TextPart
  /** Whether `what` is something, not just `nhà`. */
  readonly isPlace: boolean
  /** Share of the words of both that are those of `what`. */
  readonly share: number
}

/** A text has few of these words; one behind the second is hardly ever used so. */
const READINGS_MAX = 3

/** A first word of words for nearness. */
const BEGINS_NEARNESS = roleOf(
  [...NAMED_PARTS].flatMap(([first, lines]) =>
    lines.some(({ means }) => means.kind === 'nearness') ? [first] : [],
  ),
)

/** The mentions of nearness in a text, from the left. `tokens`: those of the text. */
export function besideReadings(text: string, tokens: readonly Token[]): readonly BesideReading[] {
  if (!anyHas(tokens, BEGINS_NEARNESS)) return NO_READINGS
  const starts = startsOf(text, tokens.length)
  const readings: BesideReading[] = []
  for (let at = 1; at < tokens.length && readings.length < READINGS_MAX; at++) {
    const end = nearnessEnd(tokens, at)
    if (end === null || end >= tokens.length) continue
    const what = { text: text.slice(0, starts[at]).trim(), tokens: tokens.slice(0, at) }
    const [first, ...others] = tokens.slice(end)
    const where = { text: text.slice(starts[end]), tokens: [first!.behind(''), ...others] }
    const share = at / (at + tokens.length - end)
    readings.push({ what, where, isPlace: !isNoPlace(tokens, at), share })
    at = end - 1
  }
  return readings
}

const NO_READINGS: readonly BesideReading[] = []

/** End of words for nearness that begin at token `at`: `ngay cạnh`, `ở gần`; null for none. */
function nearnessEnd(tokens: readonly Token[], at: number): number | null {
  let isNear = false
  let end = at
  while (end < tokens.length) {
    const found = wordsAt(NAMED_PARTS, tokens, end)
    if (!found || (found.means.isMarked && !tokens[end]!.hasMarks)) break
    if (found.means.kind === 'nearness') isNear = true
    else if (found.means.kind !== 'linking' || isNear) break
    end = found.end
  }
  return isNear ? end : null
}

/** Whether the tokens before `end` are words for no place. */
function isNoPlace(tokens: readonly Token[], end: number): boolean {
  const found = wordsAt(NO_PLACES, tokens, 0)
  return found?.end === end && (tokens[0]!.hasMarks || !found.means.isMarked)
}

/** Start in the text of each of its first tokens; tokens of one word start with the word. */
function startsOf(text: string, count: number): number[] {
  const starts: number[] = []
  let end = 0
  while (starts.length < count) {
    const first = wordStart(text, end)
    end = wordEnd(text, first)
    for (let i = tokensOfWord(text.slice(first, end), '').length; i > 0; i--) starts.push(first)
  }
  return starts
}
