import { assert } from '../base/assert.ts'
import { openContainer } from '../base/container.ts'
import { checkPool, type StringPool } from '../base/string-pool.ts'
import { mortonOrder } from './quadtree.ts'
import { LAYER_VALUE } from './value.ts'

/*
 * The tile index, one file: all that tiles show, in the order and the form in which tiles show it.
 * POIs stand by the zoom at which they first appear (thinning.ts), so that a tile takes only what
 * it shows; within a zoom along the Morton curve, so that every cell of every grid is one range.
 *
 *   levelFirst  Uint32[20]    POIs that appear first at zoom z: levelFirst[z] … levelFirst[z + 1]
 *   x, y        Uint32[n]     position, units of geo/mercator.ts
 *   featureId   Float64[n]    whole, 1 … 2^53 − 1
 *   type        Uint16[n]     number of its type
 *   textBytes, textOffsets    of each POI its place id, then its name
 *   typeBytes, typeOffsets    the distinct types
 *
 * Texts are stored as tiles hold them: values of a layer, Protocol Buffers fields and lengths
 * included (value.ts), so that those of neighbours on the curve are copied in one piece. Of an id
 * the text is behind VALUE_HEAD bytes, of which the last is its length.
 */

export const TILES_KIND = 'tiles'
export const TILES_VERSION = 1

/** From this zoom on a tile shows every POI; before, the best of each cell of a grid. */
export const ZOOM_ALL = 18

/** Bytes before the text of a value whose text has at most SHORT_TEXT_MAX bytes. */
export const VALUE_HEAD = 4
export const SHORT_TEXT_MAX = 125

export interface TileIndex {
  readonly levelFirst: Uint32Array
  readonly x: Uint32Array
  readonly y: Uint32Array
  readonly featureId: Float64Array
  readonly type: Uint16Array
  readonly texts: StringPool
  readonly types: StringPool
}

/** Opens tiles.idx over its mapped bytes; no copy. Throws `INVALID_DATASET`. */
export function openTileIndex(bytes: Uint8Array): TileIndex {
  const file = openContainer(bytes, TILES_KIND, TILES_VERSION)
  const pool = (name: string): StringPool => ({
    bytes: file.section(`${name}Bytes`, 'u8'),
    offsets: file.section(`${name}Offsets`, 'u32'),
  })
  return {
    levelFirst: file.section('levelFirst', 'u32'),
    x: file.section('x', 'u32'),
    y: file.section('y', 'u32'),
    featureId: file.section('featureId', 'f64'),
    type: file.section('type', 'u16'),
    texts: pool('text'),
    types: pool('type'),
  }
}

/** Throws when a reference leads nowhere or an order that queries rely on does not hold. */
export function checkTileIndex(index: TileIndex): void {
  const { levelFirst, x, y, featureId, type, texts, types } = index
  const pois = x.length
  for (const pool of [texts, types]) checkPool(pool)
  for (const column of [y, featureId, type]) {
    assert(column.length === pois, 'a column has a row a POI')
  }
  assert(texts.offsets.length === pois + 1, 'every POI has its texts')
  for (const number of type) assert(number + 1 < types.offsets.length, 'a type exists')
  for (const id of featureId) assert(Number.isSafeInteger(id) && id > 0, 'a feature id is whole')
  for (let poi = 0; poi < pois; poi++) {
    const start = texts.offsets[poi]!
    const idBytes = texts.bytes[start + VALUE_HEAD - 1]!
    assert(idBytes > 0 && idBytes <= SHORT_TEXT_MAX, 'an id is short')
    const nameStart = start + VALUE_HEAD + idBytes
    assert(nameStart < texts.offsets[poi + 1]!, 'a name follows the id')
    assert(texts.bytes[nameStart] === LAYER_VALUE, 'a name is a value')
  }
  assert(levelFirst.length === ZOOM_ALL + 2, 'there is a level a zoom')
  assert(levelFirst[0] === 0 && levelFirst.at(-1) === pois, 'levels cover the POIs')
  for (let level = 0; level <= ZOOM_ALL; level++) {
    const end = levelFirst[level + 1]!
    assert(levelFirst[level]! <= end, 'levels ascend')
    for (let poi = levelFirst[level]! + 1; poi < end; poi++) {
      const order = mortonOrder(x[poi - 1]!, y[poi - 1]!, x[poi]!, y[poi]!)
      assert(order <= 0, 'the POIs of a level follow the Morton curve')
    }
  }
}
