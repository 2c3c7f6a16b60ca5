import type { Column } from '../../base/column.ts'
import { float64Column } from '../../base/column.ts'
import { NO_POSITION } from '../block.ts'
import type { WayScratch } from '../columns.ts'
import { fault } from '../fault.ts'
import { checkId, checkItems, checkObjects, checkRefs } from './limits.ts'
import { appendTags, readObject } from './pbf-object.ts'
import { countPacked, type Fields, type Range, unpackDeltas } from './protobuf.ts'
import { LAT_E7_MAX, LON_E7_MAX, type Scale, scaledE7 } from './scale.ts'

// Scratch memory, reused from way to way.
const positions = float64Column()

/** Appends one Way. */
export function readWay(bytes: Uint8Array, fields: Fields, scale: Scale, out: WayScratch): void {
  const { id, keys, values, isThere, list8: refs, list9: lats, list10: lons } = readObject(fields)
  if (!isThere) return
  if (id === null) fault('has a way without an id')
  checkId(id)
  checkObjects(out.ids.length + 1)
  appendTags(bytes, keys, values, out.tags)
  const count = countPacked(bytes, refs)
  checkRefs(id, count)
  checkItems(out.refs.length + count)
  if (lons.to > lons.from || lats.to > lats.from) {
    out.padPositions()
    appendPositions(bytes, lons, count, scale.granularity, scale.lonOffset, LON_E7_MAX, out.lonE7)
    appendPositions(bytes, lats, count, scale.granularity, scale.latOffset, LAT_E7_MAX, out.latE7)
  }
  unpackDeltas(bytes, refs, out.refs.reserve(count), out.refs.length)
  out.refs.length += count
  out.refFirst.push(out.refs.length)
  out.ids.push(id)
  out.tags.closeObject()
}

function appendPositions(
  bytes: Uint8Array,
  list: Range,
  count: number,
  granularity: number,
  offset: number,
  max: number,
  out: Column<Int32Array<ArrayBuffer>>,
): void {
  if (countPacked(bytes, list) !== count) {
    fault('has a way with unlike numbers of nodes and positions')
  }
  const raw = positions.reserve(count)
  unpackDeltas(bytes, list, raw, 0)
  const target = out.reserve(count)
  for (let i = 0; i < count; i++) {
    const e7 = scaledE7(raw[i]!, granularity, offset)
    target[out.length + i] = Math.abs(e7) <= max ? e7 : NO_POSITION
  }
  out.length += count
}
