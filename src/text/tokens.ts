import { assert } from '../base/assert.ts'
import { type FoldedToken, foldToken, joinApostrophes } from './fold.ts'
import { allRoles, NUMBER, type Roles, rolesIn } from './roles.ts'
import { wordEnd, wordStart } from './word.ts'
import { WORD_CHARS_MAX, WordMemo } from './word-memo.ts'

/**
 * A word or number of a text, in the form of the indexes. The fields that every query reads come
 * first.
 */
export class Token implements FoldedToken {
  /** Two tokens of one key are the same but for what is before them; 0 for one that has none. */
  readonly key: number
  private roles: Roles = 0
  /** Of which roles it is known whether it has them. */
  private known: Roles = 0
  /** The text between it and the token before: '' at a letter-digit seam and at the start. */
  readonly before: string
  readonly hasMarks: boolean
  readonly folded: string
  readonly marked: string
  private encoded: Uint8Array | null = null

  constructor({ folded, marked, hasMarks }: FoldedToken, before: string, key: number) {
    this.key = key
    this.before = before
    this.hasMarks = hasMarks
    this.folded = folded
    this.marked = marked
  }

  /** Its marked letters without the tone, in UTF-8. */
  get letters(): Uint8Array {
    this.encoded ??= encoder.encode(this.marked.replace(TONE, ''))
    return this.encoded
  }

  /** Its tone digit as a character code, 0 for none. */
  get tone(): number {
    return this.hasMarks && TONE.test(this.marked)
      ? this.marked.charCodeAt(this.marked.length - 1)
      : 0
  }

  /** Whether it has one of some roles. */
  has(roles: Roles): boolean {
    if ((roles & ~this.known) !== 0) this.findRoles()
    return (this.roles & roles) !== 0
  }

  /** The same token with another text before it. */
  behind(before: string): Token {
    if (before === this.before) return this
    this.findRoles()
    const token = new Token(this, before, this.key)
    token.roles = this.roles
    token.known = this.known
    return token
  }

  private findRoles(): void {
    const all = allRoles()
    if (this.known === all) return
    this.roles = rolesIn(this.folded)
    this.known = all
  }
}

const encoder = new TextEncoder()
const TONE = /[0-9]$/

export const TOKENS_MAX = 24 // one bit a token in the match masks, with room for expansions
/** Words read of an address: floors and flats in front leave the plan what gazetteers hold. */
export const ADDRESS_WORDS_MAX = 48

/** Longest text that is asked about, in characters (interface, Limits). */
export const TEXT_CHARS_MAX = 256

/** Code points of a text: what the interface calls characters. */
export function charsOf(text: string): number {
  let chars = 0
  for (let i = 0; i < text.length; i++) {
    // The second half of a pair counts nothing.
    if ((text.charCodeAt(i) & 0xfc00) !== 0xdc00) chars++
  }
  return chars
}

const SPACE = 0x20

const LETTERS_THEN_DIGITS = /^(\p{L}[\p{L}\p{M}]*)(\p{N}.*)$/u

/**
 * The tokens of a text, at most `max`; what comes after is dropped. A word is cut where
 * digits follow letters, so that `Q5`, `Q.5` and `q 5`, `CMT8` and `CMT 8` are the same two
 * tokens, but not where letters follow digits: `12A` is one number.
 */
export function tokenize(text: string, max = TOKENS_MAX): Token[] {
  const tokens: Token[] = []
  let end = 0
  while (tokens.length < max) {
    const first = wordStart(text, end)
    if (first === text.length) break
    const last = wordEnd(text, first)
    const word = knownWords.get(text, first, last) ?? learn(text.slice(first, last))
    tokens.push(word.token.behind(between(text, end, first)))
    if (word.rest !== null && tokens.length < max) tokens.push(word.rest)
    end = last
  }
  return tokens
}

/** Start of token `index` in the text, UTF-16 units; the length of the text behind the last. */
export function tokenStart(text: string, index: number): number {
  let end = 0
  for (let tokens = 0; ; ) {
    const first = wordStart(text, end)
    if (first === text.length || tokens >= index) return first
    end = wordEnd(text, first)
    const letters = LETTERS_THEN_DIGITS.exec(joinApostrophes(text.slice(first, end)))?.[1]
    if (letters !== undefined && tokens + 1 === index) return first + letters.length
    tokens += letters === undefined ? 1 : 2
  }
}

/** The text between two words; nearly always one space, which need not be cut out. */
function between(text: string, from: number, to: number): string {
  return to - from === 1 && text.charCodeAt(from) === SPACE ? ' ' : text.slice(from, to)
}

/** One word or number, with `before` in front of it: as a text of it alone is read. */
export function tokensOfWord(word: string, before: string): Token[] {
  const { token, rest } = knownWords.get(word, 0, word.length) ?? learn(word)
  return rest === null ? [token.behind(before)] : [token.behind(before), rest]
}

/** The token of a word that has no seam. */
export function tokenOf(word: string, before: string): Token {
  const [token] = tokensOfWord(word, before)
  assert(token, 'a word is a token')
  return token
}

/** Whether the token begins with a digit: `12`, `12a`, `3`. */
export function isNumber(token: Token): boolean {
  return token.has(NUMBER)
}

/** Whether any of the tokens has one of some roles. */
export function anyHas(tokens: readonly Token[], roles: Roles): boolean {
  for (let i = 0; i < tokens.length; i++) if (tokens[i]!.has(roles)) return true
  return false
}

/** The tokens of a word: one, behind a space, or two where digits follow letters. */
interface KnownWord {
  readonly token: Token
  readonly rest: Token | null
}

/** Words met so far: syllables are few. */
const knownWords = new WordMemo<KnownWord>()
let lastKey = 0

function learn(written: string): KnownWord {
  const isKept = written.length <= WORD_CHARS_MAX
  const word = joinApostrophes(written)
  const [, letters = word, digits] = LETTERS_THEN_DIGITS.exec(word) ?? []
  const key = () => (isKept ? ++lastKey : 0)
  const token = new Token(foldToken(letters), ' ', key())
  const rest = digits === undefined ? null : new Token(foldToken(digits), '', key())
  if (isKept) knownWords.add(written, { token, rest })
  return { token, rest }
}
