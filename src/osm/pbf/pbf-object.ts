import type { TagScratch } from '../columns.ts'
import { fault } from '../fault.ts'
import { checkItems } from './limits.ts'
import { countPacked, type Fields, NO_BYTES, type Range, unpackUints } from './protobuf.ts'

/** The common part of ways and relations; their own lists are in fields 8, 9 and 10 of both. */
export interface ObjectFields {
  /** null when it is missing, which is a fault. */
  id: number | null
  keys: Range
  values: Range
  /** False for a deleted object. */
  isThere: boolean
  list8: Range
  list9: Range
  list10: Range
}

// Reused from object to object.
const object: ObjectFields = {
  id: null,
  keys: NO_BYTES,
  values: NO_BYTES,
  isThere: true,
  list8: NO_BYTES,
  list9: NO_BYTES,
  list10: NO_BYTES,
}

/** Reads a Way or a Relation; good until the next call. */
export function readObject(fields: Fields): ObjectFields {
  object.id = null
  object.keys = NO_BYTES
  object.values = NO_BYTES
  object.isThere = true
  object.list8 = NO_BYTES
  object.list9 = NO_BYTES
  object.list10 = NO_BYTES
  while (fields.next()) {
    switch (fields.field) {
      case 1:
        object.id = fields.int()
        break
      case 2:
        object.keys = fields.list(object.keys)
        break
      case 3:
        object.values = fields.list(object.values)
        break
      case 4:
        object.isThere = isVisible(fields.message())
        break
      case 8:
        object.list8 = fields.list(object.list8)
        break
      case 9:
        object.list9 = fields.list(object.list9)
        break
      case 10:
        object.list10 = fields.list(object.list10)
        break
    }
  }
  return object
}

/** Appends the tags of one Node, Way or Relation; `closeObject` is left to the caller. */
export function appendTags(bytes: Uint8Array, keys: Range, values: Range, tags: TagScratch): void {
  const count = countPacked(bytes, keys)
  checkItems(tags.key.length + count)
  if (countPacked(bytes, values) !== count) {
    fault('has an object with unlike numbers of keys and values')
  }
  unpackUints(bytes, keys, tags.key.reserve(count), tags.key.length)
  unpackUints(bytes, values, tags.value.reserve(count), tags.value.length)
  tags.key.length += count
  tags.value.length += count
}

/** False for a deleted object, which only files with history hold. Reads an Info. */
export function isVisible(info: Fields): boolean {
  while (info.next()) if (info.field === 6) return info.uint() !== 0
  return true
}
