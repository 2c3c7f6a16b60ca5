import { describe, expect, test } from 'bun:test'
import { distanceM } from '../../src/geo/distance.ts'
import type { Point } from '../../src/geo/point.ts'
import { buildGraph } from '../../src/routing/build/build.ts'
import { lineOf } from '../../src/routing/graph/graph.ts'
import type { RoutePath } from '../../src/routing/path/path.ts'
import { findRoute, openRouter, type Router } from '../../src/routing/path/route.ts'
import { Snapper } from '../../src/routing/path/snap.ts'
import { type Drawing, type Drawn, draw } from './drawing.ts'

/** A drawn town and its car graph. */
class Ground {
  readonly drawn: Drawn
  readonly router: Router

  constructor(drawing: Drawing) {
    this.drawn = draw(drawing)
    const built = buildGraph(this.drawn.network, 'car')
    if (built === null) throw new Error('a car can drive in the town')
    this.router = openRouter(built.bytes)
  }

  route(from: string, to: string, radiusM?: number): RoutePath | null {
    return findRoute(this.router, this.drawn.at(from), this.drawn.at(to), radiusM)
  }

  /** Letters of the nodes of all arcs, the first and the last whole. */
  letters(route: RoutePath | null): string | null {
    if (route === null) return null
    const line = route.arcs.flatMap((arc) => [...lineOf(this.router.graph, arc)])
    return this.drawn.lettersOf(Int32Array.from(line))
  }
}

describe('one street', () => {
  const street = new Ground({
    map: `
      a-1---2-b`,
    ways: { ab: 'residential' },
  })

  test('along, as it is drawn', () => {
    const route = street.route('1', '2')
    expect(street.letters(route)).toBe('ab')
    expect(route?.arcs).toHaveLength(1)
    expect(route?.startPart).toBeCloseTo(0.25, 3)
    expect(route?.endPart).toBeCloseTo(0.75, 3)
    expect(route?.totalCm).toBeCloseTo(20_000, -2)
  })

  test('and back, the same length and time', () => {
    const there = street.route('1', '2')
    const back = street.route('2', '1')
    expect(street.letters(back)).toBe('ba')
    expect(back?.totalCm).toBe(there?.totalCm ?? 0)
    expect(back?.totalMs).toBe(there?.totalMs ?? 0)
  })

  test('to where one is takes no time', () => {
    const route = street.route('1', '1')
    expect([route?.totalMs, route?.totalCm, route?.arcs.length]).toEqual([0, 0, 1])
  })

  test.each(['a', 'b'])('from its end %s to its middle', (end) => {
    expect(street.route(end, '1')?.arcs).toHaveLength(1)
  })

  test('which is a one-way: against it there is no way at all', () => {
    const oneWay = new Ground({ map: 'a-1---2-b', ways: { ab: 'residential oneway=yes' } })
    expect(oneWay.letters(oneWay.route('1', '2'))).toBe('ab')
    expect(oneWay.route('2', '1')).toBeNull()
  })
})

describe('a one-way round', () => {
  const block = new Ground({
    map: `
      a-1---2-b
      |       |
      |       |
      d-------c`,
    ways: { abcda: 'residential oneway=yes' },
  })

  test('along', () => expect(block.route('1', '2')?.totalCm).toBeCloseTo(20_000, -2))
  test('back is once round, over the same edge twice', () => {
    const route = block.route('2', '1')
    expect(route?.arcs).toHaveLength(2)
    expect(route?.arcs[0]).toBe(route?.arcs[1] ?? -1)
    expect(route?.totalCm).toBeCloseTo(90_000, -3)
  })
})

describe('the nearest road that leads there', () => {
  const town = new Ground({
    map: `
      a---b---c
        1   2
          |
      f-g d---e
        3`,
    ways: { abc: 'residential', bd: 'residential', de: 'residential', fg: 'residential' },
  })

  test('an island of roads is passed over', () => {
    const route = town.route('3', '2')
    expect(town.letters(route)?.[0]).not.toBe('f')
    expect(route?.startDistanceM).toBeGreaterThan(40)
  })

  test('unless both ends are on it', () => {
    const ground = new Ground({
      map: `
        a---b
        1   2
        c---d`,
      ways: { ab: 'residential', cd: 'residential' },
    })
    expect(ground.route('1', '2')).not.toBeNull()
  })

  test('at a junction every road that meets there is as near', () => {
    const ground = new Ground({
      map: `
        a-b-c
          |
          d`,
      ways: { ab: 'residential oneway=yes', bc: 'residential oneway=yes', db: 'residential' },
    })
    // From d to b, then on: not round a block that is not there.
    expect(ground.letters(ground.route('d', 'b'))).toBe('db')
  })
})

describe('how far is too far', () => {
  const far = new Ground({ cellM: 100, map: 'a---b\n\n\n\n1', ways: { ab: 'residential' } })
  test.each([
    [1000, 'ab'],
    [401, 'ab'],
    [399, null],
    [0, null],
  ])('%d m', (radiusM, expected) => {
    const letters = far.letters(far.route('1', 'b', radiusM))
    expect(letters).toBe(expected)
  })
})

describe('beside a road where nobody stands', () => {
  /** A road from a, a street from c some metres beside it, and between them 1. */
  const beside = (road: string, street: string, awayM: number) =>
    new Ground({
      cellM: 5,
      map: `
                        3
a-----------------------b------2-e

            1
${'\n'.repeat(awayM / 5 - 2)}
c-----------------------d`,
      ways: { ab: road, be: 'residential', cd: street, ac: 'residential', bd: 'residential' },
    })
  const first = (ground: Ground, from: string, to: string) => endOf(ground, from, to, 0)
  const last = (ground: Ground, from: string, to: string) => endOf(ground, from, to, -1)
  function endOf(ground: Ground, from: string, to: string, at: number): string {
    const arc = ground.route(from, to)?.arcs.at(at) ?? 0
    return ground.drawn.lettersOf(lineOf(ground.router.graph, arc & ~1))
  }

  test.each([
    ['primary', 'ab'],
    ['primary bridge=yes', 'ab'],
    ['primary layer=1', 'ab'],
    ['primary bridge=no layer=1', 'ab'],
    ['primary bridge=yes layer=1', 'cd'],
    ['primary bridge=viaduct layer=2 foot=yes', 'cd'],
    ['motorway', 'cd'],
    ['motorway foot=yes', 'ab'],
    ['trunk', 'cd'],
    ['trunk foot=no', 'cd'],
    ['trunk sidewalk=no', 'cd'],
    ['trunk foot=yes', 'ab'],
    ['trunk sidewalk=both', 'ab'],
    ['primary_link', 'cd'],
  ])('beside %s one starts and ends on %s', (road, street) => {
    const ground = beside(road, 'residential', 20)
    expect([first(ground, '1', '2'), last(ground, '2', '1')]).toEqual([street, street])
  })

  test.each([
    [10, 'cd'],
    [35, 'cd'],
    [45, 'ab'],
  ])('a street that is %d m away', (awayM, street) => {
    expect(first(beside('motorway', 'residential', awayM), '1', '2')).toBe(street)
  })

  test.each([
    ['trunk', 'ab'],
    ['motorway oneway=no', 'dc'],
  ])('a street that is a detour of more than a minute, beside %s', (road, street) => {
    const ground = new Ground({
      cellM: 5,
      map: `
a------------------------------------b---2-e

                                   1

c-------------------------------------d`,
      ways: { ab: road, be: 'residential', dc: 'service service=alley', ac: 'residential' },
    })
    expect(first(ground, '1', '2')).toBe(street)
  })

  test('where a street joins it, the road itself is begun on', () => {
    expect(first(beside('trunk', 'residential', 60), '3', '1')).toBe('ab')
  })

  test('a street right beside it is as good as ever', () => {
    expect(first(beside('trunk', 'service service=alley', 10), '1', '2')).toBe('cd')
  })
})

describe('against a look at every segment', () => {
  const grid = new Ground({
    map: `
      a--b-----c---d
      |  1     |
      |     2  |   3
      e----f---g---h
         4   |
             i   5 `,
    ways: { abcd: 'residential', ae: 'service', cg: 'primary', efgh: 'tertiary', fi: 'service' },
  })

  test.each(['1', '2', '3', '4', '5'])('point %s', (mark) => {
    const at = grid.drawn.at(mark)
    const [group] = new Snapper(grid.router.graph).groupsNear(at, 1_000)
    expect(group?.distanceM).toBeCloseTo(nearestM(grid.router, at), 1)
  })
})

function nearestM(router: Router, at: Point): number {
  let nearest = Infinity
  const steps = 400
  for (let edge = 0; edge < router.graph.lengthCm.length; edge++) {
    const line = lineOf(router.graph, 2 * edge)
    for (let i = 2; i < line.length; i += 2) {
      for (let step = 0; step <= steps; step++) {
        const lon = line[i - 2]! + (step / steps) * (line[i]! - line[i - 2]!)
        const lat = line[i - 1]! + (step / steps) * (line[i + 1]! - line[i - 1]!)
        nearest = Math.min(nearest, distanceM(at, { lon: lon / 1e7, lat: lat / 1e7 }))
      }
    }
  }
  return nearest
}
