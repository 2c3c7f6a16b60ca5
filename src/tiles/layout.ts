import { assert } from '../base/assert.ts'
import { openContainer } from '../base/container.ts'
import { checkPool, type StringPool } from '../base/string-pool.ts'
import { mortonOrder } from './quadtree.ts'

/*
 * The tile index, one file: all that tiles show, in the order and the form in which tiles show it.
 * POIs stand by the zoom at which they first appear (thinning.ts), so that a tile takes only what
 * it shows; within a zoom along the Morton curve, so that every cell of every grid is one range.
 *
 *   levelFirst  Uint32[20]    POIs that appear first at zoom z: levelFirst[z] … levelFirst[z + 1]
 *   x, y        Uint32[n]     position, units of geo/mercator.ts
 *   featureId   Float64[n]    whole, 1 … 2^53 − 1
 *   type        Uint16[n]     number of its type
 *   name        Uint32[n]     number of its name
 *   idBytes, idOffsets        n place ids, in the order of the POIs
 *   nameBytes, nameOffsets    distinct names
 *   typeBytes, typeOffsets    distinct types
 *
 * Ids, names and types are stored as tiles hold them: a value of a layer, Protocol Buffers fields
 * and lengths included (encodeValue), of which ids have VALUE_HEAD bytes before their text.
 */

export const TILES_KIND = 'tiles'
export const TILES_VERSION = 1

/** From this zoom on a tile shows every POI; before, the best of each cell of a grid. */
export const ZOOM_ALL = 18

/** Bytes before the text of a value whose text is shorter than SHORT_TEXT_MAX. */
export const VALUE_HEAD = 4
export const SHORT_TEXT_MAX = 125

export interface TileIndex {
  readonly levelFirst: Uint32Array
  readonly x: Uint32Array
  readonly y: Uint32Array
  readonly featureId: Float64Array
  readonly type: Uint16Array
  readonly name: Uint32Array
  readonly ids: StringPool
  readonly names: StringPool
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
    name: file.section('name', 'u32'),
    ids: pool('id'),
    names: pool('name'),
    types: pool('type'),
  }
}

/** Throws when a reference leads nowhere or an order that queries rely on does not hold. */
export function checkTileIndex(index: TileIndex): void {
  const { levelFirst, x, y, featureId, type, name, ids, names, types } = index
  const pois = x.length
  for (const pool of [ids, names, types]) checkPool(pool)
  for (const column of [y, featureId, type, name]) {
    assert(column.length === pois, 'a column has a row a POI')
  }
  assert(ids.offsets.length === pois + 1, 'every POI has an id')
  for (const number of type) assert(number + 1 < types.offsets.length, 'a type exists')
  for (const number of name) assert(number + 1 < names.offsets.length, 'a name exists')
  for (const id of featureId) assert(Number.isSafeInteger(id) && id > 0, 'a feature id is whole')
  for (let poi = 0; poi < pois; poi++) {
    const valueBytes = ids.offsets[poi + 1]! - ids.offsets[poi]!
    assert(valueBytes > VALUE_HEAD, 'an id is not empty')
    assert(valueBytes <= VALUE_HEAD + SHORT_TEXT_MAX, 'an id is short')
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
