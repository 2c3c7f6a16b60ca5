import type { SearchIndex } from './layout.ts'
import { wardCode } from './traits.ts'

type Successors = Pick<SearchIndex, 'units' | 'successorFirst' | 'successors'>

/**
 * Which wards took over which former units, both ways:
 *
 *   codes   Uint16[…]          the codes (traits.ts) of the index's `successors`, in their order
 *   first   Uint32[units + 1]  unit u took in former[first[u]] … former[first[u + 1]]
 *   former  Uint32[…]          the units of before
 */
export interface TookIn {
  readonly codes: Uint16Array
  readonly first: Uint32Array
  readonly former: Uint32Array
}

/** Cost: one pass over the index's `successors`. */
export function tookInOf({ units, successorFirst, successors }: Successors): TookIn {
  const first = new Uint32Array(units + 1)
  for (const ward of successors) first[ward + 1]!++
  for (let unit = 0; unit < units; unit++) first[unit + 1]! += first[unit]!
  const next = first.slice()
  const former = new Uint32Array(successors.length)
  for (let unit = 0; unit < units; unit++) {
    const end = successorFirst[unit + 1]!
    for (let i = successorFirst[unit]!; i < end; i++) former[next[successors[i]!]!++] = unit
  }
  return { codes: Uint16Array.from(successors, wardCode), first, former }
}
