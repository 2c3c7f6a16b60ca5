import { type Column, float64Column, uint32Column } from '../../base/column.ts'
import type { OsmWant } from '../block.ts'
import type { NodeScratch } from '../columns.ts'
import { fault } from '../fault.ts'
import { checkId, checkItems, checkObjects } from './limits.ts'
import { appendTags, isVisible } from './pbf-object.ts'
import {
  countPacked,
  type Fields,
  NO_BYTES,
  type Range,
  unpackDeltas,
  unpackUints,
} from './protobuf.ts'
import { checkInWorld, type Scale, scaledE7 } from './scale.ts'

type NodeWant = Exclude<OsmWant['nodes'], 'none'>

interface DenseFields {
  readonly ids: Range
  readonly lons: Range
  readonly lats: Range
  readonly keysValues: Range
  /** 1 for a node that is there, 0 for a deleted one; empty when all are there. */
  readonly visible: Range
}

// Scratch memory, reused from group to group.
const ids = float64Column()
const lons = float64Column()
const lats = float64Column()
const keysValues = uint32Column()
const visible = uint32Column()

/**
 * Appends one DenseNodes. Every list is unpacked by itself, in a loop small enough to stay in
 * registers; then they are joined.
 */
export function readDenseNodes(
  bytes: Uint8Array,
  fields: Fields,
  scale: Scale,
  want: NodeWant,
  out: NodeScratch,
): void {
  const dense = readDenseFields(fields)
  const hasTags = dense.keysValues.to > dense.keysValues.from
  if (want === 'tagged' && !hasTags) return
  const count = unpackAll(bytes, dense.ids, ids, unpackDeltas)
  checkObjects(out.ids.length + count)
  const lonCount = unpackAll(bytes, dense.lons, lons, unpackDeltas)
  const latCount = unpackAll(bytes, dense.lats, lats, unpackDeltas)
  if (lonCount !== count || latCount !== count)
    fault('has dense nodes with unlike numbers of ids and positions')
  const hasVisible = unpackAll(bytes, dense.visible, visible, unpackUints) > 0
  if (hasVisible && visible.length !== count) fault('has dense nodes with a short list of flags')
  keysValues.length = 0
  if (hasTags && want !== 'coordinates') {
    unpackAll(bytes, dense.keysValues, keysValues, unpackUints)
    checkKeysValues(count)
  }
  joinDense(count, hasVisible, scale, want, out)
}

function joinDense(
  count: number,
  hasVisible: boolean,
  scale: Scale,
  want: NodeWant,
  out: NodeScratch,
): void {
  const { granularity, lonOffset, latOffset } = scale
  const id = ids.reserve(0)
  const lon = lons.reserve(0)
  const lat = lats.reserve(0)
  const flag = visible.reserve(0)
  const pair = keysValues.reserve(0)
  const pairEnd = keysValues.length
  const outId = out.ids.reserve(count)
  const outLon = out.lonE7.reserve(count)
  const outLat = out.latE7.reserve(count)
  const tagFirst = out.tags.first.reserve(count)
  const tagKey = out.tags.key.reserve(pairEnd >> 1)
  const tagValue = out.tags.value.reserve(pairEnd >> 1)
  const isTaggedOnly = want === 'tagged'
  let n = out.ids.length
  let t = out.tags.key.length
  let p = 0
  for (let i = 0; i < count; i++) {
    const isLeftOut = (isTaggedOnly && pair[p] === 0) || (hasVisible && flag[i] === 0)
    if (isLeftOut) {
      if (p < pairEnd) {
        while (pair[p] !== 0) p += 2
        p++
      }
      continue
    }
    const lonE7 = scaledE7(lon[i]!, granularity, lonOffset)
    const latE7 = scaledE7(lat[i]!, granularity, latOffset)
    checkId(id[i]!)
    checkInWorld(id[i]!, lonE7, latE7)
    outId[n] = id[i]!
    outLon[n] = lonE7
    outLat[n] = latE7
    n++
    if (p < pairEnd) {
      while (pair[p] !== 0) {
        tagKey[t] = pair[p]!
        tagValue[t] = pair[p + 1]!
        t++
        p += 2
      }
      p++
    }
    // Entry n, behind the n objects before it: the column began with one entry.
    tagFirst[n] = t
  }
  out.ids.length = n
  out.lonE7.length = n
  out.latE7.length = n
  out.tags.first.length = n + 1
  out.tags.key.length = t
  out.tags.value.length = t
}

/** Keys and values take turns; a 0 in place of a key ends each node's, so there are `count`. */
function checkKeysValues(count: number): void {
  const pair = keysValues.reserve(0)
  const end = keysValues.length
  let nodes = 0
  let p = 0
  while (p < end) {
    if (pair[p] === 0) {
      nodes++
      p++
    } else p += 2
  }
  if (p !== end || nodes !== count) fault('has dense nodes whose tags do not match them')
}

function readDenseFields(fields: Fields): DenseFields {
  const dense = {
    ids: NO_BYTES,
    lons: NO_BYTES,
    lats: NO_BYTES,
    keysValues: NO_BYTES,
    visible: NO_BYTES,
  }
  while (fields.next()) {
    switch (fields.field) {
      case 1:
        dense.ids = fields.list(dense.ids)
        break
      case 5:
        dense.visible = readVisible(fields.message())
        break
      case 8:
        dense.lats = fields.list(dense.lats)
        break
      case 9:
        dense.lons = fields.list(dense.lons)
        break
      case 10:
        dense.keysValues = fields.list(dense.keysValues)
        break
    }
  }
  return dense
}

function readVisible(info: Fields): Range {
  let flags = NO_BYTES
  while (info.next()) if (info.field === 6) flags = info.list(flags)
  return flags
}

type Unpack<A> = (bytes: Uint8Array, list: Range, out: A, at: number) => void

/** Makes the column the list's numbers; how many there are. */
function unpackAll<A extends Float64Array<ArrayBuffer> | Uint32Array<ArrayBuffer>>(
  bytes: Uint8Array,
  list: Range,
  column: Column<A>,
  unpack: Unpack<A>,
): number {
  const count = countPacked(bytes, list)
  checkItems(count)
  column.length = 0
  unpack(bytes, list, column.reserve(count), 0)
  column.length = count
  return count
}

/** Appends one plain Node. */
export function readNode(
  bytes: Uint8Array,
  fields: Fields,
  scale: Scale,
  want: NodeWant,
  out: NodeScratch,
): void {
  let id: number | null = null
  let lon: number | null = null
  let lat: number | null = null
  let keys = NO_BYTES
  let values = NO_BYTES
  let isThere = true
  while (fields.next()) {
    switch (fields.field) {
      case 1:
        id = fields.sint()
        break
      case 2:
        keys = fields.list(keys)
        break
      case 3:
        values = fields.list(values)
        break
      case 4:
        isThere = isVisible(fields.message())
        break
      case 8:
        lat = fields.sint()
        break
      case 9:
        lon = fields.sint()
        break
    }
  }
  if (!isThere || (want === 'tagged' && keys.to === keys.from)) return
  if (id === null || lon === null || lat === null) fault('has a node without id or position')
  const lonE7 = scaledE7(lon, scale.granularity, scale.lonOffset)
  const latE7 = scaledE7(lat, scale.granularity, scale.latOffset)
  checkId(id)
  checkInWorld(id, lonE7, latE7)
  checkObjects(out.ids.length + 1)
  if (want !== 'coordinates') appendTags(bytes, keys, values, out.tags)
  out.ids.push(id)
  out.lonE7.push(lonE7)
  out.latE7.push(latE7)
  out.tags.closeObject()
}
