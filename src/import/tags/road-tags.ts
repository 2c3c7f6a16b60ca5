import type { Tags } from '../../base/tags.ts'
import { capitalized, entries } from '../../text/lexicon/concept.ts'
import { NUMBERED_ROADS } from '../../text/lexicon/streets.ts'
import { type AlleyName, alleyName } from './alley.ts'
import { NAMING_KEYS, type Names, namesOf, tidyName, valuesOf } from './names.ts'

/**
 * The values of `highway` that may be a street, from the greatest; a street made of several takes
 * the greatest. Routing has fewer classes, and ferries: ROAD_CLASSES.
 */
export const STREET_CLASSES = [
  'motorway',
  'trunk',
  'primary',
  'secondary',
  'tertiary',
  'motorway_link',
  'trunk_link',
  'primary_link',
  'secondary_link',
  'tertiary_link',
  'unclassified',
  'residential',
  'living_street',
  'pedestrian',
  'road',
  'busway',
  'service',
  'track',
  'footway',
  'path',
  'cycleway',
  'steps',
  'bridleway',
  'corridor',
] as const
export type StreetClass = (typeof STREET_CLASSES)[number]

export const RANK: ReadonlyMap<string, number> = new Map(STREET_CLASSES.map((name, i) => [name, i]))

/** A named piece of road. */
export interface RoadMeaning {
  readonly names: Names
  readonly roadClass: StreetClass
  /** Set when the name is one of an alley. */
  readonly alley: AlleyName | null
}

/** Every key that `roadMeaning` reads: roads that agree in these mean the same. */
export const ROAD_KEYS = ['highway', 'area', 'ref', ...NAMING_KEYS] as const

/** Null for what is no road, or a road that nothing names. */
export function roadMeaning(tags: Tags): RoadMeaning | null {
  const roadClass = roadClassOf(tags['highway'])
  if (roadClass === null) return null
  // A square is an area: it is a POI, when it is anything.
  if (tags['area'] === 'yes') return null
  const refs = valuesOf(tags['ref']).map(tidyName)
  const known = namesOf(tags)
  const name = known.name !== '' ? known.name : nameOfRef(refs[0])
  if (name === null) return null
  const aliases = [...new Set([...known.aliases, ...refs.flatMap(refAliases)])]
  return {
    names: { name, nameEn: known.nameEn, aliases: aliases.filter((alias) => alias !== name) },
    roadClass,
    alley: alleyName(name),
  }
}

/** 0 is the greatest. */
export function roadRank(roadClass: StreetClass): number {
  return RANK.get(roadClass) ?? STREET_CLASSES.length
}

function roadClassOf(value: string | undefined): StreetClass | null {
  const found = STREET_CLASSES.find((known) => known === value)
  return found ?? null
}

/** Signs of numbered roads and what they are called in full; `ref` holds the sign. */
export const ROAD_SIGNS: readonly (readonly [sign: string, spoken: string])[] =
  NUMBERED_ROADS.flatMap(({ signs, words }) =>
    entries(signs).map((sign) => [sign, capitalized(words)] as const),
  )

/** `Quốc lộ 1A` for `QL.1A`, `QL 1A`; the sign itself when its kind is unknown; null for none. */
function nameOfRef(ref: string | undefined): string | null {
  if (ref === undefined || ref === '') return null
  const short = shortRef(ref)
  const known = ROAD_SIGNS.find(([sign]) => short.startsWith(sign) && short.length > sign.length)
  return known === undefined ? ref : `${known[1]} ${short.slice(known[0].length)}`
}

function refAliases(ref: string): readonly string[] {
  const spoken = nameOfRef(ref)
  return [ref, shortRef(ref), ...(spoken === null ? [] : [spoken])]
}

function shortRef(ref: string): string {
  return ref.toUpperCase().replace(/[ .-]/g, '')
}
