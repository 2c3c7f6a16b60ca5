import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { buildSearch } from '../../../src/search/build/build-search.ts'
import { openSearchIndex } from '../../../src/search/index/layout.ts'
import { corrections, isCorrectable } from '../../../src/search/index/spelling.ts'
import { editDistance } from '../../../src/text/edit-distance.ts'
import { place } from '../town.ts'

describe('edit distance', () => {
  test.each([
    ['nguyen', 'nguyen', 0],
    ['nguyen', 'nguyne', 1],
    ['nguyen', 'nguen', 1],
    ['nguyen', 'nguyenn', 1],
    ['nguyen', 'nguyem', 1],
    ['hue', 'uhe', 1],
    ['trai', 'tria', 1],
    ['ca', 'abc', 3], // no part is edited twice
    ['', 'abc', 3],
  ])('of %s and %s is %i', (a, b, edits) => {
    expect(editDistance(a, b)).toBe(edits)
    expect(editDistance(b, a)).toBe(edits)
  })
})

test('every token one edit away is found', () => {
  const word = fc.stringMatching(/^[abc]{3,7}$/)
  fc.assert(
    fc.property(fc.uniqueArray(word, { minLength: 1, maxLength: 3 }), word, (known, typed) => {
      const places = known.map((name, i) =>
        place('settlement', { id: `n${i}`, at: [105, 20], name }),
      )
      const index = openSearchIndex(buildSearch(places))
      const near = known.filter((name) => editDistance(name, typed) === 1)
      expect(corrections(index, typed)).toEqual(expect.arrayContaining(near))
    }),
  )
})

test.each([
  ['ab', false],
  ['abc', true],
  ['12a', false],
  ['abcdefghijklmnopq', false],
])('errors in %s can be looked up: %p', (word, correctable) => {
  expect(isCorrectable(word)).toBe(correctable)
})
