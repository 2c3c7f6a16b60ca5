import { distanceM } from '../../geo/distance.ts'
import { E7, type Point } from '../../geo/point.ts'
import type { SearchIndex } from '../index/layout.ts'
import type { NumberMatch } from './top-k.ts'

/*
 * What orders places that explain a query equally well, in points. Coverage itself goes first: all
 * of it is worth 2,000 (ranking.ts).
 */

/** For the importance of the place. */
export const RANK_POINTS = 120

/** For marks typed as they are written; as many are lost where others are written. */
export const MARKS_POINTS = 160

/** For what names the place itself: it tells more than what names its surroundings. */
export const OWN_POINTS = 100

/** Addresses go from the inside out: for the place that the query begins with. */
export const FIRST_POINTS = 150

/** It is of the kind that was asked for: `xã Khánh Vĩnh` is not the town. */
export const TYPE_POINTS = 40

/** More where its name says so: `Thành phố Cao Bằng` was a town, its province only has one. */
export const TYPE_IN_NAME_POINTS = 80

/** At most, for nearness to the focus; halves at FOCUS_HALF_M. */
export const FOCUS_POINTS = 200
export const FOCUS_HALF_M = 5000

export function focusPoints({ lon, lat }: SearchIndex, focus: Point, place: number): number {
  const metres = distanceM(focus, { lon: lon[place]! / E7, lat: lat[place]! / E7 })
  return (FOCUS_POINTS * FOCUS_HALF_M) / (FOCUS_HALF_M + metres)
}

/** Lost for a name of which nothing was asked for; less of it loses less. */
export const MISSING_POINTS = 150

/** Counts as that much missing of the name: what was asked for is less than a name. */
export const BARE_MISSING = 0.6

/** Counts as that much missing: the words are there, but in disorder. */
export const DISORDER_MISSING = 0.3

/** Lost by a ward that is not said to be one: `Lê Lợi` alone is the street, `xã Lê Lợi` is not. */
export const UNSAID_LOSS = 15

/**
 * Lost by a place that does not lie in the unit that is said, `quận 1` or `Ben Nghe Ward`: half of
 * it in the province of that unit.
 */
export const STRAY_LOSS = 150

/** Lost by a ward of before of which only the province is named, not the district. */
export const DISTRICT_LOSS = 30

/** Lost by a ward of today where a district is said, which held one of that name. */
export const LATER_LOSS = 90

/** Lost by a town that gave its unit the name: the unit is the address. */
export const NAMESAKE_LOSS = 100

/** Lost where the query names what the ward or province was before, not what it is. */
export const FORMER_LOSS = 60

/** Lost where another name than the official one was asked for. */
export const ALIAS_LOSS = 25

/** Lost by names of which only the beginning is typed, where what is typed is a whole name. */
export const BEGUN_LOSS = 40

/** Lost by a number between two doors: a mapped door elsewhere is the better guess. */
export const BETWEEN_LOSS = 40

/** Share of a number's weight that is explained; `missing`: the right street, an unknown door. */
export const NUMBER_CREDIT: Readonly<Record<NumberMatch, number>> = {
  none: 0,
  house: 1,
  between: 1,
  mouth: 1,
  alley: 0.6,
  turned: 0.5, // of Hanoi; all others tell the alley first
  missing: 0.35,
}
