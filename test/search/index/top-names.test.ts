import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { buildSearch } from '../../../src/search/build/build-search.ts'
import {
  ENTRY_COLUMNS,
  firstEntry,
  firstToken,
  nameCount,
  openSearchIndex,
  placeIn,
} from '../../../src/search/index/layout.ts'
import { RangeMemo } from '../../../src/search/index/range-memo.ts'
import { begunUnitsOf, TOP_COLUMNS, topNamesOf } from '../../../src/search/index/top-names.ts'
import { place } from '../town.ts'

const word = fc.constantFrom('an', 'anh', 'ba', 'bac', 'cao', 'dong', 'ha', 'hoa', 'lam')
const name = fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => words.join(' '))
const bearer = fc.record({
  name,
  kind: fc.constantFrom('ward', 'settlement', 'street', 'poi'),
  importance: fc.integer({ min: 0, max: 9 }),
})

const UNIT_NAMES_MAX = 16
const REST_NAMES_MAX = 24
const UNIT_PLACES_MAX = 4
const REST_PLACES_MAX = 8
const UNITS_MAX = 12

test('the best names of a range and their placesNamed are those that looking at all finds', () => {
  fc.assert(
    fc.property(
      fc.array(bearer, { minLength: 1, maxLength: 90 }),
      fc.nat(),
      fc.nat(),
      (all, a, b) => {
        const places = all.map(({ name, kind, importance }, i) =>
          place(kind, { id: `n${i}`, at: [105, 20], name, importance: importance / 10 }),
        )
        const index = openSearchIndex(buildSearch(places))
        const count = nameCount(index)
        const [from = 0, to = 0] = [a % (count + 1), b % (count + 1)].sort((x, y) => x - y)
        const names = Array.from({ length: to - from }, (_, i) => from + i)
        const bearersOf = (at: number) =>
          Array.from({ length: firstEntry(index, at + 1) - firstEntry(index, at) }, (_, i) =>
            placeIn(index, firstEntry(index, at) + i),
          )
        const unitsOf = (at: number) => bearersOf(at).filter((bearer) => bearer < index.units)
        const restOf = (at: number) => bearersOf(at).filter((bearer) => bearer >= index.units)
        const bestOf = (its: (at: number) => number[], most: number) =>
          names
            .flatMap((at) => its(at)[0] ?? [])
            .sort((x, y) => x - y)
            .slice(0, most)

        const tops = topNamesOf(index)
        for (const rows of [listOf(tops, from, to), listOf(tops, from, to)]) {
          const found = readRows(rows)
          const borne = (bearer: number) => found.some(({ entries }) => entries.includes(bearer))
          // Of names with one best place, any may be the one that is in the list.
          expect(bestOf(unitsOf, UNIT_NAMES_MAX).filter((best) => !borne(best))).toEqual([])
          expect(bestOf(restOf, REST_NAMES_MAX).filter((best) => !borne(best))).toEqual([])
          expect(found.length).toBeLessThanOrEqual(UNIT_NAMES_MAX + REST_NAMES_MAX)
          const ranks = found.map(({ rank }) => rank)
          expect(ranks).toEqual(ranks.toSorted((x, y) => y - x))
          for (const { length, entries, rank } of found) {
            expect(rank).toBe(Math.max(...entries.map((bearer) => index.rank[bearer]!)))
            const its = names.filter((at) => {
              const wanted = [
                ...unitsOf(at).slice(0, UNIT_PLACES_MAX),
                ...restOf(at).slice(0, REST_PLACES_MAX),
              ]
              const tokens = firstToken(index, at + 1) - firstToken(index, at)
              return tokens === length && Bun.deepEquals(wanted, entries)
            })
            expect(its.length).toBeGreaterThan(0)
          }
        }

        const ranked = names.map((at) => bearersOf(at)[0]!).sort((x, y) => x - y)
        const units = ranked.filter((unit) => unit < index.units)
        const begun = begunUnitsOf(index)
        for (const found of [listOf(begun, from, to), listOf(begun, from, to)]) {
          expect(found).toEqual(units.slice(0, UNITS_MAX))
        }
      },
    ),
    { numRuns: 300 },
  )
})

function listOf(memo: RangeMemo, from: number, to: number): number[] {
  memo.look(from, to)
  return [...memo.values.subarray(memo.start, memo.end)]
}

function readRows(rows: readonly number[]) {
  const found: { length: number; rank: number; entries: number[] }[] = []
  for (let at = 0; at < rows.length; ) {
    const start = at + TOP_COLUMNS
    const end = start + ENTRY_COLUMNS * rows[at + 1]!
    const entries: number[] = []
    for (let i = start; i < end; i += ENTRY_COLUMNS) entries.push(rows[i]!)
    found.push({ length: rows[at]!, rank: rows[at + 2]!, entries })
    at = end
  }
  return found
}

test('what was made of a range is never taken for that of another', () => {
  // Two sets and room for few lists: ranges take the rows of others, and all are forgotten often.
  const made = (from: number, to: number) => [from, to, ...new Array<number>(from).fill(to)]
  const range = fc.tuple(fc.nat(9), fc.integer({ min: 1, max: 9 }))
  fc.assert(
    fc.property(fc.array(range, { maxLength: 60 }), (ranges) => {
      const memo = new RangeMemo(2, 40, made)
      for (const [from, to] of ranges) expect(listOf(memo, from, to)).toEqual(made(from, to))
    }),
  )
})

test('a range that was asked for of late is not made again', () => {
  let times = 0
  const memo = new RangeMemo(4, 100, (from) => {
    times++
    return [from]
  })
  for (let round = 0; round < 5; round++) {
    for (let from = 0; from < 4; from++) expect(listOf(memo, from, 9)).toEqual([from])
  }
  expect(times).toBe(4)
})

test('no list goes while there is room that was reserved', () => {
  const range = fc.tuple(fc.nat(9), fc.integer({ min: 10, max: 19 }))
  const made = (from: number, to: number) => new Array<number>(from + 1).fill(to)
  const memo = new RangeMemo(64, 60, made)
  fc.assert(
    fc.property(fc.array(range, { maxLength: 5 }), (ranges) => {
      memo.reserve(50)
      const found = ranges.map(([from, to]) => {
        memo.look(from, to)
        return { from, to, start: memo.start, end: memo.end }
      })
      for (const { from, to, start, end } of found) {
        expect([...memo.values.subarray(start, end)]).toEqual(made(from, to))
      }
    }),
    { numRuns: 1_000 },
  )
})
