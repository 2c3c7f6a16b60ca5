import { t } from 'elysia'
import type { GeocodeAnswer, MatchLevel } from '../search/query.ts'
import { CONFIDENCE, PLACE_EXAMPLE, PLACE_FIELDS, placeToWire } from './place-wire.ts'
import { record, word } from './schema.ts'

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

export const GEOCODED = record({
  ...PLACE_FIELDS,
  confidence: CONFIDENCE,
  match_level: word(MATCH_LEVELS, { description: 'How exact the match is.' }),
  partial_match: t.Boolean({ description: 'Whether something asked for is not in the answer.' }),
})

export const GEOCODED_EXAMPLE = {
  ...PLACE_EXAMPLE,
  confidence: 0.98,
  match_level: 'house',
  partial_match: false,
} satisfies typeof GEOCODED.static

export function geocodedToWire(answer: GeocodeAnswer): typeof GEOCODED.static {
  return {
    ...placeToWire(answer),
    confidence: answer.confidence,
    match_level: answer.matchLevel,
    partial_match: answer.partialMatch,
  }
}
