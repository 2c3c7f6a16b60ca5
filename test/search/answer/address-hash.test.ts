import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { placeOfAddress } from '../../../src/search/answer/address-hash.ts'
import { answerOf } from '../../../src/search/answer/answer.ts'
import { buildSearch } from '../../../src/search/build/build-search.ts'
import { NONE, openSearchIndex } from '../../../src/search/index/layout.ts'
import { withoutMarks } from '../../../src/text/fold.ts'
import { place } from '../town.ts'

const word = fc.constantFrom('Ba', 'Bá', 'Bà', 'An', 'Ăn', 'Đa', 'Da', 'Hòa', 'Hoà', 'ß', '𝒟12')
const name = fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => words.join(' '))

function indexOf(names: readonly string[]) {
  const places = names.map((text, i) => place('poi', { id: `n${i}`, at: [105, 20], name: text }))
  return openSearchIndex(buildSearch(places))
}

test('an address leads to a place that has it, also unmarked when no other is meant', () => {
  fc.assert(
    fc.property(fc.array(name, { minLength: 1, maxLength: 40 }), (names) => {
      const index = indexOf(names)
      const addresses = Array.from(
        { length: index.places },
        (_, at) => answerOf(index, at, 'vi').address,
      )
      for (const address of addresses) {
        const text = address.normalize('NFC')
        // Of equal addresses the first place is worth most.
        expect(placeOfAddress(index, text, false)).toBe(addresses.indexOf(address))
        const isAlone = addresses.filter((other) => other === address).length === 1
        expect(placeOfAddress(index, text, true)).toBe(isAlone ? addresses.indexOf(address) : NONE)
        const plain = withoutMarks(text)
        const alike = new Set(addresses.filter((other) => withoutMarks(other) === plain))
        const found = placeOfAddress(index, plain, false)
        if (alike.has(plain)) expect(addresses[found]).toBe(plain)
        else if (alike.size > 1) expect(found).toBe(NONE)
        else expect(addresses[found]).toBe(address)
      }
    }),
    { numRuns: 200 },
  )
})

test('case says nothing, and marks only where some are typed', () => {
  const index = indexOf(['Phở Bà Đức', 'Phở Ba Duc', 'Cà Phê Sương'])
  const found = (text: string) => {
    const at = placeOfAddress(index, text, false)
    return at === NONE ? null : answerOf(index, at, 'vi').address
  }
  expect(found('CÀ PHÊ SƯƠNG')).toBe('Cà Phê Sương')
  expect(found('ca phe sương')).toBe('Cà Phê Sương')
  expect(found('cá phe sương')).toBeNull()
  expect(found('Cà Phê Sươn')).toBeNull()
  expect(found('Phở Bà Đức')).toBe('Phở Bà Đức')
  expect(found('Pho Ba Duc')).toBeNull()
  expect(found('')).toBeNull()
})
