import type { Tags } from '../../base/tags.ts'
import type { BoundaryLevel } from '../../boundaries/unit.ts'
import { type Names, namesOf } from './names.ts'

/** A relation that may be an administrative unit, before it is known what its level means. */
export interface BoundaryMeaning {
  readonly names: Names
  /** OSM's `admin_level`. */
  readonly osmLevel: 4 | 6 | 8
  /** Official code of the General Statistics Office: 2 digits a province, 5 a ward. */
  readonly code: string | null
  readonly provinceCode: string | null
  /** ISO 3166-1 alpha-2 if it is tagged. */
  readonly country: string | null
  readonly population: number | null
  readonly isNotable: boolean
}

export type BoundaryRefusal =
  | 'boundary of the past'
  | 'boundary in dispute'
  | 'boundary without a name'
  | 'boundary of a foreign country'
  | 'boundary of a former district'
  | 'boundary of a former ward'
  | 'boundary of a level that is not used'

/** Null for what is no administrative boundary at all. */
export function boundaryMeaning(tags: Tags): BoundaryMeaning | BoundaryRefusal | null {
  const boundary = tags['boundary']
  if (boundary === undefined) return null
  if (boundary === 'historic') return 'boundary of the past'
  if (boundary === 'disputed' || tags['disputed'] === 'yes') return 'boundary in dispute'
  if (boundary !== 'administrative') return null
  if (tags['end_date'] !== undefined || tags['historic'] === 'yes') return 'boundary of the past'
  const osmLevel = LEVELS.find((level) => `${level}` === tags['admin_level'])
  // Countries, regions and quarters: nothing asks for their polygons.
  if (osmLevel === undefined) return null
  const names = namesOf(tags)
  if (names.name === '') return 'boundary without a name'
  return {
    names,
    osmLevel,
    code: codeOf(tags, osmLevel),
    provinceCode: digits(tags['ref:gso_province'], 2),
    country: countryOf(tags),
    population: populationOf(tags),
    isNotable: tags['wikidata'] !== undefined || tags['wikipedia'] !== undefined,
  }
}

export const LEVELS = [4, 6, 8] as const

export const CODE_KEYS = ['ref:gso', 'ref:GSO', 'gso:code', 'ref'] as const

function codeOf(tags: Tags, osmLevel: number): string | null {
  for (const key of CODE_KEYS) {
    const code = digits(tags[key], osmLevel === 4 ? 2 : 5)
    if (code !== null) return code
  }
  return null
}

function digits(text: string | undefined, count: number): string | null {
  return text !== undefined && text.length === count && /^\d+$/.test(text) ? text : null
}

function countryOf(tags: Tags): string | null {
  const text =
    tags['ISO3166-2'] ??
    tags['ISO3166-1:alpha2'] ??
    tags['is_in:country_code'] ??
    tags['country_code'] ??
    tags['addr:country'] ??
    ''
  return /^[A-Z]{2}(?:-|$)/.test(text) ? text.slice(0, 2) : null
}

export function populationOf(tags: Tags): number | null {
  const text = (tags['population'] ?? '').replace(/[ .,]/g, '')
  return /^\d{1,10}$/.test(text) ? Number(text) : null
}

/** The levels of one extract and their units. */
export type LevelPlan = (boundary: BoundaryMeaning) => BoundaryLevel | BoundaryRefusal

/**
 * The meaning of OSM's levels in this extract. Provinces are level 4 throughout. The reform of 1
 * July 2025 ended the districts (level 6) and moved the wards from level 8 to 6, so an extract is
 * of after the reform when most of its level 6 are called wards; remaining districts and old wards
 * in it are former. Before it, level 8 is the lowest, and level 6 where 8 is missing.
 */
export function levelPlan(home: string, boundaries: readonly BoundaryMeaning[]): LevelPlan {
  const level6 = boundaries.filter((unit) => unit.osmLevel === 6 && !isForeign(unit, home))
  const isReformed = home === 'VN' && 2 * level6.filter(isWardByName).length > level6.length
  const hasLevel8 = boundaries.some((unit) => unit.osmLevel === 8 && !isForeign(unit, home))
  return (unit) => {
    if (isForeign(unit, home)) return 'boundary of a foreign country'
    if (unit.osmLevel === 4) return 4
    if (isReformed) {
      if (unit.osmLevel === 8) return 'boundary of a former ward'
      return isWardByName(unit) ? 8 : 'boundary of a former district'
    }
    if (unit.osmLevel === 8) return 8
    return hasLevel8 ? 'boundary of a level that is not used' : 8
  }
}

/** Vietnamese names are Latin: another script is a neighbour's, which extracts carry in part. */
function isForeign(unit: BoundaryMeaning, home: string): boolean {
  if (unit.country !== null) return unit.country !== home
  return home === 'VN' && /(?!\p{Script=Latin})\p{L}/u.test(unit.names.name)
}

/** The two kinds of ward and the special zones (islands) that are the lowest units since 2025. */
function isWardByName(unit: BoundaryMeaning): boolean {
  return /^(?:phường|xã|đặc khu|thị trấn)\s/iu.test(unit.names.name)
}
