import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import OpeningHours from 'opening_hours'
import { dayOfCivil } from '../../src/base/civil-day.ts'
import { OpeningReader } from '../../src/import/tags/opening-hours.ts'
import { buildPois } from '../../src/pois/build.ts'
import { localMinuteOf, type OpeningCalendar } from '../../src/pois/opening.ts'
import { isOpen } from '../../src/pois/openness.ts'
import { openPois } from '../../src/pois/pois.ts'
import { poi } from '../pois/sample.ts'
import { sharedData } from '../shared-data.ts'

/*
 * The oracle is the library itself, asked on a Vietnamese clock. Which days are holidays it knows
 * badly (holidays.ts), so that here its own are taken for both.
 */

const VIETNAM = { lat: 16.05, lon: 108.2, address: { country_code: 'vn', state: '' } }
const RANGES = {
  mode: 0,
  tag_key: 'opening_hours',
  map_value: undefined,
  warnings_severity: undefined,
  locale: 'en',
} as const
const HOUR_MS = 3_600_000
const NOW = Date.parse('2026-11-20T05:00:00Z')
/** Midnight in Vietnam. */
const FROM = Date.parse('2026-12-31T17:00:00Z')
const TO = Date.parse('2027-12-31T17:00:00Z')

const LIBRARY_HOLIDAYS = [2026, 2027, 2028]
  .flatMap((year) =>
    [
      [1, 1],
      [3, 8],
      [3, 26],
      [4, 30],
      [5, 1],
      [6, 1],
      [9, 2],
      [11, 20],
      [12, 25],
    ].map(([month = 0, dayOfMonth = 0]) => dayOfCivil({ year, month, dayOfMonth })),
  )
  .sort((a, b) => a - b)

let clockBefore: string | undefined
beforeAll(() => {
  clockBefore = process.env['TZ']
  process.env['TZ'] = 'Asia/Ho_Chi_Minh'
})
afterAll(() => {
  if (clockBefore === undefined) delete process.env['TZ']
  else process.env['TZ'] = clockBefore
})

/** As the index tells it, after the way through its bytes. */
function isOpenOf(opening: OpeningCalendar): (ms: number) => boolean {
  const content = {
    pois: [poi({ id: 'n1', opening })],
    categories: ['restaurant'],
    holidays: LIBRARY_HOLIDAYS,
  }
  const { index } = openPois(buildPois(content))
  return (ms) => isOpen(index, 0, localMinuteOf(ms))
}

const reader = new OpeningReader(NOW)

/** Every hour of the year, and the minutes around every change. Returns how many were looked at. */
function agreement(value: string, calendar: OpeningCalendar): number {
  const isOpenAt = isOpenOf(calendar)
  const library = new OpeningHours(value, VIETNAM, RANGES)
  const open = library
    .getOpenIntervals(new Date(FROM), new Date(TO))
    .filter(([, , isUnknown]) => !isUnknown)
    .map(([opens, closes]): [number, number] => [opens.getTime(), closes.getTime()])
  const moments = Array.from({ length: (TO - FROM) / HOUR_MS }, (_, hour) => FROM + hour * HOUR_MS)
  for (const [opens, closes] of open) moments.push(opens - 1, opens, closes - 1, closes)
  moments.sort((a, b) => a - b)
  let next = 0
  for (const ms of moments) {
    while (next < open.length && (open[next]?.[1] ?? 0) <= ms) next++
    const isExpected = next < open.length && (open[next]?.[0] ?? 0) <= ms
    if (ms >= FROM && ms < TO && isOpenAt(ms) !== isExpected) {
      throw new Error(`${value}: ${new Date(ms).toISOString()} is ${isOpenAt(ms)} here`)
    }
  }
  // The library asked in its other way, here and there.
  for (let ms = FROM; ms < TO; ms += 97 * HOUR_MS) {
    expect(isOpenAt(ms)).toBe(library.getState(new Date(ms)))
  }
  return moments.length
}

function isUnderstoodByLibrary(value: string): boolean {
  try {
    new OpeningHours(value, VIETNAM, RANGES)
    return true
  } catch {
    return false
  }
}

describe('values of Vietnam', () => {
  const path = sharedData('tables/opening_hours_values.tsv')
  const values =
    path === null
      ? []
      : readFileSync(path, 'utf8')
          .trimEnd()
          .split('\n')
          .map((line) => line.slice(line.indexOf('\t') + 1))

  test.skipIf(path === null)(
    'all 115 are there, two of which are no ranges and one tells no end',
    () => {
      expect(values).toHaveLength(115)
      const refused = values.filter((value) => reader.read(value) === null)
      expect(refused.toSorted()).toEqual(['10:00', '19:00', 'Mo-Sa 11:30+'])
      const unread = values.filter((value) => !isUnderstoodByLibrary(value))
      expect(unread).toEqual(['19:00', '10:00'])
    },
  )

  test.skipIf(path === null).each(values)('%s', (value) => {
    const calendar = reader.read(value)
    if (calendar !== null) expect(agreement(value, calendar)).toBeGreaterThanOrEqual(8_760)
  })
})

describe('other values', () => {
  test.each([
    ['24/7', 'weekday'],
    ['closed', 'weekday'],
    ['Mo-Su 20:00-02:00', 'weekday'],
    ['Fr-Sa 18:00-26:30', 'weekday'],
    ['Su 22:00-06:00', 'weekday'],
    ['Mo-Fr 08:00-12:00,13:30-17:00; Sa 08:00-12:00; Su off', 'weekday'],
    ['off "renovation"', 'weekday'],
    ['Mo-Su 08:00-20:00 || "on request"', 'weekday'],
    ['Mo-Fr 08:00-17:00; PH off', 'holiday'],
    ['Mo-Su,PH 08:00-20:00', 'weekday'],
    ['Mo-Fr 08:00-17:00; PH 09:00-12:00', 'holiday'],
    ['Mo-Sa 18:00-02:00; PH off', 'holiday'],
    ['24/7; PH off', 'holiday'],
    ['Mo-Su 08:00-17:00; May 1 off; PH off', 'holiday'],
    ['PH 08:00-12:00', 'holiday'],
    ['Apr-Sep 07:00-19:00; Oct-Mar 08:00-17:00', 'month'],
    ['May-Aug Sa-Su 06:00-22:00', 'month'],
    ['Nov-Feb 20:00-02:00', 'month'],
    ['Sa[1] 08:00-12:00', 'ordinal'],
    ['Su[-1] 07:00-11:00', 'ordinal'],
    ['Mo[2,4] 08:00-12:00; Fr 09:00-17:00', 'ordinal'],
    ['Apr-Sep 07:00-19:00; PH off', 'season'],
    ['Apr-Sep 07:00-19:00; Oct-Mar 08:00-17:00; PH 09:00-12:00', 'season'],
    ['Mo-Fr 08:00-17:00; Jun-Aug Sa 08:00-12:00; PH,Su off', 'season'],
    ['Nov-Feb Mo-Fr,PH 08:00-20:00', 'season'],
    ['May-Aug PH 06:00-10:00', 'season'],
    ['May PH 06:00-10:00', 'season'],
    ['Mo-Su 08:00-20:00; 2027 Feb 05-10 off', 'dates'],
    ['week 1-20/2 Mo 08:00-12:00', 'dates'],
    ['Mo-Su 09:00-21:00; Dec 24-26 off', 'dates'],
    ['Mo 08:00-12:00; Tu', 'weekday'],
    ['Sa[1] 20:00-02:00', 'dates'],
  ])('%s is of form %s', (value, form) => {
    const calendar = reader.read(value)
    expect(calendar?.form ?? null).toBe(form as OpeningCalendar['form'])
    if (calendar !== null) agreement(value, calendar)
  })

  test.each([
    '',
    'sáng',
    'Hằng ngày 8:00-22:00',
    '08h00-22h00',
    '19:00',
    'Mo-Su 25:00-30:00',
    'SH 08:00-12:00',
    'Sa[1] 08:00-12:00; PH off',
    'Mo-Su 09:00-21:00; Dec 24-26 off; PH 09:00-12:00',
    // The library has 25 December and 8 March as holidays.
    '24/7; PH off; Dec 25 off',
    'Mo-Su 07:00-19:00; PH off; Dec 25 off',
    'Mo-Su 07:00-19:00; Dec 25 07:00-12:00; PH off',
    'Mo-Su 18:00-02:00; PH off; Mar 8 off',
    // They say when a place may be open, which is not when it is closed.
    'unknown',
    '"by appointment"',
    '24/7 "ring the bell"',
    'Mo-Sa 11:30+',
    'Mo-Fr 08:00-17:00 "call first"',
    'Mo-Su 08:00-17:00 "call first"; PH off',
    'May-Aug 08:00-17:00 "call first"',
    'Jan-Jun Mo-Su 20:00-02:00; PH off',
    'Mo-Su 08:00-18:00; Tet off',
    'Feb 29 10:00-12:00',
    'Mo-Su 08:00-17:00; Feb 28-29 09:00-10:00',
  ])('%p is not understood', (value) => {
    expect(reader.read(value)).toBeNull()
  })

  test('beyond the years that are known nothing is open', () => {
    const calendar = reader.read('Mo-Su 08:00-20:00; 2027 Feb 05-10 off')
    if (calendar === null) throw new Error('it is understood')
    const isOpenAt = isOpenOf(calendar)
    expect(isOpenAt(Date.parse('2028-11-20T05:00:00Z'))).toBe(true)
    expect(isOpenAt(Date.parse('2030-01-01T05:00:00Z'))).toBe(false)
    expect(isOpenAt(Date.parse('2025-12-31T05:00:00Z'))).toBe(false)
  })

  test('leaves the clock of the process as it was', () => {
    for (const clock of ['America/New_York', undefined]) {
      if (clock === undefined) delete process.env['TZ']
      else process.env['TZ'] = clock
      expect(new OpeningReader(NOW).read('Mo-Su 08:00-20:00')?.times[0]).toEqual([480, 1_200])
      expect(process.env['TZ']).toBe(clock)
      process.env['TZ'] = 'Asia/Ho_Chi_Minh'
    }
  })
})
