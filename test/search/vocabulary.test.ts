import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { buildSearch } from '../../src/search/build.ts'
import { nameCount, openSearchIndex } from '../../src/search/layout.ts'
import { endsAt, formOf, narrow, tokenRange } from '../../src/search/lookup.ts'
import { Vocabulary } from '../../src/search/vocabulary.ts'
import { tokenize } from '../../src/text/tokens.ts'
import { place } from './town.ts'

const word = fc.constantFrom('an', 'ăn', 'ân', 'anh', 'ba', 'bá', 'bac', '12a', '12á', 'z9', 'đa')
const name = fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => words.join(' '))

test('a word is what looking it up gives, the first time and every other', () => {
  fc.assert(
    fc.property(fc.array(name, { minLength: 1, maxLength: 60 }), name, (names, asked) => {
      const places = names.map((text, i) =>
        place('settlement', {
          id: `n${i}`,
          at: [105, 20],
          name: text,
          importance: ((i * 7) % 10) / 10,
        }),
      )
      const index = openSearchIndex(buildSearch(places))
      const vocabulary = new Vocabulary(index)
      const all = { from: 0, to: nameCount(index) }
      for (const token of [...tokenize(asked), ...tokenize(asked)]) {
        const found = vocabulary.word(token)
        const itself = tokenRange(index, token.folded, false)
        const begun = tokenRange(index, token.folded, true)
        expect({ from: found.from, to: found.to }).toEqual(itself)
        expect({ from: found.begunFrom, to: found.begunTo }).toEqual(begun)
        expect(found.form).toBe(formOf(index, itself, token))
        const opens = narrow(index, all, 0, itself)
        expect({ from: found.opensFrom, to: found.opensTo }).toEqual(opens)
        expect(found.isName).toBe(endsAt(index, opens, 1))
        const { from, to } = narrow(index, all, 0, begun)
        expect([found.mayOpenFrom, found.mayOpenTo]).toEqual([from, to])
      }
    }),
    { numRuns: 300 },
  )
})
