import { assert } from '../base/assert.ts'
import { boxOf, EXTENT, type TileId, tileUnits } from './grid.ts'
import { type TileIndex, VALUE_HEAD, ZOOM_ALL } from './layout.ts'
import { findInBox } from './quadtree.ts'
import { LAYER_VALUE, STRING_VALUE } from './value.ts'

/*
 * Writes vector tiles (MVT 2.1, Protocol Buffers) straight from the index into one buffer. A tile
 * is one layer; in brackets the bytes of each field's head:
 *
 *   layer [1a length]
 *     [0a] name "pois"
 *     [12] features   each: [08] id  [12] tags: 4 pairs of key and value  [18] type POINT
 *                           [22] geometry: MoveTo, dx, dy
 *     [1a] keys       place_id name primary_type token
 *     [22] values     in the order of first use: id, name, type and token of each feature, where a
 *                     name or a type that an earlier feature had is not repeated
 *     [28] extent  [78] version 2
 *
 * Values stand in the index as they stand here and are copied; of the tokens only the text is new.
 */

export const LAYER = 'pois'
/** Before compression. What is worth least is left out of a tile that would be longer. */
export const TILE_BYTES_MAX = 200_000

/** The same from ZOOM_ALL on, where a tile shows all there is: a bazaar or two on one street. */
export const CROWD_BYTES_MAX = 2_000_000
export const CROWD_FEATURES_MAX = 16_000

const PROPERTIES = ['place_id', 'name', 'primary_type', 'token'] as const
const KEYS = PROPERTIES.length

/** Writes the tokens of POIs, all of `chars` ASCII characters. */
export interface TokenWriter {
  readonly chars: number
  /** Writes the token of the id at `ids[from … to]` to `out[at … at + chars]`. */
  write(ids: Uint8Array, from: number, to: number, out: Uint8Array, at: number): void
}

/** Longest head of the layer; its length is known once the rest is written. */
const LAYER_HEAD = 4
/** A feature's longest: 2 of head, 9 of id, 18 of tags, 2 of type, 7 of geometry. */
const FEATURE_BYTES_MAX = 38
const TOKEN_CHARS_MAX = 123

const text = new TextEncoder()
const NAME_FIELD = fieldOf(0x0a, LAYER)
const KEY_FIELDS = Uint8Array.from(PROPERTIES.flatMap((key) => [...fieldOf(0x1a, key)]))
const TAIL = Uint8Array.of(0x28, (EXTENT & 0x7f) | 0x80, EXTENT >> 7, 0x78, 2)
const FRAME_BYTES = LAYER_HEAD + NAME_FIELD.length + KEY_FIELDS.length + TAIL.length

const FEATURE = 0x12
const FEATURE_ID = 0x08
const FEATURE_TAGS = 0x12
const FEATURE_TYPE = 0x18
const POINT = 1
const FEATURE_GEOMETRY = 0x22
const MOVE_TO_ONE = 0x09

export class TileWriter {
  readonly #index: TileIndex
  readonly #out = new Uint8Array(CROWD_BYTES_MAX)
  readonly #found = new Uint32Array(CROWD_FEATURES_MAX)
  /** Per name and type the value it was last given, counted on from tile to tile. */
  readonly #nameValue: Uint32Array
  readonly #typeValue: Uint32Array
  /** Value 0 of the tile in that count: whatever is smaller was given in an earlier tile. */
  #firstValue = 1

  constructor(index: TileIndex) {
    this.#index = index
    this.#nameValue = new Uint32Array(index.names.offsets.length)
    this.#typeValue = new Uint32Array(index.types.offsets.length)
  }

  /** The tile, valid until the next call; null when it is empty. */
  write(tile: TileId, tokens: TokenWriter): Uint8Array<ArrayBuffer> | null {
    assert(tokens.chars <= TOKEN_CHARS_MAX, 'a token is short')
    const features = this.#find(tile, tokens.chars)
    if (features === 0) return null
    this.#startValues(features)
    const out = this.#out
    let at = put(NAME_FIELD, 0, NAME_FIELD.length, out, LAYER_HEAD)
    at = this.#writeFeatures(tile, features, at)
    at = put(KEY_FIELDS, 0, KEY_FIELDS.length, out, at)
    at = this.#writeValues(features, tokens, at)
    at = put(TAIL, 0, TAIL.length, out, at)
    const start = writeLayerHead(out, at - LAYER_HEAD)
    return out.subarray(start, at)
  }

  /** How many POIs are shown; their numbers are in `#found`, the most important first. */
  #find(tile: TileId, tokenChars: number): number {
    const { x, y, levelFirst } = this.#index
    const box = boxOf(tile)
    const found = this.#found
    let count = 0
    for (let level = 0; level <= Math.min(tile.z, ZOOM_ALL); level++) {
      count = findInBox(x, y, levelFirst[level]!, levelFirst[level + 1]!, box, found, count)
    }
    const bytesMax = tile.z < ZOOM_ALL ? TILE_BYTES_MAX : CROWD_BYTES_MAX
    return this.#countThatFit(count, tokenChars, bytesMax)
  }

  #countThatFit(count: number, tokenChars: number, bytesMax: number): number {
    const { ids, names, types, name, type } = this.#index
    const found = this.#found
    let left = bytesMax - FRAME_BYTES
    for (let i = 0; i < count; i++) {
      const poi = found[i]!
      left -=
        FEATURE_BYTES_MAX +
        (ids.offsets[poi + 1]! - ids.offsets[poi]!) +
        (names.offsets[name[poi]! + 1]! - names.offsets[name[poi]!]!) +
        (types.offsets[type[poi]! + 1]! - types.offsets[type[poi]!]!) +
        (VALUE_HEAD + tokenChars)
      if (left < 0) return i
    }
    return count
  }

  #startValues(features: number): void {
    if (this.#firstValue + features * KEYS <= 0xffffffff) return
    this.#nameValue.fill(0)
    this.#typeValue.fill(0)
    this.#firstValue = 1
  }

  #writeFeatures(tile: TileId, features: number, at: number): number {
    const { x: xs, y: ys, featureId, name: names, type: types } = this.#index
    const out = this.#out
    const found = this.#found
    const nameValue = this.#nameValue
    const typeValue = this.#typeValue
    const first = this.#firstValue
    const side = tileUnits(tile.z)
    const west = tile.x * side
    const north = tile.y * side
    const scale = EXTENT / side
    let next = first
    for (let i = 0; i < features; i++) {
      const poi = found[i]!
      const idValue = next++
      const name = names[poi]!
      if (nameValue[name]! < first) nameValue[name] = next++
      const type = types[poi]!
      if (typeValue[type]! < first) typeValue[type] = next++
      const tokenValue = next++
      out[at++] = FEATURE
      const lengthAt = at++
      out[at++] = FEATURE_ID
      at = writeWide(featureId[poi]!, out, at)
      out[at++] = FEATURE_TAGS
      const tagsAt = at++
      out[at++] = 0
      at = writeVarint(idValue - first, out, at)
      out[at++] = 1
      at = writeVarint(nameValue[name]! - first, out, at)
      out[at++] = 2
      at = writeVarint(typeValue[type]! - first, out, at)
      out[at++] = 3
      at = writeVarint(tokenValue - first, out, at)
      out[tagsAt] = at - tagsAt - 1
      out[at++] = FEATURE_TYPE
      out[at++] = POINT
      out[at++] = FEATURE_GEOMETRY
      const geometryAt = at++
      out[at++] = MOVE_TO_ONE
      at = writeVarint(zigzag(Math.floor((xs[poi]! - west) * scale)), out, at)
      at = writeVarint(zigzag(Math.floor((ys[poi]! - north) * scale)), out, at)
      out[geometryAt] = at - geometryAt - 1
      out[lengthAt] = at - lengthAt - 1
    }
    return at
  }

  /** Writes the values in the order in which `#writeFeatures` has numbered them. */
  #writeValues(features: number, tokens: TokenWriter, at: number): number {
    const { ids, names, types, name, type } = this.#index
    const out = this.#out
    const found = this.#found
    const nameValue = this.#nameValue
    const typeValue = this.#typeValue
    let next = this.#firstValue
    for (let i = 0; i < features; i++) {
      const poi = found[i]!
      const idFrom = ids.offsets[poi]!
      const idTo = ids.offsets[poi + 1]!
      at = put(ids.bytes, idFrom, idTo, out, at)
      next++
      const named = name[poi]!
      if (nameValue[named] === next) {
        at = put(names.bytes, names.offsets[named]!, names.offsets[named + 1]!, out, at)
        next++
      }
      const typed = type[poi]!
      if (typeValue[typed] === next) {
        at = put(types.bytes, types.offsets[typed]!, types.offsets[typed + 1]!, out, at)
        next++
      }
      out[at++] = LAYER_VALUE
      out[at++] = tokens.chars + 2
      out[at++] = STRING_VALUE
      out[at++] = tokens.chars
      tokens.write(ids.bytes, idFrom + VALUE_HEAD, idTo, out, at)
      at += tokens.chars
      next++
    }
    this.#firstValue = next
    return at
  }
}

function fieldOf(head: number, value: string): Uint8Array {
  return Uint8Array.of(head, value.length, ...text.encode(value))
}

/** Writes the layer's head so that it ends where its `length` bytes begin; where it begins. */
function writeLayerHead(out: Uint8Array, length: number): number {
  const lengthBytes = length < 0x80 ? 1 : length < 0x4000 ? 2 : 3
  const start = LAYER_HEAD - 1 - lengthBytes
  out[start] = 0x1a
  writeVarint(length, out, start + 1)
  return start
}

/** Copies a short run; a subarray for `set` would cost more than the loop. */
function put(from: Uint8Array, start: number, end: number, out: Uint8Array, at: number): number {
  for (let i = start; i < end; i++) out[at++] = from[i]!
  return at
}

/** A whole number, 0 … 2^31 − 1. */
function writeVarint(value: number, out: Uint8Array, at: number): number {
  while (value > 0x7f) {
    out[at++] = (value & 0x7f) | 0x80
    value >>>= 7
  }
  out[at++] = value
  return at
}

const LOW_BITS = 28

/** A whole number, 0 … 2^53 − 1: beyond 32 bits only its upper part is divided. */
function writeWide(value: number, out: Uint8Array, at: number): number {
  const high = Math.floor(value / 2 ** LOW_BITS)
  if (high === 0) return writeVarint(value, out, at)
  const low = value - high * 2 ** LOW_BITS
  for (let shift = 0; shift < LOW_BITS; shift += 7) out[at++] = ((low >>> shift) & 0x7f) | 0x80
  return writeVarint(high, out, at)
}

/** 0, −1, 1, −2 … as 0, 1, 2, 3 … */
function zigzag(value: number): number {
  return (value << 1) ^ (value >> 31)
}
