import type { PlaceId } from '../../base/ids.ts'

/** The kinds of places, large to small. Every `district` is former: the level ended in 2025. */
export const PLACE_KINDS = [
  'province',
  'district',
  'ward',
  'settlement',
  'street',
  'alley',
  'house',
  'poi',
] as const
export type PlaceKind = (typeof PLACE_KINDS)[number]

export type PlaceSource = 'osm' | 'operator' | 'builtin'

/** One searchable thing: a row of the database's `places`, the input of every index build. */
export interface Place {
  readonly id: PlaceId
  readonly kind: PlaceKind
  readonly source: PlaceSource
  /** As a Vietnamese person writes it, with its type: `Phường Bến Nghé`, `Đường Nguyễn Huệ` keeps
   * what the source says (`Nguyễn Huệ`). Empty for a house, which is its number and street. */
  readonly name: string
  readonly nameEn: string | null
  /** Other names it is known by: alt_name, old_name, short_name, official_name, former units. */
  readonly aliases: readonly string[]
  /** Official code of a province (`01`) or ward (`00004`) of today; null for every other kind. */
  readonly code: string | null
  /** Primary OSM tag, `amenity=cafe`; `place=village`; `highway=residential`; empty when none. */
  readonly category: string
  readonly houseNumber: string | null
  /** The street of its address; the name of the parent street of an alley. */
  readonly streetName: string | null
  readonly streetId: PlaceId | null
  /** The ward and province that hold it now, by polygon first; null outside all of them. */
  readonly wardId: PlaceId | null
  readonly provinceId: PlaceId | null
  /**
   * Of a former unit (every district; provinces and wards that the reform of 1 July 2025 ended):
   * the wards of today that took it over, largest part first. Empty for everything that exists.
   */
  readonly successorIds: readonly PlaceId[]
  /** Of a former ward its former district, of a former district its former province; else null. */
  readonly formerParentId: PlaceId | null
  /** The point that stands for it: WGS84, 1e-7 degrees. */
  readonly lonE7: number
  readonly latE7: number
  /** How often people ask for it: 0 (never) to 1 (most of all). */
  readonly importance: number
  /**
   * The course of a street or alley, the ways of `addr:interpolation`: lines of lon, lat pairs,
   * 1e-7 degrees. Of a POI that is drawn as an area its outline: closed lines, holes the other way
   * round. Empty for every other kind.
   */
  readonly lines: readonly Int32Array[]
  /** The tags that detail pages show: phone, website, opening_hours, brand, cuisine, rating … */
  readonly tags: Readonly<Record<string, string>>
}

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
