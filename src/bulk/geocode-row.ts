import type { Lang } from '../base/lang.ts'
import { pathOf } from '../convert/unit-path.ts'
import type { Unit } from '../convert/units.ts'
import type { MatchLevel } from '../search/model/match.ts'
import type { Answered } from './row-answer.ts'

/** What stands behind a row that was geocoded; the last one is for those that failed. */
export const GEOCODE_COLUMNS = [
  'lat',
  'lon',
  'match_level',
  'confidence',
  'partial_match',
  'matched_address',
  'ward',
  'ward_code',
  'province',
  'province_code',
  'place_id',
  'error',
] as const

/** As much of an answer as is written. */
export interface Geocoded {
  readonly lat: number
  readonly lon: number
  readonly matchLevel: MatchLevel
  readonly confidence: number
  readonly partialMatch: boolean
  readonly address: string
  readonly ward: string | null
  readonly province: string | null
  readonly placeId: string
}

/** Codes of the General Statistics Office by the names of a ward and its province. */
export class UnitCodes {
  readonly #wards = new Map<string, string>()
  readonly #provinces = new Map<string, string>()

  /** Of the units of today, whose names answers show in `lang`. */
  constructor(units: Iterable<Unit>, lang: Lang) {
    for (const unit of units) {
      if (unit.system !== 'new' || unit.code === null) continue
      const { ward, province } = pathOf(unit, lang)
      if (unit.level === 'ward') this.#wards.set(keyOf(ward?.name, province?.name), unit.code)
      if (unit.level === 'province') this.#provinces.set(keyOf(province?.name), unit.code)
    }
  }

  /** '' where no unit is called so. */
  ward(name: string | null, province: string | null): string {
    return this.#wards.get(keyOf(name ?? '', province ?? '')) ?? ''
  }

  province(name: string | null): string {
    return this.#provinces.get(keyOf(name ?? '')) ?? ''
  }
}

function keyOf(...names: readonly (string | undefined)[]): string {
  return names.join('|')
}

export function geocodedRow(found: Geocoded, codes: UnitCodes): Answered {
  const { ward, province, confidence, matchLevel } = found
  return {
    cells: [
      String(found.lat),
      String(found.lon),
      matchLevel,
      String(confidence),
      String(found.partialMatch),
      found.address,
      ward ?? '',
      codes.ward(ward, province),
      province ?? '',
      codes.province(province),
      found.placeId,
    ],
    level: matchLevel,
    confidence,
  }
}
