import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { packLines, unpackLines } from '../../src/db/lines.ts'
import { arbitraryLines } from './place-samples.ts'

test('lines come back as they were', () => {
  fc.assert(
    fc.property(arbitraryLines, (lines) => {
      expect(unpackLines(packLines(lines))).toEqual(lines)
    }),
  )
})

test('the widest step there is, from corner to corner', () => {
  const lines = [Int32Array.of(-2_147_483_648, 2_147_483_647, 2_147_483_647, -2_147_483_648)]
  expect(unpackLines(packLines(lines))).toEqual(lines)
})

test('a street takes little more than half its plain size', () => {
  const points = Array.from({ length: 100 }, (_, i) => [
    1_058_541_000 + 400 * i,
    210_336_000 - 90 * i,
  ])
  expect(packLines([Int32Array.from(points.flat())]).length).toBeLessThan(0.55 * 100 * 8)
})

test('bytes that end within a number are our own mistake', () => {
  expect(() => unpackLines(Uint8Array.of(1, 0x80))).toThrow('whole number')
})
