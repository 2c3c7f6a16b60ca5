import type { Point } from '../geo/point.ts'
import { readAddress } from '../text/address.ts'
import { keystrokeTokens } from '../text/keystrokes.ts'
import { isNumber, type Token, tokenize } from '../text/tokens.ts'
import { writtenOut } from '../text/words.ts'
import { COVERAGE_FULL, type Match } from './ranking.ts'
import type { Search } from './search.ts'
import { corrections } from './spelling.ts'

const CORRECTED_WORDS_MAX = 3
const CORRECTED_READINGS_MAX = 3
const RARE_NAMES = 2
const UNHELD_COST = 0.02 // of the coverage, a floor, flat or quarter: no answer says it
const CORRECTION_COST = 0.06 // of the coverage, a word: what was asked for is not quite there

/** What the text is asked in: as typed, or with the last word unfinished. */
export interface Asked {
  readonly text: string
  readonly typing: boolean
  readonly focus: Point | null
  /** How many of the best matches are looked for. */
  readonly wanted: number
}

/**
 * Matches for a text, best first. The text is read as typed and with short forms (`q5`) written
 * out; the data decides which reading explains more. Only where both leave something unexplained
 * it is read as raw keystrokes (`nguyeenx`), then without the parts that no gazetteer holds
 * (text/address.ts), and at last with misspelt words corrected.
 */
export function bestMatches(search: Search, asked: Asked): Match[] {
  const tokens = tokenize(asked.text)
  if (tokens.length === 0) return []
  const plain = readAddress(tokens)
  const readings = [plain]
  let best = matchBoth(search, asked, plain.tokens)
  if (coverageOf(best) >= COVERAGE_FULL) return best
  const isKnown = (folded: string) => isWord(search, folded)
  for (const isWord of [isKnown, () => false]) {
    const keyed = keystrokeTokens(asked.text, isWord)
    if (!keyed) continue
    const reading = readAddress(keyed)
    best = better(best, matchBoth(search, asked, reading.tokens))
    if (coverageOf(best) >= COVERAGE_FULL) return best
    readings.push(reading)
  }
  for (const { tokens, unheld } of readings.flatMap(({ bare }) => bare)) {
    const cost = UNHELD_COST * unheld
    best = better(best, lessCovered(matchBoth(search, asked, tokens), cost))
    if (coverageOf(best) >= COVERAGE_FULL - cost) return best
  }
  const barest = plain.bare.at(-1) ?? { tokens: plain.tokens, unheld: 0 }
  for (const corrected of correctedReadings(search, asked, barest.tokens)) {
    const cost = CORRECTION_COST * corrected.words + UNHELD_COST * barest.unheld
    const dearer = lessCovered(matchBoth(search, asked, corrected.tokens), cost)
    // A correction must explain more, not only score more: it is a guess.
    if (coverageOf(dearer) > coverageOf(best)) best = dearer
  }
  return best
}

function lessCovered(matches: readonly Match[], cost: number): Match[] {
  return matches.map((match) => ({ ...match, coverage: match.coverage * (1 - cost) }))
}

function matchBoth(search: Search, asked: Asked, tokens: readonly Token[]): Match[] {
  const written = writtenOut(tokens)
  const matches = matchTokens(search, asked, tokens)
  return written ? better(matchTokens(search, asked, written), matches) : matches
}

function matchTokens(search: Search, asked: Asked, tokens: readonly Token[]): Match[] {
  search.plan.read(tokens, asked.typing)
  return search.matcher.match(asked.focus, asked.wanted)
}

function better(a: Match[], b: Match[]): Match[] {
  return (a[0]?.score ?? 0) >= (b[0]?.score ?? 0) ? a : b
}

function isWord({ vocabulary }: Search, folded: string): boolean {
  const { itself } = vocabulary.word({ folded, marked: folded, hasMarks: false, before: '' })
  return itself.from < itself.to
}

function coverageOf(matches: readonly Match[]): number {
  return matches[0]?.coverage ?? 0
}

interface CorrectedReading {
  readonly tokens: Token[]
  readonly words: number
}

/** The text with unknown words replaced: by the likeliest of each, then by others one by one. */
function correctedReadings(
  search: Search,
  asked: Asked,
  tokens: readonly Token[],
): CorrectedReading[] {
  const choices = new Map<number, string[]>()
  tokens.forEach((token, i) => {
    if (isNumber(token) || choices.size === CORRECTED_WORDS_MAX) return
    const unfinished = asked.typing && i === tokens.length - 1
    const { itself, begun } = search.vocabulary.word(token)
    const range = unfinished ? begun : itself
    const { postFirst } = search.index
    // A word that hardly any name has may be somebody else's slip of the finger.
    if (postFirst[range.to]! - postFirst[range.from]! > RARE_NAMES) return
    const words = corrections(search.index, token.folded)
    if (words.length > 0) choices.set(i, words)
  })
  if (choices.size === 0) return []
  const likeliest = replaced(tokens, new Map([...choices].map(([i, words]) => [i, words[0]!])))
  const readings = [likeliest]
  for (const [i, words] of choices) {
    for (const word of words.slice(1)) readings.push(replaced(likeliest, new Map([[i, word]])))
  }
  return readings
    .slice(0, CORRECTED_READINGS_MAX)
    .map((reading) => ({ tokens: reading, words: choices.size }))
}

function replaced(tokens: readonly Token[], words: ReadonlyMap<number, string>): Token[] {
  return tokens.map((token, i) => {
    const word = words.get(i)
    return word === undefined ? token : { ...token, folded: word, marked: word, hasMarks: false }
  })
}
