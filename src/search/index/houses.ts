import { lowerBound } from '../../base/binary-search.ts'
import { compareAt, includesAt, startsWithAt, stringAt } from '../../base/string-pool.ts'
import { DEGREE_M, distanceM } from '../../geo/distance.ts'
import { E7, type Point } from '../../geo/point.ts'
import { projectOn } from '../../geo/segment.ts'
import { houseNumberKeys, isDoorKey, leadingNumber, outerLinks } from '../../text/house-number.ts'
import type { HouseNumber } from '../model/match.ts'
import { PLACE_KINDS } from '../model/place.ts'
import { NONE, pointOf, type SearchIndex, streetOf } from './layout.ts'

const encoder = new TextEncoder()
const ALLEY = PLACE_KINDS.indexOf('alley')
const SLASH = 0x2f

export function houseNumberOf(key: string): HouseNumber {
  const plain = plainNumber(key)
  if (!key.includes('/')) return plain
  return { ...plain, mayLieBetween: false, outer: outerLinks(key).map(plainNumber) }
}

const NO_NUMBERS: readonly HouseNumber[] = []

function plainNumber(key: string): HouseNumber {
  const leading = leadingNumber(key)
  const mayLieBetween = leading > 0 && isDoorKey(key)
  return { key, bytes: encoder.encode(key), leading, mayLieBetween, outer: NO_NUMBERS }
}

/** A number between two mapped ones of the same side, and how far it is from the lower. */
export interface Between {
  readonly lower: number
  readonly upper: number
  /** 0 at `lower` to 1 at `upper`. */
  readonly along: number
}

const BETWEEN_NUMBERS_MAX = 80 // numbers apart; farther, the numbering may have begun anew
const BETWEEN_METRES_MAX = 500
/** Numbers apart, for a number with mapped ones on one side only: two doors. */
const BESIDE_NUMBERS_MAX = 4

/** The first row of the street whose number is not below the one looked for. */
function firstFrom(index: SearchIndex, street: number, { leading }: HouseNumber): number {
  const { houseFirst, houseLeading } = index
  return lowerBound(houseLeading, houseFirst[street]!, houseFirst[street + 1]!, leading)
}

/** The places at that number of the street, doors before the mouths of alleys. */
function placesAt(index: SearchIndex, street: number, number: HouseNumber): readonly number[] {
  const { houseFirst, houseLeading, houseKey, housePlace, strings } = index
  const { leading, bytes } = number
  const found: number[] = []
  const end = houseFirst[street + 1]!
  const from = firstFrom(index, street, number)
  for (let at = from; at < end && houseLeading[at] === leading; at++) {
    if (compareAt(strings, houseKey[at]!, bytes) === 0) found.push(housePlace[at]!)
  }
  return found
}

/** The place at that number of the street, or NONE. A door goes before an alley mouth. */
export function houseAt(index: SearchIndex, street: number, number: HouseNumber): number {
  return placesAt(index, street, number)[0] ?? NONE
}

/**
 * The place where the alley of that number leaves the street: the alley itself when it is mapped,
 * else the door of that number, which it lies beside; NONE when there is neither.
 */
export function alleyMouth(index: SearchIndex, street: number, number: HouseNumber): number {
  const places = placesAt(index, street, number)
  return places.find((place) => index.kind[place] === ALLEY) ?? places[0] ?? NONE
}

/** Whether the address of a place has that number. Cost: a decoding where its street is unknown. */
export function bearsNumber(index: SearchIndex, place: number, number: HouseNumber): boolean {
  const street = streetOf(index, place)
  if (street !== NONE) return placesAt(index, street, number).includes(place)
  return houseNumberKeys(stringAt(index.strings, index.houseNumber[place]!)).includes(number.key)
}

/** Places at numbers of the street that begin with that one, in the order of the street. */
export function housesBeginning(
  index: SearchIndex,
  street: number,
  { bytes }: HouseNumber,
  limit: number,
): number[] {
  const { houseFirst, houseKey, housePlace, strings } = index
  const found: number[] = []
  const end = houseFirst[street + 1]!
  for (let at = houseFirst[street]!; at < end && found.length < limit; at++) {
    if (startsWithAt(strings, houseKey[at]!, bytes)) found.push(housePlace[at]!)
  }
  return found
}

/**
 * The mapped doors below and above a number, odd or even like it; where one is missing, the other
 * twice; null when there is none near enough.
 */
export function doorsAround(
  index: SearchIndex,
  street: number,
  houseNumber: HouseNumber,
): Between | null {
  const { houseFirst, houseLeading } = index
  if (!houseNumber.mayLieBetween) return null
  const number = houseNumber.leading
  const from = firstFrom(index, street, houseNumber)
  const start = houseFirst[street]!
  const end = houseFirst[street + 1]!
  // The door of the very number, letters aside: `1b` is beside `1`.
  for (let at = from; at < end && houseLeading[at] === number; at++) {
    const door = index.housePlace[at]!
    if (isDoor(index, at, number)) return { lower: door, upper: door, along: 0 }
  }
  const leadingMin = number - BETWEEN_NUMBERS_MAX
  let below = from - 1
  while (below >= start && houseLeading[below]! >= leadingMin && !isDoor(index, below, number))
    below--
  const hasLower = below >= start && houseLeading[below]! >= leadingMin
  const leadingMax = (hasLower ? houseLeading[below]! : number) + BETWEEN_NUMBERS_MAX
  let above = from
  while (above < end && houseLeading[above]! <= leadingMax && !isDoor(index, above, number)) above++
  const hasUpper = above < end && houseLeading[above]! <= leadingMax
  if (hasLower && hasUpper) {
    const span = houseLeading[above]! - houseLeading[below]!
    const lower = index.housePlace[below]!
    const upper = index.housePlace[above]!
    if (distanceM(pointOf(index, lower), pointOf(index, upper)) <= BETWEEN_METRES_MAX) {
      return { lower, upper, along: span === 0 ? 0 : (number - houseLeading[below]!) / span }
    }
  }
  // A number beyond the last mapped one is near that.
  const fromLower = hasLower ? number - houseLeading[below]! : Infinity
  const fromUpper = hasUpper ? houseLeading[above]! - number : Infinity
  if (Math.min(fromLower, fromUpper) > BESIDE_NUMBERS_MAX) return null
  const door = index.housePlace[fromLower <= fromUpper ? below : above]!
  return { lower: door, upper: door, along: 0 }
}

/** The position of a number between two doors, on the straight line from one to the other. */
export function pointBetween(index: SearchIndex, { lower, upper, along }: Between): Point {
  const a = pointOf(index, lower)
  const b = pointOf(index, upper)
  const mix = (from: number, to: number) => Math.round((from + along * (to - from)) * E7) / E7
  return { lon: mix(a.lon, b.lon), lat: mix(a.lat, b.lat) }
}

/** Doors farther than this from a point say nothing about the number there. */
export const NEAR_DOOR_M = 120
const NEAR_DOOR_E7 = (NEAR_DOOR_M / DEGREE_M) * E7

/**
 * The number that a door of the street would have at `point`, interpolated between the mapped doors
 * of one side to its left and right; null when there are none near on both.
 */
export function numberNear(index: SearchIndex, street: number, point: Point): number | null {
  const { houseFirst, houseLeading, housePlace, lon, lat } = index
  const latE7 = point.lat * E7
  let best: { number: number; distanceM: number } | null = null
  for (const side of [0, 1]) {
    let last = -1
    for (let at = houseFirst[street]!; at < houseFirst[street + 1]!; at++) {
      const place = housePlace[at]!
      // The cheapest test that rules out most comes first.
      if (Math.abs(lat[place]! - latE7) > NEAR_DOOR_E7 || houseLeading[at]! % 2 !== side) continue
      if (distanceM(point, pointOf(index, place)) > NEAR_DOOR_M || !isDoor(index, at, side))
        continue
      const before = last
      last = at
      if (before === -1 || houseLeading[before] === houseLeading[at]) continue
      const lower = housePlace[before]!
      const { distanceM: metres, along } = projectOn(
        point,
        lon[lower]!,
        lat[lower]!,
        lon[place]!,
        lat[place]!,
      )
      if (along <= 0 || along >= 1 || (best && best.distanceM <= metres)) continue
      const pairs = (houseLeading[at]! - houseLeading[before]!) / 2
      const number = houseLeading[before]! + 2 * Math.round(along * pairs)
      best = { number, distanceM: metres }
    }
  }
  return best?.number ?? null
}

/** Whether row `at` is a door on the street itself, on the side of `number`. */
function isDoor(index: SearchIndex, at: number, number: number): boolean {
  if ((index.houseLeading[at]! - number) % 2 !== 0 || index.houseLeading[at] === 0) return false
  if (index.kind[index.housePlace[at]!] === ALLEY) return false
  return !includesAt(index.strings, index.houseKey[at]!, SLASH)
}
