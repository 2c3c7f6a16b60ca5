import { t } from 'elysia'
import type { MatchLevel } from '../../search/model/match.ts'
import { answerTo, type GeocodeMatch, type GeocodeQuery } from '../../search/model/query.ts'
import { named, record, word } from '../params/schema.ts'
import type { UnitsWanted } from '../params/units-wanted.ts'
import { type JsonBytes, type Piece, piece } from './json-bytes.ts'
import { CONFIDENCE, PLACE_EXAMPLE, PLACE_FIELDS, PLACE_TEXTS, placeToWire } from './place-wire.ts'
import { inUnits, UNIT_FIELDS, type UnitsOf } from './unit-fields.ts'

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
    matched_name: t.Optional(
      t.String({ description: 'The former unit that was asked for, where its name is another.' }),
    ),
    ...UNIT_FIELDS,
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
  PLACE_TEXTS.add(out, match.place, 'first')
  out.add(BEFORE_CONFIDENCE)
  out.addDegrees(match.confidence)
  out.add((match.partialMatch ? PARTIAL : WHOLE)[match.matchLevel])
  if (match.matchedName !== null) {
    out.add(BEFORE_NAME)
    out.addText(JSON.stringify(match.matchedName))
  }
  out.add(CLOSING)
}

/** The same in the units wanted; `query`: what was asked. */
export function geocodedInUnits(
  { place, confidence, matchLevel, partialMatch, matchedName }: GeocodeMatch,
  { address, lang }: GeocodeQuery,
  wanted: UnitsWanted,
  unitsOf: UnitsOf,
): typeof GEOCODED.static {
  const rewritten = inUnits(answerTo(place), wanted, unitsOf, lang, address)
  return {
    ...placeToWire(rewritten.place),
    confidence,
    match_level: matchLevel,
    partial_match: partialMatch,
    ...(matchedName !== null && { matched_name: matchedName }),
    ...rewritten.fields,
  }
}

const BEFORE_NAME = piece(',"matched_name":')
const CLOSING = piece('}')

/** What comes after the confidence, for each level. */
function matchPieces(isPartial: boolean): Readonly<Record<MatchLevel, Piece>> {
  const after = (level: MatchLevel) =>
    piece(`,"match_level":"${level}","partial_match":${isPartial}`)
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
