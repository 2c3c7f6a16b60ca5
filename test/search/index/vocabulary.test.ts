import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { buildSearch } from '../../../src/search/build/build-search.ts'
import { NONE, nameCount, openSearchIndex } from '../../../src/search/index/layout.ts'
import { formOf, narrow, tokenRange } from '../../../src/search/index/lookup.ts'
import { Vocabulary } from '../../../src/search/index/vocabulary.ts'
import { tokenize } from '../../../src/text/tokens.ts'
import { place } from '../town.ts'

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
        const itself = tokenRange(index, token.folded, false)
        const begun = tokenRange(index, token.folded, true)
        const opens = narrow(index, all, 0, itself)
        const mayOpen = narrow(index, all, 0, begun)
        const form = formOf(index, itself, token)
        const forms = index.formFirst[itself.to]! - index.formFirst[itself.from]!
        const isAmbiguous = form !== NONE && forms > 1
        expect(vocabulary.of(token)).toEqual({ itself, begun, form, isAmbiguous, opens, mayOpen })
        expect(vocabulary.rangeOf(token, true)).toEqual(begun)
      }
    }),
    { numRuns: 300 },
  )
})
