import { ServiceError } from '../../base/errors.ts'
import type { GeocodeMatch, GeocodeQuery } from '../../search/model/query.ts'
import { jsonText } from '../answer.ts'
import type { AnswerCache } from '../answer-cache.ts'
import { addGeocoded, GEOCODED, GEOCODED_EXAMPLE } from '../geocode-wire.ts'
import { JsonBytes, piece } from '../json-bytes.ts'
import { COUNTRY, FOCUS_DOCS, focusText, LANG, readFocus, requiredText } from '../params.ts'
import type { KeyedRoute, RouteDocs } from '../route.ts'
import { named, record } from '../schema.ts'

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
  params: [ADDRESS, COUNTRY, LANG, ...FOCUS_DOCS],
  answer: { description: 'The match.', schema: RESULT, example: { result: GEOCODED_EXAMPLE } },
  errors: ['BAD_REQUEST', 'NOT_FOUND', 'SERVICE_UNAVAILABLE'],
} satisfies RouteDocs

export function geocodeRoute(
  geocode: (query: GeocodeQuery) => GeocodeMatch | null,
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
      const key = `geocode ${lang} ${focusText(focus)} ${address}`
      const known = cache.find(key)
      if (known !== null) return jsonText(known)
      return () => {
        const match = geocode({ address, lang, focus })
        return () => jsonText(cache.keep(key, resultJson(match)))
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
