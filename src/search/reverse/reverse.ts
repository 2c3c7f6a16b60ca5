import { distanceM } from '../../geo/distance.ts'
import { E7, type Point } from '../../geo/point.ts'
import { numberedAnswer, VIETNAM_CODE } from '../answer/answer.ts'
import {
  doorsAround,
  houseAt,
  houseNumberOf,
  NEAR_DOOR_M,
  numberNear,
  pointBetween,
} from '../index/houses.ts'
import { kindOf, NONE, streetOf } from '../index/layout.ts'
import {
  answerTo,
  type ReverseAnswer,
  type ReverseHit,
  type ReverseQuery,
  type Shown,
} from '../model/query.ts'
import type { Search } from '../search.ts'
import type { HitList } from './hit-list.ts'
import { type CellFile, openReverseIndex, type ReverseIndex } from './layout.ts'
import { Nearby } from './nearby.ts'

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
  water: CellFile | null = null,
): Reverse {
  const index = openReverseIndex(bytes)
  return { search, index, nearby: new Nearby(index, search.index, water) }
}

/** Confidence at no distance; it falls to its half at the edge of the search radius. */
const ADDRESS_CONFIDENCE = 1
const HERE_CONFIDENCE = 0.8
const SETTLEMENT_CONFIDENCE = 0.3

/** Factor by which the lists grow where too many of their hits read the same. */
const ROOM_GROWTH = 4
/** Longer lists are not filled again. */
const ROOM_MAX = 50

/**
 * The known addresses within the radius, at most `size`. Hits across a river come after all on this
 * bank. On either bank the nearest is first, with penalties (nearby.ts): houses, and POIs whose
 * street is known, go before the road that they are on, and before POIs without a street only when
 * about as near. Roads come before farther hits, and the middle of a village comes last. A point on
 * the ground of a POI that is drawn as an area is at that POI, the smallest there is, unless a
 * place is right beside the point. Confidence never rises from one answer to the next. Hits that
 * read the same are one answer, the first.
 */
export function reverse(near: Reverse, query: ReverseQuery): ReverseAnswer[] {
  return reverseShown(near, query).map(({ place, ...hit }) => {
    const { id, address, ward, province, country } = answerTo(place)
    return { id, address, ward, province, country, ...hit }
  })
}

/** `reverse` without the texts of the answers. */
export function reverseShown({ search, nearby }: Reverse, query: ReverseQuery): ReverseHit[] {
  for (let room = query.size; ; room *= ROOM_GROWTH) {
    nearby.find(query, room)
    const hits = hitsOf(nearby.hits, search, query)
    // Many hits read the same or lie abroad: longer lists may hold others.
    if (hits.length === query.size || !nearby.hits.isFull || room > ROOM_MAX) return hits
  }
}

/**
 * The hits, at most `size`; of those that read the same, such as a door that is mapped twice, the
 * first.
 */
function hitsOf(list: HitList, search: Search, query: ReverseQuery): ReverseHit[] {
  const hits: ReverseHit[] = []
  const texts = new Set<number>()
  for (let i = 0; i < list.size && hits.length < query.size; i++) {
    const at = { lon: Math.round(list.lon(i)) / E7, lat: Math.round(list.lat(i)) / E7 }
    const number = list.place(i)
    const place = shownAt(search, number, at, query)
    if (query.isVietnamOnly && answerTo(place).country !== VIETNAM_CODE) continue
    // A single answer is compared with none.
    if (query.size > 1) {
      const { text } = search.wordings[query.lang].of(place)
      if (texts.has(text)) continue
      texts.add(text)
    }
    const metres = Math.sqrt(list.squaredM(i))
    const confidence = confidenceIn(search, number) * (1 - metres / (2 * query.radiusM))
    hits.push({
      place,
      lat: at.lat,
      lon: at.lon,
      confidence: Math.min(Math.round(confidence * 100) / 100, hits.at(-1)?.confidence ?? 1),
      distanceM: Math.round(metres * 100) / 100, // the data is no finer than 1 cm
    })
  }
  return hits
}

function confidenceIn({ index }: Search, place: number): number {
  const kind = kindOf(index, place)
  if (kind === 'settlement') return SETTLEMENT_CONFIDENCE
  const isAddress = kind === 'house' || (kind === 'poi' && streetOf(index, place) !== NONE)
  return isAddress ? ADDRESS_CONFIDENCE : HERE_CONFIDENCE
}

/**
 * The place; a street with the number that a door there would have, if doors near tell, and only
 * where `resolve` gives the same for its id: another door may have that number, or lie far away.
 */
function shownAt(search: Search, place: number, at: Point, query: ReverseQuery): Shown {
  const { index, answers } = search
  const { point, lang } = query
  const kind = kindOf(index, place)
  const number = kind === 'street' || kind === 'alley' ? numberNear(index, place, point) : null
  if (number !== null) {
    const houseNumber = houseNumberOf(String(number))
    const isMapped = houseAt(index, place, houseNumber) !== NONE
    const doors = isMapped ? null : doorsAround(index, place, houseNumber)
    if (doors !== null && distanceM(at, pointBetween(index, doors)) <= NEAR_DOOR_M) {
      return numberedAnswer(index, place, houseNumber.key, at, lang)
    }
  }
  return { answers: answers[lang], place }
}
