import { assert } from '../base/assert.ts'
import { writeVarint } from '../base/varint.ts'
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
 *     [22] values     id and name of every feature, then the distinct types, then the tokens
 *     [28] extent  [78] version 2
 *
 * Ids, names and types stand in the index as they stand here. Of features that are neighbours
 * there, most of a tile, ids and names are copied in one piece.
 */

export const LAYER = 'pois'

/** Before compression. What is worth least is left out of a tile that would be longer. */
export const TILE_BYTES_MAX = 200_000

/** The same from ZOOM_ALL on, where a tile shows all there is: a bazaar or two on one street. */
export const CROWD_BYTES_MAX = 2_000_000
export const CROWD_FEATURES_MAX = 16_000

const PROPERTIES = ['place_id', 'name', 'primary_type', 'token'] as const

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
  /** The types that are shown, in the order of their values, and for each type its place there. */
  readonly #types: Uint16Array
  readonly #typeAt: Uint16Array
  #typeCount = 0

  constructor(index: TileIndex) {
    this.#index = index
    this.#types = new Uint16Array(index.types.offsets.length)
    this.#typeAt = new Uint16Array(index.types.offsets.length)
  }

  /** The tile, valid until the next call; null when it is empty. */
  write(tile: TileId, tokens: TokenWriter): Uint8Array<ArrayBuffer> | null {
    assert(tokens.chars <= TOKEN_CHARS_MAX, 'a token is short')
    const features = this.#find(tile, tokens.chars)
    if (features === 0) return null
    this.#gatherTypes(features)
    const out = this.#out
    let at = put(NAME_FIELD, 0, NAME_FIELD.length, out, LAYER_HEAD)
    at = this.#writeFeatures(tile, features, at)
    at = put(KEY_FIELDS, 0, KEY_FIELDS.length, out, at)
    at = this.#writeTexts(features, at)
    at = this.#writeTokens(features, tokens, at)
    at = put(TAIL, 0, TAIL.length, out, at)
    const start = writeLayerHead(out, at - LAYER_HEAD)
    return out.subarray(start, at)
  }

  /** Count of POIs shown; their numbers are in `#found`, the most important first. */
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
    const { texts, types } = this.#index
    const { offsets } = texts
    const found = this.#found
    const other = FEATURE_BYTES_MAX + VALUE_HEAD + tokenChars
    let left = bytesMax - FRAME_BYTES - types.bytes.length
    for (let i = 0; i < count; i++) {
      const poi = found[i]!
      left -= other + offsets[poi + 1]! - offsets[poi]!
      if (left < 0) return i
    }
    return count
  }

  #gatherTypes(features: number): void {
    const { type } = this.#index
    const found = this.#found
    const types = this.#types
    const typeAt = this.#typeAt
    let count = 0
    for (let i = 0; i < features; i++) {
      const number = type[found[i]!]!
      // A place left by the last tile is none, or that of another type.
      const at = typeAt[number]!
      if (at < count && types[at] === number) continue
      types[count] = number
      typeAt[number] = count++
    }
    this.#typeCount = count
  }

  #writeFeatures(tile: TileId, features: number, at: number): number {
    const { x: xs, y: ys, featureId, type } = this.#index
    const out = this.#out
    const found = this.#found
    const typeAt = this.#typeAt
    const firstType = 2 * features
    const firstToken = firstType + this.#typeCount
    const side = tileUnits(tile.z)
    const west = tile.x * side
    const north = tile.y * side
    const scale = EXTENT / side
    for (let i = 0; i < features; i++) {
      const poi = found[i]!
      out[at++] = FEATURE
      const lengthAt = at++
      out[at++] = FEATURE_ID
      at = writeVarint(featureId[poi]!, out, at)
      out[at++] = FEATURE_TAGS
      const tagsAt = at++
      out[at++] = 0
      at = writeVarint(2 * i, out, at)
      out[at++] = 1
      at = writeVarint(2 * i + 1, out, at)
      out[at++] = 2
      at = writeVarint(firstType + typeAt[type[poi]!]!, out, at)
      out[at++] = 3
      at = writeVarint(firstToken + i, out, at)
      out[tagsAt] = at - tagsAt - 1
      out[at++] = FEATURE_TYPE
      out[at++] = POINT
      out[at++] = FEATURE_GEOMETRY
      const geometryAt = at++
      out[at++] = MOVE_TO_ONE
      at = writeVarint(zigzag(Math.round((xs[poi]! - west) * scale)), out, at)
      at = writeVarint(zigzag(Math.round((ys[poi]! - north) * scale)), out, at)
      out[geometryAt] = at - geometryAt - 1
      out[lengthAt] = at - lengthAt - 1
    }
    return at
  }

  /** Ids and names, then types. */
  #writeTexts(features: number, at: number): number {
    const { texts, types } = this.#index
    const out = this.#out
    const found = this.#found
    for (let i = 0; i < features; ) {
      const first = found[i]!
      let end = first + 1
      for (i++; i < features && found[i] === end; i++) end++
      at = put(texts.bytes, texts.offsets[first]!, texts.offsets[end]!, out, at)
    }
    for (let i = 0; i < this.#typeCount; i++) {
      const type = this.#types[i]!
      at = put(types.bytes, types.offsets[type]!, types.offsets[type + 1]!, out, at)
    }
    return at
  }

  #writeTokens(features: number, tokens: TokenWriter, at: number): number {
    const { bytes, offsets } = this.#index.texts
    const { chars } = tokens
    const out = this.#out
    const found = this.#found
    for (let i = 0; i < features; i++) {
      const id = offsets[found[i]!]! + VALUE_HEAD
      out[at++] = LAYER_VALUE
      out[at++] = chars + 2
      out[at++] = STRING_VALUE
      out[at++] = chars
      tokens.write(bytes, id, id + bytes[id - 1]!, out, at)
      at += chars
    }
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

/** Up to here a loop copies faster than `set` makes its subarray. */
const SHORT_COPY = 64

function put(from: Uint8Array, start: number, end: number, out: Uint8Array, at: number): number {
  if (end - start > SHORT_COPY) {
    out.set(from.subarray(start, end), at)
    return at + end - start
  }
  for (let i = start; i < end; i++) out[at++] = from[i]!
  return at
}

/** 0, −1, 1, −2 … as 0, 1, 2, 3 … */
function zigzag(value: number): number {
  return (value << 1) ^ (value >> 31)
}
