import { distanceM } from '../geo/distance.ts'
import { E7, type Point } from '../geo/point.ts'
import { numberedAnswer } from './answer.ts'
import type { HitList } from './hit-list.ts'
import {
  doorsAround,
  houseAt,
  NEAR_DOOR_M,
  numberNear,
  pointBetween,
  soughtNumber,
} from './houses.ts'
import { kindOf, NONE } from './layout.ts'
import { Nearby } from './nearby.ts'
import {
  answerTo,
  type ReverseAnswer,
  type ReverseHit,
  type ReverseQuery,
  type Shown,
} from './query.ts'
import { openReverseIndex, type ReverseIndex } from './reverse-layout.ts'
import type { Search } from './search.ts'
import type { WaterIndex } from './water-layout.ts'

/** An opened reverse index with the scratch of its queries. */
export interface Reverse {
  readonly search: Search
  readonly index: ReverseIndex
  readonly nearby: Nearby
}

/**
 * Opens reverse.idx beside the search index of the same dataset, and its water where it has some.
 * Throws `INVALID_DATASET`.
 */
export function openReverse(
  bytes: Uint8Array,
  search: Search,
  water: WaterIndex | null = null,
): Reverse {
  const index = openReverseIndex(bytes)
  return { search, index, nearby: new Nearby(index, water) }
}

/** Confidence at no distance; it falls to its half at the edge of the search radius. */
const ADDRESS_CONFIDENCE = 1
const HERE_CONFIDENCE = 0.8
const SETTLEMENT_CONFIDENCE = 0.3

/**
 * The known addresses within the radius, at most `size`. What is across a river comes after all
 * that is on this bank. On either, addresses (houses, and POIs whose street is known) come before
 * POIs without one and streets: a door is the better answer to "what is here" than the road in
 * front of it, which is nearly always nearer. The middle of a village comes last. Within each of
 * these, the nearest is first.
 */
export function reverse(near: Reverse, query: ReverseQuery): ReverseAnswer[] {
  return reverseShown(near, query).map(({ place, ...hit }) => {
    const { id, address, ward, province, country } = answerTo(place)
    return { id, address, ward, province, country, ...hit }
  })
}

/** The same without their texts. */
export function reverseShown({ search, nearby }: Reverse, query: ReverseQuery): ReverseHit[] {
  nearby.find(query)
  const found: ReverseHit[] = []
  addBank(found, search, nearby, false, query)
  if (found.length < query.size) addBank(found, search, nearby, true, query)
  return found
}

function addBank(
  found: ReverseHit[],
  search: Search,
  { addresses, here, settlements }: Nearby,
  isAcross: boolean,
  query: ReverseQuery,
): void {
  addHits(found, search, addresses, ADDRESS_CONFIDENCE, isAcross, query)
  addHits(found, search, here, HERE_CONFIDENCE, isAcross, query)
  addHits(found, search, settlements, SETTLEMENT_CONFIDENCE, isAcross, query)
}

/** The hits of one bank, as far as there is room. */
function addHits(
  found: ReverseHit[],
  search: Search,
  hits: HitList,
  best: number,
  isAcross: boolean,
  query: ReverseQuery,
): void {
  const end = isAcross ? hits.size : hits.onBank
  for (let i = isAcross ? hits.onBank : 0; i < end && found.length < query.size; i++) {
    const at = { lon: Math.round(hits.lon(i)) / E7, lat: Math.round(hits.lat(i)) / E7 }
    const metres = hits.distanceM(i)
    const confidence = best * (1 - metres / (2 * query.radiusM))
    found.push({
      place: shownAt(search, hits.place(i), at, query),
      lat: at.lat,
      lon: at.lon,
      confidence: Math.round(confidence * 100) / 100,
      distanceM: Math.round(metres * 100) / 100, // the data is no finer than 1 cm
    })
  }
}

/**
 * The place; a street with the number that a door there would have, as far as doors tell, and only
 * where it is answered alike by its id: another door may have that number, or lie far away.
 */
function shownAt(search: Search, place: number, at: Point, query: ReverseQuery): Shown {
  const { index, answers } = search
  const { point, lang } = query
  const kind = kindOf(index, place)
  const number = kind === 'street' || kind === 'alley' ? numberNear(index, place, point) : null
  if (number !== null) {
    const sought = soughtNumber(String(number))
    const isMapped = houseAt(index, place, sought) !== NONE
    const doors = isMapped ? null : doorsAround(index, place, sought)
    if (doors !== null && distanceM(at, pointBetween(index, doors)) <= NEAR_DOOR_M) {
      return numberedAnswer(index, place, sought.key, at, lang)
    }
  }
  return { answers: answers[lang], place }
}
