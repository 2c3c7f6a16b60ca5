import { createHash } from 'node:crypto'
import type { PlaceId } from '../../base/ids.ts'

/** 64 bits: among 100,000 names two that meet are less likely than 1 in 3 thousand million. */
const HEX_DIGITS = 16

/** The same id for the same text, in every dataset; `prefix` as base/ids.ts lists them. */
export function stableId(prefix: 'f' | 'g' | 's', text: string): PlaceId {
  const hash = createHash('sha256').update(text).digest('hex')
  return `${prefix}${hash.slice(0, HEX_DIGITS)}` as PlaceId
}
