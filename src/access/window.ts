/*
 * The fixed windows in which requests are counted: UTC minutes, and days as Vietnam has them
 * (Asia/Ho_Chi_Minh, seven hours ahead of UTC all year since 1975).
 */

export const MINUTE_MS = 60_000
export const DAY_MS = 86_400_000
/** Days from the default start of a period of usage to its last day. */
export const USAGE_DAYS_BACK = 30 // interface, GET /v1/usage
const VIETNAM_AHEAD_MS = 7 * 3_600_000

/** Whole minutes since 1970-01-01T00:00Z. */
export function minuteOf(nowMs: number): number {
  return Math.floor(nowMs / MINUTE_MS)
}

/** Whole Vietnamese days since 1970-01-01. */
export function dayOf(nowMs: number): number {
  return Math.floor((nowMs + VIETNAM_AHEAD_MS) / DAY_MS)
}

/** First moment of a minute window. */
export function minuteStartMs(minute: number): number {
  return minute * MINUTE_MS
}

/** First moment of a Vietnamese day. */
export function dayStartMs(day: number): number {
  return day * DAY_MS - VIETNAM_AHEAD_MS
}

/** `2026-11-20`: the date of a Vietnamese day. */
export function dateOfDay(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10)
}

/** The zone of `momentText` and of days, for the heading of what shows them to a person. */
export const ZONE = 'UTC+7'

/** `2026-11-20 19:34:56`: a moment as Vietnam's clocks show it, to the second. */
export function momentText(moment: Date): string {
  const shifted = new Date(moment.getTime() + VIETNAM_AHEAD_MS)
  return shifted.toISOString().slice(0, 19).replace('T', ' ')
}

/**
 * The Vietnamese day of a date `YYYY-MM-DD`; null when it is not a date of the calendar, or of a
 * year before 1000: PostgreSQL knows no year 0.
 */
export function dayOfDate(date: string): number | null {
  if (!/^[1-9]\d{3}-\d{2}-\d{2}$/.test(date)) return null
  const ms = Date.parse(date)
  if (Number.isNaN(ms)) return null
  const day = ms / DAY_MS
  return dateOfDay(day) === date ? day : null
}
