import { E7 } from '../../geo/point.ts'
import type { PoiList } from '../../pois/list.ts'
import type { Pois } from '../../pois/pois.ts'
import { withRoom } from './room.ts'
import { KeptTexts } from './text-memo.ts'

/*
 * A list of POIs as GeoJSON text. Names and ids stand in the index as UTF-8 and are copied: making
 * strings and objects of them, and text of those again, would cost three times the search. What
 * was written once is kept.
 */

const encode = (text: string) => new TextEncoder().encode(text)

const HEAD = encode('{"type":"FeatureCollection","features":[')
const TAIL = encode(']}')
const BEFORE_LNG = encode('{"type":"Feature","geometry":{"type":"Point","coordinates":[')
const BEFORE_ID = encode(']},"properties":{"place_id":"')
const BEFORE_NAME = encode('","name":"')
const BEFORE_TYPE = encode('","primary_type":"')
const AFTER_TYPE = encode('"}}')
/** All but the id and the name of a feature and the list's tail, and more. */
const FRAME_BYTES = 256
/** `\u0007`. */
const ESCAPED_BYTES_MAX = 6

const COMMA = 44
const QUOTE = 34
const BACKSLASH = 92
const MINUS = 45
const DOT = 46
const ZERO = 48
const SPACE = 32
const HEX = encode('0123456789abcdef')

/** Writes lists; its memory is reused. */
export class PoiFeatures {
  readonly #kept: KeptTexts
  #out = Buffer.alloc(65_536)
  #at = 0

  constructor(kept = new KeptTexts()) {
    this.#kept = kept
  }

  /** A FeatureCollection, UTF-8; valid until the next call (a `Response` copies its body). */
  write({ pois, numbers }: PoiList): Uint8Array<ArrayBuffer> {
    const kept = this.#kept
    kept.open(pois, pois.index.pois)
    for (let i = 0; i < numbers.length; i++) kept.fetch(numbers[i]!)
    this.#at = 0
    this.#add(HEAD)
    for (let i = 0; i < numbers.length; i++) {
      const poi = numbers[i]!
      const bytes = kept.bytesOf(poi)
      this.#reserve(bytes + 1 + TAIL.length)
      if (i > 0) this.#out[this.#at++] = COMMA
      if (bytes > 0) this.#at = kept.copy(poi, this.#out, this.#at)
      else this.#writeFeature(pois, poi)
    }
    this.#add(TAIL)
    return new Uint8Array(this.#out.buffer, this.#out.byteOffset, this.#at)
  }

  #writeFeature({ index, categoryIds }: Pois, poi: number): void {
    const { strings, id, name, category } = index
    const { positions } = index.tree
    const { bytes, offsets } = strings
    const idFrom = offsets[id[poi]!]!
    const idTo = offsets[id[poi]! + 1]!
    const nameFrom = offsets[name[poi]!]!
    const nameTo = offsets[name[poi]! + 1]!
    this.#reserve(FRAME_BYTES + (idTo - idFrom + nameTo - nameFrom) * ESCAPED_BYTES_MAX)
    const start = this.#at
    this.#add(BEFORE_LNG)
    this.#addDegrees(positions[poi * 2]!)
    this.#out[this.#at++] = COMMA
    this.#addDegrees(positions[poi * 2 + 1]!)
    this.#add(BEFORE_ID)
    this.#addText(bytes, idFrom, idTo)
    this.#add(BEFORE_NAME)
    this.#addText(bytes, nameFrom, nameTo)
    this.#add(BEFORE_TYPE)
    this.#addAscii(categoryIds[category[poi]!]!)
    this.#add(AFTER_TYPE)
    this.#kept.keep(poi, this.#out, start, this.#at)
  }

  #reserve(bytes: number): void {
    this.#out = withRoom(this.#out, this.#at + bytes)
  }

  #add(piece: Uint8Array): void {
    this.#out.set(piece, this.#at)
    this.#at += piece.length
  }

  /** Text of letters and underscores. */
  #addAscii(text: string): void {
    const out = this.#out
    let at = this.#at
    for (let i = 0; i < text.length; i++) out[at++] = text.charCodeAt(i)
    this.#at = at
  }

  /** UTF-8 inside a JSON string: quotes, backslashes and control characters are escaped. */
  #addText(bytes: Uint8Array, from: number, to: number): void {
    const out = this.#out
    let at = this.#at
    for (let i = from; i < to; i++) {
      const byte = bytes[i]!
      if (byte >= SPACE && byte !== QUOTE && byte !== BACKSLASH) {
        out[at++] = byte
        continue
      }
      out[at++] = BACKSLASH
      if (byte >= SPACE) out[at++] = byte
      else {
        out[at++] = 117 // u
        out[at++] = ZERO
        out[at++] = ZERO
        out[at++] = HEX[byte >> 4]!
        out[at++] = HEX[byte & 15]!
      }
    }
    this.#at = at
  }

  /** Degrees, given in 1e-7 degrees, without zeros at the end. */
  #addDegrees(valueE7: number): void {
    const out = this.#out
    let at = this.#at
    if (valueE7 < 0) out[at++] = MINUS
    const size = Math.abs(valueE7)
    const whole = Math.floor(size / E7)
    if (whole >= 100) out[at++] = ZERO + Math.floor(whole / 100)
    if (whole >= 10) out[at++] = ZERO + (Math.floor(whole / 10) % 10)
    out[at++] = ZERO + (whole % 10)
    let rest = size - whole * E7
    if (rest > 0) out[at++] = DOT
    for (let unit = E7 / 10; rest > 0; unit /= 10) {
      const digit = Math.floor(rest / unit)
      out[at++] = ZERO + digit
      rest -= digit * unit
    }
    this.#at = at
  }
}
