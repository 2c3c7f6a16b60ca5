import type { Lang } from '../../base/lang.ts'
import type { SearchIndex } from '../index/layout.ts'
import type { Answers, PlaceAnswer, Shown } from '../model/query.ts'
import { isKnown } from '../model/query.ts'
import { answerOf } from './answer.ts'

/*
 * How answers are worded, as hashes: a list of predictions is told apart by them, and no text is
 * read. In a server that has much else to read, what a query read last is in no near cache any
 * more; a row is one line of it, an answer with its texts is ten, each waiting for the one before.
 *
 *   rows  Int32[16 s]  s sets, a power of two, of three rows, a line of the cache: place p has a
 *                      row of set p mod s, until another takes it
 *                        1  place + 1; 0 is free
 *                        2  hash of its main and secondary text together
 *                        2  hash of its bare name: the main text without a word for "street"
 */

const SET = 16
const ROW = 5
const SET_ROWS = 3
const SETS_MAX = 16_384

/** Numbers of a wording: two texts of equal hashes of 64 bits are taken to be equal. */
export const WORDING = 4

const STREET_WORDS = ['Đường ', 'Phố ', 'Đại lộ ']
const STREET_LETTERS = STREET_WORDS.map((word) => word.charCodeAt(0))

/** The answers of an index in one language. */
export class IndexAnswers implements Answers {
  readonly lang: Lang
  readonly count: number
  private readonly index: SearchIndex
  private readonly rows: Int32Array
  private readonly mask: number
  /** Which row of a set that is full was taken last. */
  private turn = 0

  constructor(index: SearchIndex, lang: Lang) {
    let sets = 1
    while (SET_ROWS * sets < index.places && sets < SETS_MAX) sets *= 2
    this.lang = lang
    this.count = index.places
    this.index = index
    this.rows = new Int32Array(SET * sets)
    this.mask = sets - 1
  }

  of(place: number): PlaceAnswer {
    return answerOf(this.index, place, this.lang)
  }

  /** Writes the WORDING numbers of an answer to `out[at]`. */
  writeWording(shown: Shown, out: Int32Array, at: number): void {
    if (!isKnown(shown)) {
      writeHashes(shown, out, at)
      return
    }
    const { rows } = this
    const row = this.rowOf(shown.place)
    for (let i = 0; i < WORDING; i++) out[at + i] = rows[row + 1 + i]!
  }

  private rowOf(place: number): number {
    const { rows } = this
    const set = SET * (place & this.mask)
    for (let i = 0; i < SET_ROWS; i++) if (rows[set + ROW * i] === place + 1) return set + ROW * i
    let taken = 0
    while (taken < SET_ROWS && rows[set + ROW * taken] !== 0) taken++
    if (taken === SET_ROWS) {
      this.turn = (this.turn + 1) % SET_ROWS
      taken = this.turn
    }
    const row = set + ROW * taken
    writeHashes(this.of(place), rows, row + 1)
    rows[row] = place + 1
    return row
  }
}

function writeHashes({ mainText, secondaryText }: PlaceAnswer, out: Int32Array, at: number): void {
  writeHash(`${mainText}\n${secondaryText}`, out, at)
  writeHash(withoutStreetWord(mainText), out, at + 2)
}

/** `Đường Nguyễn Trãi` and `Nguyễn Trãi` are one name. */
function withoutStreetWord(name: string): string {
  if (!STREET_LETTERS.includes(name.charCodeAt(0))) return name
  for (const word of STREET_WORDS) if (name.startsWith(word)) return name.slice(word.length)
  return name
}

/** 64 bits in two numbers, by two multiplicative hashes that are mixed at the end. */
function writeHash(text: string, out: Int32Array, at: number): void {
  let a = 0x243f6a88
  let b = 0x85a308d3
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    a = Math.imul(a ^ unit, 0x9e3779b1)
    b = Math.imul(b ^ unit, 0x5f356495)
    b ^= b >>> 15
  }
  out[at] = mixed(a, b)
  out[at + 1] = mixed(b, a)
}

/** The finalizer of MurmurHash3, over both halves. */
function mixed(a: number, b: number): number {
  let hash = Math.imul(a ^ (a >>> 16), 0x85ebca6b)
  hash ^= Math.imul(b ^ (b >>> 13), 0xc2b2ae35)
  return hash ^ (hash >>> 16)
}
