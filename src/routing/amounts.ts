import { assert } from '../base/assert.ts'
import type { Lang } from './directions.ts'

/** Distances and durations as whole units and as people say them. */

const KILOMETRE_M = 1000
/** From here on a tenth of a kilometre says nothing. */
const WHOLE_KILOMETRES_M = 100 * KILOMETRE_M
const MINUTE_S = 60
const HOUR_MIN = 60
const DAY_MIN = 24 * HOUR_MIN

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

/*
 * Every amount that steps have is written once and said again from then on: as many short strings a
 * second as there are steps would each be made, copied and freed.
 */
const metresText = keptTexts(KILOMETRE_M, (metres) => `${metres} m`)
const tenthsText = keptTexts(1 + (10 * WHOLE_KILOMETRES_M) / KILOMETRE_M, (tenths, lang) => {
  const whole = Math.floor(tenths / 10)
  return tenths % 10 === 0 ? `${whole} km` : `${whole}${UNITS[lang].decimalPoint}${tenths % 10} km`
})
const minutesText = keptTexts(DAY_MIN, (minutes, lang) => {
  const units: Units = UNITS[lang]
  if (minutes < HOUR_MIN) return units.minutes(minutes)
  const rest = minutes % HOUR_MIN
  const hours = units.hours(Math.floor(minutes / HOUR_MIN))
  return rest === 0 ? hours : `${hours} ${units.minutes(rest)}`
})

/** `350 m`, `1,2 km`, `1.130 km`: whole metres, tenths from 1 km, whole kilometres from 100 km. */
export function distanceText(metres: number, lang: Lang): string {
  if (metres < KILOMETRE_M) return metresText(metres, lang)
  if (metres >= WHOLE_KILOMETRES_M) return kilometresText(Math.round(metres / KILOMETRE_M), lang)
  return tenthsText(Math.round(metres / (KILOMETRE_M / 10)), lang)
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
  if (minutes < DAY_MIN) return minutesText(minutes, lang)
  const totalHours = Math.round(minutes / HOUR_MIN)
  const rest = totalHours % 24
  const days = UNITS[lang].days(Math.floor(totalHours / 24))
  return rest === 0 ? days : `${days} ${UNITS[lang].hours(rest)}`
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

type TextOf = (amount: number, lang: Lang) => string

/** As `textOf`, for amounts below `amounts`, but each text is made only once. */
function keptTexts(amounts: number, textOf: TextOf): TextOf {
  const kept = { vi: noTexts(amounts), en: noTexts(amounts) }
  return (amount, lang) => {
    const known = kept[lang][amount]
    if (known !== undefined) return known
    const text = textOf(amount, lang)
    kept[lang][amount] = text
    return text
  }
}

function noTexts(count: number): (string | undefined)[] {
  return new Array<string | undefined>(count).fill(undefined)
}
