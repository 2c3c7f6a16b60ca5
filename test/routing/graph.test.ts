import { describe, expect, test } from 'bun:test'
import { AssertionError } from '../../src/base/assert.ts'
import { openContainer } from '../../src/base/container.ts'
import { ServiceError } from '../../src/base/errors.ts'
import { stringAt } from '../../src/base/string-pool.ts'
import { buildGraph } from '../../src/routing/build/build.ts'
import { checkGraph } from '../../src/routing/graph/check.ts'
import {
  GRAPH_KIND,
  GRAPH_VERSION,
  headOf,
  isUsable,
  lineOf,
  NONE,
  openGraph,
  pointCount,
  type RoadGraph,
  roadNumberOf,
  turnAngle,
} from '../../src/routing/graph/graph.ts'
import { ROAD_CLASSES } from '../../src/routing/model/road.ts'
import type { Vehicle } from '../../src/routing/model/vehicle.ts'
import { type Drawing, type Drawn, draw } from './drawing.ts'
import { Town } from './town.ts'

const TOWN: Drawing = {
  map: `
    a--b--c
       |  |
       d--e--f
          |
          g`,
  ways: {
    abc: 'primary Phố Huế ref=QL1',
    bd: 'residential Ngõ 2 oneway=yes',
    cedb: 'service name:vi=Ngõ~5 name:en=Alley~5 service=alley',
    ef: 'track motorcar=no',
    eg: 'motorway destination=Vinh',
  },
  nodes: { d: 'highway=traffic_signals' },
}

function graphOf(drawing: Drawing, vehicle: Vehicle): [RoadGraph, Drawn, Uint8Array<ArrayBuffer>] {
  const drawn = draw(drawing)
  const built = buildGraph(drawn.network, vehicle)
  if (built === null) throw new Error('the vehicle can drive somewhere')
  return [openGraph(built.bytes), drawn, built.bytes]
}

/** Every usable arc by the letters it passes, with its road, or roads that run side by side. */
function arcsOf(graph: RoadGraph, drawn: Drawn): Record<string, string> {
  const arcs: Record<string, string> = {}
  for (let arc = 0; arc < graph.tail.length; arc++) {
    if (!isUsable(graph, arc)) continue
    const road = roadNumberOf(graph, arc)
    const letters = drawn.lettersOf(lineOf(graph, arc))
    const roadClass = ROAD_CLASSES[graph.roadClass[road]!]
    const text = `${roadClass} ${stringAt(graph.strings, graph.roadName[road]!)}`.trim()
    const before = arcs[letters]
    arcs[letters] = before === undefined ? text : [before, text].sort().join(', ')
  }
  return arcs
}

describe('a graph', () => {
  test('of a car', () => {
    const [graph, drawn] = graphOf(TOWN, 'car')
    expect(arcsOf(graph, drawn)).toEqual({
      ab: 'primary Phố Huế',
      ba: 'primary Phố Huế',
      bc: 'primary Phố Huế',
      cb: 'primary Phố Huế',
      // The service way comes back to where the one-way begins.
      bd: 'residential Ngõ 2, service Ngõ 5',
      ce: 'service Ngõ 5',
      ec: 'service Ngõ 5',
      ed: 'service Ngõ 5',
      de: 'service Ngõ 5',
      db: 'service Ngõ 5',
      eg: 'motorway',
    })
  })

  test('of a motorbike', () => {
    const [graph, drawn] = graphOf(TOWN, 'motorbike')
    const letters = Object.keys(arcsOf(graph, drawn))
    expect(letters).toContain('ef')
    expect(letters).toContain('fe')
    expect(letters).not.toContain('eg')
  })

  test('knows the other direction, which nobody may drive', () => {
    const [graph, drawn] = graphOf(TOWN, 'car')
    const arc = [...graph.travelMs.keys()].find(
      (one) => drawn.lettersOf(lineOf(graph, one)) === 'ge',
    )
    expect(arc).toBeDefined()
    expect(isUsable(graph, arc ?? 0)).toBe(false)
    expect(graph.component[arc ?? 0]).toBe(NONE)
    expect(drawn.lettersOf(lineOf(graph, (arc ?? 0) ^ 1))).toBe('eg')
  })

  test('ends of arcs and lines agree', () => {
    const [graph] = graphOf(TOWN, 'car')
    for (let arc = 0; arc < graph.tail.length; arc++) {
      const line = lineOf(graph, arc)
      expect(line).toHaveLength(2 * pointCount(graph, arc >>> 1))
      const [from, to] = [graph.tail[arc]!, headOf(graph, arc)]
      expect([line[0], line[1]]).toEqual([graph.nodeLonE7[from], graph.nodeLatE7[from]])
      expect([line.at(-2), line.at(-1)]).toEqual([graph.nodeLonE7[to], graph.nodeLatE7[to]])
      const back = lineOf(graph, arc ^ 1)
      for (let i = 0; i < line.length; i += 2) {
        expect(back[back.length - 2 - i]).toBe(line[i])
        expect(back[back.length - 1 - i]).toBe(line[i + 1])
      }
    }
  })

  test('turns by their angle', () => {
    const [graph, drawn] = graphOf(TOWN, 'car')
    const arc = (letters: string) =>
      [...graph.travelMs.keys()].find((one) => drawn.lettersOf(lineOf(graph, one)) === letters) ?? 0
    expect(turnAngle(graph, arc('ab'), arc('bc'))).toBe(0)
    expect(turnAngle(graph, arc('ab'), arc('bd'))).toBe(64)
    expect(turnAngle(graph, arc('cb'), arc('bd'))).toBe(-64)
    expect(turnAngle(graph, arc('ab'), arc('ba'))).toBe(-128)
  })

  test('lengths are of the ground', () => {
    const [graph, drawn] = graphOf({ map: 'a---b', ways: { ab: 'primary' } }, 'car')
    expect(graph.lengthCm[0]).toBeCloseTo(20_000, -1)
    // 200 m at 48 km/h
    expect(graph.travelMs[0]).toBeCloseTo(15_000, -2)
    expect(drawn.lettersOf(lineOf(graph, 0))).toBe('ab')
  })

  test('without a road there is none', () => {
    const { network } = draw({ map: 'a---b', ways: { ab: 'footway' } })
    expect(buildGraph(network, 'car')).toBeNull()
  })

  test('a barrier in a street makes two dead ends of it', () => {
    const drawing = { map: 'a-b-c', ways: { abc: 'service' }, nodes: { b: 'barrier=bollard' } }
    const [car] = graphOf(drawing, 'car')
    const [motorbike] = graphOf(drawing, 'motorbike')
    expect([car.nodeLonE7.length, car.componentArcs.length]).toEqual([4, 2])
    expect([motorbike.nodeLonE7.length, motorbike.componentArcs.length]).toEqual([2, 1])
  })

  test.each([
    [64, 0, 65],
    [65, 1, 130],
    [258, 1, 516],
  ])('of %d roads at one node: it closes %d, and has %d', (roads, crowded, nodes) => {
    const letters = Array.from({ length: roads }, (_, i) => String.fromCodePoint(0x4e00 + i))
    const ways = Object.fromEntries(letters.map((letter) => [`${letter}x`, 'residential']))
    const { network } = draw({ map: `${letters.join('')}\nx`, ways })
    const built = buildGraph(network, 'car')
    expect(built?.summary).toMatchObject({ crowdedNodes: crowded, nodes, edges: roads })
    expect(() => built && checkGraph(built.bytes)).not.toThrow()
  })

  test('lights inside an edge take time one way only', () => {
    const lights = 'highway=traffic_signals direction=forward'
    const [graph] = graphOf({ map: 'a-b-c', ways: { abc: 'service' }, nodes: { b: lights } }, 'car')
    expect(graph.travelMs[0]! - graph.travelMs[1]!).toBe(8_000)
  })

  test('lights where edges end are none of the edges, but of the turns', () => {
    const crossing = { map: 'a-b-c\n  |\n  d', ways: { abc: 'service', bd: 'service' } }
    const lights = { a: 'highway=traffic_signals', b: 'highway=traffic_signals' }
    const [without] = graphOf(crossing, 'car')
    const [graph] = graphOf({ ...crossing, nodes: lights }, 'car')
    expect(graph.travelMs).toEqual(without.travelMs)
  })

  test('a bend of a street takes no time, a corner does', () => {
    const timeOf = (map: string, ways: Drawing['ways']) =>
      new Town({ map, ways: { ab: 'service', bc: 'service', ...ways } }).directions('1', '2')
    const straight = timeOf('a-1-b-2-c', {})
    const bend = timeOf('a-1-b\n    |\n    2\n    |\n    c', {})
    const corner = timeOf('a-1-b-d\n    |\n    2\n    |\n    c', { bd: 'service' })
    expect(bend.durationS).toBe(straight.durationS)
    expect(corner.durationS).toBe(straight.durationS + 2)
  })

  test.each([
    ['b', 'g'],
    ['g', 'b'],
  ])('exits at %s and at %s are found, whichever is numbered first', (west, east) => {
    const [graph, drawn, bytes] = graphOf(
      {
        map: `a--${west}-----${east}--h\n   c     i`,
        ways: {
          [`a${west}${east}h`]: 'motorway oneway=yes',
          [`${west}c`]: 'motorway_link oneway=yes',
          [`${east}i`]: 'motorway_link oneway=yes',
        },
        nodes: {
          b: 'highway=motorway_junction ref=1',
          g: 'highway=motorway_junction ref=2',
        },
      },
      'car',
    )
    expect(() => checkGraph(bytes)).not.toThrow()
    const refs = [...graph.exitNode].map((node, i) => [
      graph.nodeLonE7[node] === Math.round(drawn.at('b').lon * 1e7) ? 'b' : 'g',
      stringAt(graph.strings, graph.exitRef[i] ?? 0),
    ])
    expect(Object.fromEntries(refs)).toEqual({ b: '1', g: '2' })
  })

  test('a crossing by ferry takes as long as it says, over all its parts', () => {
    const [graph] = graphOf(
      {
        map: `
          a-b--c
            |
            d`,
        ways: { abc: '- route=ferry duration=00:30', bd: '- route=ferry duration=00:10' },
      },
      'car',
    )
    const minutes = [...graph.travelMs].sort((a, b) => a - b).map((ms) => ms / 60_000)
    expect(minutes).toEqual([10, 10, 12, 12, 18, 18].map((m) => expect.closeTo(m, 1)))
  })

  test('of what takes longer than a number of it can say, the parts are driven still', () => {
    // Twenty times three days are more milliseconds than a Uint32 holds.
    const nodes = [...'abcdefghijklmnopqrstu']
    const ferries = nodes.slice(1).map((to, i) => [nodes[i]! + to, '- route=ferry duration=72:00'])
    const town: Drawing = {
      map: `1x-${nodes.join('---')}-y2\n${' '.repeat(40)}3`,
      ways: { xa: 'primary', uy: 'primary', ...Object.fromEntries(ferries) },
    }
    const [, , bytes] = graphOf(town, 'car')
    expect(() => checkGraph(bytes)).not.toThrow()
    // Nine ferries and a quarter of the tenth; all twenty are no route.
    expect(new Town(town).directions('1', '3').durationS).toBeCloseTo(9.25 * 259_200, -2)
    expect(new Town(town).directions('1', '2').isRoute).toBe(false)
  })

  test('a road that takes months is driven in twelve days', () => {
    const ways = { ab: 'track maxspeed=1' }
    const [graph, , bytes] = graphOf({ map: 'a------------------------b', cellM: 1e5, ways }, 'car')
    expect([...graph.travelMs]).toEqual([2 ** 30, 2 ** 30])
    expect(() => checkGraph(bytes)).not.toThrow()
  })
})

describe('checking a graph', () => {
  test('a whole one passes', () => {
    const [, , bytes] = graphOf(TOWN, 'car')
    expect(() => checkGraph(bytes)).not.toThrow()
  })

  test.each([
    ['tail', 0, 1],
    ['out', 0, 1],
    ['firstOut', 1, 99],
    ['component', 0, 7],
    ['lengthCm', 0, 0],
    ['edgeRoad', 0, 99],
    ['shapeFirst', 1, 999],
    ['recordOf', 0, 3],
    ['records', 0, 3],
    ['records', 1, 99],
    ['records', 2, 0],
    ['records', 3, 1],
    ['records', -1, 9],
    ['core', 0, 0],
    ['core', -1, 0],
    ['coreMs', 0, 1],
    ['coreMs', 1, 1],
    ['coreMs', -2, 0xfffffff0],
    ['roadName', 0, 99],
  ])('a wrong %s is found', (section, at, value) => {
    const [, , bytes] = graphOf(TOWN, 'car')
    const array = openContainer(bytes, GRAPH_KIND, GRAPH_VERSION).section(section, 'u32')
    const place = at < 0 ? array.length + at : at
    array[place] = array[place] === value ? value + 1 : value
    expect(() => checkGraph(bytes)).toThrow(AssertionError)
  })

  test('a file that is cut short is refused', () => {
    const [, , bytes] = graphOf(TOWN, 'car')
    expect(() => checkGraph(bytes.slice(0, bytes.length / 2))).toThrow(ServiceError)
  })
})
