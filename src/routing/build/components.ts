import { assert } from '../../base/assert.ts'
import type { LineGraph } from './line-graph.ts'

const UNSEEN = 0

/**
 * Strongly connected components of a line graph: the number of the component of each node, in no
 * order. Tarjan 1972, with a stack of our own.
 */
export function componentsOf(graph: LineGraph): Uint32Array {
  const { first, head } = graph
  const nodes = first.length - 1
  const component = new Uint32Array(nodes)
  /** 1 + order in which nodes were met, and the lowest such number that each leads back to. */
  const met = new Uint32Array(nodes)
  const low = new Uint32Array(nodes)
  const isOpen = new Uint8Array(nodes)
  const open = new Uint32Array(nodes)
  const trail = new Uint32Array(nodes)
  const nextTurn = first.slice(0, nodes)
  let [opened, depth, count, components] = [0, 0, 0, 0]
  for (let root = 0; root < nodes; root++) {
    if (met[root] !== UNSEEN) continue
    trail[depth++] = root
    while (depth > 0) {
      const node = trail[depth - 1]!
      if (met[node] === UNSEEN) {
        met[node] = ++count
        low[node] = count
        open[opened++] = node
        isOpen[node] = 1
      }
      const turn = nextTurn[node]!
      if (turn < first[node + 1]!) {
        const next = head[turn]!
        if (met[next] === UNSEEN) trail[depth++] = next
        else {
          // A node that was visited from here is closed, or has its final low: take it either way.
          if (isOpen[next] === 1 && low[next]! < low[node]!) low[node] = low[next]!
          nextTurn[node] = turn + 1
        }
        continue
      }
      depth--
      if (low[node] !== met[node]) continue
      let member: number
      do {
        member = open[--opened]!
        isOpen[member] = 0
        component[member] = components
      } while (member !== node)
      components++
    }
  }
  assert(opened === 0, 'every node is in a component')
  return component
}
