import { assert } from '../../base/assert.ts'
import type { Lang } from '../../base/lang.ts'

/** Distances and durations in whole units and in words. */

const KILOMETRE_M = 1000
/** From here on a tenth of a kilometre means nothing. */
const WHOLE_KILOMETRES_M = 100 * KILOMETRE_M
const MINUTE_S = 60
const HOUR_MIN = 60
const DAY_MIN = 24 * HOUR_MIN

export const DISTANCE_NUMBERS = KILOMETRE_M + (10 * WHOLE_KILOMETRES_M) / KILOMETRE_M + 1
export const DURATION_NUMBERS = DAY_MIN
export const NO_NUMBER = -1

interface Units {
  /** Between whole kilometres and tenths, and between thousands. */
  readonly decimalPoint: string
  readonly thousandsPoint: string
  readonly underOneMinute: string
  days(count: number): string
  hours(count: number): string
  minutes(count: number): string
}

const UNITS = {
  vi: {
    decimalPoint: ',',
    thousandsPoint: '.',
    underOneMinute: 'dưới 1 phút',
    days: (count) => `${count} ngày`,
    hours: (count) => `${count} giờ`,
    minutes: (count) => `${count} phút`,
  },
  en: {
    decimalPoint: '.',
    thousandsPoint: ',',
    underOneMinute: 'under 1 min',
    days: (count) => (count === 1 ? '1 day' : `${count} days`),
    hours: (count) => (count === 1 ? '1 hour' : `${count} hours`),
    minutes: (count) => (count === 1 ? '1 min' : `${count} mins`),
  },
} as const satisfies Record<Lang, Units>

/** `350 m`, `1,2 km`, `1.130 km`: whole metres, tenths from 1 km, whole kilometres from 100 km. */
export function distanceText(metres: number, lang: Lang): string {
  if (metres < KILOMETRE_M) return `${metres} m`
  if (metres >= WHOLE_KILOMETRES_M) return kilometresText(Math.round(metres / KILOMETRE_M), lang)
  const tenths = tenthsOf(metres)
  const whole = Math.floor(tenths / 10)
  return tenths % 10 === 0 ? `${whole} km` : `${whole}${UNITS[lang].decimalPoint}${tenths % 10} km`
}

/**
 * Distances that have one text have one number, below DISTANCE_NUMBERS; NO_NUMBER for those that
 * no step of a route has.
 */
export function distanceNumber(metres: number): number {
  if (metres < KILOMETRE_M) return metres
  return metres < WHOLE_KILOMETRES_M ? KILOMETRE_M + tenthsOf(metres) : NO_NUMBER
}

function tenthsOf(metres: number): number {
  return Math.round(metres / (KILOMETRE_M / 10))
}

function kilometresText(kilometres: number, lang: Lang): string {
  const digits = String(kilometres)
  const thousands = digits.length - 3
  if (thousands <= 0) return `${digits} km`
  return `${digits.slice(0, thousands)}${UNITS[lang].thousandsPoint}${digits.slice(thousands)} km`
}

/** `dưới 1 phút`, `5 phút`, `1 giờ 5 phút`, `1 ngày 3 giờ`: the two greatest units, rounded. */
export function durationText(seconds: number, lang: Lang): string {
  if (seconds < MINUTE_S) return UNITS[lang].underOneMinute
  const minutes = Math.round(seconds / MINUTE_S)
  const units: Units = UNITS[lang]
  if (minutes < HOUR_MIN) return units.minutes(minutes)
  if (minutes < DAY_MIN) {
    const rest = minutes % HOUR_MIN
    const hours = units.hours(Math.floor(minutes / HOUR_MIN))
    return rest === 0 ? hours : `${hours} ${units.minutes(rest)}`
  }
  const totalHours = Math.round(minutes / HOUR_MIN)
  const rest = totalHours % 24
  const days = units.days(Math.floor(totalHours / 24))
  return rest === 0 ? days : `${days} ${units.hours(rest)}`
}

/** As `distanceNumber`; below DURATION_NUMBERS. */
export function durationNumber(seconds: number): number {
  if (seconds < MINUTE_S) return 0
  const minutes = Math.round(seconds / MINUTE_S)
  return minutes < DAY_MIN ? minutes : NO_NUMBER
}

/**
 * Whole numbers for parts of a whole: each is the difference of two rounded running sums, so that
 * they add up to the rounded whole and none is more than one off.
 */
export class Rounding {
  #exact = 0
  #given = 0

  /** The whole number for a part of `amount`, 0 or more. */
  next(amount: number): number {
    assert(amount >= 0, 'parts of a whole are not negative')
    this.#exact += amount
    const part = Math.round(this.#exact) - this.#given
    this.#given += part
    return part
  }

  /** The whole number for all parts so far. */
  get total(): number {
    return this.#given
  }
}
