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
  /** Whether an alley is asked for (`ngõ 5 ngách 12`), not a door. */
  readonly isAlley: boolean
}

/** Words for alleys: 0 leaves the street, 1 leaves another alley. */
const ALLEY_DEPTH: ReadonlyMap<string, number> = new Map([
  ['ngo', 0],
  ['hem', 0],
  ['kiet', 0],
  ['ngach', 1],
])
const DOOR_DEPTH = 2

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
 * Every number chain in the tokens, in order, the longer first where two overlap: `12`, `12a`,
 * `12/34/5b`, `12-14`, and chains told in words, `số 7 ngách 12 ngõ 5` (`5/12/7`). A slash joins
 * with or without spaces, since no other reading is left; a hyphen only without.
 */
export function numberChains(tokens: readonly Token[]): NumberChain[] {
  const chains: NumberChain[] = []
  for (let i = 0; i < tokens.length; ) {
    const told = chainInWords(tokens, i)
    if (told) {
      chains.push(told)
      // One link alone, for when the words are a name: `25 Hẻm 66 Hùng Vương`, `Lý Thường Kiệt 66`.
      const at = isNumber(tokens[i]!) ? i : i + 1
      const link = linkAt(tokens, at)
      if (link) chains.push({ first: at, ...link, isAlley: false })
      i = told.end
      continue
    }
    const link = linkAt(tokens, i)
    if (!link) {
      i++
      continue
    }
    const letter = tokens[i - 1]
    // `C22`, `A12/3`: the letter before the seam may be of the number, or of a short form (`Q5`).
    if (letter && letter.folded.length === 1 && tokens[i]!.before === '') {
      chains.push({ first: i - 1, end: link.end, key: letter.folded + link.key, isAlley: false })
    }
    let first = i
    while (first > 0 && NUMBER_WORDS.has(tokens[first - 1]!.folded)) first--
    chains.push({ first, end: link.end, key: link.key, isAlley: false })
    i = link.end
  }
  return chains
}

/** Numbers joined by slashes or hyphens from token `first` on, or null when that is no number. */
function linkAt(tokens: readonly Token[], first: number): { end: number; key: string } | null {
  const token = tokens[first]
  if (!token || !isNumber(token)) return null
  let key = token.folded
  let end = first + 1
  while (end < tokens.length && continuesChain(tokens[end]!)) {
    key += jointOf(tokens[end]!, key) + tokens[end]!.folded
    end++
  }
  return { end, key }
}

/** A run of `số 7`, `ngách 12`, `ngõ 5` in any order, with an alley in it, or null. */
function chainInWords(tokens: readonly Token[], first: number): NumberChain | null {
  const links: { depth: number; key: string }[] = []
  let end = first
  for (;;) {
    const word = tokens[end]?.folded ?? ''
    const depth = ALLEY_DEPTH.get(word) ?? DOOR_DEPTH
    const isWord = depth !== DOOR_DEPTH || NUMBER_WORDS.has(word)
    const link = linkAt(tokens, isWord ? end + 1 : end)
    // A bare number is a door only at the start: `7 ngách 12`, but `ngõ 12 30 tháng 4`.
    if (!link || (!isWord && links.length > 0)) break
    links.push({ depth, key: link.key })
    end = link.end
  }
  if (!links.some(({ depth }) => depth !== DOOR_DEPTH)) return null
  // From the street inwards. Alleys of one depth are told as the door is: from the inside out.
  const inside = links[0]!.depth === DOOR_DEPTH ? [...links].reverse() : links
  const ordered = inside.sort((a, b) => a.depth - b.depth)
  const innermost = ordered.at(-1)!
  return {
    first,
    end,
    key: ordered.map(({ key }) => key).join('/'),
    isAlley: innermost.depth !== DOOR_DEPTH && !innermost.key.includes('/'),
  }
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
