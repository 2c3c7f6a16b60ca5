import { compareAt } from '../base/string-pool.ts'
import type { SearchIndex } from './layout.ts'

/** FNV-1a over the UTF-16 units of an id, 32 bits. */
export function hashOfId(id: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < id.length; i++) hash = Math.imul(hash ^ id.charCodeAt(i), 0x01000193)
  return hash >>> 0
}

const encoder = new TextEncoder()

/** The number of the place with that id, or null. */
export function placeOfId(index: SearchIndex, id: string): number | null {
  const { idSlots, strings } = index
  const key = encoder.encode(id)
  const mask = idSlots.length - 1
  for (let slot = hashOfId(id) & mask; idSlots[slot] !== 0; slot = (slot + 1) & mask) {
    const place = idSlots[slot]! - 1
    if (compareAt(strings, index.id[place]!, key) === 0) return place
  }
  return null
}
