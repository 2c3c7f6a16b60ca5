import type { Place } from './place.ts'

export function isUnit(place: Place): boolean {
  return place.kind === 'province' || place.kind === 'district' || place.kind === 'ward'
}

/**
 * The order that numbers the places of a dataset in all its indexes: units first, then by
 * descending importance. The id decides ties, so that every build of the same places agrees.
 */
export function byWorth(places: readonly Place[]): Place[] {
  return [...places].sort((a, b) => {
    if (isUnit(a) !== isUnit(b)) return isUnit(a) ? -1 : 1
    if (a.importance !== b.importance) return b.importance - a.importance
    return a.id < b.id ? -1 : 1
  })
}
