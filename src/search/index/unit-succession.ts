import { wardCode } from './entry-bits.ts'
import type { SearchIndex } from './layout.ts'

type Successors = Pick<SearchIndex, 'units' | 'successorFirst' | 'successors'>

/**
 * Which wards took over which former units, both ways:
 *
 *   successorCodes    Uint16[…]          codes (entry-bits.ts) of the index's successors, in order
 *   predecessorFirst  Uint32[units + 1]  unit u took over predecessors[predecessorFirst[u]] …
 *                                        predecessors[predecessorFirst[u + 1]], or parts of them
 *   predecessors      Uint32[…]          units of before
 */
export interface UnitSuccession {
  readonly successorCodes: Uint16Array
  readonly predecessorFirst: Uint32Array
  readonly predecessors: Uint32Array
}

/** Cost: one pass over the index's `successors`. */
export function unitSuccessionOf({
  units,
  successorFirst,
  successors,
}: Successors): UnitSuccession {
  const predecessorFirst = new Uint32Array(units + 1)
  for (const ward of successors) predecessorFirst[ward + 1]!++
  for (let unit = 0; unit < units; unit++) {
    predecessorFirst[unit + 1]! += predecessorFirst[unit]!
  }
  const next = predecessorFirst.slice()
  const predecessors = new Uint32Array(successors.length)
  for (let unit = 0; unit < units; unit++) {
    const end = successorFirst[unit + 1]!
    for (let i = successorFirst[unit]!; i < end; i++) predecessors[next[successors[i]!]!++] = unit
  }
  const successorCodes = Uint16Array.from(successors, wardCode)
  return { successorCodes, predecessorFirst, predecessors }
}
