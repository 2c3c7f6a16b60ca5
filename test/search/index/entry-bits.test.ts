import { expect, test } from 'bun:test'
import fc from 'fast-check'
import {
  ALIAS,
  BARE,
  entryBitsOf,
  HAS_NUMBERS,
  HAS_STREET,
  kindIn,
  PROVINCE_CODES,
  provinceCode,
  provinceCodeIn,
  rankIn,
  WARD_CODES,
  wardCode,
  wardCodeIn,
  whereIn,
} from '../../../src/search/index/entry-bits.ts'

const FLAGS = [HAS_STREET, HAS_NUMBERS, BARE, ALIAS]
const unit = fc.integer({ min: -1, max: 20_000 })

test('every part of the entryBits is read as it was written, whatever the others are', () => {
  fc.assert(
    fc.property(
      fc.nat(255),
      fc.nat(7),
      unit,
      unit,
      fc.subarray(FLAGS),
      (rank, kind, province, ward, flags) => {
        const entryBits = flags.reduce(
          (sum, flag) => sum | flag,
          entryBitsOf(rank, kind, province, ward),
        )
        expect(entryBits).toBeGreaterThanOrEqual(0)
        expect([rankIn(entryBits), kindIn(entryBits)]).toEqual([rank, kind])
        expect(provinceCodeIn(entryBits)).toBe(provinceCode(province))
        expect(wardCodeIn(entryBits)).toBe(wardCode(ward))
        expect(FLAGS.filter((flag) => (entryBits & flag) !== 0)).toEqual(flags)
        expect(whereIn(entryBits)).toBe(whereIn(entryBitsOf(0, 0, province, ward)))
      },
    ),
  )
})

test('codes stay within their tables', () => {
  fc.assert(
    fc.property(unit, (number) => {
      expect(provinceCode(number)).toBeLessThan(PROVINCE_CODES)
      expect(wardCode(number)).toBeLessThan(WARD_CODES)
      expect(Math.min(provinceCode(number), wardCode(number))).toBeGreaterThanOrEqual(0)
    }),
  )
})
