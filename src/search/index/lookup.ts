import { firstReached, lowerBound } from '../../base/binary-search.ts'
import type { MinHeap } from '../../base/heap.ts'
import { compareAt, startsWithAt } from '../../base/string-pool.ts'
import type { Token } from '../../text/tokens.ts'
import { firstEntry, firstToken, NO_PLACE, NONE, type SearchIndex, tokenCount } from './layout.ts'

/** Token numbers `from` up to, not including, `to`; empty when the text is in no name. */
export interface TokenRange {
  readonly from: number
  readonly to: number
}

const encoder = new TextEncoder()

/** The tokens that are `folded`, or with `prefix` those that begin with it. */
export function tokenRange(index: SearchIndex, folded: string, prefix: boolean): TokenRange {
  const { tokens } = index
  const key = encoder.encode(folded)
  const count = tokens.offsets.length - 1
  const from = firstReached(0, count, (i) => compareAt(tokens, i, key) >= 0)
  if (!prefix) {
    const exact = from < count && compareAt(tokens, from, key) === 0
    return { from, to: exact ? from + 1 : from }
  }
  const to = firstReached(
    0,
    count,
    (i) => compareAt(tokens, i, key) >= 0 && !startsWithAt(tokens, i, key),
  )
  return { from, to }
}

/** The number of names that hold one of the tokens; a name that holds two counts twice. */
export function namesWith({ postFirst }: SearchIndex, { from, to }: TokenRange): number {
  return postFirst[to]! - postFirst[from]!
}

/** Name numbers `from` up to `to`: those whose first tokens are a given sequence. */
export interface NameRange {
  readonly from: number
  readonly to: number
}

/**
 * Of the names in `range`, which agree up to token `depth`, those whose token at `depth` is in
 * `tokens`. Names are sorted by their tokens, so that the answer is a range too.
 */
export function narrow(
  index: SearchIndex,
  range: NameRange,
  depth: number,
  tokens: TokenRange,
): NameRange {
  const from = firstGoingOn(index, range.from, range.to, depth, tokens.from)
  return { from, to: firstGoingOn(index, from, range.to, depth, tokens.to) }
}

/** The first of the names `from` up to `to`, which agree up to `depth`, to go on with `token`. */
function firstGoingOn(
  index: SearchIndex,
  from: number,
  to: number,
  depth: number,
  token: number,
): number {
  const { nameTokens } = index
  let low = from
  let high = to
  while (low < high) {
    const middle = (low + high) >>> 1
    const at = firstToken(index, middle) + depth
    // A name that ends before `depth` sorts before all that go on.
    if (at >= firstToken(index, middle + 1) || nameTokens[at]! < token) low = middle + 1
    else high = middle
  }
  return low
}

/** Whether the first name of the range has `length` tokens: it is then the whole name. */
export function endsAt(index: SearchIndex, range: NameRange, length: number): boolean {
  if (range.from >= range.to) return false
  return tokenCount(index, range.from) === length
}

/** The number of places that bear one of the names `from` up to `to`. */
export function placesNamed(index: SearchIndex, from: number, to: number): number {
  return firstEntry(index, to) - firstEntry(index, from)
}

/**
 * Visits the names `from` up to `to` that have a place in the tree, `best` or `bestRest` of the
 * index, in the order of their best place until `visit` returns false. Best first over the segment
 * tree: k names cost k pops and O(k log m) pushes, whatever the range.
 */
export function visitBest(
  tree: Uint32Array,
  from: number,
  to: number,
  queue: MinHeap,
  visit: (name: number) => boolean,
): void {
  const leaves = tree.length / 2
  queue.clear()
  for (const node of covering(leaves, from, to)) queue.push(tree[node]!, node)
  while (queue.size > 0 && queue.minKey() < NO_PLACE) {
    let node = queue.pop()
    while (node < leaves) {
      // Down to the best leaf; the other child of each node waits in the queue.
      const left = 2 * node
      const onward = tree[left] === tree[node] ? left : left + 1
      queue.push(tree[onward ^ 1]!, onward ^ 1)
      node = onward
    }
    if (!visit(node - leaves)) return
  }
}

/** Visits the names `from` up to `to` whose best place is below `limit`, in no order. */
export function visitBelow(
  tree: Uint32Array,
  from: number,
  to: number,
  limit: number,
  visit: (name: number) => void,
): void {
  const leaves = tree.length / 2
  const nodes = covering(leaves, from, to)
  for (let node = nodes.pop(); node !== undefined; node = nodes.pop()) {
    if (tree[node]! >= limit) continue
    if (node >= leaves) visit(node - leaves)
    else nodes.push(2 * node, 2 * node + 1)
  }
}

/** The fewest nodes of a segment tree that together cover the leaves `from` up to `to`. */
function covering(leaves: number, from: number, to: number): number[] {
  const nodes: number[] = []
  let low = from + leaves
  let high = to + leaves
  while (low < high) {
    if (low & 1) nodes.push(low++)
    if (high & 1) nodes.push(--high)
    low >>= 1
    high >>= 1
  }
  return nodes
}

/** The marked form of a token as typed, or NONE when no name is spelt so. */
export function formOf(index: SearchIndex, range: TokenRange, token: Token): number {
  if (range.to - range.from !== 1) return NONE
  const key = encoder.encode(token.marked)
  const end = index.formFirst[range.from + 1]!
  for (let form = index.formFirst[range.from]!; form < end; form++) {
    if (compareAt(index.forms, form, key) === 0) return form
  }
  return NONE
}

/** Whether a street or alley bears the name. */
export function bearsName(
  { streetFirst, streets }: SearchIndex,
  street: number,
  name: number,
): boolean {
  const end = streetFirst[name + 1]!
  const at = lowerBound(streets, streetFirst[name]!, end, street)
  return at < end && streets[at] === street
}
