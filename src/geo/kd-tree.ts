import { assert } from '../base/assert.ts'

/*
 * A balanced k-d tree over positions (Bentley 1975), bulk-loaded and immutable. Its shape follows
 * from the number of its items, so that no node refers to another: node 1 is the root, 2 k and
 * 2 k + 1 are the children of node k, node 2^d + j is leaf j and holds the items from ⌊j n / 2^d⌋
 * on.
 *
 *   positions  Int32[2 n]   longitude, latitude of each item, 1e-7 degrees, leaf after leaf
 *   splits     Int32[2^d]   of node k: what lies beneath its first child has at most, what lies
 *                           beneath its second at least this coordinate; 1e-7 degrees
 *   axes       Uint8[2^d]   of node k: 0 when that is the longitude, 1 when it is the latitude
 *   bounds     Int32[4]     west, south, east, north of all items; zeros when there are none
 */

const LEAF_ITEMS_MAX = 16
/** Coordinate and number of an item share a float of 53 bits while the tree is built. */
export const KD_ITEMS_MAX = 2 ** 21
const COORDINATE_MIN = -(2 ** 31)

export interface KdTree {
  readonly positions: Int32Array
  readonly splits: Int32Array
  readonly axes: Uint8Array
  readonly bounds: Int32Array
  readonly items: number
  /** A power of two. */
  readonly leaves: number
}

/**
 * Builds the tree over `given`: 2 numbers an item, longitude and latitude, 1e-7 degrees. `order`
 * tells of each item of the tree its number as given; those at one position keep their order.
 */
export function buildKdTree(given: Int32Array): { tree: KdTree; order: Uint32Array } {
  const items = given.length / 2
  assert(items <= KD_ITEMS_MAX, 'a k-d tree has room for its items')
  const leaves = leavesFor(items)
  const order = Uint32Array.from({ length: items }, (_, item) => item)
  const splits = new Int32Array(leaves)
  const axes = new Uint8Array(leaves)
  const keys = new Float64Array(items)
  for (let node = 1; node < leaves; node++) {
    const { first, end } = spanOf(items, leaves, node)
    const axis = longerAxis(given, order.subarray(first, end))
    for (let i = first; i < end; i++) {
      keys[i] = (given[order[i]! * 2 + axis]! - COORDINATE_MIN) * KD_ITEMS_MAX + order[i]!
    }
    keys.subarray(first, end).sort()
    for (let i = first; i < end; i++) order[i] = keys[i]! % KD_ITEMS_MAX
    const second = spanOf(items, leaves, 2 * node + 1)
    splits[node] = given[order[second.first]! * 2 + axis]!
    axes[node] = axis
  }
  const positions = new Int32Array(given.length)
  order.forEach((item, i) => {
    positions.set(given.subarray(item * 2, item * 2 + 2), i * 2)
  })
  return { tree: { positions, splits, axes, bounds: boundsOf(positions), items, leaves }, order }
}

/** The tree over arrays that an index file holds. */
export function openKdTree(
  positions: Int32Array,
  splits: Int32Array,
  axes: Uint8Array,
  bounds: Int32Array,
): KdTree {
  const items = positions.length / 2
  return { positions, splits, axes, bounds, items, leaves: leavesFor(items) }
}

/** Throws when the arrays are not those of a tree. */
export function checkKdTree({ positions, splits, axes, bounds, items, leaves }: KdTree): void {
  assert(Number.isInteger(items), 'an item of a k-d tree has two coordinates')
  assert(splits.length === leaves && axes.length === leaves, 'a k-d tree has the nodes it needs')
  const expected = boundsOf(positions)
  assert(bounds.length === expected.length, 'a k-d tree has four bounds')
  assert(
    bounds.every((side, k) => side === expected[k]),
    'a k-d tree knows its bounds',
  )
  for (let node = 1; node < leaves; node++) {
    assert(axes[node]! <= 1, 'a k-d tree has two axes')
    const { first, end } = spanOf(items, leaves, node)
    const second = spanOf(items, leaves, 2 * node + 1).first
    for (let i = first; i < end; i++) {
      const coordinate = positions[i * 2 + axes[node]!]!
      const isRight = i < second ? coordinate <= splits[node]! : coordinate >= splits[node]!
      assert(isRight, 'a node of a k-d tree divides its items')
    }
  }
}

/** The first item of a leaf; of the leaf after the last one: how many items there are. */
export function firstItemOf(items: number, leaves: number, leaf: number): number {
  // The operator leaves a small integer: loops over a number that may be a fraction are slower.
  return ((leaf * items) / leaves) | 0
}

function leavesFor(items: number): number {
  let leaves = 1
  while (items > leaves * LEAF_ITEMS_MAX) leaves *= 2
  return leaves
}

/** The items beneath a node. */
function spanOf(items: number, leaves: number, node: number): { first: number; end: number } {
  const level = 31 - Math.clz32(node)
  const width = leaves >> level
  const leaf = (node - (1 << level)) * width
  return {
    first: firstItemOf(items, leaves, leaf),
    end: firstItemOf(items, leaves, leaf + width),
  }
}

/** 0 when the items are farther apart in longitude, 1 when they are in latitude. */
function longerAxis(given: Int32Array, items: Uint32Array): 0 | 1 {
  const min = [Infinity, Infinity]
  const max = [-Infinity, -Infinity]
  for (const item of items) {
    for (let axis = 0; axis < 2; axis++) {
      min[axis] = Math.min(min[axis]!, given[item * 2 + axis]!)
      max[axis] = Math.max(max[axis]!, given[item * 2 + axis]!)
    }
  }
  return max[1]! - min[1]! > max[0]! - min[0]! ? 1 : 0
}

function boundsOf(positions: Int32Array): Int32Array {
  if (positions.length === 0) return new Int32Array(4)
  let west = Infinity
  let south = Infinity
  let east = -Infinity
  let north = -Infinity
  for (let i = 0; i < positions.length; i += 2) {
    west = Math.min(west, positions[i]!)
    east = Math.max(east, positions[i]!)
    south = Math.min(south, positions[i + 1]!)
    north = Math.max(north, positions[i + 1]!)
  }
  return Int32Array.of(west, south, east, north)
}
