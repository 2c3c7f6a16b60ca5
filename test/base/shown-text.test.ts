import { expect, test } from 'bun:test'
import { counted } from '../../src/base/shown-text.ts'

test.each([
  [0, '0 places'],
  [1, '1 place'],
  [2, '2 places'],
  [404_512, '404,512 places'],
])('%d', (count, text) => {
  expect(counted(count, 'place')).toBe(text)
})
