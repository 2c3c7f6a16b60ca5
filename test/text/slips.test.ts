import { expect, test } from 'bun:test'
import { isEasilyTaken } from '../../src/text/slips.ts'

const LETTERS = 'abcdefghijklmnopqrstuvwxyz'
const besides = (letter: string) =>
  [...LETTERS].filter((other) => isEasilyTaken(letter, other)).join('')

test.each([
  ['a', 'qswz'],
  ['g', 'bfhtvy'],
  ['i', 'jkouy'],
  ['d', 'cefrsvx'],
  ['n', 'bhjlm'],
  ['p', 'lo'],
])('%s is easily taken for %s', (letter, others) => {
  expect(besides(letter)).toBe(others)
})

test('either way, and for nothing that is no letter', () => {
  for (const a of LETTERS) {
    for (const b of LETTERS) expect(isEasilyTaken(a, b)).toBe(isEasilyTaken(b, a))
    expect(isEasilyTaken(a, '1')).toBe(false)
  }
})
