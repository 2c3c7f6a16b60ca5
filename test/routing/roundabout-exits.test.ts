import { describe, expect, test } from 'bun:test'
import { readRoadNetwork } from '../../src/import/roads/roads-network.ts'
import { buildGraph } from '../../src/routing/build/build.ts'
import { cutWays } from '../../src/routing/build/cut.ts'
import { exitNumber } from '../../src/routing/guidance/junction.ts'
import type { RoadNetwork } from '../../src/routing/model/network.ts'
import { VEHICLES, type Vehicle } from '../../src/routing/model/vehicle.ts'
import { openRouter } from '../../src/routing/path/route.ts'
import { type Leg, passagesOf } from '../oracle/roundabouts.ts'
import { sharedData } from '../shared-data.ts'
import { describeTowns } from './trips.ts'

/*
 * The number of an exit is what a driver counts: every way through every roundabout of real
 * extracts, against a count from the ways as they are mapped.
 */

describeTowns('exits of roundabouts', [
  {
    name: 'exits that leave where another road comes in, or another exit leaves',
    map: `
          a
          1
          |
  k--5----e----6--m
         / \\
  b-2---f   h---4-d
         \\ /
  n--7----g
          |
          3
          c`,
    ways: {
      ae: 'secondary Phạm Hùng',
      ek: 'secondary Trần Thái Tông oneway=yes',
      em: 'secondary Dương Đình Nghệ oneway=yes',
      fb: 'secondary Lê Đức Thọ',
      gn: 'secondary Mễ Trì Thượng oneway=yes',
      gc: 'secondary Mễ Trì',
      hd: 'secondary Trần Duy Hưng',
      efghe: 'secondary junction=roundabout',
      kb: 'residential',
      nb: 'residential',
      md: 'residential',
    },
    trips: [
      [
        '1>2',
        'car',
        'ef',
        'Đi về hướng nam trên Phạm Hùng',
        'Tại vòng xuyến, đi theo lối ra thứ 2 vào Lê Đức Thọ',
      ],
      [
        '1>7',
        'car',
        'efg',
        'Đi về hướng nam trên Phạm Hùng',
        'Tại vòng xuyến, đi theo lối ra thứ 3 vào Mễ Trì Thượng',
      ],
      [
        '1>3',
        'motorbike',
        'efg',
        'Đi về hướng nam trên Phạm Hùng',
        'Tại vòng xuyến, đi theo lối ra thứ 4 vào Mễ Trì',
      ],
      [
        '2>4',
        'car',
        'fgh',
        'Đi về hướng đông trên Lê Đức Thọ',
        'Tại vòng xuyến, đi theo lối ra thứ 3 vào Trần Duy Hưng',
      ],
      [
        '2>1',
        'car',
        'fghe',
        'Đi về hướng đông trên Lê Đức Thọ',
        'Tại vòng xuyến, đi theo lối ra thứ 5 vào Phạm Hùng',
      ],
    ],
  },
])

const EXTRACTS = [
  'hanoi-roads-2025.osm.pbf',
  'hcmc-an-dong.osm.pbf',
  'andorra.osm.pbf',
  'liechtenstein.osm.pbf',
  'vietnam-dev.osm.pbf',
]

for (const name of EXTRACTS) {
  const path = sharedData(name)
  describe.skipIf(path === null)(`exits of the roundabouts of ${name}`, () => {
    test('are numbered as they are counted on the map', async () => {
      const network = await readRoadNetwork(path ?? '', {})
      if (network === null) throw new Error('the extract has roads')
      for (const vehicle of VEHICLES) {
        const { wrong, passages } = wrongNumbers(network, vehicle)
        expect(wrong).toEqual([])
        expect(passages).toBeGreaterThan(0)
      }
    }, 60_000)
  })
}

function wrongNumbers(network: RoadNetwork, vehicle: Vehicle) {
  const built = buildGraph(network, vehicle)
  if (built === null) throw new Error('the extract has roads for all vehicles')
  const { graph } = openRouter(built.bytes)
  const arcAt = arcsByLeg(network, vehicle)
  const passages = passagesOf(network, vehicle)
  const wrong: string[] = []
  for (const { legs, number } of passages) {
    const arcs = legs.map(arcAt).filter((arc, i, all) => arc !== all[i - 1])
    const said = exitNumber(graph, arcs, 1, arcs.length - 1)
    if (said === number) continue
    const { from } = legs[1]!
    const node = network.wayNodes[from]!
    const at = `${network.nodeLatE7[node]! / 1e7},${network.nodeLonE7[node]! / 1e7}`
    wrong.push(`${vehicle}: at ${at} exit ${number} onto way ${wayId(network, legs)} is ${said}`)
  }
  return { wrong, passages: passages.length }
}

function wayId(network: RoadNetwork, legs: readonly Leg[]): number {
  return network.wayId[legs.at(-1)!.way]!
}

/** The arc of the graph on which a leg lies. */
function arcsByLeg(network: RoadNetwork, vehicle: Vehicle): (leg: Leg) => number {
  const { edgeFirst, edgeEnd } = cutWays(network, vehicle)
  const edgeOf = new Map<number, number>()
  edgeFirst.forEach((first, edge) => {
    for (let at = first; at < edgeEnd[edge]!; at++) edgeOf.set(at, edge)
  })
  return ({ from, to }) => 2 * edgeOf.get(Math.min(from, to))! + (from < to ? 0 : 1)
}
