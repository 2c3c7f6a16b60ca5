import { type AddressReading, type BareReading, readAddress } from '../../text/address.ts'
import { keystrokeTokens } from '../../text/keystrokes.ts'
import { kindReadings } from '../../text/kind-words.ts'
import { withDistricts, writtenOut } from '../../text/short-forms.ts'
import { isNumber, tokensOfWord } from '../../text/tokens.ts'
import { type Engine, firstOf, matchTokens } from '../match/engine.ts'
import type { Match } from '../model/match.ts'
import type { Query } from '../model/query.ts'
import {
  BARE_MISSING,
  MISSING_POINTS,
  OTHER_WORD_LOSS,
  SEGMENTATION_COST,
  UNHELD_COST,
} from '../model/score-weights.ts'
import { readingsByEar } from './by-ear.ts'
import { initialReadings } from './initials.ts'
import { type GuessedWords, type Interpretation, interpretation, isFull } from './interpretation.ts'
import { otherSpaces } from './segmentation.ts'
import { correctedReadings } from './spell-correction.ts'

/*
 * The interpretations of a query, in the order in which they are tried. The data decides: each is
 * matched, and replaces the best before it only as the `competes` of its interpreter says.
 */

/** How the matches of an interpretation compete with the best so far. */
type Competition =
  /** they have to score more */
  | 'score'
  /** they have to explain more: a guess must not win by points alone */
  | 'coverage'
  /** one has to explain more by a whole name */
  | 'coverage by a whole name'
  /** one has to be a whole name that explains everything */
  | 'whole name'
  /** all are merged, if one of them scores more */
  | 'merged'

/** The results of the interpretations tried so far. */
export interface Found {
  /** The matches of the best interpretation, best first. */
  readonly matches: readonly Match[]
  /** The query as an address, and the interpretations that have parts of their own to leave out. */
  readonly addresses: AddressReading[]
  readonly guessedWords: () => GuessedWords
}

export interface Interpreter {
  readonly competes: Competition
  readonly isTried: 'always' | 'while words are open'
  /** Whether nothing more is tried once everything is explained. */
  readonly stops: boolean
  readonly interpretations: (engine: Engine, query: Query, found: Found) => Iterable<Interpretation>
}

export const INTERPRETERS: readonly Interpreter[] = [
  { isTried: 'always', competes: 'merged', stops: false, interpretations: otherNames },
  { isTried: 'always', competes: 'whole name', stops: false, interpretations: keyedNames },
  { isTried: 'while words are open', competes: 'score', stops: true, interpretations: districts },
  { isTried: 'while words are open', competes: 'score', stops: true, interpretations: keystrokes },
  {
    isTried: 'while words are open',
    competes: 'score',
    stops: true,
    interpretations: withoutUnheldParts,
  },
  { isTried: 'while words are open', competes: 'coverage', stops: true, interpretations: spaces },
  // `Nguyễn Tri Phương` is no Nguyễn Chí Thanh.
  {
    isTried: 'while words are open',
    competes: 'coverage by a whole name',
    stops: true,
    interpretations: byEar,
  },
  {
    isTried: 'while words are open',
    competes: 'coverage',
    stops: false,
    interpretations: spelling,
  },
]

/** Names as maps have them: other words for the kind of place, initials written out. */
function* otherNames(engine: Engine, query: Query, { matches, addresses }: Found) {
  const { tokens } = addresses[0]!
  const { typing } = query
  // While the query is typed, names that begin so are enough.
  const kinds = isFull(matches) && typing ? [] : kindReadings(tokens)
  for (const kind of kinds) {
    yield interpretation('other word for the kind', kind, { loss: OTHER_WORD_LOSS })
  }
  // One initial alone is short for a word where that leaves nothing open: `P. Bến Nghé`.
  for (const each of initialReadings(engine, tokens, typing, isFull(matches) ? 2 : 1)) {
    const missing = BARE_MISSING
    const loss = MISSING_POINTS * BARE_MISSING
    // Units are not written by initials.
    yield interpretation('initials', each, { missing, loss, avoidsUnits: true })
  }
}

/** Keystrokes of a whole name that also begin names: `Thanh2` begins `Thanh 2…`, and is `Thành`. */
function* keyedNames(_: Engine, { text, tokens }: Query, { matches }: Found) {
  const isBegun = (matches[0]?.missing ?? 0) > 0
  const mayBeKeys = tokens.some((token, i) => i > 0 && isNumber(token) && token.before === '')
  if (!isFull(matches) || !isBegun || !mayBeKeys) return
  const keyed = keystrokeTokens(text, () => false)
  if (keyed) yield interpretation('keystrokes of a whole name', keyed)
}

/** `D1` as a district, as foreigners write it. */
function* districts(_: Engine, __: Query, { addresses }: Found) {
  const tokens = withDistricts(addresses[0]!.tokens)
  if (tokens) yield interpretation('D before a number is a district', tokens)
}

/** Raw keystrokes (`nguyeenx`): at first words that are in the index stay as they are. */
function* keystrokes(engine: Engine, { text }: Query, { addresses }: Found) {
  for (const isWord of [(folded: string) => isKnown(engine, folded), () => false]) {
    const keyed = keystrokeTokens(text, isWord)
    if (!keyed) continue
    const address = readAddress(keyed)
    yield interpretation('keystrokes', address.tokens)
    addresses.push(address)
  }
}

/** The address without floors, flats, quarters and the like (text/address.ts). */
function* withoutUnheldParts(_: Engine, __: Query, { addresses }: Found) {
  for (const { tokens, unheld } of addresses.flatMap(({ bare }) => bare)) {
    const cost = UNHELD_COST * unheld
    yield interpretation('without parts that maps do not hold', tokens, { cost })
  }
}

/** Words cut, joined or parted elsewhere. */
function* spaces(engine: Engine, _: Query, { addresses, guessedWords }: Found) {
  const cost = SEGMENTATION_COST + unheldCost(addresses[0]!)
  for (const tokens of otherSpaces(engine, guessedWords())) {
    yield interpretation('other spaces', tokens, { cost })
  }
}

/** Words spelt as they are heard. */
function* byEar(engine: Engine, _: Query, { addresses, guessedWords }: Found) {
  for (const { tokens, cost } of readingsByEar(engine, guessedWords())) {
    yield interpretation('by ear', tokens, { cost: cost + unheldCost(addresses[0]!) })
  }
}

/** Misspelt words corrected. */
function* spelling(engine: Engine, _: Query, { addresses, guessedWords }: Found) {
  for (const { tokens, cost } of correctedReadings(engine, guessedWords())) {
    yield interpretation('spelling', tokens, { cost: cost + unheldCost(addresses[0]!) })
  }
}

/** The words that spaces and spelling are guessed of: the address without unheld parts. */
export function wordsToGuess(engine: Engine, query: Query, plain: AddressReading): GuessedWords {
  const { tokens: words } = barestOf(plain)
  // In a query typed to its end short forms are no slips.
  const written = query.typing ? null : writtenOut(words)
  const found = matchTokens(engine, query, firstOf(written ?? words), 1)
  const { tokens, matches, elsewhereMask, unitMask } = found
  const explainedMask = matches[0]?.mask ?? 0
  return { tokens, typing: query.typing, explainedMask, elsewhereMask, unitMask }
}

function unheldCost(plain: AddressReading): number {
  return UNHELD_COST * barestOf(plain).unheld
}

function barestOf({ tokens, bare }: AddressReading): BareReading {
  return bare.at(-1) ?? { tokens, unheld: 0 }
}

function isKnown({ vocabulary }: Engine, folded: string): boolean {
  const [token, rest] = tokensOfWord(folded, '')
  if (!token || rest) return false
  const { from, to } = vocabulary.of(token).itself
  return from < to
}
