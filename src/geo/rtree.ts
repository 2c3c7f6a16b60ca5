import { assert } from '../base/assert.ts'
import type { MinHeap } from '../base/heap.ts'
import { DEGREE_M } from './distance.ts'
import { hilbert } from './hilbert.ts'
import { E7, type Point } from './point.ts'

/*
 * A packed Hilbert R-tree (Kamel and Faloutsos 1993), bulk-loaded and immutable.
 *
 *   boxes  Int32[4 m]   west, south, east, north of each node, 1e-7 degrees: first the n items in
 *                       Hilbert order of their centres, then each level above, the root last
 *   refs   Uint32[m]    of an item its number as given; of a higher node its first child's position
 *
 * Every node but the last of a level has NODE_SIZE children, so a node's children end where the
 * next node's begin.
 */

const NODE_SIZE = 16
const BOX = 4

export interface RTree {
  readonly boxes: Int32Array
  readonly refs: Uint32Array
  readonly items: number
  /** End of each level in `refs`, leaves first; at most 8 numbers. */
  readonly levelEnds: readonly number[]
}

/** Builds the tree over `boxes`: 4 numbers an item, west, south, east, north, 1e-7 degrees. */
export function buildRTree(boxes: Int32Array): RTree {
  const items = boxes.length / BOX
  const levelEnds = levelEndsOf(items)
  const nodes = levelEnds.at(-1) ?? 0
  const tree = { boxes: new Int32Array(nodes * BOX), refs: new Uint32Array(nodes) }
  hilbertOrder(boxes).forEach((item, i) => {
    tree.refs[i] = item
    for (let k = 0; k < BOX; k++) tree.boxes[i * BOX + k] = boxes[item * BOX + k]!
  })
  let next = items
  for (let level = 0; level + 1 < levelEnds.length; level++) {
    const start = level === 0 ? 0 : levelEnds[level - 1]!
    const end = levelEnds[level]!
    for (let child = start; child < end; child += NODE_SIZE) {
      tree.refs[next] = child
      const box = enclosing(tree.boxes, child, Math.min(child + NODE_SIZE, end))
      tree.boxes.set(box, next * BOX)
      next++
    }
  }
  assert(next === nodes, 'an R-tree has as many nodes as its levels hold')
  return { ...tree, items, levelEnds }
}

/** The tree over arrays that an index file holds. */
export function openRTree(boxes: Int32Array, refs: Uint32Array, items: number): RTree {
  return { boxes, refs, items, levelEnds: levelEndsOf(items) }
}

/** Throws when the arrays are not those of a tree over `items` items. */
export function checkRTree(tree: RTree): void {
  const { boxes, refs, items, levelEnds } = tree
  assert(refs.length === (levelEnds.at(-1) ?? 0), 'an R-tree has as many refs as nodes')
  assert(boxes.length === refs.length * BOX, 'an R-tree has a box for every node')
  const seen = new Uint8Array(items)
  for (let i = 0; i < items; i++) {
    assert(refs[i]! < items && seen[refs[i]!] === 0, 'every item stands once in an R-tree')
    seen[refs[i]!] = 1
  }
  for (let node = items; node < refs.length; node++) {
    const first = refs[node]!
    assert(first < node, 'the children of an R-tree node come before it')
    const box = enclosing(boxes, first, childrenEnd(tree, first))
    const same = box.every((side, k) => side === boxes[node * BOX + k])
    assert(same, 'a node of an R-tree encloses its children')
  }
}

/**
 * Visits items in ascending order of the distance from `from` to their box, metres, up to
 * `radiusM`, until `visit` returns false. Distances are taken on the plane that touches the Earth
 * at `from`: exact to 1e-5 within 10 km. `queue` is scratch; it is cleared first.
 */
export function visitNearest(
  tree: RTree,
  from: Point,
  radiusM: number,
  queue: MinHeap,
  visit: (item: number, boxDistanceM: number) => boolean,
): void {
  const { boxes, refs, items } = tree
  if (items === 0) return
  const lon = from.lon * E7
  const lat = from.lat * E7
  const metresY = DEGREE_M / E7
  const metresX = metresY * Math.cos((from.lat * Math.PI) / 180)
  const limit = radiusM * radiusM
  queue.clear()
  queue.push(0, refs.length - 1)
  while (queue.size > 0) {
    const squared = queue.minKey()
    const node = queue.pop()
    if (node < items) {
      if (!visit(refs[node]!, Math.sqrt(squared))) return
      continue
    }
    const first = refs[node]!
    const end = childrenEnd(tree, first)
    for (let child = first; child < end; child++) {
      const at = child * BOX
      const dx = gap(lon, boxes[at]!, boxes[at + 2]!) * metresX
      const dy = gap(lat, boxes[at + 1]!, boxes[at + 3]!) * metresY
      const childSquared = dx * dx + dy * dy
      if (childSquared <= limit) queue.push(childSquared, child)
    }
  }
}

/** Positions of items by the Hilbert place of their box's centre. */
function hilbertOrder(boxes: Int32Array): Uint32Array {
  const items = boxes.length / BOX
  const places = new Float64Array(items)
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity]
  for (let at = 0; at < boxes.length; at += BOX) {
    west = Math.min(west, boxes[at]!)
    south = Math.min(south, boxes[at + 1]!)
    east = Math.max(east, boxes[at + 2]!)
    north = Math.max(north, boxes[at + 3]!)
  }
  const scaleX = 65535 / Math.max(1, east - west)
  const scaleY = 65535 / Math.max(1, north - south)
  for (let i = 0; i < items; i++) {
    const at = i * BOX
    const x = Math.floor(((boxes[at]! + boxes[at + 2]!) / 2 - west) * scaleX)
    const y = Math.floor(((boxes[at + 1]! + boxes[at + 3]!) / 2 - south) * scaleY)
    places[i] = hilbert(x, y)
  }
  return Uint32Array.from({ length: items }, (_, i) => i).sort((a, b) => places[a]! - places[b]!)
}

function levelEndsOf(items: number): number[] {
  if (items === 0) return []
  const ends = [items]
  let level = items
  do {
    level = Math.ceil(level / NODE_SIZE)
    ends.push(ends.at(-1)! + level)
  } while (level > 1)
  return ends
}

/** End of the children that begin at `first`: after NODE_SIZE, or with their level. */
function childrenEnd(tree: RTree, first: number): number {
  let level = 0
  while (tree.levelEnds[level]! <= first) level++
  return Math.min(first + NODE_SIZE, tree.levelEnds[level]!)
}

/** The box around the boxes of the nodes `first` to `end`. */
function enclosing(boxes: Int32Array, first: number, end: number): number[] {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity]
  for (let child = first; child < end; child++) {
    const at = child * BOX
    west = Math.min(west, boxes[at]!)
    south = Math.min(south, boxes[at + 1]!)
    east = Math.max(east, boxes[at + 2]!)
    north = Math.max(north, boxes[at + 3]!)
  }
  return [west, south, east, north]
}

function gap(value: number, low: number, high: number): number {
  return value < low ? low - value : value > high ? value - high : 0
}
