import { weekdayOf } from '../base/civil-day.ts'
import type { PoiIndex } from './layout.ts'
import { timesOf } from './openness.ts'

/** A moment of the week. */
export interface WeekMinute {
  /** Monday is 0, Sunday 6. */
  readonly weekday: number
  /** 0 to 1439. */
  readonly minute: number
}

export interface OpeningPeriod {
  readonly opens: WeekMinute
  readonly closes: WeekMinute
}

const DAYS = 7
const DAY_MIN = 1_440
const WEEK_MIN = DAYS * DAY_MIN

/** Periods that were asked for today: thousands of POIs share a calendar. */
export class PeriodsOfDay {
  readonly #index: PoiIndex
  readonly #known = new Map<number, readonly OpeningPeriod[] | null>()
  #day = Number.NaN

  constructor(index: PoiIndex) {
    this.#index = index
  }

  /** As `periodsFrom`. */
  from(calendar: number, day: number): readonly OpeningPeriod[] | null {
    if (day !== this.#day) {
      this.#known.clear()
      this.#day = day
    }
    const known = this.#known.get(calendar)
    if (known !== undefined) return known
    const periods = periodsFrom(this.#index, calendar, day)
    this.#known.set(calendar, periods)
    return periods
  }
}

/**
 * When a calendar is open in the seven days from `day` on, in order of opening; null for all of the
 * time. A night that reaches into the next day is one period; one that began before the first day
 * is shown as the last.
 */
export function periodsFrom(
  index: PoiIndex,
  calendar: number,
  day: number,
): readonly OpeningPeriod[] | null {
  const spans = spansFrom(index, calendar, day)
  const first = spans[0]
  const last = spans.at(-1)
  if (first && last && first.opens === 0 && last.closes === WEEK_MIN) {
    if (first === last) return null
    spans.shift()
    last.closes += first.closes
  }
  const at = (minutes: number): WeekMinute => ({
    weekday: weekdayOf(day + Math.floor(minutes / DAY_MIN)),
    minute: minutes % DAY_MIN,
  })
  return spans.map(({ opens, closes }) => ({ opens: at(opens), closes: at(closes) }))
}

interface Span {
  /** Minutes since the first day began. */
  opens: number
  closes: number
}

function spansFrom(index: PoiIndex, calendar: number, day: number): Span[] {
  const spans: Span[] = []
  for (let ahead = 0; ahead < DAYS; ahead++) {
    const times = timesOf(index, calendar, day + ahead)
    if (times === null) continue
    for (let i = times.first; i < times.end; i += 2) {
      const opens = ahead * DAY_MIN + index.times[i]!
      const closes = ahead * DAY_MIN + index.times[i + 1]!
      const last = spans.at(-1)
      if (last?.closes === opens) last.closes = closes
      else spans.push({ opens, closes })
    }
  }
  return spans
}
