/*
 * Makes data/lunar-holidays.json: when the holidays of Vietnam that follow the moon fall, by the
 * lunar calendar of Vietnam (UTC+7; in 2030 Tết is a day before Chinese New Year):
 *
 *   bun data/make-holidays.ts
 */
import { join } from 'node:path'
import { CalendarVietnamese, type GregorianDate } from 'date-chinese'

const FIRST_YEAR = 2020
const LAST_YEAR = 2075

function lunarDay(year: number, month: number, day: number): string {
  const calendar = new CalendarVietnamese()
  calendar.fromJDE(calendar.newYear(year))
  const [cycle, yearOfCycle] = calendar.get()
  return isoDate(
    new CalendarVietnamese(Number(cycle), Number(yearOfCycle), month, false, day).toGregorian(year),
  )
}

function isoDate({ year, month, day }: GregorianDate): string {
  const two = (value: number) => String(value).padStart(2, '0')
  return `${year}-${two(month)}-${two(day)}`
}

const rows: string[] = []
for (let year = FIRST_YEAR; year <= LAST_YEAR; year++) {
  const tet = lunarDay(year, 1, 1)
  const hungKings = lunarDay(year, 3, 10)
  rows.push(`  ${JSON.stringify({ year, tet, hungKings })}`)
}
await Bun.write(join(import.meta.dir, 'lunar-holidays.json'), `[\n${rows.join(',\n')}\n]\n`)
console.error(`${rows.length} years`)
