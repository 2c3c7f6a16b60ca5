import type { MatchLevel } from '../search/model/match.ts'
import type { Answered } from './row-answer.ts'

/** Columns behind a geocoded row; the last one is for failed rows. */
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
  'matched_name',
  'unmatched',
  'error',
] as const

/** The written part of an answer. */
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
  readonly matchedName: string | null
  readonly unmatched: readonly string[]
}

/** Code of the General Statistics Office; '' for none. */
export interface PlaceCodes {
  readonly ward: string
  readonly province: string
}

export const NO_CODES: PlaceCodes = { ward: '', province: '' }

export function geocodedRow(found: Geocoded, codes: PlaceCodes): Answered {
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
      codes.ward,
      province ?? '',
      codes.province,
      found.placeId,
      found.matchedName ?? '',
      found.unmatched.join(' '),
    ],
    level: matchLevel,
    confidence,
  }
}
