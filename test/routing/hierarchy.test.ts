import { describe, expect, test } from 'bun:test'
import { readRoadNetwork } from '../../src/import/roads/roads-network.ts'
import { buildGraph } from '../../src/routing/build/build.ts'
import { checkGraph } from '../../src/routing/graph/check.ts'
import { DEGREE_MAX, reluctanceMs, statesAfter, turnMs } from '../../src/routing/graph/turns.ts'
import { VEHICLES } from '../../src/routing/model/vehicle.ts'
import { findRoute, openRouter, type Position, type Router } from '../../src/routing/path/route.ts'
import { oracleOf } from '../oracle/graph.ts'
import { sharedData } from '../shared-data.ts'
import { checkPath, costBetween } from './certificate.ts'
import { nodePoint } from './node-point.ts'

/*
 * On every extract and for both vehicles: what the hierarchy answers costs what a plain search
 * finds, over thousands of pairs, and the routes it unpacks may be driven and add up.
 */

const SOURCES = 6
const TARGETS = 300

const NOWHERE = { edge: 0, part: 0, point: { lon: 0, lat: 0 }, distanceM: 0, aversionMs: 0 }

/** The same numbers in every run (Park and Miller 1988). */
function random(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
}

describe.each([
  'hanoi-roads-2025.osm.pbf',
  'hcmc-an-dong.osm.pbf',
  'andorra.osm.pbf',
  'liechtenstein.osm.pbf',
  'vietnam-dev.osm.pbf',
])('%s', (name) => {
  const path = sharedData(name)

  test.skipIf(path === null)(
    'costs what a plain search finds',
    async () => {
      const network = await readRoadNetwork(path ?? '', {})
      if (network === null) throw new Error(`${name} has roads`)
      for (const vehicle of VEHICLES) {
        const built = buildGraph(network, vehicle)
        if (built === null) throw new Error(`${name} has roads for a ${vehicle}`)
        checkGraph(built.bytes)
        const router = openRouter(built.bytes)
        const oracle = oracleOf(network, vehicle)
        const next = random(6)
        for (let source = 0; source < SOURCES; source++) {
          const start = anywhere(router, next)
          const costs = oracle.costsFrom(start.arc, start.part)
          for (let target = 0; target < TARGETS; target++) {
            const end = anywhere(router, next)
            const reached = costs.get(end.arc)
            const expected =
              reached === undefined
                ? null
                : reached + Math.round(router.graph.travelMs[end.arc]! * end.part)
            if (costBetween(router, start, end) !== expected) {
              expect([vehicle, start, end, costBetween(router, start, end)]).toEqual([
                vehicle,
                start,
                end,
                expected,
              ])
            }
          }
        }
      }
    },
    60_000,
  )

  test.skipIf(path === null)(
    'routes between points may be driven and add up',
    async () => {
      const network = await readRoadNetwork(path ?? '', {})
      if (network === null) throw new Error(`${name} has roads`)
      const built = buildGraph(network, 'motorbike')
      if (built === null) throw new Error(`${name} has roads for a motorbike`)
      const router = openRouter(built.bytes)
      const oracle = oracleOf(network, 'motorbike')
      const next = random(7)
      const nodes = router.graph.nodeLonE7.length
      let found = 0
      for (let pair = 0; pair < 500; pair++) {
        const from = nodePoint(router.graph, Math.floor(next() * nodes))
        const to = nodePoint(router.graph, Math.floor(next() * nodes))
        const route = findRoute(router, from, to)
        if (route === null) continue
        found++
        checkPath(router, oracle, route)
      }
      expect(found).toBeGreaterThan(250)
    },
    60_000,
  )
})

/*
 * A certificate needs no second search: when no turn improves on a cost, and every cost is reached
 * by some turn exactly, costs are the least there are.
 */
test.skipIf(sharedData('hcmc-an-dong.osm.pbf') === null)(
  'costs from one arc to all others prove themselves',
  async () => {
    const network = await readRoadNetwork(sharedData('hcmc-an-dong.osm.pbf') ?? '', {})
    const built = network && buildGraph(network, 'motorbike')
    if (built === null) throw new Error('An Đông has roads for a motorbike')
    const router = openRouter(built.bytes)
    const { graph, turns, costs } = router
    // No restriction here spans several ways, so that states are arcs.
    expect(turns.copyArc).toHaveLength(0)
    const arcs = [...graph.travelMs.keys()].filter((arc) => graph.travelMs[arc]! > 0)
    const start = { arc: arcs[arcs.length >> 1]!, part: 0, snap: NOWHERE }
    const costTo = new Map(
      arcs.map((arc) => [arc, costBetween(router, start, { arc, part: 0, snap: NOWHERE })]),
    )
    const faults: string[] = []
    const tight = new Set<number>()
    const after = new Uint32Array(DEGREE_MAX)
    for (const arc of arcs) {
      // The start lies on its arc: the route goes on from there for nothing.
      const so = arc === start.arc ? 0 : (costTo.get(arc) ?? Infinity)
      const count = statesAfter(graph, turns, arc, after)
      for (const next of after.subarray(0, count)) {
        const turn = turnMs(graph, costs, arc, next) + reluctanceMs(graph, arc, next)
        const reached = so + graph.travelMs[arc]! + turn
        if (reached < (costTo.get(next) ?? Infinity)) faults.push(`${arc} to ${next} improves`)
        if (reached === costTo.get(next)) tight.add(next)
      }
    }
    const loose = arcs.filter((arc) => costTo.get(arc) !== null && !tight.has(arc))
    expect([faults, loose]).toEqual([[], []])
    expect(tight.size).toBeGreaterThan(arcs.length / 2)
  },
)

function anywhere(router: Router, next: () => number): Position {
  const { travelMs } = router.graph
  for (;;) {
    const arc = Math.floor(next() * travelMs.length)
    if (travelMs[arc]! > 0) return { arc, part: next(), snap: NOWHERE }
  }
}
