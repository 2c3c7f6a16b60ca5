import { assert } from '../base/assert.ts'
import type { Container } from '../base/container.ts'

/*
 * A contraction hierarchy (Geisberger, Sanders, Schultes and Delling 2008) over the states of
 * turns.ts: every turn, its cost and its restrictions are in it, so nothing is left to correct.
 * A state is known here by its rank, the order in which states were contracted. The cost of an
 * arc is the time from the beginning of one state's arc to the beginning of the other's.
 *
 *   rankOf      Uint32[m+c]  rank of a state; NO_RANK for arcs that may not be driven
 *   stateAt     Uint32[s]    state of a rank
 * Arcs to higher ranks, by the rank they leave:
 *   upFirst     Uint32[s+1]  arcs of rank r: upFirst[r] .. upFirst[r+1]
 *   upArcs      Uint32[2 u]  head, cost; one arc a head
 *   upMiddle    Uint32[u]    the rank, lower than both ends, that a shortcut passes; NO_MIDDLE when
 *                            it is one turn
 * Arcs from higher ranks, by the rank they reach: downFirst, downArcs (tail, cost), downMiddle.
 */

export const NO_RANK = 0xffffffff
export const NO_MIDDLE = 0xffffffff

export interface Hierarchy {
  readonly rankOf: Uint32Array
  readonly stateAt: Uint32Array
  readonly upFirst: Uint32Array
  readonly upArcs: Uint32Array
  readonly upMiddle: Uint32Array
  readonly downFirst: Uint32Array
  readonly downArcs: Uint32Array
  readonly downMiddle: Uint32Array
}

export function openHierarchy(file: Container): Hierarchy {
  return {
    rankOf: file.section('rankOf', 'u32'),
    stateAt: file.section('stateAt', 'u32'),
    upFirst: file.section('upFirst', 'u32'),
    upArcs: file.section('upArcs', 'u32'),
    upMiddle: file.section('upMiddle', 'u32'),
    downFirst: file.section('downFirst', 'u32'),
    downArcs: file.section('downArcs', 'u32'),
    downMiddle: file.section('downMiddle', 'u32'),
  }
}

/**
 * Throws when the arrays are no hierarchy: every arc leads up, and every shortcut is the sum of two
 * arcs over its middle.
 */
export function checkHierarchy(hierarchy: Hierarchy): void {
  const { rankOf, stateAt } = hierarchy
  const ranks = stateAt.length
  for (let rank = 0; rank < ranks; rank++) {
    assert(rankOf[stateAt[rank]!] === rank, 'a rank and its state name each other')
  }
  let ranked = 0
  for (const rank of rankOf) if (rank !== NO_RANK) ranked++
  assert(ranked === ranks, 'every ranked state has a rank of its own')
  checkSide(hierarchy, hierarchy.upFirst, hierarchy.upArcs, hierarchy.upMiddle, true)
  checkSide(hierarchy, hierarchy.downFirst, hierarchy.downArcs, hierarchy.downMiddle, false)
}

function checkSide(
  hierarchy: Hierarchy,
  first: Uint32Array,
  arcs: Uint32Array,
  middles: Uint32Array,
  isUp: boolean,
): void {
  const ranks = hierarchy.stateAt.length
  assert(first.length === ranks + 1 && first[0] === 0, 'a hierarchy has lists for every rank')
  assert(first[ranks] === middles.length, 'the lists of a hierarchy end with its arcs')
  assert(arcs.length === 2 * middles.length, 'an arc of a hierarchy has an end and a cost')
  for (let rank = 0; rank < ranks; rank++) {
    assert(first[rank]! <= first[rank + 1]!, 'the lists of a hierarchy ascend')
    for (let i = first[rank]!; i < first[rank + 1]!; i++) {
      const other = arcs[2 * i]!
      const middle = middles[i]!
      assert(other > rank && other < ranks, 'an arc of a hierarchy leads up')
      if (middle === NO_MIDDLE) continue
      assert(middle < rank, 'the middle of a shortcut is below both ends')
      const [tail, head] = isUp ? [rank, other] : [other, rank]
      const down = findDown(hierarchy, middle, tail)
      const up = findUp(hierarchy, middle, head)
      assert(down >= 0 && up >= 0, 'a shortcut has two halves')
      const cost = hierarchy.downArcs[2 * down + 1]! + hierarchy.upArcs[2 * up + 1]!
      assert(cost === arcs[2 * i + 1], 'a shortcut costs what its halves cost')
    }
  }
}

/** Position of the arc from `rank` up to `head`; −1 when there is none. */
export function findUp(hierarchy: Hierarchy, rank: number, head: number): number {
  const { upArcs } = hierarchy
  const end = hierarchy.upFirst[rank + 1]!
  for (let i = hierarchy.upFirst[rank]!; i < end; i++) if (upArcs[2 * i] === head) return i
  return -1
}

/** Position of the arc from `tail` down to `rank`; −1 when there is none. */
export function findDown(hierarchy: Hierarchy, rank: number, tail: number): number {
  const { downArcs } = hierarchy
  const end = hierarchy.downFirst[rank + 1]!
  for (let i = hierarchy.downFirst[rank]!; i < end; i++) if (downArcs[2 * i] === tail) return i
  return -1
}
