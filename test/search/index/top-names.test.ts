import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { buildSearch } from '../../../src/search/build/build-search.ts'
import {
  firstEntry,
  firstToken,
  nameCount,
  openSearchIndex,
  placeIn,
} from '../../../src/search/index/layout.ts'
import { begunUnits, TopNames } from '../../../src/search/index/top-names.ts'
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

test('the best names of a range and their places are those that looking at all finds', () => {
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

        const tops = new TopNames(index)
        const found = tops.of(from, to)
        expect(tops.of(from, to)).toBe(found)
        const bearers = (first: number, end: number) =>
          Array.from({ length: end - first }, (_, i) => placeIn(index, first + i))
        const lists = found.map(({ units, unitsEnd, rest, restEnd }) => [
          ...bearers(units, unitsEnd),
          ...bearers(rest, restEnd),
        ])
        const borne = (bearer: number) => lists.some((entries) => entries.includes(bearer))
        // Of names with one best place, any may be the one that is in the list.
        expect(bestOf(unitsOf, UNIT_NAMES_MAX).filter((best) => !borne(best))).toEqual([])
        expect(bestOf(restOf, REST_NAMES_MAX).filter((best) => !borne(best))).toEqual([])
        expect(found.length).toBeLessThanOrEqual(UNIT_NAMES_MAX + REST_NAMES_MAX)
        const ranks = found.map(({ rank }) => rank)
        expect(ranks).toEqual(ranks.toSorted((x, y) => y - x))
        found.forEach(({ length, rank }, i) => {
          const entries = lists[i]!
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
        })

        const ranked = names.map((at) => bearersOf(at)[0]!).sort((x, y) => x - y)
        const units = ranked.filter((unit) => unit < index.units)
        expect(begunUnits(index, from, to)).toEqual(units.slice(0, UNITS_MAX))
      },
    ),
    { numRuns: 300 },
  )
})
