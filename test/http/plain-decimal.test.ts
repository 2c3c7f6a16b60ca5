import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { decimal, plainDecimal, plainDecimals } from '../../src/http/params/plain-decimal.ts'

const FORM = /^-?\d+(\.\d+)?$/
/** What is read, said in one line. */
const expected = (text: string) => (FORM.test(text) ? Number(text) : Number.NaN)

const digits = (maxLength: number) =>
  fc.array(fc.constantFrom(...'0123456789'), { minLength: 1, maxLength }).map((all) => all.join(''))
const plain = fc
  .tuple(fc.boolean(), digits(20), fc.option(digits(30)))
  .map(([isNegative, whole, rest]) => `${isNegative ? '-' : ''}${whole}${rest ? `.${rest}` : ''}`)
const coordinate = fc.double({ min: -180, max: 180, noNaN: true }).map((each) => each.toFixed(7))
/** Of the characters that matter, in any order. */
const nearlyDecimal = fc
  .array(fc.constantFrom(...'0019.-,+e ٣'), { maxLength: 8 })
  .map((all) => all.join(''))

describe('a plain decimal', () => {
  test('is the number that the platform reads, to the last bit', () => {
    fc.assert(
      fc.property(fc.oneof(plain, coordinate, nearlyDecimal), (text) => {
        expect(plainDecimal(text)).toBe(expected(text))
      }),
      { numRuns: 20_000 },
    )
  })

  test.each([
    ['9007199254740993', 9_007_199_254_740_992],
    ['0.1', 0.1],
    ['-0', -0],
    ['105.8542000', 105.8542],
    ['0.12345678901234567890123', 0.12345678901234568],
    ['', Number.NaN],
    ['-', Number.NaN],
    ['.5', Number.NaN],
    ['5.', Number.NaN],
    ['1.2.3', Number.NaN],
    ['1e3', Number.NaN],
    ['--1', Number.NaN],
    ['1,2', Number.NaN],
  ])('%p is %p', (text, number) => {
    expect(plainDecimal(text)).toBe(number)
  })

  test.each([
    ['1e-05', 0.00001],
    ['1.5E+2', 150],
    ['-2e3', -2000],
    ['0.5', 0.5],
    ['1e999', Number.POSITIVE_INFINITY],
    ['1e', Number.NaN],
    ['e5', Number.NaN],
    ['1.e5', Number.NaN],
    ['1e-5.0', Number.NaN],
    ['', Number.NaN],
  ])('or with an exponent, %p is %p', (text, number) => expect(decimal(text)).toBe(number))

  test('a list of them has exactly so many', () => {
    const someNumbers = fc.array(fc.oneof(coordinate, nearlyDecimal), { maxLength: 5 })
    fc.assert(
      fc.property(someNumbers, fc.integer({ min: 1, max: 4 }), (parts, count) => {
        const text = parts.join(',')
        const numbers = text.split(',').map(expected)
        const isRight = numbers.length === count && !numbers.some(Number.isNaN)
        expect(plainDecimals(text, count)).toEqual(isRight ? numbers : null)
      }),
      { numRuns: 20_000 },
    )
  })
})
