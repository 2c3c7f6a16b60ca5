import { expect, test } from 'bun:test'
import fc from 'fast-check'
import type { Tags } from '../../src/base/tags.ts'
import { buildGraph } from '../../src/routing/build/build.ts'
import { checkGraph } from '../../src/routing/graph/check.ts'
import type { Restriction, RoadNetwork } from '../../src/routing/model/network.ts'
import { VEHICLES } from '../../src/routing/model/vehicle.ts'
import { openRouter, type Router, routeBetween } from '../../src/routing/path/route.ts'
import type { Oracle } from '../oracle/dijkstra.ts'
import { oracleOf } from '../oracle/graph.ts'
import { checkPath, costBetween } from './certificate.ts'

/*
 * Small towns nobody would build, with restrictions nobody would sign: every pair of positions
 * costs what a plain search says, and the costs from one arc to all others prove themselves.
 */

const NODES = 9
const WAYS_MAX = 12
const RESTRICTIONS_MAX = 6

const WAY_TAGS: readonly Tags[] = [
  { highway: 'residential' },
  { highway: 'primary', oneway: 'yes' },
  { highway: 'service', oneway: '-1' },
  { highway: 'tertiary', junction: 'roundabout' },
  { highway: 'residential', access: 'private' },
  { highway: 'service', motorcar: 'no' },
]
const NODE_TAGS: readonly Tags[] = [
  { highway: 'traffic_signals' },
  { barrier: 'gate' },
  { barrier: 'gate', access: 'private' },
  { barrier: 'bollard' },
]
const KINDS = [
  ...['no_left_turn', 'no_right_turn', 'no_straight_on', 'no_u_turn', 'no_entry'],
  ...['only_left_turn', 'only_right_turn', 'only_straight_on', 'only_u_turn'],
]

const node = fc.integer({ min: 0, max: NODES - 1 })
const wayArbitrary = fc.record({
  nodes: fc.array(node, { minLength: 2, maxLength: 5 }),
  tags: fc.constantFrom(...WAY_TAGS),
})
/** Numbers choose ways: the first any, each other one that goes on where the one before ends. */
const restrictionArbitrary = fc.record({
  kind: fc.constantFrom(...KINDS),
  choices: fc.array(fc.nat(), { minLength: 2, maxLength: 5 }),
})
const networkArbitrary = fc
  .record({
    places: fc.array(fc.tuple(fc.nat(40_000), fc.nat(40_000)), {
      minLength: NODES,
      maxLength: NODES,
    }),
    ways: fc.array(wayArbitrary, { minLength: 3, maxLength: WAYS_MAX }),
    tagged: fc.uniqueArray(node, { maxLength: 3 }),
    nodeTags: fc.array(fc.constantFrom(...NODE_TAGS), { minLength: 3, maxLength: 3 }),
    restrictions: fc.array(restrictionArbitrary, { maxLength: RESTRICTIONS_MAX }),
  })
  .map(({ places, ways, tagged, nodeTags, restrictions }): RoadNetwork => {
    const lines = ways
      .map((way) => ({ ...way, nodes: way.nodes.filter((n, i) => n !== way.nodes[i - 1]) }))
      .filter((way) => way.nodes.length > 1)
    const first = [0]
    for (const way of lines) first.push((first.at(-1) ?? 0) + way.nodes.length)
    return {
      nodeLonE7: Int32Array.from(places, ([lon]) => 1_058_000_000 + lon),
      nodeLatE7: Int32Array.from(places, ([, lat]) => 210_000_000 + lat),
      wayFirst: Uint32Array.from(first),
      wayNodes: Uint32Array.from(lines.flatMap((way) => way.nodes)),
      wayId: Float64Array.from(lines, (_, i) => i),
      wayTags: Uint32Array.from(lines, (_, i) => i),
      taggedNode: Uint32Array.from(tagged),
      nodeTags: Uint32Array.from(tagged, (_, i) => lines.length + i),
      tagSets: [...lines.map((way) => way.tags), ...nodeTags],
      restrictions: restrictions.flatMap(
        ({ kind, choices }, id) =>
          restrictionOf(
            id,
            kind,
            choices,
            lines.map((way) => way.nodes),
          ) ?? [],
      ),
    }
  })

/** Null when the chain of ways breaks off at once. */
function restrictionOf(
  id: number,
  kind: string,
  choices: readonly number[],
  lines: readonly (readonly number[])[],
): Restriction | null {
  let way = choices[0]! % Math.max(1, lines.length)
  let at = lines[way]?.at(-1)
  const first = at ?? null
  const chain = [way]
  for (const choice of choices.slice(1)) {
    const onwards = [...lines.keys()].filter(
      (other) => other !== way && (lines[other]?.[0] === at || lines[other]?.at(-1) === at),
    )
    if (onwards.length === 0) break
    way = onwards[choice % onwards.length]!
    at = lines[way]?.[0] === at ? lines[way]?.at(-1) : lines[way]?.[0]
    chain.push(way)
  }
  if (chain.length < 2) return null
  return {
    id,
    tags: { type: 'restriction', restriction: kind },
    from: chain.slice(0, 1),
    to: chain.slice(-1),
    viaNode: chain.length === 2 ? first : null,
    viaWays: chain.slice(1, -1),
  }
}

test('every pair of arcs of random towns costs what a plain search finds', () => {
  let restricted = 0
  let copied = 0
  fc.assert(
    fc.property(networkArbitrary, (network) => {
      for (const vehicle of VEHICLES) {
        const built = buildGraph(network, vehicle)
        if (built === null) continue
        checkGraph(built.bytes)
        if (built.summary.restrictions > 0) restricted++
        const router = openRouter(built.bytes)
        if (router.turns.copyArc.length > 0) copied++
        comparePairs(router, oracleOf(network, vehicle))
      }
    }),
    { numRuns: 100 },
  )
  // The towns must be such that restrictions bite, or the property says nothing about them.
  expect(restricted).toBeGreaterThan(40)
  expect(copied).toBeGreaterThan(10)
}, 120_000)

const SNAP = { edge: 0, part: 0, point: { lon: 0, lat: 0 }, distanceM: 0, aversionMs: 0 }

function comparePairs(router: Router, oracle: Oracle): void {
  const arcs = [...router.graph.travelMs.keys()].filter((arc) => router.graph.travelMs[arc]! > 0)
  for (const from of arcs) {
    const start = { arc: from, part: 0.25, snap: SNAP }
    const costs = oracle.costsFrom(from, start.part)
    for (const to of arcs) {
      const end = { arc: to, part: 0.5, snap: SNAP }
      const reached = costs.get(to)
      const travelMs = router.graph.travelMs[to]!
      const expected = reached === undefined ? null : reached + Math.round(travelMs * end.part)
      // A call of `expect` costs more than a search of so small a town.
      if (costBetween(router, start, end) !== expected) {
        expect([from, to, costBetween(router, start, end)]).toEqual([from, to, expected])
      }
      const route = routeBetween(router, [start], [end])
      if ((route === null) !== (expected === null && from !== to)) {
        expect([from, to, route]).toEqual([from, to, expected])
      }
      if (route !== null) checkPath(router, oracle, route)
    }
  }
}
