import table from '../../../data/lunar-holidays.json' with { type: 'json' }
import { dayOfCivil, weekdayOf } from '../../base/civil-day.ts'

/*
 * Public holidays of Vietnam (Labour Code of 2019, article 112): New Year, five days of Tết, the
 * day of the Hùng kings, 30 April, 1 May, two days at 2 September. The law leaves to the government
 * which five and which two; we take what it mostly chose:
 *
 *   Tết          the last day of the old year and the first four of the new one
 *   2 September  with the 3rd when the 2nd is a Monday or Thursday, else with the 1st
 *
 * Days off in lieu, which are announced each year, are not known here.
 *
 * 24 November, the Day of Vietnamese Culture, is to be a paid day off by resolution 80-NQ/TW of the
 * Politburo (7 January 2026). A resolution is no law, and no law that changes article 112 is known
 * here: when there is one, it is a line of FIXED_DAYS with the year from which it holds.
 */

interface FixedDay {
  readonly month: number
  readonly dayOfMonth: number
  /** The first year in which it is a holiday; absent: all. */
  readonly from?: number
}

/** Days of the solar calendar that are free whatever their weekday. */
const FIXED_DAYS: readonly FixedDay[] = [
  { month: 1, dayOfMonth: 1 },
  { month: 4, dayOfMonth: 30 },
  { month: 5, dayOfMonth: 1 },
  { month: 9, dayOfMonth: 2 },
]

const TET_DAYS_BEFORE = 1
const TET_DAYS = 5
const MONDAY = 0
const THURSDAY = 3

/** Days since 1970-01-01 from 2020 to 2075, ascending, each once. */
export function publicHolidays(): number[] {
  const days = table.flatMap(({ year, tet, hungKings }) => {
    const fixed = FIXED_DAYS.filter(({ from = year }) => from <= year)
    const tetFrom = dayOfIso(tet) - TET_DAYS_BEFORE
    const national = dayOfCivil({ year, month: 9, dayOfMonth: 2 })
    const weekday = weekdayOf(national)
    return [
      ...fixed.map(({ month, dayOfMonth }) => dayOfCivil({ year, month, dayOfMonth })),
      ...Array.from({ length: TET_DAYS }, (_, i) => tetFrom + i),
      dayOfIso(hungKings),
      weekday === MONDAY || weekday === THURSDAY ? national + 1 : national - 1,
    ]
  })
  return [...new Set(days)].sort((a, b) => a - b)
}

function dayOfIso(date: string): number {
  const [year = 0, month = 0, dayOfMonth = 0] = date.split('-').map(Number)
  return dayOfCivil({ year, month, dayOfMonth })
}
