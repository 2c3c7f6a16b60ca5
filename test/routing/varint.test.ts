import { expect, test } from 'bun:test'
import { VarintWriter } from '../../src/routing/graph/varint.ts'

test.each([
  [0, [0]],
  [-1, [1]],
  [1, [2]],
  [-2, [3]],
  [-64, [0x7f]],
  [64, [0x80, 1]],
  [200, [0x90, 3]],
  [2 ** 31 - 1, [0xfe, 0xff, 0xff, 0xff, 0x0f]],
  [-(2 ** 31), [0xff, 0xff, 0xff, 0xff, 0x0f]],
  [2 ** 31, [0xff, 0xff, 0xff, 0xff, 0x0f]],
])('%d is %j', (difference, bytes) => {
  const writer = new VarintWriter()
  writer.push(difference)
  expect([...writer.finish()]).toEqual(bytes)
})

test('what is written stays when its memory has to grow', () => {
  const writer = new VarintWriter()
  for (let i = 0; i < 100_000; i++) writer.push(i & 63)
  expect(writer.finish()).toEqual(Uint8Array.from({ length: 100_000 }, (_, i) => 2 * (i & 63)))
})
