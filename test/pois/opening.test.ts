import { expect, test } from 'bun:test'
import { dayOfCivil } from '../../src/base/civil-day.ts'
import { dayClass, type OpeningForm } from '../../src/pois/opening.ts'

/** 2 September 2027, a Thursday, and the 3rd. */
const HOLIDAY = dayOfCivil({ year: 2027, month: 9, dayOfMonth: 2 })

test.each<[OpeningForm, number, number, number]>([
  ['weekday', 3, 4, 5],
  ['holiday', 3 + 7, 4 + 14, 5],
  ['month', 3 + 7 * 8, 4 + 7 * 8, 5 + 7 * 8],
  ['season', 3 + 7 * 8 + 168, 4 + 7 * 8 + 336, 5 + 7 * 8],
])('classes of a holiday and the days after it, of form %s', (form, first, second, third) => {
  const classOf = (day: number) => dayClass(form, 0, day, (each) => each === HOLIDAY)
  expect([0, 1, 2].map((after) => classOf(HOLIDAY + after))).toEqual([first, second, third])
})
