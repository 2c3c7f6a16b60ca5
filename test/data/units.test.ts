import { describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { makeTowns } from '../../data/make/towns.ts'
import { makeUnits } from '../../data/make/units.ts'
import mergers from '../../data/province-mergers.json'
import towns from '../../data/towns.json'
import units from '../../data/units.json'
import { buildBoundaries } from '../../src/boundaries/build.ts'
import { locate } from '../../src/boundaries/locate.ts'
import { openBoundaries, unitAt } from '../../src/boundaries/open.ts'
import { builtinBoundaries } from '../../src/import/units/builtin.ts'
import { foldText } from '../../src/text/fold.ts'
import { officialFeatures } from '../boundaries/official.ts'
import { sharedData } from '../shared-data.ts'

const wards = Object.values(units.wards).flat()
const former: Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, string>>>>>> =
  units.former

describe('data/units.json and towns.json', () => {
  test('are what the script makes', () => {
    const boundaries = openBoundaries(buildBoundaries(builtinBoundaries()))
    const repairs = new Map<string, number>()
    const made = makeUnits(repairs)
    expect(made as object).toEqual(units)
    const codeAt = (point: { lon: number; lat: number }) =>
      unitAt(boundaries, locate(boundaries, 4, point))?.code ?? null
    expect(makeTowns(made, codeAt, repairs) as object).toEqual(towns)
  })

  test('hold 34 provinces and 3,321 wards, each code once', () => {
    expect(Object.keys(units.wards).sort()).toEqual(mergers.provinces.map((p) => p.code))
    expect(wards.length).toBe(3321)
    expect(new Set(wards.map((ward) => ward.slice(0, 5))).size).toBe(3321)
    expect(wards.filter((ward) => !/^\d{5} (?:Phường|Xã|Đặc khu) \S/.test(ward))).toEqual([])
  })

  test('lead from every former ward to wards of today, and to all of them', () => {
    const today = new Set(wards.map((ward) => ward.slice(0, 5)))
    const reached = new Set(
      Object.values(former).flatMap((districts) =>
        Object.values(districts).flatMap((each) => Object.values(each).join(' ').split(' ')),
      ),
    )
    expect(reached).toEqual(today)
  })

  test('lead from a former ward into the province that its own became part of', () => {
    const provinceOf = new Map(
      Object.entries(units.wards).flatMap(([province, each]) =>
        each.map((ward) => [ward.slice(0, 5), province] as const),
      ),
    )
    const astray = mergers.provinces.flatMap(({ code, former: names }) =>
      names.flatMap((name) =>
        Object.entries(former[name] ?? {}).flatMap(([district, each]) =>
          Object.entries(each)
            .filter(([, to]) => to.split(' ').some((ward) => provinceOf.get(ward) !== code))
            .map(([ward]) => `${ward}, ${district}, ${name}`),
        ),
      ),
    )
    expect(astray).toEqual([])
  })

  const wardsFile = sharedData('boundaries/wards.fgb')
  test.if(wardsFile !== null)(
    'have the official codes, so that ids are those of an extract',
    () => {
      const official = officialFeatures(wardsFile ?? '', 8).map(({ unit }) => unit)
      const names = new Map(wards.map((ward) => [ward.slice(0, 5), foldText(ward.slice(6))]))
      const bare = (name: string) => name.replace(/^(?:phuong|xa|dac khu) /, '')
      expect(new Set(official.map(({ code }) => code))).toEqual(new Set(names.keys()))
      // Communes that rose to wards since July 2025 bear the old kind.
      const different = official.filter(
        ({ code, name }) => bare(foldText(name)) !== bare(names.get(code) ?? ''),
      )
      expect(different.map(({ name }) => name)).toEqual([])
    },
  )

  const casesFile = sharedData('tables/old_ward_to_new_ward.csv')
  test.if(casesFile !== null)('lead 99 of 100 real old addresses to the right new ward', () => {
    const { cases, found, first } = judge(readFileSync(casesFile ?? '', 'utf8'))
    console.log(`old → new ward: ${found} of ${cases} right, ${first} with the first successor`)
    expect(found / cases).toBeGreaterThanOrEqual(0.99)
    expect(first / cases).toBeGreaterThanOrEqual(0.98)
  })
})

/** How many of the table's addresses have the right ward among their successors, or first. */
function judge(csv: string): { cases: number; found: number; first: number } {
  const successors = new Map<string, readonly string[]>()
  for (const [province, districts] of Object.entries(former)) {
    for (const [district, each] of Object.entries(districts)) {
      for (const [ward, codes] of Object.entries(each)) {
        successors.set(foldText(`${ward} ${district} ${province}`), codes.split(' '))
      }
    }
  }
  const rows = csv.trim().split('\n').slice(1)
  let found = 0
  let first = 0
  for (const row of rows) {
    const [, address = '', codes = ''] = /^"([^"]*)","?([^",]*(?:, ?[^",]*)*?)"?,/.exec(row) ?? []
    const right = codes.split(/[^0-9]+/)
    const guess = successors.get(foldText(address)) ?? []
    if (guess.some((code) => right.includes(code))) found++
    if (guess[0] !== undefined && right.includes(guess[0])) first++
  }
  return { cases: rows.length, found, first }
}
