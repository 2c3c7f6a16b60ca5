import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { buildSearch } from '../../../src/search/build/build-search.ts'
import { nameCount, openSearchIndex } from '../../../src/search/index/layout.ts'
import { endsAt, narrow } from '../../../src/search/index/lookup.ts'
import { Narrowing } from '../../../src/search/index/narrowing.ts'
import { place } from '../town.ts'

const word = fc.constantFrom('an', 'anh', 'ba', 'bac', 'cau', 'da', 'le', 'z9')
const name = fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join(' '))
const range = fc.tuple(fc.nat(8), fc.nat(8))

test('names are narrowed down as looking them up does, the first time and every other', () => {
  fc.assert(
    fc.property(
      fc.array(name, { minLength: 1, maxLength: 60 }),
      fc.array(fc.array(range, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 30 }),
      (names, queries) => {
        const index = openSearchIndex(
          buildSearch(
            names.map((text, i) =>
              place('settlement', { id: `n${i}`, at: [105, 20], name: text, importance: 0.1 }),
            ),
          ),
        )
        const tokens = index.tokens.offsets.length - 1
        const narrowing = new Narrowing(index)
        for (const query of [...queries, ...queries]) {
          let found = { from: 0, to: nameCount(index) }
          query.forEach(([at, more], depth) => {
            if (found.from === found.to) return
            const from = Math.min(at, tokens)
            // Only the last word may go on: what comes before it is one token.
            const to = Math.min(from + (depth === query.length - 1 ? more : 1), tokens)
            const expected = narrow(index, found, depth, { from, to })
            if (depth > 0) {
              narrowing.find(found.from, found.to, depth, from, to)
              expect({ from: narrowing.from, to: narrowing.to }).toEqual(expected)
              expect(narrowing.isName).toBe(endsAt(index, expected, depth + 1))
            }
            found = expected
          })
        }
      },
    ),
    { numRuns: 200 },
  )
})
