import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import {
  DISTANCE_NUMBERS,
  DURATION_NUMBERS,
  distanceNumber,
  distanceText,
  durationNumber,
  durationText,
  NO_NUMBER,
  Rounding,
} from '../../src/routing/narrative/amounts.ts'

describe('distances', () => {
  test.each([
    [0, '0 m', '0 m'],
    [1, '1 m', '1 m'],
    [350, '350 m', '350 m'],
    [999, '999 m', '999 m'],
    [1000, '1 km', '1 km'],
    [1049, '1 km', '1 km'],
    [1050, '1,1 km', '1.1 km'],
    [1234, '1,2 km', '1.2 km'],
    [9960, '10 km', '10 km'],
    [99_949, '99,9 km', '99.9 km'],
    [99_950, '100 km', '100 km'],
    [100_499, '100 km', '100 km'],
    [1_130_000, '1.130 km', '1,130 km'],
  ])('%d m is %s, %s', (metres, vietnamese, english) => {
    expect(distanceText(metres, 'vi')).toBe(vietnamese)
    expect(distanceText(metres, 'en')).toBe(english)
  })
})

describe('durations', () => {
  test.each([
    [0, 'dưới 1 phút', 'under 1 min'],
    [59, 'dưới 1 phút', 'under 1 min'],
    [60, '1 phút', '1 min'],
    [89, '1 phút', '1 min'],
    [90, '2 phút', '2 mins'],
    [300, '5 phút', '5 mins'],
    [3569, '59 phút', '59 mins'],
    [3570, '1 giờ', '1 hour'],
    [3900, '1 giờ 5 phút', '1 hour 5 mins'],
    [7260, '2 giờ 1 phút', '2 hours 1 min'],
    [86_369, '23 giờ 59 phút', '23 hours 59 mins'],
    [86_370, '1 ngày', '1 day'],
    [97_200, '1 ngày 3 giờ', '1 day 3 hours'],
    [172_000, '2 ngày', '2 days'],
  ])('%d s is %s, %s', (seconds, vietnamese, english) => {
    expect(durationText(seconds, 'vi')).toBe(vietnamese)
    expect(durationText(seconds, 'en')).toBe(english)
  })
})

describe('whole parts of a whole', () => {
  test('thirds of a metre are not lost', () => {
    const rounding = new Rounding()
    expect([1, 2, 3, 4, 5, 6].map(() => rounding.next(1 / 3))).toEqual([0, 1, 0, 0, 1, 0])
    expect(rounding.total).toBe(2)
  })

  test('add up to the rounded whole, and none is off by one or more', () => {
    const amounts = fc.array(fc.integer({ min: 0, max: 10_000_000 }), { minLength: 1 })
    fc.assert(
      fc.property(amounts, (hundredths) => {
        const rounding = new Rounding()
        const parts = hundredths.map((amount) => rounding.next(amount / 100))
        const sum = parts.reduce((total, part) => total + part, 0)
        expect(rounding.total).toBe(sum)
        const exact = hundredths.reduce((total, amount) => total + amount, 0) / 100
        expect(Math.abs(sum - exact)).toBeLessThanOrEqual(0.5 + 1e-6)
        parts.forEach((part, i) => {
          expect(Math.abs(part - (hundredths[i] ?? 0) / 100)).toBeLessThan(1 + 1e-6)
          expect(part).toBeGreaterThanOrEqual(0)
        })
      }),
    )
  })
})

test.each([
  ['distances', distanceNumber, distanceText, DISTANCE_NUMBERS, 120_000],
  ['durations', durationNumber, durationText, DURATION_NUMBERS, 100_000],
] as const)('%s of one number have one text', (_, numberOf, textOf, numbers, amounts) => {
  const texts = new Map<number, string>()
  for (let amount = 0; amount < amounts; amount++) {
    const number = numberOf(amount)
    if (number === NO_NUMBER) continue
    expect(number >= 0 && number < numbers).toBe(true)
    const text = textOf(amount, 'vi')
    if ((texts.get(number) ?? text) !== text) expect(text).toBe(texts.get(number) ?? '')
    texts.set(number, text)
  }
  // The greatest of them is one that some amount has.
  expect(texts.has(numbers - 1)).toBe(true)
})
