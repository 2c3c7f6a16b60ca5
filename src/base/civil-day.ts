/*
 * Days as whole numbers, counted from Thursday, 1 January 1970, and what the calendar says of them
 * (Hinnant, "chrono-compatible low-level date algorithms").
 */

export interface CivilDay {
  readonly year: number
  /** 1 to 12. */
  readonly month: number
  /** 1 to 31. */
  readonly dayOfMonth: number
}

/** Monday is 0, Sunday 6. */
export function weekdayOf(day: number): number {
  return (((day + 3) % 7) + 7) % 7
}

export function civilDayOf(day: number): CivilDay {
  const shifted = day + 719_468 // days since 1 March of the year 0
  const era = Math.floor(shifted / 146_097)
  const dayOfEra = shifted - era * 146_097
  const yearOfEra = Math.floor(
    (dayOfEra -
      Math.floor(dayOfEra / 1_460) +
      Math.floor(dayOfEra / 36_524) -
      Math.floor(dayOfEra / 146_096)) /
      365,
  )
  const dayOfYear =
    dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100))
  const fromMarch = Math.floor((5 * dayOfYear + 2) / 153)
  const month = fromMarch < 10 ? fromMarch + 3 : fromMarch - 9
  return {
    year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0),
    month,
    dayOfMonth: dayOfYear - Math.floor((153 * fromMarch + 2) / 5) + 1,
  }
}

export function dayOfCivil({ year, month, dayOfMonth }: CivilDay): number {
  return Date.UTC(year, month - 1, dayOfMonth) / 86_400_000
}

/** 28 to 31. */
export function daysInMonth({ year, month }: CivilDay): number {
  return (
    dayOfCivil({ year, month: month + 1, dayOfMonth: 1 }) -
    dayOfCivil({ year, month, dayOfMonth: 1 })
  )
}
