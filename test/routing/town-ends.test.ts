import { describe, expect, test } from 'bun:test'
import polyline from 'polyline'
import { distanceM } from '../../src/geo/distance.ts'
import type { Line } from '../../src/geo/line.ts'
import { polylineText } from '../geo/polyline-text.ts'
import { Town } from './town.ts'
import { describeTowns } from './trips.ts'

describeTowns('ends of a route', [
  {
    name: 'beside the road, on its side',
    map: `
             3
      a-1----------b
             4

             5`,
    ways: { ab: 'residential Phố Huế' },
    trips: [
      ['1>3', 'car', '', 'Đi về hướng đông trên Phố Huế [Điểm đến ở bên trái]'],
      ['1>4', 'car', '', 'Đi về hướng đông trên Phố Huế [Điểm đến ở bên phải]'],
      ['1>5', 'car', '', 'Đi về hướng đông trên Phố Huế'],
      ['3>1', 'car', '', 'Đi về hướng tây trên Phố Huế'],
      ['b>3', 'car', 'b', 'Đi về hướng tây trên Phố Huế [Điểm đến ở bên phải]'],
    ],
  },
  {
    name: 'before a bend that is nearer than the heading looks, on a long straight',
    cellM: 13,
    map: `
      a-1-b
          |
          |
          |
          |
          2
          c`,
    ways: { abc: 'residential Phố Huế' },
    trips: [['1>2', 'car', 'b', 'Đi về hướng đông trên Phố Huế']],
  },
  {
    name: 'on one road, and round the block where it is one-way',
    map: `
      a-1---2-b
      |       |
      d-------c`,
    ways: { ab: 'residential A oneway=yes', bcda: 'residential B oneway=yes' },
    trips: [
      ['1>2', 'car', '', 'Đi về hướng đông trên A'],
      ['2>1', 'car', 'bcda', 'Đi về hướng đông trên A', 'Rẽ phải vào B', 'Rẽ phải vào A'],
    ],
  },
  {
    name: 'a few metres behind the start in a one-way street, and more',
    cellM: 4,
    map: `
      a--3-2-1---------b
      |                |
      d----------------c`,
    ways: { ab: 'residential A oneway=yes', bcda: 'residential B' },
    trips: [
      ['1>2', 'car', '', 'Bạn đang ở điểm đến'],
      [
        '1>3',
        'car',
        'bcda',
        'Đi về hướng đông trên A',
        'Rẽ gấp sang phải vào B',
        'Rẽ gấp sang phải vào A',
      ],
      ['3>1', 'car', '', 'Đi về hướng đông trên A'],
    ],
  },
  {
    name: 'in one-way streets that one cannot get back to, or away from',
    map: `
      a-------b-------c--k
      |       |       |
      |       e       |
      |       1       |
      |       f       |
      |               |
      |       g       |
      |       2       |
      |       h       |
      |       |       |
  l---d-------i-------j`,
    ways: {
      abcjida: 'residential Vòng',
      ck: 'residential',
      ld: 'residential',
      feb: 'residential Ngõ 35 oneway=yes',
      ihg: 'residential Ngõ 36 oneway=yes',
    },
    trips: [
      [
        '1>2',
        'car',
        'ebcjih',
        'Đi về hướng bắc trên Ngõ 35',
        'Rẽ phải vào Vòng',
        'Rẽ phải để đi tiếp trên Vòng',
        'Rẽ phải vào Ngõ 36',
      ],
      // Nobody drives to where a street begins.
      ['a>1', 'car', 'ab', 'Đi về hướng đông trên Vòng'],
    ],
  },
  {
    name: 'one place twice',
    map: 'a--1--b',
    ways: { ab: 'residential Phố Huế' },
    trips: [['1>1', 'car', '', 'Bạn đang ở điểm đến']],
  },
  {
    name: 'at a junction, at the end of a road',
    map: `
      a---b---c
          |
          d`,
    ways: { abc: 'residential A', bd: 'residential D' },
    trips: [
      ['a>b', 'car', 'ab', 'Đi về hướng đông trên A'],
      ['a>d', 'car', 'abd', 'Đi về hướng đông trên A', 'Rẽ phải vào D'],
      ['b>d', 'car', 'bd', 'Đi về hướng nam trên D'],
      ['d>b', 'car', 'db', 'Đi về hướng bắc trên D'],
    ],
  },
  {
    name: 'more than a kilometre from any road',
    map: `
      1                      a-2-b`,
    ways: { ab: 'residential A' },
    trips: [
      ['1>2', 'car', null],
      ['2>1', 'motorbike', null],
      ['1>1', 'car', null],
    ],
  },
  {
    name: 'on roads that nothing joins',
    map: 'a-1-b                         c-2-d',
    ways: { ab: 'residential A', cd: 'residential C' },
    trips: [['1>2', 'car', null]],
  },
  {
    name: 'no road at all for the vehicle',
    map: 'a-1-b-2-c',
    ways: { abc: 'path motorcycle=yes' },
    trips: [
      ['1>2', 'car', null],
      ['1>2', 'motorbike', 'b', 'Đi về hướng đông'],
    ],
  },
  {
    name: 'next to a footway',
    map: `
      e--1--f

      a-----b-2-c`,
    ways: { abc: 'residential A', ef: 'footway' },
    trips: [['1>2', 'car', 'b', 'Đi về hướng đông trên A']],
  },
])

const TOWN = new Town({
  map: `
      a-1-b---c
          |    \\
          |     d
          e      \\
          f---g   h
              |
              k
              2
              j`,
  ways: {
    abc: 'secondary Nguyễn Trãi toll=yes',
    cdh: 'secondary Khuất Duy Tiến',
    bef: 'residential Ngõ 12 name:en=Alley~12',
    fg: 'residential Đường số 4',
    gkj: 'residential ref=QL1',
  },
})

describe('the answer as a whole', () => {
  const told = TOWN.directions('1', '2')

  test('says the steps and what is special', () => {
    expect(told.says).toEqual([
      'Đi về hướng đông trên Nguyễn Trãi [Đường có thu phí]',
      'Rẽ phải vào Ngõ 12',
      'Rẽ trái vào Đường số 4',
      'Rẽ phải vào QL1',
    ])
    expect(told.summary).toBe('Ngõ 12 và Đường số 4')
    expect(told.warnings).toEqual(['Tuyến đường này có thu phí.'])
  })

  test('says it in English', () => {
    const english = TOWN.directions('1', '2', { lang: 'en' })
    expect(english.says).toEqual([
      'Head east on Nguyen Trai [Toll road]',
      'Turn right onto Alley 12',
      'Turn left onto Duong so 4',
      'Turn right onto QL1',
    ])
    expect(english.summary).toBe('Alley 12 and Duong so 4')
    expect(english.warnings).toEqual(['This route has tolls.'])
  })

  test('of a toll road says so once a stretch of it, and not of a paid ferry', () => {
    const town = new Town({
      map: `
      a-1-b---c
              |
              d---e---f---g-2-h`,
      ways: {
        ab: 'primary A toll=yes',
        bc: 'primary B toll=yes',
        cd: 'primary C',
        de: '- route=ferry Phà D toll=yes duration=5',
        ef: 'primary E',
        fgh: 'primary F toll=yes',
      },
    })
    const { says, warnings } = town.directions('1', '2')
    expect(says).toEqual([
      'Đi về hướng đông trên A [Đường có thu phí]',
      'Đi thẳng vào B',
      'Rẽ phải vào C',
      'Lên Phà D',
      'Rời phà, đi tiếp vào E',
      'Đi thẳng vào F [Đường có thu phí]',
    ])
    expect(warnings).toEqual(['Tuyến đường này có thu phí.', 'Tuyến đường này có đi phà.'])
  })

  test.each([
    ['1', '2', []],
    ['3', '2', ['Điểm đi được dời 150 m đến đường gần nhất.']],
    ['1', '3', ['Điểm đến được dời 150 m đến đường gần nhất.']],
    ['4', '2', []],
  ])('of a route from %s to %s tells which end was moved by more than 100 m', (from, to, told) => {
    const town = new Town({
      map: `
          3
                4

      a-1---------2-b`,
      ways: { ab: 'residential A' },
    })
    expect(town.directions(from, to).warnings).toEqual(told)
    const english = town.directions(from, to, { lang: 'en' }).warnings
    expect(english).toHaveLength(told.length)
  })

  test('adds up', () => {
    const sum = (pick: (step: (typeof told.steps)[number]) => number) =>
      told.steps.reduce((total, step) => total + pick(step), 0)
    expect(sum((step) => step.distanceM)).toBe(told.distanceM)
    expect(sum((step) => step.durationS)).toBe(told.durationS)
    expect(told.distanceM).toBe(Math.round(drivenM(told.overview)))
  })

  test('steps begin where the one before ends, and so do their lines', () => {
    let at = told.start
    for (const step of told.steps) {
      expect(step.start).toEqual(at)
      const line = polyline.decode(polylineText(told.line, step.from, step.to))
      expect(line.at(0)).toEqual(rounded(step.start))
      expect(line.at(-1)).toEqual(rounded(step.end))
      at = step.end
    }
    expect(at).toEqual(told.end)
  })

  test('the overview is the steps end to end, within the bounds', () => {
    const lines = told.steps.map((step) =>
      polyline.decode(polylineText(told.line, step.from, step.to)),
    )
    const joined = lines.flatMap((line, i) => (i === 0 ? line : line.slice(1)))
    expect(polyline.decode(polylineText(told.overview))).toEqual(joined)
    const { west, south, east, north } = told.bounds ?? { west: 1, south: 1, east: 0, north: 0 }
    const lats = joined.map(([lat]) => lat)
    const lngs = joined.map(([, lng]) => lng)
    const near = (a: number, b: number) => expect(Math.abs(a - b)).toBeLessThan(1e-5)
    near(Math.min(...lats), south)
    near(Math.max(...lats), north)
    near(Math.min(...lngs), west)
    near(Math.max(...lngs), east)
  })

  test('a long way is simplified in the overview, not in the steps', () => {
    const points = 800
    const marks = Array.from({ length: points }, (_, i) => String.fromCodePoint(0x4e00 + i))
    const rowOf = (i: number) => Math.round(10 + 10 * Math.sin(i / 15))
    const rows = Array.from({ length: 21 }, (_, row) =>
      marks.map((mark, i) => (rowOf(i) === row ? mark : ' ')).join(''),
    )
    const town = new Town({
      map: rows.join('\n'),
      ways: { [marks.join('')]: 'primary Đèo Hải Vân' },
    })
    const found = town.directions(marks[0] ?? '', marks.at(-1) ?? '')
    const overview = polyline.decode(polylineText(found.overview))
    expect(polyline.decode(polylineText(found.line))).toHaveLength(points)
    expect(overview.length).toBeLessThanOrEqual(500)
    expect(overview.length).toBeGreaterThan(100)
    expect(Math.abs(drivenM(found.overview) / found.distanceM - 1)).toBeLessThan(0.06)
  })
})

function drivenM(overview: Line): number {
  const points = polyline.decode(polylineText(overview)).map(([lat, lon]) => ({ lat, lon }))
  return points.slice(1).reduce((sum, point, i) => sum + distanceM(points[i] ?? point, point), 0)
}

function rounded({ lat, lon }: { lat: number; lon: number }): [number, number] {
  return [Math.round(lat * E5) / E5, Math.round(lon * E5) / E5]
}

const E5 = 1e5
