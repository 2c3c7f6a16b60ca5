import type { Tags } from '../../base/tags.ts'
import { anyKeyIn, type Tagged } from '../../osm/block.ts'
import { POI_KEYS } from '../tags/poi-tags.ts'

/** `n123`, `w123`, `r123`: an OSM object, as it is cited in reports and as ids of places. */
export type ObjectId = `${'n' | 'w' | 'r'}${number}`

/** An object that may be places, with the tags that decide it. */
export interface TaggedObject {
  readonly id: ObjectId
  readonly tags: Tags
}

/**
 * Keys of which an object must carry one to be any place at all. Most tagged objects of a country
 * are unnamed buildings, fields and crossings: they are passed over without decoding their tags.
 * Keys of kinds that count only with a name (`building`, `natural` …) are left out for that.
 */
const NAME_KEYS = ['name', 'name:vi', 'name:en', 'official_name', 'ref'] as const
const ADDRESS_KEYS = [
  'addr:housenumber',
  'addr:street',
  'addr:place',
  'addr:interpolation',
] as const
const NAMED_ONLY_KEYS: ReadonlySet<string> = new Set([
  'building',
  'landuse',
  'natural',
  'highway',
  'waterway',
  'man_made',
  'place',
  'power',
  'boundary',
  'public_transport',
])
const INTEREST_KEYS: readonly string[] = [
  ...NAME_KEYS,
  ...ADDRESS_KEYS,
  ...[...POI_KEYS].filter((key) => !NAMED_ONLY_KEYS.has(key)),
]

/** Tells for objects of one block whether their tags are worth decoding. */
export function interestIn(block: Tagged): (i: number) => boolean {
  return anyKeyIn(block, INTEREST_KEYS)
}
