import { ServiceError } from '../../base/errors.ts'
import type { GeocodeMatch, GeocodeQuery } from '../../search/model/query.ts'
import { addGeocoded, GEOCODED, GEOCODED_EXAMPLE, geocodedInUnits } from '../json/geocode-wire.ts'
import { JsonBytes, piece } from '../json/json-bytes.ts'
import type { UnitsOf } from '../json/unit-fields.ts'
import { COUNTRY, FOCUS_DOCS, focusText, LANG, readFocus, requiredText } from '../params/params.ts'
import { named, record } from '../params/schema.ts'
import { readUnitsWanted, UNITS_DOCS, wantedText } from '../params/units-wanted.ts'
import { jsonText } from '../request/answer.ts'
import type { AnswerCache } from '../request/answer-cache.ts'
import type { KeyedRoute, RouteDocs } from '../request/route.ts'

const ADDRESS = requiredText(
  {
    name: 'address',
    description: 'A free-form address, in the old form with a district or the new one without.',
    example: '135 Nam Kỳ Khởi Nghĩa, Bến Thành, Quận 1, TP.HCM',
  },
  1,
)

const RESULT = named('GeocodeResult', record({ result: GEOCODED }))

const DOCS = {
  operation: 'geocode',
  tag: 'Geocoding',
  summary: 'The position of one address',
  description: 'The single best match, with how sure and how exact it is.',
  params: [ADDRESS, COUNTRY, LANG, ...FOCUS_DOCS, ...UNITS_DOCS],
  answer: { description: 'The match.', schema: RESULT, example: { result: GEOCODED_EXAMPLE } },
  errors: ['BAD_REQUEST', 'NOT_FOUND', 'SERVICE_UNAVAILABLE'],
} satisfies RouteDocs

export function geocodeRoute(
  geocode: (query: GeocodeQuery) => GeocodeMatch | null,
  unitsOf: UnitsOf,
  cache: AnswerCache,
): KeyedRoute {
  return {
    method: 'GET',
    path: '/v1/geocode',
    isBatched: true,
    access: 'key',
    scope: 'geocoding:read',
    docs: DOCS,
    answer({ query }) {
      const address = ADDRESS.read(query)
      COUNTRY.read(query)
      const lang = LANG.read(query)
      const focus = readFocus(query)
      const wanted = readUnitsWanted(query)
      const key = `geocode ${wantedText(wanted)}${lang} ${focusText(focus)} ${address}`
      const known = cache.find(key)
      if (known !== null) return jsonText(known)
      return () => {
        const asked = { address, lang, focus }
        const match = geocode(asked)
        return () => {
          const body =
            wanted === null || match === null
              ? resultJson(match)
              : JSON.stringify({ result: geocodedInUnits(match, asked, wanted, unitsOf) })
          return jsonText(cache.keep(key, body))
        }
      }
    },
  }
}

const BODY = new JsonBytes()
const OPENING = piece('{"result":')
const CLOSING = piece('}')

/** Valid until the next call. */
function resultJson(match: GeocodeMatch | null): Uint8Array<ArrayBuffer> {
  if (match === null) {
    throw new ServiceError('NOT_FOUND', 'No place matches this address; try fewer words.')
  }
  BODY.clear()
  BODY.add(OPENING)
  addGeocoded(BODY, match)
  BODY.add(CLOSING)
  return BODY.bytes()
}
