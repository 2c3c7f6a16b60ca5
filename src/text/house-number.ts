import { isNumber, type Token, tokenize } from './tokens.ts'

/*
 * Vietnamese house numbers are chains read from the street inwards: `12/34/5B` is house 5B in
 * alley 34 off alley 12. The canonical key of a number is its links in lower case, joined by `/`
 * where one lies in the other and by `-` where one building has several: `12a`, `12/34/5b`,
 * `12-14`. A named block goes first: `lo a2`.
 */

/** A number chain found in a text: tokens `first` to `end` make the key. */
export interface NumberChain {
  readonly first: number
  readonly end: number
  readonly key: string
}

const LINK = /^\s*[/\\]\s*$/
const RANGE = /^\s*[-–]\s*$/
/** Words that say "number" in front of one: số, số nhà, no., nhà. */
const NUMBER_WORDS = new Set(['so', 'sn', 'no', 'nha'])

/** The canonical key of a house number as mapped (`Số 12A`, `12/34 B`), or null without a digit. */
export function houseNumberKey(text: string): string | null {
  const tokens = tokenize(text).filter((token) => !NUMBER_WORDS.has(token.folded))
  if (!tokens.some(isNumber)) return null
  let key = ''
  for (const token of tokens) {
    const joint = key === '' ? '' : jointOf(token, key)
    key += joint + token.folded
  }
  return key
}

/**
 * Every number chain in the tokens, in order: `12`, `12a`, `12/34/5b`, `12-14`. A slash joins with
 * or without spaces, since no other reading is left; a hyphen only without.
 */
export function numberChains(tokens: readonly Token[]): NumberChain[] {
  const chains: NumberChain[] = []
  for (let i = 0; i < tokens.length; i++) {
    if (!isNumber(tokens[i]!)) continue
    let first = i
    let key = tokens[i]!.folded
    while (i + 1 < tokens.length && continuesChain(tokens[i + 1]!)) {
      key += jointOf(tokens[i + 1]!, key) + tokens[i + 1]!.folded
      i++
    }
    const end = i + 1
    const letter = tokens[first - 1]
    // `C22`, `A12/3`: the letter before the seam may be of the number, or of a short form (`Q5`).
    if (letter && letter.folded.length === 1 && tokens[first]!.before === '') {
      chains.push({ first: first - 1, end, key: letter.folded + key })
    }
    while (first > 0 && NUMBER_WORDS.has(tokens[first - 1]!.folded)) first--
    chains.push({ first, end, key })
  }
  return chains
}

/** The keys of the same chain one link shorter each: `12/34/5b` gives `12/34`, `12`. */
export function outerLinks(key: string): string[] {
  const links = key.split('/')
  return links.slice(1).map((_, i) => links.slice(0, links.length - 1 - i).join('/'))
}

/** The whole number a key begins with (`12/34` gives 12), 0 when it begins with a word. */
export function leadingNumber(key: string): number {
  const digits = /^[0-9]{1,7}/.exec(key)
  return digits ? Number(digits[0]) : 0
}

function continuesChain(token: Token): boolean {
  if (LINK.test(token.before)) return true
  return RANGE.test(token.before) && isNumber(token)
}

function jointOf(token: Token, key: string): string {
  if (LINK.test(token.before)) return '/'
  if (RANGE.test(token.before)) return '-'
  // `12 A`, `12.A`: the letter belongs to the number; a word before a number stays apart.
  return /[0-9]$/.test(key) && token.folded.length === 1 ? '' : token.before === '' ? '' : ' '
}
