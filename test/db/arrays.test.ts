import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { arrayText, textsOf } from '../../src/db/arrays.ts'

test('texts come back as they were', () => {
  const texts = fc.array(fc.oneof(fc.string(), fc.constantFrom('\\', '"', '\\"', '{', ',', 'NULL')))
  fc.assert(
    fc.property(texts, (values) => {
      expect(textsOf(arrayText(values))).toEqual(values)
    }),
  )
})

test.each([
  ['{}', []],
  ['{a,b c,Đ}', ['a', 'b c', 'Đ']],
  ['{"","a\\\\b","say \\"so\\"","{,}"}', ['', 'a\\b', 'say "so"', '{,}']],
])('%s as PostgreSQL writes it', (array, texts) => {
  expect(textsOf(array)).toEqual(texts)
})

test('numbers and nulls are written plainly, a text NULL is not one', () => {
  expect(arrayText([1, -2.5, null, 'NULL'])).toBe('{1,-2.5,NULL,"NULL"}')
})

test('a text that is no array is our own mistake', () => {
  expect(() => textsOf('{"a')).toThrow('closed')
})
