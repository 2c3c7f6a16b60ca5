import { t } from 'elysia'
import type { GeocodeMatch, MatchLevel } from '../search/model/query.ts'
import { type JsonBytes, type Piece, piece } from './json-bytes.ts'
import { CONFIDENCE, PLACE_EXAMPLE, PLACE_FIELDS, PLACE_TEXTS } from './place-wire.ts'
import { named, record, word } from './schema.ts'

/** A geocoded address on the wire, alone or as an item of a batch. */

const MATCH_LEVELS = [
  'house',
  'alley',
  'street',
  'poi',
  'ward',
  'district',
  'province',
] as const satisfies readonly MatchLevel[]

export const GEOCODED = named(
  'GeocodedAddress',
  record({
    ...PLACE_FIELDS,
    confidence: CONFIDENCE,
    match_level: word(MATCH_LEVELS, { description: 'How exact the match is.' }),
    partial_match: t.Boolean({ description: 'Whether something asked for is not in the answer.' }),
  }),
)

export const GEOCODED_EXAMPLE = {
  ...PLACE_EXAMPLE,
  confidence: 0.98,
  match_level: 'house',
  partial_match: false,
} satisfies typeof GEOCODED.static

const BEFORE_CONFIDENCE = piece(',"confidence":')
const PARTIAL = matchPieces(true)
const WHOLE = matchPieces(false)

/** Adds it as JSON: the fields of the place, and those of the match. */
export function addGeocoded(out: JsonBytes, match: GeocodeMatch): void {
  PLACE_TEXTS.fetch(match.place)
  PLACE_TEXTS.add(out, match.place, 'first')
  out.add(BEFORE_CONFIDENCE)
  out.addDegrees(match.confidence)
  out.add((match.partialMatch ? PARTIAL : WHOLE)[match.matchLevel])
}

/** What comes after the confidence, for each level. */
function matchPieces(isPartial: boolean): Readonly<Record<MatchLevel, Piece>> {
  const after = (level: MatchLevel) =>
    piece(`,"match_level":"${level}","partial_match":${isPartial}}`)
  return {
    house: after('house'),
    alley: after('alley'),
    street: after('street'),
    poi: after('poi'),
    ward: after('ward'),
    district: after('district'),
    province: after('province'),
  }
}
