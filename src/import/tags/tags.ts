import type { Tags } from '../../base/tags.ts'

/**
 * Tags that a detail page, a filter or a later ranking can use; everything else is dropped, which
 * keeps a row small. The keys of `POI_RULES` are kept beside these: they are the object's kinds.
 */
export const KEPT_KEYS = [
  'phone',
  'mobile',
  'fax',
  'email',
  'website',
  'url',
  'facebook',
  'opening_hours',
  'opening_hours:covid19',
  'brand',
  'brand:wikidata',
  'operator',
  'network',
  'cuisine',
  'takeaway',
  'delivery',
  'drive_through',
  'outdoor_seating',
  'smoking',
  'air_conditioning',
  'wheelchair',
  'internet_access',
  'internet_access:fee',
  'stars',
  'rooms',
  'capacity',
  'fee',
  'charge',
  'access',
  'religion',
  'denomination',
  'sport',
  'information',
  'healthcare:speciality',
  'emergency',
  'social_facility',
  'school',
  'isced:level',
  'atm',
  'self_service',
  'motorcycle',
  'wikidata',
  'wikipedia',
  'image',
  'wikimedia_commons',
  'description',
  'start_date',
  'ele',
  'iata',
  'icao',
  'ref',
  'level',
  'building:levels',
  'population',
  'capital',
  'addr:full',
  'addr:housename',
  'addr:unit',
  'addr:floor',
  'addr:postcode',
] as const

export const KEPT = new Set<string>(KEPT_KEYS)
export const KEPT_PREFIXES = ['contact:', 'payment:', 'fuel:', 'diet:', 'socket:'] as const

/** A key to read where the first is absent: the two ways in which OSM writes contacts. */
export const SAME_MEANING: readonly (readonly [key: string, others: readonly string[]])[] = [
  ['phone', ['contact:phone', 'mobile', 'contact:mobile']],
  ['website', ['contact:website', 'url', 'brand:website']],
  ['email', ['contact:email']],
]

/** The tags that are stored with a place; `kindKeys` are kept too. */
export function keptTags(
  tags: Tags,
  kindKeys: ReadonlySet<string>,
): Readonly<Record<string, string>> {
  const kept: Record<string, string> = {}
  for (const key of Object.keys(tags)) {
    const wanted =
      KEPT.has(key) || kindKeys.has(key) || KEPT_PREFIXES.some((prefix) => key.startsWith(prefix))
    const value = tags[key]
    if (wanted && value !== undefined) kept[key] = value
  }
  for (const [key, others] of SAME_MEANING) {
    if (kept[key] !== undefined) continue
    const value = others.map((other) => tags[other]).find((found) => found !== undefined)
    if (value !== undefined) kept[key] = value
  }
  return kept
}
