import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { ringOrientation, sideOfPolygon, signedArea2 } from '../../src/geo/ring.ts'
import { assembleRings, describeProblem, type MemberWay } from '../../src/osm/rings/rings.ts'

/*
 * Towns on a grid of 0.001 degrees: a node is named by a letter or number for its column and one
 * for its row, `00` to `99`, and a way is written as its nodes, '00 50 55 05 00'.
 */
const STEP_E7 = 10_000

function way(text: string, id = 0): MemberWay {
  const names = text.split(' ')
  const line = names.flatMap((name) => [Number(name[0]) * STEP_E7, Number(name[1]) * STEP_E7])
  return { id, refs: Float64Array.from(names, Number), line: Int32Array.from(line) }
}

function ways(...texts: readonly string[]): MemberWay[] {
  return texts.map((text, i) => way(text, i + 1))
}

/** Areas in cells of the grid: of each polygon its outer ring, then its holes below zero. */
function areasOf(members: readonly MemberWay[]): number[][] | null {
  const { polygons } = assembleRings(members)
  return (
    polygons?.map((rings) => rings.map((ring) => signedArea2(ring) / 2 / STEP_E7 / STEP_E7)) ?? null
  )
}

function problemsOf(members: readonly MemberWay[]): string[] {
  return assembleRings(members).problems.map(describeProblem)
}

describe('assembles', () => {
  test.each<[string, string[], number[][]]>([
    ['one closed way', ['00 50 55 05 00'], [[25]]],
    ['a clockwise one', ['00 05 55 50 00'], [[25]]],
    ['ways in any order and direction', ['55 50', '05 00', '05 55', '00 50'], [[25]]],
    ['a hole', ['00 50 55 05 00', '11 12 22 21 11'], [[25, -1]]],
    ['a hole given first', ['11 12 22 21 11', '00 50 55 05 00'], [[25, -1]]],
    [
      'an island in a hole',
      ['00 90 99 09 00', '11 18 88 81 11', '22 32 33 23 22'],
      [[81, -49], [1]],
    ],
    ['two outer rings', ['00 20 22 02 00', '40 50 51 41 40'], [[4], [1]]],
    ['outer rings that touch at a corner', ['00 20 22 02 00', '22 32 33 23 22'], [[4], [1]]],
    ['the same, drawn as one line', ['00 20 22 32 33 23 22 02 00'], [[4], [1]]],
    ['a hole that touches the outer ring', ['00 50 55 05 00', '00 21 11 00'], [[25, -0.5]]],
    ['a hole that touches an edge', ['00 60 66 06 00', '22 62 24 22'], [[36, -4]]],
    ['a hole drawn in one line with it', ['00 50 55 05 00 12 22 00'], [[25, -1]]],
    [
      'holes that share an edge, as one',
      ['00 50 55 05 00', '11 21 22 12 11', '21 31 32 22 21'],
      [[25, -2]],
    ],
    ['outer rings that share an edge, as one', ['00 20 22 02 00', '20 40 42 22 20'], [[8]]],
    ['a hole that takes a piece of the edge', ['00 10 30 33 03 01 00', '00 10 11 01 00'], [[8]]],
    ['a hole with all corners on the outer ring', ['00 40 44 04 00', '20 42 24 02 20'], [[16, -8]]],
    ['a notch filled by another ring', ['00 60 66 33 06 00', '33 66 06 33'], [[36]]],
  ])('%s', (_name, texts, areas) => {
    const total = (found: number[][] | null) => found?.flat().reduce((sum, area) => sum + area, 0)
    const found = areasOf(ways(...texts))
    expect(total(found)).toBe(total(areas))
    expect(found?.map((rings) => rings.length)).toEqual(areas.map((rings) => rings.length))
    expect(found).toEqual(areas)
    expect(assembleRings(ways(...texts)).problems.filter((problem) => !problem.isRepaired)).toEqual(
      [],
    )
  })

  test('whatever the order, direction and cutting of the ways', () => {
    // Land, a lake with an island in it, and a second piece of land.
    const rings = ['00 90 99 09 00', '22 82 88 28 22', '44 64 66 46 44']
    const expected = areasOf(ways(...rings))
    expect(expected).toEqual([[81, -36], [4]])
    const cuts = fc.array(fc.integer({ min: 1, max: 3 }), { maxLength: 3 })
    const cutting = fc.tuple(cuts, cuts, cuts)
    fc.assert(
      fc.property(cutting, fc.infiniteStream(fc.boolean()), fc.nat(), (all, turned, seed) => {
        const pieces = rings.flatMap((ring, r) => cut(ring.split(' '), all[r] ?? []))
        const texts = pieces.map((piece) =>
          (turned.next().value ? piece.toReversed() : piece).join(' '),
        )
        const mixed = texts.toSorted((a, b) => ((a.length * seed) % 7) - ((b.length * seed) % 7))
        expect(areasOf(ways(...mixed))).toEqual(expected)
      }),
    )
  })

  test('turns outer rings counterclockwise and holes clockwise', () => {
    const { polygons } = assembleRings(ways('00 05 55 50 00', '11 21 22 12 11'))
    expect(polygons?.[0]?.map((ring) => ringOrientation(ring))).toEqual([1, -1])
    expect(polygons?.[0]?.every((ring) => ring.at(-1) === ring[1] && ring.at(-2) === ring[0])).toBe(
      true,
    )
  })

  test('covers what is inside an odd number of rings', () => {
    const corner = fc.integer({ min: 0, max: 8 })
    const box = fc.tuple(corner, corner, corner, corner).filter(([w, s, e, n]) => w < e && s < n)
    // A ring drawn twice counts once.
    const different = fc.uniqueArray(box, { minLength: 1, maxLength: 4, selector: String })
    fc.assert(
      fc.property(different, (boxes) => {
        const { polygons } = assembleRings(boxes.map(boxWay))
        if (polygons === null) return
        for (let x = 0; x < 8; x++) {
          for (let y = 0; y < 8; y++) {
            const middle = { lonE7: (x + 0.5) * STEP_E7, latE7: (y + 0.5) * STEP_E7 }
            const within = boxes.filter(([w, s, e, n]) => w <= x && x < e && s <= y && y < n)
            const isCovered = polygons.some((polygon) => sideOfPolygon(polygon, middle) > 0)
            expect(isCovered).toBe(within.length % 2 === 1)
          }
        }
      }),
      { numRuns: 500 },
    )
  })
})

/** A box with a node at every crossing of the grid, so that boxes share nodes where they touch. */
function boxWay(
  [west, south, east, north]: readonly [number, number, number, number],
  id: number,
): MemberWay {
  const names: string[] = []
  for (let x = west; x < east; x++) names.push(`${x}${south}`)
  for (let y = south; y < north; y++) names.push(`${east}${y}`)
  for (let x = east; x > west; x--) names.push(`${x}${north}`)
  for (let y = north; y > south; y--) names.push(`${west}${y}`)
  return way([...names, names[0]].join(' '), id)
}

function cut(ring: readonly string[], at: readonly number[]): string[][] {
  const places = [0, ...new Set(at), ring.length - 1].sort((a, b) => a - b)
  return places.slice(1).map((place, i) => ring.slice(places[i], place + 1))
}

describe('repairs what is certain, and says so', () => {
  const near = (id: number, text: string, shiftE7: number): MemberWay => {
    const drawn = way(text, id)
    drawn.line?.set([(drawn.line[0] ?? 0) + shiftE7], 0)
    return { ...drawn, refs: drawn.refs.map((ref, i) => (i === 0 ? ref + 1000 : ref)) }
  }

  test('a gap under a metre', () => {
    const members = [way('00 50 55', 1), near(2, '00 05 55', 50)]
    expect(areasOf(members)?.length).toBe(1)
    expect(problemsOf(members)).toEqual([
      'a gap under 1 m was closed between node 0 (0,0) and node 1000 (0,0.000005)',
    ])
  })

  test('but not one over a metre', () => {
    const members = [way('00 50 55', 1), near(2, '00 05 55', 100)]
    expect(areasOf(members)).toBeNull()
    expect(problemsOf(members)).toEqual([
      'its outline is open at node 0 (0,0), node 1000 (0,0.00001)',
    ])
  })

  test('and not where a third end is as near', () => {
    const members = [way('00 50 55', 1), near(2, '00 05 55', 50), near(3, '00 03', 20)]
    expect(areasOf(members)).toBeNull()
  })

  test.each<[string, MemberWay[], string]>([
    [
      'a way listed twice',
      [way('00 50 55', 1), way('55 05 00', 2), way('00 50 55', 1)],
      'way 1 is there twice',
    ],
    ['a way drawn twice', ways('00 50 55', '55 05 00', '55 50 00'), 'way 3 is there twice'],
    ['a ring drawn twice', ways('00 50 55 05 00', '55 50 00 05 55'), 'way 2 is there twice'],
    ['points that repeat', ways('00 00 50 55 55 55 05 00'), '3 repeated points'],
    ['a spike', ways('00 50 55 57 55 05 00'), '2 overlapping segments'],
    [
      'a flat ring',
      ways('00 50 55 05 00', '70 80 90 70'),
      'a ring that encloses nothing was dropped at 0,0.007',
    ],
  ])('%s', (_name, members, problem) => {
    expect(areasOf(members)).toEqual([[25]])
    expect(problemsOf(members)).toEqual([problem])
  })

  test('the border between two parts, drawn once for each', () => {
    const members = ways('20 00 02 22', '20 22', '20 40 42 22', '22 20')
    expect(areasOf(members)).toEqual([[8]])
  })
})

describe('gives up', () => {
  test.each<[string, MemberWay[], string]>([
    [
      'when a way was cut off',
      [way('00 50 55', 1), { ...way('55 05 00', 2), line: null }],
      '1 way of it missing from the extract',
    ],
    [
      'on an open line',
      ways('00 50 55 05'),
      'its outline is open at node 0 (0,0), node 5 (0.005,0)',
    ],
    [
      'on a line too many',
      ways('00 50 55 05 00', '55 77'),
      'its outline is open at node 55 (0.005,0.005), node 77 (0.007,0.007)',
    ],
    ['on a figure of eight', ways('00 55 50 05 00'), 'its outline crosses itself near'],
    [
      'on rings that cross where one has a corner',
      ways('00 60 66 06 00', '22 62 84 64 24 22'),
      'its outline crosses itself near',
    ],
    [
      'on rings that cross',
      ways('00 50 55 05 00', '33 73 77 37 33'),
      'its outline crosses itself near',
    ],
    ['on nothing', [], 'its ways enclose nothing'],
    ['on one point', ways('00 00'), 'its ways enclose nothing'],
  ])('%s', (_name, members, reason) => {
    const { polygons, problems } = assembleRings(members)
    expect(polygons).toBeNull()
    expect(problems.filter((problem) => !problem.isRepaired).map(describeProblem)[0]).toStartWith(
      reason,
    )
  })

  test('naming a few of many ends', () => {
    const [problem] = problemsOf(ways('00 10', '20 30', '40 50'))
    expect(problem).toEndWith('and 2 more')
  })

  test('finds a crossing among many edges, and none where there is none', () => {
    const teeth = (count: number, depthE7: number): MemberWay => {
      const line: number[] = []
      for (let i = 0; i < count; i++) line.push(i * 100, i % 2 === 0 ? 0 : depthE7)
      line.push(count * 100, 1_000_000, 0, 1_000_000, 0, 0)
      const refs = Float64Array.from({ length: line.length / 2 }, (_, i) => i)
      refs[refs.length - 1] = 0
      return { id: 1, refs, line: Int32Array.from(line) }
    }
    expect(assembleRings([teeth(2000, 999_999)]).problems).toEqual([])
    expect(assembleRings([teeth(2000, 1_000_001)]).problems[0]?.kind).toBe('crossing')
  })
})
