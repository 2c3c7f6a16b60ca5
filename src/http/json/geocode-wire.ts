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
      t.String({
        description:
          'The name by which the place was found, where its address has another: of a former ' +
          'unit, an alias, in English. A former unit as it was called, other names as typed.',
      }),
    ),
    unmatched: t.Optional(
      t.Array(t.String(), {
        minItems: 1,
        description:
          'The words that were typed and are not in the answer, as typed, in their order. ' +
          'Absent where there are none.',
      }),
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
  if (match.unmatched.length > 0) {
    out.add(BEFORE_UNMATCHED)
    out.addText(JSON.stringify(match.unmatched))
  }
  out.add(CLOSING)
}

/** The same in the units wanted; `query`: what was asked. */
export function geocodedInUnits(
  { place, confidence, matchLevel, partialMatch, matchedName, unmatched }: GeocodeMatch,
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
    ...(unmatched.length > 0 && { unmatched: [...unmatched] }),
    ...rewritten.fields,
  }
}

const BEFORE_UNMATCHED = piece(',"unmatched":')
const BEFORE_NAME = piece(',"matched_name":')
const CLOSING = piece('}')

/** The text behind the confidence, for each level. */
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
