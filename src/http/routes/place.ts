import type { Sessions } from '../../access/session.ts'
import { ServiceError } from '../../base/errors.ts'
import type { PlaceId } from '../../base/ids.ts'
import type { Lang } from '../../base/lang.ts'
import { answerTo, type Shown } from '../../search/model/query.ts'
import { JsonBytes, piece } from '../json/json-bytes.ts'
import { PLACE_EXAMPLE, PLACE_FIELDS, PLACE_TEXTS, placeToWire } from '../json/place-wire.ts'
import { inUnits, UNIT_FIELDS, type UnitsOf } from '../json/unit-fields.ts'
import { LANG, requiredId, token } from '../params/params.ts'
import { named, record } from '../params/schema.ts'
import { readUnitsWanted, UNITS_DOCS } from '../params/units-wanted.ts'
import { json, jsonText } from '../request/answer.ts'
import type { KeyedRoute, RouteDocs } from '../request/route.ts'

const ID = requiredId({
  name: 'id',
  description: 'A `placeId` from suggest.',
  example: 'n5740221845',
})
const SESSION_TOKEN = token({
  name: 'sessionToken',
  description: 'The token of the suggests that led here; closes their billing session.',
  example: '9f1c7a52-4a0e-4a55-8f4e-0d6a3f1b2c7d',
})

const PLACE = named('Place', record({ ...PLACE_FIELDS, ...UNIT_FIELDS }))
const RESULT = named('PlaceResult', record({ result: PLACE }))

const DOCS = {
  operation: 'resolvePlace',
  tag: 'Geocoding',
  summary: 'The full record of a place',
  description: 'Resolves a `placeId` from suggest to name, address and position.',
  params: [ID, LANG, SESSION_TOKEN, ...UNITS_DOCS],
  answer: { description: 'The place.', schema: RESULT, example: { result: PLACE_EXAMPLE } },
  errors: ['BAD_REQUEST', 'NOT_FOUND', 'SERVICE_UNAVAILABLE'],
} satisfies RouteDocs

export function resolveRoute(
  resolve: (id: PlaceId, lang: Lang) => Shown | null,
  unitsOf: UnitsOf,
  sessions: Sessions,
): KeyedRoute {
  return {
    method: 'GET',
    path: '/v1/place/resolve',
    isBatched: true,
    access: 'key',
    scope: 'geocoding:read',
    docs: DOCS,
    answer(call) {
      const id = ID.read(call.query) as PlaceId
      const lang = LANG.read(call.query)
      const session = SESSION_TOKEN.read(call.query)
      const wanted = readUnitsWanted(call.query)
      const place = resolve(id, lang)
      if (place === null) {
        throw new ServiceError('NOT_FOUND', `No place has the id '${id}'; ask suggest for one.`)
      }
      const billable = session === null || sessions.resolve(call.key.id, session, call.nowMs)
      if (wanted === null) return jsonText(resultJson(place), billable)
      const rewritten = inUnits(answerTo(place), wanted, unitsOf, lang, null)
      const result = { ...placeToWire(rewritten.place), ...rewritten.fields }
      return json({ result }, billable)
    },
  }
}

const BODY = new JsonBytes()
const OPENING = piece('{"result":')
const CLOSING = piece('}')

/** Valid until the next call. */
function resultJson(place: Shown): Uint8Array<ArrayBuffer> {
  BODY.clear()
  BODY.add(OPENING)
  PLACE_TEXTS.add(BODY, place)
  BODY.add(CLOSING)
  return BODY.bytes()
}
