import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { buildSearch } from '../../src/search/build.ts'
import {
  ENTRY_COLUMNS,
  firstEntry,
  firstToken,
  nameCount,
  openSearchIndex,
  placeIn,
} from '../../src/search/layout.ts'
import { RangeMemo } from '../../src/search/range-memo.ts'
import { begunUnitsOf, TOP_COLUMNS, topsOf } from '../../src/search/tops.ts'
import { place } from './town.ts'

const word = fc.constantFrom('an', 'anh', 'ba', 'bac', 'cao', 'dong', 'ha', 'hoa', 'lam')
const name = fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => words.join(' '))
const bearer = fc.record({
  name,
  kind: fc.constantFrom('ward', 'settlement', 'street', 'poi'),
  importance: fc.integer({ min: 0, max: 9 }),
})

const NAMES_MAX = 40
const BEARERS_MAX = 8
const UNITS_MAX = 24

test('the best names of a range and their bearers are those that looking at all finds', () => {
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
        const best = (at: number) => placeIn(index, firstEntry(index, at))
        const names = Array.from({ length: to - from }, (_, i) => from + i)
        const ranked = names.sort((x, y) => best(x) - best(y))

        const tops = topsOf(index)
        for (const rows of [tops.of(from, to), tops.of(from, to)]) {
          const found = readRows(rows)
          // Of names with one best place, any may go first.
          const sorted = ranked.slice(0, NAMES_MAX).map(best)
          expect(found.map(({ entries }) => entries[0])).toEqual(sorted)
          for (const { length, entries } of found) {
            const its = ranked.filter((at) => {
              const bearers = Math.min(
                BEARERS_MAX,
                firstEntry(index, at + 1) - firstEntry(index, at),
              )
              const wanted = Array.from({ length: bearers }, (_, i) =>
                placeIn(index, firstEntry(index, at) + i),
              )
              const tokens = firstToken(index, at + 1) - firstToken(index, at)
              return tokens === length && Bun.deepEquals(wanted, entries)
            })
            expect(its.length).toBeGreaterThan(0)
          }
        }

        const units = ranked.map(best).filter((unit) => unit < index.units)
        const begun = begunUnitsOf(index)
        for (const found of [begun.of(from, to), begun.of(from, to)]) {
          expect([...found]).toEqual(units.slice(0, UNITS_MAX))
        }
      },
    ),
    { numRuns: 300 },
  )
})

function readRows(rows: Uint32Array): { length: number; entries: number[] }[] {
  const found = []
  for (let at = 0; at < rows.length; ) {
    const start = at + TOP_COLUMNS
    const end = start + ENTRY_COLUMNS * rows[at + 1]!
    const entries: number[] = []
    for (let i = start; i < end; i += ENTRY_COLUMNS) entries.push(rows[i]!)
    found.push({ length: rows[at]!, entries })
    at = end
  }
  return found
}

test('what was made of a range is never taken for that of another on the same slot', () => {
  const memo = new RangeMemo(2, (from, to) => ({ from, to }))
  const range = fc.tuple(fc.nat(9), fc.nat(9))
  fc.assert(
    fc.property(fc.array(range, { maxLength: 60 }), (ranges) => {
      for (const [from, to] of ranges) expect(memo.of(from, to)).toEqual({ from, to })
    }),
  )
})
