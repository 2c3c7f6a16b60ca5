import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { JsonBytes, piece } from '../../src/http/json/json-bytes.ts'

const json = new JsonBytes()

function textOf(write: () => void): string {
  json.clear()
  write()
  return Buffer.from(json.bytes()).toString('utf8')
}

describe('is what JSON.stringify writes', () => {
  test.each([
    '',
    'Đường 3 Tháng 2',
    '<b>"A\\B"</b>',
    'tab\tand\u0000',
    'ß€',
    '🛵 xe',
    '\ud800',
    '\udc00\ud800',
  ])('%j', (text) => expect(textOf(() => json.addString(text))).toBe(JSON.stringify(text)))

  test('any string', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(textOf(() => json.addString(text))).toBe(JSON.stringify(text))
      }),
    )
  })

  test.each([0, -0, 1e-7, 9e-7, 1e-6, -1.5e-6, 0.1, 105.8542, -180, 21, 21.02851234567, 1e21])(
    '%p as degrees',
    (degrees) => expect(textOf(() => json.addDegrees(degrees))).toBe(JSON.stringify(degrees)),
  )

  test('any degrees, of 1e-7 or not', () => {
    const e7 = fc.integer({ min: -1_800_000_000, max: 1_800_000_000 }).map((value) => value / 1e7)
    const double = fc.double({ noNaN: true, noDefaultInfinity: true })
    fc.assert(
      fc.property(fc.oneof(e7, double), (degrees) => {
        expect(textOf(() => json.addDegrees(degrees))).toBe(JSON.stringify(degrees))
      }),
      { numRuns: 1_000 },
    )
  })

  test('any whole number', () => {
    fc.assert(
      fc.property(fc.maxSafeNat(), (value) => {
        expect(textOf(() => json.addWhole(value))).toBe(JSON.stringify(value))
      }),
    )
  })
})

test('a slice of what is written stays what it was', () => {
  json.clear()
  json.addString('one')
  const slice = json.bytes().slice()
  json.clear()
  json.addString('two')
  expect(Buffer.from(slice).toString()).toBe('"one"')
})

test('pieces stand one after the other, however many they are', () => {
  const pieces = 40_000
  const text = textOf(() => {
    json.add(piece('["é"'))
    const from = json.length
    json.add(piece(',"né"'))
    const to = json.length
    for (let i = 1; i < pieces; i++) json.addAgain(from, to)
    json.add(piece(']'))
  })
  expect(JSON.parse(text)).toEqual(['é', ...Array.from({ length: pieces }, () => 'né')])
})

test('pieces of any length stand between other things', () => {
  const texts = fc.array(fc.string({ unit: 'binary' }).filter((text) => !text.includes('\x7f')))
  fc.assert(
    fc.property(texts, (pieces) => {
      const text = textOf(() => {
        for (const part of pieces) {
          json.add(piece(part))
          json.addWhole(7)
        }
      })
      expect(text).toBe(pieces.map((part) => `${part.toWellFormed()}7`).join(''))
    }),
  )
})
