import { firstItemOf, type KdTree } from '../geo/kd-tree.ts'

/** Categories in the bitmap of a node, at most, and its words. */
export const CATEGORIES_MAX = 256
export const CATEGORY_WORDS = CATEGORIES_MAX / 32

/** Summaries of the POIs beneath each node of the tree (layout.ts). */
export interface Summaries {
  readonly nodeCategories: Uint32Array
  readonly nodeRating: Uint16Array
  readonly nodeHours: Uint8Array
}

/** The columns that they are told from. */
interface Summarised {
  readonly tree: KdTree
  readonly category: Uint8Array
  readonly rating: Uint16Array
  readonly hours: Uint32Array
}

/** Count of nodes of the summaries, node 0, which does not exist, included. */
export function nodesOf({ leaves }: KdTree): number {
  return leaves * 2
}

export function summariesOf({ tree, category, rating, hours }: Summarised): Summaries {
  const { items, leaves } = tree
  const nodes = nodesOf(tree)
  const nodeCategories = new Uint32Array(nodes * CATEGORY_WORDS)
  const nodeRating = new Uint16Array(nodes)
  const nodeHours = new Uint8Array(nodes)
  for (let leaf = 0; leaf < leaves; leaf++) {
    const node = leaves + leaf
    const end = firstItemOf(items, leaves, leaf + 1)
    for (let poi = firstItemOf(items, leaves, leaf); poi < end; poi++) {
      const word = node * CATEGORY_WORDS + (category[poi]! >> 5)
      nodeCategories[word]! |= 1 << (category[poi]! & 31)
      nodeRating[node] = Math.max(nodeRating[node]!, rating[poi]!)
      if (hours[poi] !== 0) nodeHours[node] = 1
    }
  }
  // Children come after their parents; node 1 is the root.
  for (let child = nodes - 1; child > 1; child--) {
    const node = child >> 1
    for (let word = 0; word < CATEGORY_WORDS; word++) {
      nodeCategories[node * CATEGORY_WORDS + word]! |=
        nodeCategories[child * CATEGORY_WORDS + word]!
    }
    nodeRating[node] = Math.max(nodeRating[node]!, nodeRating[child]!)
    nodeHours[node]! |= nodeHours[child]!
  }
  return { nodeCategories, nodeRating, nodeHours }
}
