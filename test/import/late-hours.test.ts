import { expect, test } from 'bun:test'
import { withNights } from '../../src/import/tags/late-hours.ts'
import { OpeningReader } from '../../src/import/tags/opening-hours.ts'

test.each([
  ['Mo-Th 20:00-01:00; Fr-Su 20:30-03:00', 'Mo-Th 20:00-01:00, Fr-Su 20:30-03:00'],
  ['Fr-Mo 20:00-02:00; Tu,We 1:00-2:00', 'Fr-Mo 20:00-02:00, Tu,We 1:00-2:00'],
  ['Mo-Sa 20:00-02:00; Su off', 'Mo-Sa 20:00-02:00'],
  ...['Mo-Fr 08:00-17:00; Fr 10:00-12:00', 'Mo-Su 20:00-02:00; PH off', 'Mo off; Tu off'].map(
    (text) => [text, text] as const,
  ),
])('%s is read as %s', (text, read) => expect(withNights(text)).toBe(read))

test('a night goes on into a day of other hours', () => {
  const reader = new OpeningReader(Date.parse('2026-11-20T05:00:00Z'))
  const calendar = reader.read('Mo-Th 20:00-01:00; Fr-Su 20:30-03:00')
  // Friday: until 1:00 and from 20:30.
  expect(calendar?.times[4]).toEqual([0, 60, 1230, 1440])
})
