import { describe, expect, test } from 'bun:test'
import { Town } from './town.ts'

/** A street of three pieces, the last one round a corner. */
function summaryOf(first: string, second: string, third: string): string {
  const town = new Town({
    map: `
      a-1---------b---------c
                            |
                            |
                            2
                            d`,
    ways: { ab: first, bc: second, cd: third },
  })
  return town.directions('1', '2').summary
}

describe('the summary of a route', () => {
  test.each([
    ['two roads', 'primary Láng', 'primary Láng Hạ', 'primary', 'Láng và Láng Hạ'],
    [
      'the one that comes first before the longer one',
      'primary Láng',
      'primary Láng Hạ',
      'primary Láng Hạ',
      'Láng và Láng Hạ',
    ],
    ['one road, once', 'primary Đường Láng', 'primary Láng', 'primary', 'Đường Láng'],
    ['a number, once', 'trunk ref=QL.1;AH1', 'trunk ref=QL1', 'trunk ref=QL.1', 'QL.1'],
    [
      'a road that carries the most in two pieces',
      'primary Đường Láng',
      'primary Láng',
      'primary Láng Hạ',
      'Đường Láng',
    ],
  ])('names %s', (_, first, second, third, summary) => {
    expect(summaryOf(first, second, third)).toBe(summary)
  })
})
