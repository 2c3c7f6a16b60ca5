import type { Lang } from '../base/lang.ts'
import type { Point } from '../geo/point.ts'
import { CONFIDENCE_MAX } from './confidence.ts'
import { LEVEL } from './geocode.ts'
import { kindOf } from './index/layout.ts'
import { type GeocodeMatch, isKnown, type Shown } from './model/query.ts'
import { type Reverse, reverseShown } from './reverse/reverse.ts'

/* Answers to texts that are coordinates: the addresses at the point. */

const RADIUS_M = 100
const SUGGESTED_MAX = 3

/** The unit that holds a point, for points without an address near; null outside of Vietnam. */
export type UnitAt = (point: Point, lang: Lang) => Shown | null

/** The address of a point; null where there is none. */
export function geocodePoint(
  near: Reverse,
  unitAt: UnitAt,
  point: Point,
  lang: Lang,
): GeocodeMatch | null {
  const [hit] = hitsAt(near, point, lang, 1)
  const place = hit?.place ?? unitAt(point, lang)
  if (place === null) return null
  const matchLevel = isKnown(place) ? LEVEL[kindOf(near.search.index, place.place)] : 'house'
  const confidence = Math.min(hit?.confidence ?? 1, CONFIDENCE_MAX)
  return { place, confidence, matchLevel, partialMatch: false, matchedName: null, unmatched: [] }
}

/** The nearest addresses, at most SUGGESTED_MAX; else the unit; empty outside of Vietnam. */
export function suggestPoint(
  near: Reverse,
  unitAt: UnitAt,
  point: Point,
  lang: Lang,
): readonly Shown[] {
  const hits = hitsAt(near, point, lang, SUGGESTED_MAX)
  if (hits.length > 0) return hits.map(({ place }) => place)
  const unit = unitAt(point, lang)
  return unit === null ? [] : [unit]
}

function hitsAt(near: Reverse, point: Point, lang: Lang, size: number) {
  return reverseShown(near, { point, radiusM: RADIUS_M, size, lang, isVietnamOnly: false })
}
