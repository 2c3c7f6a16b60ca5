import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { StringPoolWriter } from '../../src/base/string-pool.ts'
import { isSameLabel, isSameText } from '../../src/routing/guidance/road-label.ts'
import { tidy } from '../../src/routing/profile/way-tags.ts'
import { Town } from './town.ts'

/** Whether two texts are one road, by their ids in a graph. */
function areSameLabels(a: string, b: string): boolean {
  const writer = new StringPoolWriter()
  const [first, second] = [writer.add(a), writer.add(b)]
  return isSameLabel({ strings: writer.finish() }, first, second)
}

test.each([
  ['Đường Láng', 'Láng', true],
  ['QL.1A', 'QL1A', true],
  ['QL.1A', 'QL.1B', false],
  ['Phố Huế', 'PHỐ HUẾ', true],
  ['Láng Hạ', 'LÁNG HẠ', true],
  ['Bà Triệu', 'Bà Triều', false],
  ['Ngõ Tư', 'Ngõ TƯ', true],
  ['Trần Đề', 'Trần Đê', false],
  ['Phố Mơ', 'Phố Mo', false],
  ['Số 4.', 'Số 4', true],
  ['Q.-', 'Q', true],
])('%s and %s are one road: %p', (a, b, same) => {
  expect([areSameLabels(a, b), isSameText(a, b)]).toEqual([same, same])
})

test('labels are the same when their texts are', () => {
  const letters = [...'aAeEhHếẾệỆđĐơƠưƯàÀăĂ019 .-'].map((letter) => fc.constant(letter))
  const text = fc.string({ unit: fc.oneof(...letters), minLength: 1, maxLength: 3 })
  // As a graph holds them.
  const label = text.map(tidy).filter((tidied) => tidied !== '')
  const pair = fc.oneof(
    fc.tuple(label, label),
    label.map((one): [string, string] => [one, one.toUpperCase()]),
  )
  fc.assert(
    fc.property(pair, ([a, b]) => areSameLabels(a, b) === isSameText(a, b)),
    { numRuns: 5_000 },
  )
})

test('a street that goes on in capitals is not entered anew', () => {
  const town = new Town({
    map: 'a-1-b-2-c',
    ways: { ab: 'residential Phố Huế', bc: 'residential PHỐ HUẾ' },
  })
  const told = town.directions('1', '2')
  expect(told.says).toEqual(['Đi về hướng đông trên Phố Huế'])
  expect(told.summary).toBe('Phố Huế')
})
