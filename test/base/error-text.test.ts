import { describe, expect, test } from 'bun:test'
import { errorText } from '../../src/base/error-text.ts'
import { ServiceError } from '../../src/base/errors.ts'

describe('an error in the log', () => {
  test('is its name, code, message and place, and those of its causes', () => {
    const cause = new TypeError('null is not an object')
    const text = errorText(new ServiceError('DATABASE_UNAVAILABLE', 'Away.', { cause }))
    const lines = text.split('\n')
    expect(lines[0]).toBe('ServiceError (DATABASE_UNAVAILABLE): Away.')
    expect(lines[1]).toMatch(/^ {4}at .*error-text\.test\.ts:\d+:\d+\)?$/)
    expect(text).toContain('\ncaused by TypeError: null is not an object\n    at ')
  })

  test('has no source', () => {
    const text = errorText(new Error('kaput'))
    expect(text).not.toContain('errorText(')
    expect(text).not.toMatch(/^\d+ \|/m)
  })

  test('is no longer than a page, whatever it holds', () => {
    let error = new Error('m'.repeat(100_000))
    for (let i = 0; i < 50; i++) error = new Error('m'.repeat(100_000), { cause: error })
    error.stack = `Error\n${`    at ${'f'.repeat(100_000)}\n`.repeat(50)}`
    expect(errorText(error).length).toBeLessThan(4_100)
    const circle = new Error('round')
    circle.cause = circle
    expect(errorText(circle).length).toBeLessThan(4_100)
  })

  test.each([
    ['a text', 'a text'],
    [undefined, 'undefined'],
    [null, 'null'],
    [Object.create(null), 'an object'],
    [{ a: 1, b: 2 }, 'the keys a, b'],
  ])('that is none, %p, is told as it is', (thrown, text) => {
    expect(errorText(thrown)).toContain(text)
  })
})
