import {
  ALLEY_DEPTH,
  COUNTED,
  DEPTH_BESIDE_NORTHERN,
  IS_NORTHERN,
  KINDS_OF_ROAD,
  MARKED_NUMBER_WORDS,
  NUMBERED_ROAD_WORDS,
  SAYS_NUMBER,
  SECOND_HOUSE,
  SHORT_ROADS,
  SPOKEN_LINKS,
} from './lexicon/house-words.ts'
import { isNumber, type Token, tokenize } from './tokens.ts'

/*
 * Vietnamese house numbers are chains of links, read from the street inwards: `12/34/5B` is house
 * 5B in alley 34 off alley 12. The canonical key of a chain is its links in lower case, joined by
 * `/` where one lies in the other and by `-` where one building has several: `12a`, `12/34/5b`,
 * `12-14`, `98bis`; written with a hyphen, `129-67` is `129/67`. A named block goes first: `lo a2`.
 * Leading zeros are left out: `05` is `5`.
 */

/** A chain found in a text: tokens `first` to `end` make the key. */
export interface NumberChain {
  readonly first: number
  readonly end: number
  readonly key: string
  /** Whether the innermost link is an alley (`ngõ 5 ngách 12`), not a door. */
  readonly isAlley: boolean
  /** For a chain written in words, or a part of one: the tokens of the whole. */
  readonly inWords?: NumberInWords
}

/**
 * A chain written in words (`số 7 ngõ 5`): its tokens, and those of its outermost link, the alley
 * that leaves the street.
 */
export interface NumberInWords {
  readonly first: number
  readonly end: number
  readonly outerFirst: number
  readonly outerEnd: number
}

const DOOR_DEPTH = 3
const BLOCK = 'lô'

/**
 * Letters that may belong to a number before them though a space is between: `12 A Lê Lợi`. Not
 * those that are short for something: `12 P. Bến Nghé`, `5 Đ. Lê Lợi`, `12 K3`.
 */
const LOOSE_LETTER = /^[abcegm]$/

/** Letters of blocks. `p` and `q` are not: `12 P4 Q5` has units. */
const BLOCK_LETTER = /^[a-eg-oz]$/

/** Separators of several numbers: `5;7`, `1, 3, 5`. */
const NUMBER_SEPARATOR = /\s*[;,&+]\s*(?=[0-9])/

/**
 * The keys of all numbers in a mapped house number: of `5;7` both 5 and 7. Several numbers are
 * doors along one street or alley: `2, 3rd floor` is one number.
 */
export function houseNumberKeys(text: string): string[] {
  const [first = '', ...more] = text.split(NUMBER_SEPARATOR)
  const key = houseNumberKey(first)
  if (key === null) return []
  const links = key.split('/').length
  const others = more
    .flatMap((other) => houseNumberKey(other) ?? [])
    .filter((other) => isDoorKey(other) && other.split('/').length === links)
  return [...new Set([key, ...others])]
}

/** The canonical key of a house number as mapped (`Số 12A`, `12/34 B`), or null without a digit. */
export function houseNumberKey(text: string): string | null {
  const tokens = tokenize(text)
  const chain = chainInWords(tokens, 0)?.whole
  if (chain && chain.end === tokens.length && !chain.isAlley) return chain.key
  const keyTokens = tokens.filter((token) => !SAYS_NUMBER.has(token.folded))
  if (!keyTokens.some(isNumber)) return null
  let key = ''
  for (const token of keyTokens) {
    const separator = key === '' ? '' : separatorBefore(token, key)
    key += separator + (COUNTED.get(token.folded) ?? keyText(token))
  }
  return key
}

/**
 * Every number chain in the tokens, in order, the longer first where two overlap: `12`, `12a`,
 * `12/34/5b`, `12-14`, and chains in words, `số 7 ngách 12 ngõ 5` (`5/12/7`). Slashes and
 * hyphens join with or without spaces, since no other reading is left between two numbers.
 */
export function numberChains(tokens: readonly Token[]): NumberChain[] {
  const chains: NumberChain[] = []
  for (let i = 0; i < tokens.length; ) {
    if (!mayBegin(tokens, i)) {
      i++
      continue
    }
    const worded = chainInWords(tokens, i)
    if (worded) {
      chains.push(worded.whole)
      if (worded.inner) chains.push(worded.inner)
      // One link alone, for when the words are a name: `25 Hẻm 66 Hùng Vương`, `Lý Thường Kiệt 66`.
      const at = isNumber(tokens[i]!) ? i : i + 1
      const link = linkAt(tokens, at)
      if (link) chains.push({ first: at, ...link, isAlley: false, inWords: worded.words })
      i = worded.whole.end
      continue
    }
    const link = linkAt(tokens, i)
    if (!link) {
      i++
      continue
    }
    addChains(chains, tokens, i, link)
    i = link.end
  }
  return chains
}

/** Whether a chain may begin at token `at`; most words need no more than this check. */
function mayBegin(tokens: readonly Token[], at: number): boolean {
  const token = tokens[at]!
  if (isNumber(token)) return roadWordsBefore(tokens, at) === 0 && !isOfAvenue(tokens, at)
  const next = tokens[at + 1]
  if (!next || !isNumber(next)) return false
  return ALLEY_DEPTH.has(token.folded) || SAYS_NUMBER.has(token.folded)
}

/** Whether a token is a word for "number" where one comes next; `sở` and `nhá` are not. */
export function isNumberWord({ folded, marked, hasMarks }: Token): boolean {
  return SAYS_NUMBER.has(folded) && (!hasMarks || MARKED_NUMBER_WORDS.has(marked))
}

/** The count of words before token `at` that make it the number of a road: `Quốc lộ 51`, `TL8`. */
export function roadWordsBefore(tokens: readonly Token[], at: number): number {
  const before = tokens[at - 1]?.folded ?? ''
  if (SHORT_ROADS.has(before)) return 1
  const first = tokens[at - 2]?.folded
  return NUMBERED_ROAD_WORDS.get(before)?.some((words) => words[0] === first) ? 2 : 0
}

/** `Đại lộ 30/4` is named after a day: its number is not a door, but may stand alone. */
function isOfAvenue(tokens: readonly Token[], at: number): boolean {
  return tokens[at - 1]?.folded === 'lo' && tokens[at - 2]?.folded === 'dai'
}

/** Adds the chains of tokens `at` to `link.end`, alone and with the words and letters beside. */
function addChains(chains: NumberChain[], tokens: readonly Token[], at: number, link: Link): void {
  const { end, key } = link
  const before = tokens[at - 1]
  // `C22`, `A12/3`: the letter before a number may be of the number, or of a short form (`Q5`).
  const isLettered = before?.folded.length === 1 && tokens[at]!.before === ''
  const first = isLettered ? at - 1 : at
  const letteredKey = isLettered ? before.folded + key : key
  const word = countedWord(tokens, first - 1)
  if (word !== null) {
    chains.push({ first: first - 1, end, key: `${word} ${letteredKey}`, isAlley: false })
    if (word === 'km') return // no door is counted in kilometres
  }
  if (isLettered) chains.push({ first, end, key: letteredKey, isAlley: false })
  let start = at
  while (start > 0 && SAYS_NUMBER.has(tokens[start - 1]!.folded)) start--
  const next = tokens[end]
  if (next && !next.hasMarks && next.before === ' ') {
    const block = tokens[end + 1]
    // `104 K2`: house 104 of block K2, in the estates of Hanoi.
    if (BLOCK_LETTER.test(next.folded) && block?.before === '') {
      const blockKey = `${key}${next.folded}${keyText(block)}`
      chains.push({ first: start, end: end + 2, key: blockKey, isAlley: false })
    } else if (LOOSE_LETTER.test(next.folded)) {
      chains.push({ first: start, end: end + 1, key: key + next.folded, isAlley: false })
    }
  }
  chains.push({ first: start, end, key, isAlley: false })
}

/** The word of a number at token `at`, or null: `lô`, but not the `lộ` of `Quốc lộ 1A`. */
function countedWord(tokens: readonly Token[], at: number): string | null {
  const token = tokens[at]
  const word = COUNTED.get(token?.folded ?? '')
  if (!token || word === undefined) return null
  const isOther = token.hasMarks && token.marked !== BLOCK
  return isOther || KINDS_OF_ROAD.has(tokens[at - 1]?.folded ?? '') ? null : word
}

/** A link, or several joined by slashes or hyphens: `end` is behind the last token. */
interface Link {
  readonly end: number
  readonly key: string
}

/**
 * The number of the alley where a chain is written from the inside out, as in Hanoi: 47 of `5/47`.
 * Null unless the chain is two numbers with a slash between them. A chain in words (`ngõ 47/5`)
 * shows which link is the alley.
 */
export function reversedAlley(tokens: readonly Token[], chain: NumberChain): string | null {
  const { key, first, end } = chain
  const slash = key.indexOf('/')
  if (slash < 0 || key.includes('/', slash + 1)) return null
  for (let at = first; at < end; at++) if (ALLEY_DEPTH.has(tokens[at]!.folded)) return null
  return key.slice(slash + 1)
}

/** Numbers joined by slashes or hyphens from token `first` on; null when that is not a number. */
function linkAt(tokens: readonly Token[], first: number): Link | null {
  const token = tokens[first]
  if (!token || !isNumber(token)) return null
  let key = keyText(token)
  let end = first + 1
  while (end < tokens.length) {
    const next = tokens[end]!
    const behindSlash = SPOKEN_LINKS.has(next.folded) ? tokens[end + 1] : undefined
    if (behindSlash && isNumber(behindSlash)) {
      // `129 xẹt 73B`
      key += `/${keyText(behindSlash)}`
      end += 2
    } else if (continuesChain(next)) {
      key += separatorBefore(next, key) + keyText(next)
      end++
    } else break
  }
  // `49;53 Hàng Quạt`: either finds the building.
  while (end < tokens.length && isListed(tokens[end]!)) end++
  if (SECOND_HOUSE.has(tokens[end]?.folded ?? '')) {
    key += tokens[end]!.folded
    end++
  }
  return { end, key }
}

/** A link with its word: `ngách 12`. Depth 0 is an alley at the street, DOOR_DEPTH a door. */
interface WordedLink {
  readonly word: string
  readonly depth: number
  readonly key: string
  readonly first: number
  readonly end: number
}

/**
 * A chain in words, and the same without its last link, which may be the street: `Ngõ 120 Láng`.
 */
interface WordedChain {
  readonly whole: NumberChain
  readonly inner: NumberChain | null
  readonly words: NumberInWords
}

/** A run of `số 7`, `ngách 12`, `ngõ 5` in any order, with an alley in it, or null. */
function chainInWords(tokens: readonly Token[], first: number): WordedChain | null {
  const links: WordedLink[] = []
  for (let at = first; ; ) {
    const word = tokens[at]?.folded ?? ''
    const depth = ALLEY_DEPTH.get(word) ?? DOOR_DEPTH
    const isWord = depth !== DOOR_DEPTH || SAYS_NUMBER.has(word)
    const link = linkAt(tokens, isWord ? at + 1 : at)
    // A bare number is a door only at the start: `7 ngách 12`, but `ngõ 12 30 tháng 4`.
    if (!link || (!isWord && links.length > 0)) break
    links.push({ word, depth, first: at, ...link })
    at = link.end
  }
  const placed = links.length > 1 ? placedLinks(links) : links
  const outermost = inwards(placed)[0]
  const end = placed.at(-1)?.end
  if (!outermost || end === undefined) return null
  const words = { first, end, outerFirst: outermost.first, outerEnd: outermost.end }
  const whole = chainOf(placed, words)
  const inner = placed.length > 2 ? chainOf(placed.slice(0, -1), words) : null
  return whole && { whole, inner, words }
}

/** Beside a ngõ of Hanoi, a hẻm is the third alley on the way in. */
function placedLinks(links: readonly WordedLink[]): readonly WordedLink[] {
  if (!links.some(({ word }) => IS_NORTHERN.get(word))) return links
  return links.map((link) => ({
    ...link,
    depth: DEPTH_BESIDE_NORTHERN.get(link.word) ?? link.depth,
  }))
}

/** Links in words as one chain; null when there is no alley among them. */
function chainOf(links: readonly WordedLink[], words: NumberInWords): NumberChain | null {
  const ordered = inwards(links)
  const outermost = ordered[0]
  if (!outermost || outermost.depth === DOOR_DEPTH) return null
  const innermost = ordered.at(-1)!
  let { key } = outermost
  for (let i = 1; i < ordered.length; i++) key += `/${ordered[i]!.key}`
  const isAlley = innermost.depth !== DOOR_DEPTH && !innermost.key.includes('/')
  return { first: words.first, end: links.at(-1)!.end, key, isAlley, inWords: words }
}

/** From the street inwards. A door in front makes alleys of one depth go from the inside out. */
function inwards(links: readonly WordedLink[]): readonly WordedLink[] {
  if (links.length < 2) return links
  const ordered = links[0]!.depth === DOOR_DEPTH ? [...links].reverse() : [...links]
  return ordered.sort((a, b) => a.depth - b.depth)
}

/** The keys of the chain without its inner links: `12/34/5b` gives `12/34`, `12`. */
export function outerLinks(key: string): string[] {
  const links = key.split('/')
  return links.slice(1).map((_, i) => links.slice(0, links.length - 1 - i).join('/'))
}

/** Whether a key is written as numbers of doors are: `12a`, `98bis`, `12-14`, not `78duong`. */
export function isDoorKey(key: string): boolean {
  const links = [...SECOND_HOUSE].reduce((rest, word) => rest.replace(word, ''), key)
  return !/[a-z]{2}/.test(links)
}

/** The whole number a key begins with (`12/34` gives 12), 0 when it begins with a word. */
export function leadingNumber(key: string): number {
  const digits = /^[0-9]{1,7}/.exec(key)
  return digits ? Number(digits[0]) : 0
}

const LINK = /^\s*[/\\]\s*$/
const RANGE = /^\s*[-–]\s*$/
const LIST = /^\s*[;&+]\s*$/

function continuesChain(token: Token): boolean {
  const { before } = token
  if (before === '' || before === ' ') return false
  if (LINK.test(before)) return true
  // `12-14`, `12 - 14`; a letter only without spaces: `2E-F`, but `12 - A Phủ`.
  return RANGE.test(before) && (isNumber(token) || (before.length === 1 && isLetter(token)))
}

function isListed(token: Token): boolean {
  return isNumber(token) && LIST.test(token.before)
}

function isLetter(token: Token): boolean {
  return token.folded.length === 1 && !isNumber(token)
}

/** The text of a token in a key. */
function keyText({ folded }: Token): string {
  return folded.charCodeAt(0) === ZERO ? folded.replace(/^0+(?=[0-9])/, '') : folded
}

const ZERO = 0x30

/** The separator between `key` and `token`. */
function separatorBefore(token: Token, key: string): string {
  if (LINK.test(token.before)) return '/'
  if (RANGE.test(token.before)) return isRange(key, token) ? '-' : '/'
  // `12 A`, `12.A`, `98 Bis`: they belong to the number; a word before a number stays apart.
  const isOfNumber = isLetter(token) || SECOND_HOUSE.has(token.folded)
  return /[0-9]$/.test(key) && isOfNumber ? '' : token.before === '' ? '' : ' '
}

/** The numbers of one building span no more: 2-20. */
const RANGE_MAX = 20

/** Whether the numbers are of one building, `12-14`; `129-67` and `58-93G` are in alleys. */
function isRange(key: string, token: Token): boolean {
  const last = /([0-9]+)[a-z]*$/.exec(key)?.[1]
  if (last === undefined || !isNumber(token)) return true
  const more = leadingNumber(token.folded) - Number(last)
  return more >= 0 && more <= RANGE_MAX
}
