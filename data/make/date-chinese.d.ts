/** The package's own declarations are not where its `exports` would have them. */
declare module 'date-chinese' {
  export interface GregorianDate {
    readonly year: number
    readonly month: number
    readonly day: number
  }
  export class CalendarVietnamese {
    constructor(cycle?: number, year?: number, month?: number, leap?: boolean, day?: number)
    get(): (number | boolean)[]
    fromJDE(julianDay: number): this
    newYear(gregorianYear: number): number
    toGregorian(gregorianYear: number): GregorianDate
  }
}
