import { MinHeap } from '../base/heap.ts'
import { E7 } from '../geo/point.ts'
import { visitNearest } from '../geo/rtree.ts'
import { projectOn } from '../geo/segment.ts'
import { answerOf, numberedAnswer } from './answer.ts'
import { numberNear } from './houses.ts'
import { kindOf, NONE, type SearchIndex } from './layout.ts'
import type { PlaceAnswer, ReverseAnswer, ReverseQuery } from './query.ts'
import { openReverseIndex, type ReverseIndex } from './reverse-layout.ts'
import type { Search } from './search.ts'

/** An opened reverse index with the scratch of its queries. */
export interface Reverse {
  readonly search: Search
  readonly index: ReverseIndex
  readonly queue: MinHeap
}

/** Opens reverse.idx beside the search index of the same dataset. Throws `INVALID_DATASET`. */
export function openReverse(bytes: Uint8Array, search: Search): Reverse {
  return { search, index: openReverseIndex(bytes), queue: new MinHeap() }
}

interface Hit {
  readonly place: number
  readonly distanceM: number
  /** The point of the place nearest to the one asked for, degrees; null for the place's own. */
  readonly at: { readonly lon: number; readonly lat: number } | null
}

/** What comes first among answers; within one, the nearer. */
type Tier = 'address' | 'here' | 'settlement'

/** Confidence of a hit at no distance; it falls to its half at the edge of the search radius. */
const CONFIDENCE: Readonly<Record<Tier, number>> = { address: 1, here: 0.8, settlement: 0.3 }

/**
 * The known addresses within the radius, at most `size`. Addresses (houses, and POIs whose street
 * is known) come before POIs without one and streets: a door is the better answer to "what is
 * here" than the road in front of it, which is nearly always nearer. The middle of a village comes
 * last. Within each of these, the nearest is first.
 */
export function reverse(reverse: Reverse, query: ReverseQuery): ReverseAnswer[] {
  const { index } = reverse.search
  const points = nearestPoints(reverse, query)
  const ofTier = (tier: Tier) => points.filter((hit) => tierOf(index, hit.place) === tier)
  const hits = ofTier('address')
  if (hits.length < query.size) {
    const here = [...ofTier('here'), ...nearestStreets(reverse, query)]
    hits.push(...here.sort((a, b) => a.distanceM - b.distanceM), ...ofTier('settlement'))
  }
  return hits.slice(0, query.size).map((hit) => {
    const best = CONFIDENCE[tierOf(index, hit.place)]
    const confidence = best * (1 - hit.distanceM / (2 * query.radiusM))
    return {
      ...answerTo(index, hit, query),
      confidence: Math.round(confidence * 100) / 100,
      distanceM: Math.round(hit.distanceM * 100) / 100, // the data is no finer than 1 cm
    }
  })
}

/** The place; a street with the number that a door there would have, as far as doors tell. */
function answerTo(index: SearchIndex, hit: Hit, { point, lang }: ReverseQuery): PlaceAnswer {
  if (hit.at === null) return answerOf(index, hit.place, lang)
  const number = numberNear(index, hit.place, point)
  if (number !== null) return numberedAnswer(index, hit.place, String(number), hit.at, lang)
  return { ...answerOf(index, hit.place, lang), ...hit.at }
}

function tierOf(index: SearchIndex, place: number): Tier {
  const kind = kindOf(index, place)
  if (kind === 'settlement') return 'settlement'
  if (kind === 'house') return 'address'
  return kind === 'poi' && index.street[place] !== NONE ? 'address' : 'here'
}

const POINTS_MAX = 64 // looked at a query: a tower may hold more shops than anyone wants listed

/** Points by distance, until there are addresses enough: nothing else is then shown. */
function nearestPoints({ search, index, queue }: Reverse, query: ReverseQuery): Hit[] {
  const hits: Hit[] = []
  let addresses = 0
  visitNearest(index.points, query.point, query.radiusM, queue, (item, distanceM) => {
    const place = index.pointPlace[item]!
    hits.push({ place, distanceM, at: null })
    if (tierOf(search.index, place) === 'address') addresses++
    return addresses < query.size && hits.length < POINTS_MAX
  })
  return hits
}

/** Streets and alleys by the distance of their line, each once. */
function nearestStreets({ index, queue }: Reverse, query: ReverseQuery): Hit[] {
  const { segmentCoords: coords, segmentPlace } = index
  const hits: Hit[] = []
  visitNearest(index.segments, query.point, query.radiusM, queue, (item, boxDistanceM) => {
    // A box is never farther than its line: once enough lines beat every box left, stop.
    const worst = hits[query.size - 1]
    if (worst && boxDistanceM > worst.distanceM) return false
    const at = item * 4
    const [lonA, latA, lonB, latB] = [
      coords[at]!,
      coords[at + 1]!,
      coords[at + 2]!,
      coords[at + 3]!,
    ]
    const { distanceM, along } = projectOn(query.point, lonA, latA, lonB, latB)
    if (distanceM > query.radiusM) return true
    const place = segmentPlace[item]!
    const known = hits.findIndex((hit) => hit.place === place)
    if (known >= 0 && hits[known]!.distanceM <= distanceM) return true
    if (known >= 0) hits.splice(known, 1)
    const lon = Math.round(lonA + along * (lonB - lonA)) / E7
    const lat = Math.round(latA + along * (latB - latA)) / E7
    hits.push({ place, distanceM, at: { lon, lat } })
    hits.sort((a, b) => a.distanceM - b.distanceM)
    return true
  })
  return hits
}
