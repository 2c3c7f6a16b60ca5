import OpeningHours, { type nominatim_object } from 'opening_hours'
import { assert } from '../../base/assert.ts'
import { civilDayOf, dayOfCivil } from '../../base/civil-day.ts'
import {
  CLASSES_OF,
  type DayTimes,
  dayClass,
  localMinuteOf,
  type OpeningCalendar,
  type OpeningForm,
} from '../../pois/opening.ts'
import { publicHolidays } from './holidays.ts'
import { withNights } from './late-hours.ts'

/*
 * `opening_hours` as OSM writes them, understood by the library of that name (LGPL; it is loaded by
 * imports only). The library is asked when the place is open, day by day, and the simplest form of
 * calendar is taken that says the same for all these days.
 *
 * What is a public holiday is not asked of it: its list for Vietnam has days on which people work
 * and lacks Tết. Its own holidays show what a value does on one, `holidays.ts` says which they are.
 * Holidays beside single dates or the weekdays of a month cannot be shown so, and are refused.
 */

/** Hours are only ever taken as far ahead as this when no rule says them: three calendar years. */
const KNOWN_YEARS = 3
/** Over so many years a rule has to hold to be one: months and weekdays meet in all ways. */
const PROOF_YEARS = 12
/** Weekdays and dates repeat after so many years (until 2100). */
const CYCLE_YEARS = 28

/** Distinct values that name months and holidays, understood by one reader: each takes a second. */
const SEASON_VALUES_MAX = 50

/** Values that the library accepts silently and gets wrong, or cannot know. */
const REFUSED: readonly RegExp[] = [
  // School holidays: there is no list for Vietnam.
  /\bSH\b/,
  // In its list of months in all languages this is October.
  /\btet\b/i,
  // The library finds no leap day that is alone or ends a range.
  /\bFeb (?:\d\d?-)?29\b/i,
]

const DAY_MS = 86_400_000
const OFFSET_MS = 7 * 3_600_000
/**
 * The country whose holidays are used. The library takes no position that is a number, so that its
 * sun rises at 6:00 and sets at 18:00, as Vietnam's does to an hour.
 */
const VIETNAM: nominatim_object = {
  lat: 16.05,
  lon: 108.2,
  address: { country_code: 'vn', state: '' },
}
/** A country where 8 March and 25 December of the library's list for Vietnam are ordinary days. */
const JAPAN: nominatim_object = { ...VIETNAM, address: { country_code: 'jp', state: '' } }
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
   * Opening times of a place with that value; null when the value makes no sense, when it only
   * gives possible times (`by appointment`), or when no form can hold its rules for holidays.
   */
  read(text: string): OpeningCalendar | null {
    const known = this.known.get(text)
    if (known !== undefined) return known
    const calendar = onVietnameseClock(() => this.understand(text))
    this.known.set(text, calendar)
    return calendar
  }

  private understand(text: string): OpeningCalendar | null {
    if (REFUSED.some((pattern) => pattern.test(text))) return null
    try {
      const hours = new OpeningHours(withNights(text), VIETNAM, SETTINGS)
      const calendar = hours.isWeekStable()
        ? fitted('weekday', timesOfDays(hours, this.firstDay, 7))
        : this.fit(text, hours)
      const isNeverOpen = calendar?.times.every((times) => times.length === 0)
      return isNeverOpen && hasIntervals(hours, this.firstDay) ? null : calendar
    } catch {
      // The library throws texts at what it cannot read: that is its answer, not our failure.
      return null
    }
  }

  private fit(text: string, hours: OpeningHours): OpeningCalendar | null {
    const { firstDay } = this
    if (/\bPH\b/.test(text)) {
      const calendar = fitHolidays(text, hours, firstDay)
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

/** A day, or its class, and the library's open times on it. */
type KnownDay = readonly [number: number, times: DayTimes]

/**
 * Two years, and 1 May (the day after a holiday that is one itself) on every weekday. In Japan are
 * asked for the days that the library alone takes for holidays of Vietnam, as `PH off; Dec 25 off`
 * is no hours of holidays only, and its own holidays, which are of other months (`May PH off`).
 */
function fitHolidays(text: string, hours: OpeningHours, firstDay: number): OpeningCalendar | null {
  const count = 2 * 366
  const { year } = civilDayOf(firstDay)
  const days = timesOfDays(hours, firstDay, count)
  for (let ahead = 2; ahead < CYCLE_YEARS; ahead++) {
    const day = dayOfCivil({ year: year + ahead, month: 4, dayOfMonth: 29 })
    days.push(...timesOfDays(hours, day, 4))
  }
  const inJapan = new OpeningHours(text, JAPAN, SETTINGS)
  const holidays = new Set(publicHolidays())
  const isListed = isHolidayOf(hours)
  const isAbroad = isHolidayOf(inJapan)
  const isMistaken = (day: number) => isListed(day) && !holidays.has(day)
  const around = (isDay: (day: number) => boolean, day: number) => isDay(day) || isDay(day - 1)
  const here = days.filter(([day]) => !around(isMistaken, day))
  const abroad = timesOfDays(inJapan, firstDay, count).filter(
    ([day]) => around(isMistaken, day) || around(isAbroad, day),
  )
  const known = [
    ...classified('holiday', here, isListed),
    ...classified('holiday', abroad, isAbroad),
  ]
  const ofWeek = known.map(([number, times]): KnownDay => [number % 7, times])
  return calendarOf('weekday', ofWeek) ?? calendarOf('holiday', known)
}

const isHolidayOf =
  (hours: OpeningHours) =>
  (day: number): boolean =>
    hours.getPublicHolidayContext(new Date(day * DAY_MS - OFFSET_MS)).isHoliday

/** Together they have holidays, alone and in a row, in all months and on all weekdays. */
const HOLIDAY_COUNTRIES = ['vn', 'ar', 'au', 'bg', 'cn', 'jp', 'lv', 'mt', 'pt', 'ro', 'si']

/**
 * The class of a season without what goes before it: no list of holidays shows nights that reach
 * into each day of Tết, so that nights of seasons beside holidays are refused.
 */
function ofDayAlone(number: number): number {
  return (number % 84) + 168 * (Math.floor(number / 168) % 2)
}

/**
 * Months and holidays together. In the library's list for Vietnam most months have no holiday, so
 * that it is asked what the value would mean in other countries too.
 */
function fitSeasons(text: string, seasons: Seasons): OpeningCalendar | null {
  const { firstDay, needed } = seasons
  const days = seasons.abroad.flatMap(({ place, classes }) => {
    const hours = new OpeningHours(text, place, SETTINGS)
    const known = timesOfDays(hours, firstDay, PROOF_YEARS * 366)
    return known.map(([, times], i): KnownDay => [ofDayAlone(classes[i] ?? 0), times])
  })
  const known = agreed(days)
  if (known === null || needed.some((number) => known[ofDayAlone(number)] === undefined))
    return null
  const times = Array.from({ length: CLASSES_OF.season }, (_, i) => known[ofDayAlone(i)] ?? [])
  return { form: 'season', firstDay: 0, times }
}

/** Dates common to all values that name months and holidays; gathering them takes seconds. */
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

/** The calendar of that form, of no holidays; null when days of one class differ. */
function fitted(
  form: Exclude<OpeningForm, 'dates'>,
  days: readonly KnownDay[],
): OpeningCalendar | null {
  return calendarOf(
    form,
    classified(form, days, () => false),
  )
}

function classified(
  form: OpeningForm,
  days: readonly KnownDay[],
  isHoliday: (day: number) => boolean,
): KnownDay[] {
  return days.map(([day, times]) => [dayClass(form, 0, day, isHoliday), times])
}

/** The calendar of that form for the known days; null when days of one class differ. */
function calendarOf(
  form: Exclude<OpeningForm, 'dates'>,
  classes: readonly KnownDay[],
): OpeningCalendar | null {
  const known = agreed(classes)
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

/** Whether there is a time in the next years that is not closed. */
function hasIntervals(hours: OpeningHours, firstDay: number): boolean {
  const at = (day: number) => new Date(day * DAY_MS - OFFSET_MS)
  return hours.getOpenIntervals(at(firstDay), at(firstDay + KNOWN_YEARS * 366)).length > 0
}

/** Intervals come in order; one that begins where the last ended continues it. */
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
