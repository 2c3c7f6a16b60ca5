import { assert } from '../base/assert.ts'
import type { Container } from '../base/container.ts'

/*
 * A contraction hierarchy (Geisberger, Sanders, Schultes and Delling 2008) over the states of
 * turns.ts: every turn, its cost and its restrictions are in it, so nothing is left to correct.
 * A state is known here by its rank, the order in which states were contracted. The cost of an
 * arc is the time from the beginning of one state's arc to the beginning of the other's.
 *
 *   rankOf  Uint32[m+c]   rank of a state; NO_RANK for arcs that may not be driven
 *   stateAt Uint32[s]     state of a rank
 *   first   Uint32[2s+1]  arcs from rank r to higher ranks: first[2 r] .. first[2 r + 1],
 *                         arcs from higher ranks to r: first[2 r + 1] .. first[2 r + 2]
 *   ends    Uint32[2 a]   rank at the other end, cost; one arc an end in each list
 *   middle  Uint32[a]     the rank, lower than both ends, that a shortcut passes; NO_MIDDLE when it
 *                         is one turn
 *
 * Ranks are sorted by the depth of what was contracted below them, and within a depth as states
 * are, which is by place: what a route unpacks lies close together.
 */

export const NO_RANK = 0xffffffff
export const NO_MIDDLE = 0xffffffff

export interface Hierarchy {
  readonly rankOf: Uint32Array
  readonly stateAt: Uint32Array
  readonly first: Uint32Array
  readonly ends: Uint32Array
  readonly middle: Uint32Array
}

export function openHierarchy(file: Container): Hierarchy {
  return {
    rankOf: file.section('rankOf', 'u32'),
    stateAt: file.section('stateAt', 'u32'),
    first: file.section('rankFirst', 'u32'),
    ends: file.section('rankEnds', 'u32'),
    middle: file.section('rankMiddle', 'u32'),
  }
}

/**
 * Throws when the arrays are no hierarchy: every arc leads up, and every shortcut is the sum of two
 * arcs over its middle.
 */
export function checkHierarchy(hierarchy: Hierarchy): void {
  const { rankOf, stateAt, first, ends, middle } = hierarchy
  const ranks = stateAt.length
  for (let rank = 0; rank < ranks; rank++) {
    assert(rankOf[stateAt[rank]!] === rank, 'a rank and its state name each other')
  }
  let ranked = 0
  for (const rank of rankOf) if (rank !== NO_RANK) ranked++
  assert(ranked === ranks, 'every ranked state has a rank of its own')
  assert(first.length === 2 * ranks + 1 && first[0] === 0, 'every rank has two lists')
  assert(first[2 * ranks] === middle.length, 'the lists of a hierarchy end with its arcs')
  assert(ends.length === 2 * middle.length, 'an arc of a hierarchy has an end and a cost')
  for (let list = 0; list < 2 * ranks; list++) {
    assert(first[list]! <= first[list + 1]!, 'the lists of a hierarchy ascend')
    for (let i = first[list]!; i < first[list + 1]!; i++) checkArc(hierarchy, list, i)
  }
}

function checkArc(hierarchy: Hierarchy, list: number, i: number): void {
  const { stateAt, ends } = hierarchy
  const rank = list >>> 1
  const other = ends[2 * i]!
  const middle = hierarchy.middle[i]!
  assert(other > rank && other < stateAt.length, 'an arc of a hierarchy leads up')
  if (middle === NO_MIDDLE) return
  assert(middle < rank, 'the middle of a shortcut is below both ends')
  const [tail, head] = (list & 1) === 0 ? [rank, other] : [other, rank]
  const toMiddle = findArc(hierarchy, tail, middle)
  const fromMiddle = findArc(hierarchy, middle, head)
  assert(toMiddle >= 0 && fromMiddle >= 0, 'a shortcut has two halves')
  const cost = ends[2 * toMiddle + 1]! + ends[2 * fromMiddle + 1]!
  assert(cost === ends[2 * i + 1], 'a shortcut costs what its halves cost')
}

/** Position of the arc from one rank to another, which the lower of them keeps; −1: none. */
export function findArc(hierarchy: Hierarchy, tail: number, head: number): number {
  const { first, ends } = hierarchy
  const list = tail < head ? 2 * tail : 2 * head + 1
  const other = Math.max(tail, head)
  const end = first[list + 1]!
  for (let i = first[list]!; i < end; i++) if (ends[2 * i] === other) return i
  return -1
}
