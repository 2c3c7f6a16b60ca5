import { civilDayOf, daysInMonth, weekdayOf } from '../base/civil-day.ts'

/*
 * When a place is open: each day of the calendar is of a class, and the class has opening times.
 *
 *   weekday   7 classes: Monday to Sunday
 *   holiday   28: weekday + 7 when it is a holiday + 14 when the day before is one (whose night
 *             may reach into this day)
 *   month     168: weekday + 7 × month (January 0) + 84 on the first of a month
 *   ordinal   70: weekday + 7 × how many of that weekday come before it in the month + 35 when it
 *             is the last of the month
 *   season    672: as month + 168 when it is a holiday + 336 when the day before is one
 *   dates     a class a day, from `firstDay` on: for what no other form can say. Before it and
 *             after the last day nothing is known, and no list of what is open has the place
 *
 * Days are those of Vietnam (UTC+7, no summer time), numbered from 1970-01-01.
 */

export const OPENING_FORMS = ['weekday', 'holiday', 'month', 'ordinal', 'dates', 'season'] as const
export type OpeningForm = (typeof OPENING_FORMS)[number]

/** Opening and closing minute of each span, ascending, 0 to 1440: a night ends at 1440. */
export type DayTimes = readonly number[]

export interface OpeningCalendar {
  readonly form: OpeningForm
  /** The day of class 0; 0 for all forms but `dates`. */
  readonly firstDay: number
  /** Of each class; as many as the form has, or as many days as are known. */
  readonly times: readonly DayTimes[]
}

/** Count of classes of each form; null when it depends. */
export const CLASSES_OF = {
  weekday: 7,
  holiday: 28,
  month: 168,
  ordinal: 70,
  dates: null,
  season: 672,
} as const satisfies Record<OpeningForm, number | null>

const VIETNAM_OFFSET_MIN = 420
const DAY_MIN = 1_440

/** A moment on the clocks of Vietnam. */
export interface LocalMinute {
  readonly day: number
  /** 0 to 1439. */
  readonly minute: number
}

export function localMinuteOf(nowMs: number): LocalMinute {
  const minutes = Math.floor(nowMs / 60_000) + VIETNAM_OFFSET_MIN
  const day = Math.floor(minutes / DAY_MIN)
  return { day, minute: minutes - day * DAY_MIN }
}

/** The class of a day; of `dates` it may lie outside those that are known. */
export function dayClass(
  form: OpeningForm,
  firstDay: number,
  day: number,
  isHoliday: (day: number) => boolean,
): number {
  const weekday = weekdayOf(day)
  if (form === 'weekday') return weekday
  if (form === 'dates') return day - firstDay
  if (form === 'holiday') return weekday + (isHoliday(day) ? 7 : 0) + (isHoliday(day - 1) ? 14 : 0)
  const civil = civilDayOf(day)
  if (form === 'month' || form === 'season') {
    const month = weekday + 7 * (civil.month - 1) + (civil.dayOfMonth === 1 ? 84 : 0)
    if (form === 'month') return month
    return month + (isHoliday(day) ? 168 : 0) + (isHoliday(day - 1) ? 336 : 0)
  }
  const before = Math.floor((civil.dayOfMonth - 1) / 7)
  const isLast = civil.dayOfMonth + 7 > daysInMonth(civil)
  return weekday + 7 * before + (isLast ? 35 : 0)
}
