import { childrenEnd, type RTree } from '../geo/rtree.ts'

/** How many categories a bitmap of a node has room for, and how many words it is. */
export const CATEGORIES_MAX = 256
export const CATEGORY_WORDS = CATEGORIES_MAX / 32

/** What the higher nodes of the tree tell of the POIs beneath them (layout.ts). */
export interface Summaries {
  readonly nodeCategories: Uint32Array
  readonly nodeRating: Uint16Array
  readonly nodeHours: Uint8Array
}

/** The columns that they are told from. */
interface Summarised {
  readonly tree: RTree
  readonly category: Uint8Array
  readonly rating: Uint16Array
  readonly hours: Uint32Array
}

export function summariesOf({ tree, category, rating, hours }: Summarised): Summaries {
  const pois = tree.items
  const nodes = tree.refs.length - pois
  const nodeCategories = new Uint32Array(nodes * CATEGORY_WORDS)
  const nodeRating = new Uint16Array(nodes)
  const nodeHours = new Uint8Array(nodes)
  for (let row = 0; row < nodes; row++) {
    const first = tree.refs[row + pois]!
    const end = childrenEnd(tree, first)
    const words = row * CATEGORY_WORDS
    for (let child = first; child < end; child++) {
      if (child < pois) {
        nodeCategories[words + (category[child]! >> 5)]! |= 1 << (category[child]! & 31)
        nodeRating[row] = Math.max(nodeRating[row]!, rating[child]!)
        if (hours[child] !== 0) nodeHours[row] = 1
        continue
      }
      const below = child - pois
      for (let word = 0; word < CATEGORY_WORDS; word++) {
        nodeCategories[words + word]! |= nodeCategories[below * CATEGORY_WORDS + word]!
      }
      nodeRating[row] = Math.max(nodeRating[row]!, nodeRating[below]!)
      nodeHours[row]! |= nodeHours[below]!
    }
  }
  return { nodeCategories, nodeRating, nodeHours }
}
