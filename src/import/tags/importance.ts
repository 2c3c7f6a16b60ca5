import type { Tags } from '../../base/tags.ts'
import type { StreetClass } from './road-tags.ts'
import type { Settlement } from './settlement-tags.ts'

/*
 * The likelihood of a search for a place, 0 to 1. It ranks answers that fit the words alike.
 *
 *   importance = base of its kind + bonuses, at most 1
 *
 *   bonus      population  0.02 for each doubling above 1,000, at most 0.2
 *              known       0.1 when an encyclopedia has an article on it (wikidata, wikipedia)
 *              capital     0.1 capital of the country, 0.05 of a province
 *              length      0.01 for each doubling of a street above 125 m, at most 0.08
 *
 * Bases are so apart that a kind's place among the others is kept: a province stays above its
 * capital's streets, a well-known market above the alley beside it.
 */

export const POPULATION_MIN = 1_000
export const LENGTH_MIN_M = 125

export const SETTLEMENT: Readonly<Record<Settlement, number>> = {
  city: 0.6,
  town: 0.5,
  suburb: 0.42,
  borough: 0.42,
  village: 0.36,
  quarter: 0.34,
  neighbourhood: 0.3,
  hamlet: 0.26,
  isolated_dwelling: 0.15,
  farm: 0.15,
}

export const ROAD: Readonly<Record<StreetClass, number>> = {
  motorway: 0.42,
  trunk: 0.42,
  primary: 0.4,
  secondary: 0.37,
  tertiary: 0.33,
  motorway_link: 0.2,
  trunk_link: 0.2,
  primary_link: 0.2,
  secondary_link: 0.2,
  tertiary_link: 0.2,
  unclassified: 0.28,
  residential: 0.28,
  living_street: 0.26,
  pedestrian: 0.3,
  road: 0.22,
  busway: 0.2,
  service: 0.2,
  track: 0.15,
  footway: 0.15,
  path: 0.12,
  cycleway: 0.12,
  steps: 0.12,
  bridleway: 0.1,
  corridor: 0.1,
}

export const ALLEY = 0.14
export const HOUSE = 0.1
export const PROVINCE = 0.95
export const WARD = 0.45
export const POI = 0.22

export const FORMER_PROVINCE = 0.7
/** By their first words: a town is asked for more often than the country around it. */
export const FORMER_DISTRICT: readonly (readonly [kind: RegExp, importance: number])[] = [
  [/^thành phố /i, 0.64],
  [/^quận /i, 0.6],
  [/^thị xã /i, 0.58],
  [/^/, 0.55],
]
export const FORMER_WARD = 0.35

/** By primary tag, then by its key with `*`; what a stranger would ask for is on top. */
export const POI_BASES: ReadonlyMap<string, number> = new Map([
  ['aeroway=aerodrome', 0.6],
  ['aeroway=terminal', 0.5],
  ['railway=station', 0.48],
  ['public_transport=station', 0.42],
  ['amenity=bus_station', 0.42],
  ['amenity=university', 0.44],
  ['amenity=college', 0.36],
  ['amenity=hospital', 0.44],
  ['healthcare=hospital', 0.44],
  ['amenity=marketplace', 0.4],
  ['amenity=ferry_terminal', 0.36],
  ['amenity=townhall', 0.34],
  ['amenity=embassy', 0.36],
  ['office=diplomatic', 0.36],
  ['amenity=theatre', 0.36],
  ['amenity=cinema', 0.34],
  ['amenity=library', 0.32],
  ['amenity=school', 0.32],
  ['amenity=place_of_worship', 0.3],
  ['amenity=courthouse', 0.3],
  ['amenity=police', 0.26],
  ['amenity=post_office', 0.26],
  ['amenity=bank', 0.24],
  ['amenity=atm', 0.14],
  ['amenity=parking', 0.14],
  ['amenity=motorcycle_parking', 0.1],
  ['amenity=toilets', 0.1],
  ['amenity=drinking_water', 0.08],
  ['shop=mall', 0.44],
  ['shop=department_store', 0.36],
  ['shop=supermarket', 0.32],
  ['tourism=museum', 0.42],
  ['tourism=attraction', 0.42],
  ['tourism=theme_park', 0.44],
  ['tourism=zoo', 0.42],
  ['tourism=viewpoint', 0.3],
  ['tourism=hotel', 0.3],
  ['leisure=stadium', 0.4],
  // Many are called `Sân 1`.
  ['leisure=pitch', 0.16],
  ['leisure=park', 0.36],
  ['leisure=water_park', 0.38],
  ['natural=beach', 0.42],
  ['natural=peak', 0.3],
  ['natural=water', 0.32],
  ['place=island', 0.42],
  ['place=square', 0.38],
  ['boundary=national_park', 0.48],
  ['man_made=bridge', 0.32],
  ['highway=bus_stop', 0.12],
  ['public_transport=platform', 0.12],
  ['highway=motorway_junction', 0.16],
  ['building=apartments', 0.3],
  ['building=commercial', 0.28],
  ['historic=*', 0.32],
  ['landuse=*', 0.26],
  ['building=*', 0.2],
])

export function provinceImportance(tags: Fame): number {
  return capped(PROVINCE + fameBonus(tags))
}

export function wardImportance(tags: Fame): number {
  return capped(WARD + fameBonus(tags))
}

export function settlementImportance(settlement: Settlement, tags: Tags): number {
  const capital = tags['capital']
  const seat = capital === 'yes' || capital === '2' ? 0.1 : capital === '4' ? 0.05 : 0
  return capped(SETTLEMENT[settlement] + seat + fameBonus(fameOf(tags)))
}

export function streetImportance(roadClass: StreetClass, lengthM: number): number {
  return capped(ROAD[roadClass] + doublings(lengthM, LENGTH_MIN_M, 0.01, 0.08))
}

export function alleyImportance(lengthM: number): number {
  return capped(ALLEY + doublings(lengthM, LENGTH_MIN_M, 0.01, 0.04))
}

export function houseImportance(): number {
  return HOUSE
}

export function poiImportance(category: string, tags: Tags): number {
  const key = category.slice(0, category.indexOf('='))
  const base = POI_BASES.get(category) ?? POI_BASES.get(`${key}=*`) ?? POI
  return capped(base + fameBonus({ ...fameOf(tags), population: null }))
}

/** Signs that a place is known beyond its kind. */
export interface Fame {
  readonly population: number | null
  readonly isNotable: boolean
}

function fameOf(tags: Tags): Fame {
  const population = Number((tags['population'] ?? '').replace(/[ .,]/g, ''))
  return {
    population: Number.isFinite(population) && population > 0 ? population : null,
    isNotable: tags['wikidata'] !== undefined || tags['wikipedia'] !== undefined,
  }
}

function fameBonus(fame: Fame): number {
  const known = fame.isNotable ? 0.1 : 0
  return (
    known + (fame.population === null ? 0 : doublings(fame.population, POPULATION_MIN, 0.02, 0.2))
  )
}

/** `step` for each doubling of `value` above `min`, at most `max`. */
function doublings(value: number, min: number, step: number, max: number): number {
  return value <= min ? 0 : Math.min(max, step * Math.log2(value / min))
}

/** Three decimals: more would only be noise in the database. */
function capped(importance: number): number {
  return Math.min(1, Math.round(importance * 1_000) / 1_000)
}
