import { expect, test } from 'bun:test'
import { firstReached, lowerBound } from '../../src/base/binary-search.ts'

/* Against a search from the front, in every part of a list with equal values. */

const VALUES = Uint32Array.of(0, 2, 2, 2, 5, 7, 7, 0xffffffff)

test('finds what a search from the front finds', () => {
  for (let from = 0; from <= VALUES.length; from++) {
    for (let to = from; to <= VALUES.length; to++) {
      for (const value of [0, 1, 2, 5, 6, 7, 8, 0xffffffff]) {
        let first = from
        while (first < to && VALUES[first]! < value) first++
        expect(lowerBound(VALUES, from, to, value)).toBe(first)
        expect(firstReached(from, to, (at) => VALUES[at]! >= value)).toBe(first)
      }
    }
  }
})
