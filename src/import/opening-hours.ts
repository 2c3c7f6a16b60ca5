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
import { publicHolidays } from './holidays.ts'
import { withNights } from './late-hours.ts'

/*
 * `opening_hours` as OSM writes them, understood by the library of that name (LGPL; it is loaded by
 * imports only). The library is asked when the place is open, day by day, and the simplest form of
 * calendar is taken that says the same for all these days.
 *
 * What is a public holiday is not asked of it: its list for Vietnam has days on which people work
 * and lacks Tết. Its own holidays show what a value does on one, `holidays.ts` says which they are.
 * Holidays beside single dates or the weekdays of a month cannot be shown so, and are refused; so
 * are school holidays, of which neither the library nor anybody else has a list for Vietnam.
 */

/** Hours are only ever taken as far ahead as this when no rule says them: three calendar years. */
const KNOWN_YEARS = 3
/** Over so many years a rule has to hold to be one: months and weekdays meet in all ways. */
const PROOF_YEARS = 12
/** Weekdays and dates repeat after so many years (until 2100). */
const CYCLE_YEARS = 28

/** Distinct values that name months and holidays, understood by one reader: each takes a second. */
const SEASON_VALUES_MAX = 50

const DAY_MS = 86_400_000
const OFFSET_MS = 7 * 3_600_000
/**
 * Whose holidays are asked for. The library takes no position that is a number, so that its sun
 * rises at 6:00 and sets at 18:00, as Vietnam's does to an hour.
 */
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
  private seasons: Seasons | null = null
  private seasonValues = 0
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
      const hours = new OpeningHours(withNights(text), VIETNAM, SETTINGS)
      return hours.isWeekStable()
        ? fitted('weekday', timesOfDays(hours, this.firstDay, 7))
        : this.fit(text, hours)
    } catch {
      // The library throws texts at what it cannot read: that is its answer, not our failure.
      return null
    }
  }

  private fit(text: string, hours: OpeningHours): OpeningCalendar | null {
    const { firstDay } = this
    if (/\bPH\b/.test(text)) {
      const calendar = fitHolidays(hours, firstDay)
      if (calendar !== null) return calendar
      if (++this.seasonValues > SEASON_VALUES_MAX) return null
      this.seasons ??= seasonsFrom(firstDay)
      return fitSeasons(text, this.seasons)
    }
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

/** A day, or its class, and when the library says that it is open then. */
type KnownDay = readonly [number: number, times: DayTimes]

/** Two years, and 1 May (the day after a holiday that is one itself) on every weekday. */
function fitHolidays(hours: OpeningHours, firstDay: number): OpeningCalendar | null {
  const days = timesOfDays(hours, firstDay, 2 * 366)
  const { year } = civilDayOf(firstDay)
  for (let ahead = 2; ahead < CYCLE_YEARS; ahead++) {
    const day = dayOfCivil({ year: year + ahead, month: 4, dayOfMonth: 29 })
    days.push(...timesOfDays(hours, day, 4))
  }
  return fitted('weekday', days) ?? fitted('holiday', days, isHolidayOf(hours))
}

const isHolidayOf =
  (hours: OpeningHours) =>
  (day: number): boolean =>
    hours.getPublicHolidayContext(new Date(day * DAY_MS - OFFSET_MS)).isHoliday

/** Together they have holidays, alone and in a row, in all months and on all weekdays. */
const HOLIDAY_COUNTRIES = ['vn', 'ar', 'au', 'bg', 'cn', 'jp', 'lv', 'mt', 'pt', 'ro', 'si']

/** What a season's class may depend on, the least first: parts of it that do not matter go. */
const SEASON_PARTS: readonly ((number: number) => number)[] = [
  (number) => (number % 84) + 168 * (Math.floor(number / 168) % 2),
  (number) => number - 84 * (Math.floor(number / 84) % 2),
  (number) => number,
]

/**
 * Months and holidays together. In the library's list for Vietnam most months have no holiday, so
 * that it is asked what the value would mean in other countries too.
 */
function fitSeasons(text: string, seasons: Seasons): OpeningCalendar | null {
  const { firstDay, needed } = seasons
  const days = seasons.abroad.flatMap(({ place, classes }) => {
    const hours = new OpeningHours(text, place, SETTINGS)
    const known = timesOfDays(hours, firstDay, PROOF_YEARS * 366)
    return known.map(([, times], i): KnownDay => [classes[i] ?? 0, times])
  })
  for (const part of SEASON_PARTS) {
    const known = agreed(days.map(([number, times]): KnownDay => [part(number), times]))
    if (known === null) continue
    if (needed.some((number) => known[part(number)] === undefined)) return null
    const times = Array.from({ length: CLASSES_OF.season }, (_, i) => known[part(i)] ?? [])
    return { form: 'season', firstDay: 0, times }
  }
  return null
}

/** What is the same for all values that name months and holidays; it takes seconds to gather. */
interface Seasons {
  readonly firstDay: number
  /** Countries with the class of each day from `firstDay` on. */
  readonly abroad: readonly { readonly place: nominatim_object; readonly classes: number[] }[]
  /** The classes that the days of the next years have in Vietnam. */
  readonly needed: readonly number[]
}

function seasonsFrom(firstDay: number): Seasons {
  const classes = (years: number, isHoliday: (day: number) => boolean) =>
    Array.from({ length: years * 366 }, (_, i) => dayClass('season', 0, firstDay + i, isHoliday))
  const abroad = HOLIDAY_COUNTRIES.map((country) => {
    const place = { ...VIETNAM, address: { country_code: country, state: '' } }
    const isHoliday = isHolidayOf(new OpeningHours('PH off', place, SETTINGS))
    return { place, classes: classes(PROOF_YEARS, isHoliday) }
  })
  const holidays = new Set(publicHolidays())
  const needed = new Set(classes(CYCLE_YEARS, (day) => holidays.has(day)))
  return { firstDay, abroad, needed: [...needed] }
}

/** The calendar of that form that says what is known; null when days of one class differ. */
function fitted(
  form: Exclude<OpeningForm, 'dates'>,
  days: readonly KnownDay[],
  isHoliday: (day: number) => boolean = () => false,
): OpeningCalendar | null {
  const known = agreed(
    days.map(([day, times]): KnownDay => [dayClass(form, 0, day, isHoliday), times]),
  )
  if (known === null) return null
  // A class that never occurs (31 days have no fifth of each weekday) is closed.
  const times = Array.from({ length: CLASSES_OF[form] }, (_, i) => known[i] ?? [])
  return { form, firstDay: 0, times }
}

/** The times of each class, at its number; null when days of one class differ. */
function agreed(days: readonly KnownDay[]): (DayTimes | undefined)[] | null {
  const times: (DayTimes | undefined)[] = []
  const texts: string[] = []
  for (const [number, spans] of days) {
    const text = spans.join(' ')
    if (texts[number] !== undefined && texts[number] !== text) return null
    texts[number] = text
    times[number] = spans
  }
  return times
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
