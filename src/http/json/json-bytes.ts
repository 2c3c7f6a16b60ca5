import { assert } from '../../base/assert.ts'
import type { Line } from '../../geo/line.ts'
import { E7 } from '../../geo/point.ts'
import { PAIR_BYTES_MAX, writePolyline } from '../../geo/polyline.ts'
import { LANE as PHRASE_LANE, type Phrase } from '../../routing/model/phrase.ts'
import { type NumberedTexts, ROW } from './numbered-texts.ts'
import { withRoom } from './room.ts'

/*
 * JSON as UTF-8 bytes, written piece by piece: a long answer costs a fraction of what it costs as
 * a string, which is put together, flattened and encoded before it is sent.
 */

const QUOTE = 34
const MINUS = 45
const DOT = 46
const ZERO = 48
const BACKSLASH = 92
const SPACE = 32
const TWO_BYTES_FROM = 0x80
const THREE_BYTES_FROM = 0x800
const SURROGATES_FROM = 0xd800
const SURROGATES_TO = 0xdfff
/** Of a UTF-16 unit: `\u0007`. */
const UNIT_BYTES_MAX = 6
/** Of one as it is: two units of a pair take four bytes together. */
const UNIT_UTF8_MAX = 3
/** `-1.7976931348623157e+308`. */
const NUMBER_BYTES_MAX = 24
/** Below, a number is written with an exponent: `5e-7`. */
const PLAIN_E7_MIN = 10
const PLAIN_E7_MAX = 180 * E7
const E7_DIGITS = 7
const INT_MAX = 0x7fffffff
/** Bytes of a number of a piece. */
const LANE = 8
const DELETE = 0x7f
/** As the numbers of a piece have their bytes. */
const IS_LITTLE = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1

/**
 * Constant text for `add`.
 *
 *   lanes   Float64[…]  its bytes, eight a number, the last filled up with zeros; never a NaN,
 *                       which UTF-8 cannot spell but with the byte 0x7f, that stands in no piece
 *   length  bytes of it
 */
export interface Piece {
  readonly lanes: Float64Array
  readonly length: number
}

export function piece(json: string): Piece {
  const bytes = new TextEncoder().encode(json)
  assert(!bytes.includes(DELETE), 'a piece has no byte of which a number would lose bits')
  const padded = new Uint8Array(Math.ceil(bytes.length / LANE) * LANE)
  padded.set(bytes)
  return { lanes: new Float64Array(padded.buffer), length: bytes.length }
}

/** Memory is kept from one text to the next. */
export class JsonBytes {
  #out = Buffer.alloc(1 << 16)
  #view = viewOf(this.#out)
  #at = 0

  clear(): void {
    this.#at = 0
  }

  /** Bytes written: the next piece begins there. */
  get length(): number {
    return this.#at
  }

  /**
   * All that is written; valid until the next `clear` (a `Response` copies its body). No `Buffer`,
   * of which a `slice` would be the same memory.
   */
  bytes(): Uint8Array<ArrayBuffer> {
    return new Uint8Array(this.#out.buffer, this.#out.byteOffset, this.#at)
  }

  add({ lanes, length }: Piece): void {
    this.#reserve(LANE * lanes.length)
    const view = this.#view
    const at = this.#at
    for (let i = 0; i < lanes.length; i++) view.setFloat64(at + LANE * i, lanes[i]!, IS_LITTLE)
    this.#at = at + length
  }

  /** JSON that is bytes already. */
  addBytes(bytes: Buffer, from: number, to: number): void {
    this.#reserve(to - from)
    this.#at += bytes.copy(this.#out, this.#at, from, to)
  }

  /** JSON that is written already. */
  addText(json: string): void {
    this.#reserve(json.length * UNIT_UTF8_MAX)
    this.#at += this.#out.write(json, this.#at)
  }

  /** Once more what was written from one `length` to another. */
  addAgain(from: number, to: number): void {
    this.#reserve(to - from)
    const out = this.#out
    const ahead = this.#at - from
    for (let i = from; i < to; i++) out[i + ahead] = out[i]!
    this.#at += to - from
  }

  /** A string in its quotes. */
  addString(text: string): void {
    this.#reserve(text.length * UNIT_BYTES_MAX + 2)
    this.#out[this.#at++] = QUOTE
    this.#addUnits(text)
    this.#out[this.#at++] = QUOTE
  }

  /** A phrase and a text right after it as one string in its quotes. */
  addPhrase(phrase: Phrase, after: string): void {
    this.#reserve(phrase.bytes + PHRASE_LANE + after.length * UNIT_BYTES_MAX + 2)
    this.#out[this.#at++] = QUOTE
    this.#addLanes(phrase.lanes, 0, phrase.bytes)
    if (after !== '') this.#addUnits(after)
    this.#out[this.#at++] = QUOTE
  }

  /** One of these texts, which is kept, in its quotes. */
  addNumbered({ lanes, bytes }: NumberedTexts, number: number): void {
    this.#reserve(PHRASE_LANE * ROW + 2)
    this.#out[this.#at++] = QUOTE
    this.#addLanes(lanes, ROW * number, bytes[number]!)
    this.#out[this.#at++] = QUOTE
  }

  #addLanes(lanes: Int32Array, at: number, bytes: number): void {
    const view = this.#view
    const from = this.#at
    for (let i = 0; i < bytes; i += PHRASE_LANE) {
      view.setInt32(from + i, lanes[at + (i >> 2)]!, IS_LITTLE)
    }
    this.#at = from + bytes
  }

  #addUnits(text: string): void {
    const { length } = text
    const out = this.#out
    let at = this.#at
    for (let i = 0; i < length; i++) {
      const unit = text.charCodeAt(i)
      if (unit < TWO_BYTES_FROM) {
        if (unit < SPACE) {
          this.#addRareString(text)
          return
        }
        if (unit === QUOTE || unit === BACKSLASH) out[at++] = BACKSLASH
        out[at++] = unit
      } else if (unit < THREE_BYTES_FROM) {
        out[at++] = 0xc0 | (unit >> 6)
        out[at++] = 0x80 | (unit & 0x3f)
      } else {
        if (unit >= SURROGATES_FROM && unit <= SURROGATES_TO) {
          this.#addRareString(text)
          return
        }
        out[at++] = 0xe0 | (unit >> 12)
        out[at++] = 0x80 | ((unit >> 6) & 0x3f)
        out[at++] = 0x80 | (unit & 0x3f)
      }
    }
    this.#at = at
  }

  /** One with control characters, or beyond the first 65,536 of Unicode. */
  #addRareString(text: string): void {
    this.#at += this.#out.write(JSON.stringify(text).slice(1, -1), this.#at)
  }

  /** Points `from` to `to` of a line as an encoded polyline, in its quotes. */
  addPolyline(line: Line, from: number, to: number): void {
    this.#reserve((to - from + 1) * PAIR_BYTES_MAX + 2)
    this.#out[this.#at] = QUOTE
    this.#at = writePolyline(line, from, to, this.#out, this.#at + 1)
    this.#out[this.#at++] = QUOTE
  }

  /** A whole number, 0 or more. */
  addWhole(value: number): void {
    this.#reserve(NUMBER_BYTES_MAX)
    const out = this.#out
    let end = this.#at + 1
    for (let bound = 10; bound <= value; bound *= 10) end++
    let rest = value
    for (let at = end - 1; at >= this.#at; at--) {
      const tenth = rest <= INT_MAX ? (rest / 10) | 0 : Math.floor(rest / 10)
      out[at] = ZERO + (rest - tenth * 10)
      rest = tenth
    }
    this.#at = end
  }

  /** A number, fast when it is one of 1e-7 degrees, as positions in an index are. */
  addDegrees(value: number): void {
    const size = Math.abs(value)
    const sizeE7 = Math.round(size * E7)
    const isPlain = sizeE7 >= PLAIN_E7_MIN && sizeE7 <= PLAIN_E7_MAX
    if (isPlain && sizeE7 / E7 === size) this.#addE7(value < 0, sizeE7)
    else this.#addNumber(value)
  }

  #addE7(isNegative: boolean, sizeE7: number): void {
    this.#reserve(NUMBER_BYTES_MAX)
    if (isNegative) this.#out[this.#at++] = MINUS
    const whole = (sizeE7 / E7) | 0
    this.addWhole(whole)
    if (whole * E7 === sizeE7) return
    const out = this.#out
    let at = this.#at
    out[at] = DOT
    let rest = sizeE7 - whole * E7
    for (let i = E7_DIGITS; i > 0; i--) {
      const tenth = (rest / 10) | 0
      out[at + i] = ZERO + (rest - tenth * 10)
      rest = tenth
    }
    at += E7_DIGITS
    while (out[at] === ZERO) at--
    this.#at = at + 1
  }

  #addNumber(value: number): void {
    this.#reserve(NUMBER_BYTES_MAX)
    this.#at += this.#out.write(JSON.stringify(value), this.#at)
  }

  #reserve(bytes: number): void {
    if (this.#at + bytes <= this.#out.length) return
    this.#out = withRoom(this.#out, this.#at + bytes)
    this.#view = viewOf(this.#out)
  }
}

function viewOf({ buffer, byteOffset, byteLength }: Uint8Array<ArrayBuffer>): DataView {
  return new DataView(buffer, byteOffset, byteLength)
}
