import { distanceM } from '../../geo/distance.ts'
import { E7, type Point } from '../../geo/point.ts'
import { numberedAnswer, VIETNAM_CODE } from '../answer/answer.ts'
import { WORDING } from '../answer/answer-fingerprints.ts'
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
import { openReverseIndex, type ReverseIndex } from './layout.ts'
import { Nearby } from './nearby.ts'
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
  return { search, index, nearby: new Nearby(index, search.index, water) }
}

/** Confidence at no distance; it falls to its half at the edge of the search radius. */
const ADDRESS_CONFIDENCE = 1
const HERE_CONFIDENCE = 0.8
const SETTLEMENT_CONFIDENCE = 0.3

/** By how much more room the lists get where too many of their hits read the same. */
const ROOM_GROWTH = 4
/** With more, they are not filled again. */
const ROOM_MAX = 50
const NO_WORDINGS = new Int32Array(0)

/**
 * The known addresses within the radius, at most `size`. What is across a river comes after all
 * that is on this bank. On either, the nearest is first, but for what is said of an address
 * (nearby.ts): houses, and POIs whose street is known, go before the road that they are on, before
 * POIs without a street only when about as near. Roads come before what is farther, and the middle
 * of a village comes last. No answer is surer than the one before it. What reads the same is one
 * answer, the first.
 */
export function reverse(near: Reverse, query: ReverseQuery): ReverseAnswer[] {
  return reverseShown(near, query).map(({ place, ...hit }) => {
    const { id, address, ward, province, country } = answerTo(place)
    return { id, address, ward, province, country, ...hit }
  })
}

/** The same without their texts. */
export function reverseShown({ search, nearby }: Reverse, query: ReverseQuery): ReverseHit[] {
  for (let room = query.size; ; room *= ROOM_GROWTH) {
    nearby.find(query, room)
    const found = new FoundHits(search, query)
    found.addAll(nearby.hits)
    // Where many read the same or lie abroad, more are near that do not.
    if (found.isFull || !nearby.hits.isFull || room > ROOM_MAX) return found.hits
  }
}

/** The list being filled: of hits that read the same (a door that is mapped twice) the first. */
class FoundHits {
  readonly hits: ReverseHit[] = []
  private readonly search: Search
  private readonly query: ReverseQuery
  /** Of each hit, and of the next; who wants one needs none. */
  private readonly wordings: Int32Array

  constructor(search: Search, query: ReverseQuery) {
    this.search = search
    this.query = query
    this.wordings = query.size === 1 ? NO_WORDINGS : new Int32Array(WORDING * query.size)
  }

  get isFull(): boolean {
    return this.hits.length === this.query.size
  }

  /** As far as there is room. */
  addAll(list: HitList): void {
    const { search, query, hits } = this
    for (let i = 0; i < list.size && !this.isFull; i++) {
      const at = { lon: Math.round(list.lon(i)) / E7, lat: Math.round(list.lat(i)) / E7 }
      const number = list.place(i)
      const place = shownAt(search, number, at, query)
      if (query.isVietnamOnly && answerTo(place).country !== VIETNAM_CODE) continue
      if (this.readsAsAnother(place)) continue
      const metres = Math.sqrt(list.squaredM(i))
      const confidence = confidenceIn(search, number) * (1 - metres / (2 * query.radiusM))
      this.hits.push({
        place,
        lat: at.lat,
        lon: at.lon,
        confidence: Math.min(Math.round(confidence * 100) / 100, hits.at(-1)?.confidence ?? 1),
        distanceM: Math.round(metres * 100) / 100, // the data is no finer than 1 cm
      })
    }
  }

  private readsAsAnother(shown: Shown): boolean {
    const { wordings, search, query, hits } = this
    if (query.size === 1) return false
    const end = WORDING * hits.length
    search.answers[query.lang].writeWording(shown, wordings, end)
    for (let at = 0; at < end; at += WORDING) {
      if (wordings[at] === wordings[end] && wordings[at + 1] === wordings[end + 1]) return true
    }
    return false
  }
}

function confidenceIn({ index }: Search, place: number): number {
  const kind = kindOf(index, place)
  if (kind === 'settlement') return SETTLEMENT_CONFIDENCE
  const isAddress = kind === 'house' || (kind === 'poi' && streetOf(index, place) !== NONE)
  return isAddress ? ADDRESS_CONFIDENCE : HERE_CONFIDENCE
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
    const sought = houseNumberOf(String(number))
    const isMapped = houseAt(index, place, sought) !== NONE
    const doors = isMapped ? null : doorsAround(index, place, sought)
    if (doors !== null && distanceM(at, pointBetween(index, doors)) <= NEAR_DOOR_M) {
      return numberedAnswer(index, place, sought.key, at, lang)
    }
  }
  return { answers: answers[lang], place }
}
