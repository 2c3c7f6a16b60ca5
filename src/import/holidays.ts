import table from '../../data/lunar-holidays.json' with { type: 'json' }
import { dayOfCivil, weekdayOf } from '../base/civil-day.ts'

/*
 * Public holidays of Vietnam (Labour Code of 2019, article 112): New Year, five days of Tết, the
 * day of the Hùng kings, 30 April, 1 May, two days at 2 September. The law leaves to the government
 * which five and which two; we take what it mostly chose:
 *
 *   Tết          the last day of the old year and the first four of the new one
 *   2 September  with the 3rd when the 2nd is a Monday or Thursday, else with the 1st
 *
 * Days off in lieu, which are announced each year, are not known here.
 */

const TET_DAYS_BEFORE = 1
const TET_DAYS = 5
const MONDAY = 0
const THURSDAY = 3

/** Days since 1970-01-01 from 2020 to 2075, ascending, each once. */
export function publicHolidays(): number[] {
  const days = table.flatMap(({ year, tet, hungKings }) => {
    const on = (month: number, dayOfMonth: number) => dayOfCivil({ year, month, dayOfMonth })
    const tetFrom = dayOfIso(tet) - TET_DAYS_BEFORE
    const national = on(9, 2)
    const weekday = weekdayOf(national)
    return [
      on(1, 1),
      ...Array.from({ length: TET_DAYS }, (_, i) => tetFrom + i),
      dayOfIso(hungKings),
      on(4, 30),
      on(5, 1),
      national,
      weekday === MONDAY || weekday === THURSDAY ? national + 1 : national - 1,
    ]
  })
  return [...new Set(days)].sort((a, b) => a - b)
}

function dayOfIso(date: string): number {
  const [year = 0, month = 0, dayOfMonth = 0] = date.split('-').map(Number)
  return dayOfCivil({ year, month, dayOfMonth })
}
