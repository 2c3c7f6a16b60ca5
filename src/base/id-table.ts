import { assert } from './assert.ts'
import { compareAt, type StringPool } from './string-pool.ts'

/*
 * Ids of an index file, found by hash.
 *
 *   slots  Uint32[2^k]  open addressing with linear probing, at most half full: row + 1, 0 is free
 */

/** FNV-1a over the UTF-16 units of an id, 32 bits. */
export function hashOfId(id: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < id.length; i++) hash = Math.imul(hash ^ id.charCodeAt(i), 0x01000193)
  return hash >>> 0
}

/** The slots of rows that bear these ids; all are different. */
export function idSlotsOf(ids: readonly string[]): Uint32Array {
  let size = 16
  while (size < ids.length * 2) size *= 2
  const slots = new Uint32Array(size)
  ids.forEach((id, row) => {
    let slot = hashOfId(id) & (size - 1)
    while (slots[slot] !== 0) slot = (slot + 1) & (size - 1)
    slots[slot] = row + 1
  })
  return slots
}

const encoder = new TextEncoder()

/** The row with that id, or null. `column`: the string of each row's id in the pool. */
export function rowOfId(
  slots: Uint32Array,
  strings: StringPool,
  column: Uint32Array,
  id: string,
): number | null {
  const key = encoder.encode(id)
  const mask = slots.length - 1
  for (let slot = hashOfId(id) & mask; slots[slot] !== 0; slot = (slot + 1) & mask) {
    const row = slots[slot]! - 1
    if (compareAt(strings, column[row]!, key) === 0) return row
  }
  return null
}

/** Throws unless every look-up in the slots ends, and at a row that there is. */
export function checkIdSlots(slots: Uint32Array, rows: number): void {
  assert((slots.length & (slots.length - 1)) === 0, 'there are 2^k slots for ids')
  assert(slots.length >= 2 * rows, 'slots for ids are at most half full')
  const isTaken = new Uint8Array(rows + 1)
  let taken = 0
  for (const slot of slots) {
    if (slot === 0) continue
    assert(slot <= rows && isTaken[slot] === 0, 'a slot leads to a row of its own')
    isTaken[slot] = 1
    taken++
  }
  assert(taken === rows, 'every row has a slot')
}
