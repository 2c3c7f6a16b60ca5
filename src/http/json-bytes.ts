import type { Line } from '../geo/line.ts'
import { PAIR_BYTES_MAX, writePolyline } from '../geo/polyline.ts'
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
/** `-1.7976931348623157e+308`. */
const NUMBER_BYTES_MAX = 24
const E7 = 10_000_000
/** Below, a number is written with an exponent: `5e-7`. */
const PLAIN_E7_MIN = 10
const PLAIN_E7_MAX = 180 * E7
const DIGITS_MAX = 16

/** Text of a constant piece for `add`. */
export function piece(json: string): Uint8Array {
  return new TextEncoder().encode(json)
}

/** Memory is kept from one text to the next. */
export class JsonBytes {
  #out = Buffer.alloc(1 << 16)
  #at = 0
  readonly #digits = new Uint8Array(DIGITS_MAX)

  clear(): void {
    this.#at = 0
  }

  /** How many bytes are written: where the next piece begins. */
  get length(): number {
    return this.#at
  }

  /** All that is written; valid until the next `clear` (a `Response` copies its body). */
  bytes(): Uint8Array<ArrayBuffer> {
    return this.#out.subarray(0, this.#at)
  }

  add(json: Uint8Array): void {
    this.#reserve(json.length)
    const out = this.#out
    const at = this.#at
    for (let i = 0; i < json.length; i++) out[at + i] = json[i]!
    this.#at = at + json.length
  }

  /** Once more what was written from one `length` to another. */
  addAgain(from: number, to: number): void {
    this.#reserve(to - from)
    this.#out.copyWithin(this.#at, from, to)
    this.#at += to - from
  }

  /** A string in its quotes. */
  addString(text: string): void {
    const { length } = text
    this.#reserve(length * UNIT_BYTES_MAX + 2)
    const out = this.#out
    let at = this.#at
    out[at++] = QUOTE
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
    out[at++] = QUOTE
    this.#at = at
  }

  /** One with control characters, or beyond the first 65,536 of Unicode. */
  #addRareString(text: string): void {
    this.#at += this.#out.write(JSON.stringify(text), this.#at)
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
    const digits = this.#digits
    let count = 0
    let rest = value
    do {
      const tenth = Math.floor(rest / 10)
      digits[count++] = ZERO + (rest - tenth * 10)
      rest = tenth
    } while (rest > 0)
    while (count > 0) this.#out[this.#at++] = digits[--count]!
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
    const whole = Math.floor(sizeE7 / E7)
    this.addWhole(whole)
    let rest = sizeE7 - whole * E7
    if (rest === 0) return
    const out = this.#out
    let at = this.#at
    out[at++] = DOT
    for (let unit = E7 / 10; rest > 0; unit /= 10) {
      const digit = Math.floor(rest / unit)
      out[at++] = ZERO + digit
      rest -= digit * unit
    }
    this.#at = at
  }

  #addNumber(value: number): void {
    this.#reserve(NUMBER_BYTES_MAX)
    this.#at += this.#out.write(JSON.stringify(value), this.#at)
  }

  #reserve(bytes: number): void {
    this.#out = withRoom(this.#out, this.#at + bytes)
  }
}
