import type { TagScratch } from './columns.ts'
import { fault } from './fault.ts'
import { countPacked, type Fields, type Range, unpackUints } from './protobuf.ts'

/** Appends the tags of one Node, Way or Relation; `closeObject` is left to the caller. */
export function appendTags(bytes: Uint8Array, keys: Range, values: Range, tags: TagScratch): void {
  const count = countPacked(bytes, keys)
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
