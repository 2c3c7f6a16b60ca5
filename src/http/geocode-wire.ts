import { t } from 'elysia'
import type { GeocodeAnswer, MatchLevel } from '../search/query.ts'
import {
  CONFIDENCE,
  PLACE_EXAMPLE,
  PLACE_FIELDS,
  PLACE_JSON,
  type WirePlace,
} from './place-wire.ts'
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

/** As JSON text: the fields of the place, and those of the match. */
export function geocodedJson({ place, confidence, matchLevel, partialMatch }: GeocodeAnswer) {
  const match = JSON.stringify({
    confidence,
    match_level: matchLevel,
    partial_match: partialMatch,
  } satisfies Omit<typeof GEOCODED.static, keyof WirePlace>)
  return `${PLACE_JSON.of(place).slice(0, -1)},${match.slice(1)}`
}
