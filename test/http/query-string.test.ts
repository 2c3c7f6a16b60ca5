import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { QueryString } from '../../src/http/params/query-string.ts'

const BASE = 'http://localhost/v1/x'

describe('a parameter', () => {
  test.each([
    ['', null],
    ['?', null],
    ['?a', ''],
    ['?a=', ''],
    ['?a=1', '1'],
    ['?b=2&a=1', '1'],
    ['?a=1&b=2', '1'],
    ['?a&b=2', ''],
    ['?aa=1', null],
    ['?ba=1', null],
    ['?b=a=1', null],
    ['?b=?a=1', null],
    ['?b=a', null],
    ['?ba=3&a=1', '1'],
    ['?&&a=1&', '1'],
    ['?a=1=2', '1=2'],
    ['?a=1+2%203', '1 2 3'],
    ['?a=%2B', '+'],
    ['?a=ca%20ph%C3%AA', 'ca phê'],
    ['?A=1', null],
    ['?%61=1', '1'],
    ['?b=%20&%61=%31', '1'],
    ['?%62=1&a=2', '2'],
    ['?b%26a=1', null],
    ['?b%3Da=1', null],
    ['?%zz=1&a=2', '2'],
    ['?%61', ''],
    ['?b=%61=1', null],
  ])('of %p', (query, value) => {
    expect(new QueryString(BASE + query).get('a')).toBe(value)
  })

  test.each([
    '?a=1&a=2',
    '?a=1&b=2&a=1',
    '?a&a',
    '?a=&a=',
    '?a=1&%61=2',
    '?%61=1&a=2',
    '?%61=1&%61=2',
  ])('given twice: %p', (query) => {
    expect(() => new QueryString(BASE + query).get('a')).toThrow("'a' is given twice")
  })

  test.each([
    '?a=%',
    '?a=%2',
    '?a=%zz',
    '?a=%C3',
    '?a=%FF',
    '?a=%ED%A0%80',
    '?a=%C0%AF',
    '?a=x%EF%BF%BD',
  ])('with a broken escape: %p', (query) => {
    expect(() => new QueryString(BASE + query).get('a')).toThrow('broken escape')
  })

  test('that is never asked for may be anything', () => {
    expect(new QueryString(`${BASE}?b=%FF&b=1&a=1`).get('a')).toBe('1')
  })
})

test('reads what URLSearchParams writes', () => {
  const name = fc.constantFrom('a', 'ab', 'point.lat', 'point.lon', 'b')
  const value = fc
    .string({ unit: 'grapheme', maxLength: 20 })
    .filter((text) => !text.includes('\ufffd'))
  fc.assert(
    fc.property(fc.dictionary(name, value), (params) => {
      const query = new QueryString(`${BASE}?${new URLSearchParams(params)}`)
      for (const asked of ['a', 'ab', 'point.lat', 'point.lon', 'b', 'c']) {
        expect(query.get(asked)).toBe(params[asked] ?? null)
      }
    }),
  )
})
