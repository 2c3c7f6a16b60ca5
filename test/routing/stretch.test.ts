import { expect, test } from 'bun:test'
import { AssertionError } from '../../src/base/assert.ts'
import { Uint32Stack } from '../../src/base/uint32-stack.ts'
import { readStretch, STRETCH } from '../../src/routing/graph/hierarchy.ts'

/** From state 5 to 6, 4 and 204: differences of 1, −2 and 200 as zigzag varints. */
const STRETCHES = Uint8Array.of(0, 2, 3, 0x90, 3)

function statesOf(first: number, last: number, from: number): number[] {
  const found = new Uint32Stack(4)
  readStretch(STRETCHES, STRETCH + from, first, last, found)
  return [...found.items.subarray(0, found.length)]
}

test('a stretch passes states up to its last, and so does a part of it', () => {
  expect(statesOf(5, 204, 1)).toEqual([6, 4, 204])
  expect(statesOf(5, 4, 1)).toEqual([6, 4])
  expect(statesOf(6, 204, 2)).toEqual([4, 204])
})

test('one that does not come to its last state is found', () => {
  expect(() => statesOf(5, 7, 1)).toThrow(AssertionError)
  expect(() => statesOf(5, 6, 9)).toThrow(AssertionError)
})
