import OpeningHours, { type nominatim_object } from 'opening_hours'
import { assert } from '../base/assert.ts'
import { civilDayOf, dayOfCivil } from '../base/civil-day.ts'
import {
  CLASSES_OF,
  type DayTimes,
  dayClass,
  localMinuteOf,
  type OpeningCalendar,
  type OpeningForm,
} from '../pois/opening.ts'

/*
 * `opening_hours` as OSM writes them, understood by the library of that name (LGPL; it is loaded by
 * imports only). The library is asked when the place is open, day by day, and the simplest form of
 * calendar is taken that says the same for all these days.
 *
 * What is a public holiday is not asked of it: its list for Vietnam has days on which people work
 * and lacks Tết. Its own holidays show what a value does on one, `holidays.ts` says which they are.
 */

/** Hours are only ever taken as far ahead as this when no rule says them: three calendar years. */
const KNOWN_YEARS = 3
/** Over so many years a rule has to hold to be one: months and weekdays meet in all ways. */
const PROOF_YEARS = 12
/** Weekdays and dates repeat after so many years (until 2100). */
const CYCLE_YEARS = 28

const DAY_MS = 86_400_000
const OFFSET_MS = 7 * 3_600_000
/** Where sunrise is asked for; Vietnam's is the same to half an hour. */
const VIETNAM: nominatim_object = {
  lat: 16.05,
  lon: 108.2,
  address: { country_code: 'vn', state: '' },
}
/** `opening_hours` are ranges: a bare `19:00` is a mistake. Messages are never shown. */
const SETTINGS = {
  mode: 0,
  tag_key: 'opening_hours',
  map_value: undefined,
  warnings_severity: undefined,
  locale: 'en',
} as const

/** Reads values in the year in which it is made; equal values are understood once. */
export class OpeningReader {
  private readonly firstDay: number
  private readonly known = new Map<string, OpeningCalendar | null>()

  constructor(nowMs: number) {
    const { year } = civilDayOf(localMinuteOf(nowMs).day)
    this.firstDay = dayOfCivil({ year, month: 1, dayOfMonth: 1 })
  }

  /**
   * When a place with that value is open; null when the value makes no sense, or depends on school
   * holidays, of which there is no list, or on public holidays in a way that no form can say.
   */
  read(text: string): OpeningCalendar | null {
    const known = this.known.get(text)
    if (known !== undefined) return known
    const calendar = onVietnameseClock(() => this.understand(text))
    this.known.set(text, calendar)
    return calendar
  }

  private understand(text: string): OpeningCalendar | null {
    if (/\bSH\b/.test(text)) return null
    try {
      const hours = new OpeningHours(text, VIETNAM, SETTINGS)
      return hours.isWeekStable()
        ? fitted('weekday', timesOfDays(hours, this.firstDay, 7))
        : this.fit(hours, /\bPH\b/.test(text))
    } catch {
      // The library throws texts at what it cannot read: that is its answer, not our failure.
      return null
    }
  }

  private fit(hours: OpeningHours, namesHolidays: boolean): OpeningCalendar | null {
    const { firstDay } = this
    if (namesHolidays) return fitHolidays(hours, firstDay)
    const days = timesOfDays(hours, firstDay, PROOF_YEARS * 366)
    return (
      fitted('weekday', days) ??
      fitted('month', days) ??
      fitted('ordinal', days) ?? {
        form: 'dates',
        firstDay,
        times: timesOfDays(hours, firstDay, KNOWN_YEARS * 366).map(([, times]) => times),
      }
    )
  }
}

/** A day and when the library says that it is open then. */
type KnownDay = readonly [day: number, times: DayTimes]

/** Two years, and 1 May (the day after a holiday that is one itself) on every weekday. */
function fitHolidays(hours: OpeningHours, firstDay: number): OpeningCalendar | null {
  const days = timesOfDays(hours, firstDay, 2 * 366)
  const { year } = civilDayOf(firstDay)
  for (let ahead = 2; ahead < CYCLE_YEARS; ahead++) {
    const day = dayOfCivil({ year: year + ahead, month: 4, dayOfMonth: 29 })
    days.push(...timesOfDays(hours, day, 4))
  }
  const isHoliday = (day: number): boolean =>
    hours.getPublicHolidayContext(new Date(day * DAY_MS - OFFSET_MS)).isHoliday
  return fitted('weekday', days) ?? fitted('holiday', days, isHoliday)
}

/** The calendar of that form that says what is known; null when days of one class differ. */
function fitted(
  form: Exclude<OpeningForm, 'dates'>,
  days: readonly KnownDay[],
  isHoliday: (day: number) => boolean = () => false,
): OpeningCalendar | null {
  const times: DayTimes[] = []
  const texts: string[] = []
  for (const [day, spans] of days) {
    const number = dayClass(form, 0, day, isHoliday)
    const text = spans.join(' ')
    if (texts[number] !== undefined && texts[number] !== text) return null
    texts[number] = text
    times[number] = spans
  }
  // A class that never occurs (31 days have no fifth of each weekday) is closed.
  const all = Array.from({ length: CLASSES_OF[form] }, (_, i) => times[i] ?? [])
  return { form, firstDay: 0, times: all }
}

function timesOfDays(hours: OpeningHours, firstDay: number, count: number): KnownDay[] {
  const days = Array.from({ length: count }, (): number[] => [])
  const from = new Date(firstDay * DAY_MS - OFFSET_MS)
  const to = new Date((firstDay + count) * DAY_MS - OFFSET_MS)
  for (const [opens, closes, isUnknown] of hours.getOpenIntervals(from, to)) {
    if (isUnknown) continue
    const first = localMinuteOf(opens.getTime())
    // The last minute: a closing time of midnight belongs to the day before.
    const last = localMinuteOf(closes.getTime() - 60_000)
    for (let day = first.day; day <= last.day; day++) {
      const opensAt = day === first.day ? first.minute : 0
      const closesAt = day === last.day ? last.minute + 1 : 1_440
      addSpan(days[day - firstDay], opensAt, closesAt)
    }
  }
  return days.map((times, i) => [firstDay + i, times])
}

/** Intervals come in order; one that begins where the last ended goes on with it. */
function addSpan(times: number[] | undefined, opensAt: number, closesAt: number): void {
  assert(times, 'open intervals lie in the days that were asked for')
  if (times.at(-1) === opensAt) times[times.length - 1] = closesAt
  else times.push(opensAt, closesAt)
}

/** The library reads the clock on the wall, which has to be one in Vietnam. */
function onVietnameseClock<T>(read: () => T): T {
  const before = process.env['TZ']
  process.env['TZ'] = 'Asia/Ho_Chi_Minh'
  try {
    return read()
  } finally {
    if (before === undefined) delete process.env['TZ']
    else process.env['TZ'] = before
  }
}
