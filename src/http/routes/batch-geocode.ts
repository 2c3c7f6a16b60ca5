import { t } from 'elysia'
import type { GeocodeMatch, GeocodeQuery } from '../../search/model/query.ts'
import {
  ADDRESSES_MAX,
  addFailure,
  answerBatch,
  BATCH_FIELDS,
  batchItem,
  readBatch,
} from '../json/address-batch.ts'
import { addGeocoded, GEOCODED, GEOCODED_EXAMPLE, geocodedInUnits } from '../json/geocode-wire.ts'
import { type JsonBytes, piece } from '../json/json-bytes.ts'
import type { UnitsOf } from '../json/unit-fields.ts'
import { named, record } from '../params/schema.ts'
import { UNITS_WANTED_FIELDS, unitsWantedIn } from '../params/units-wanted.ts'
import type { KeyedRoute, RouteDocs } from '../request/route.ts'
import type { Turns } from '../request/turns.ts'

const BODY = named('BatchGeocodeRequest', t.Object({ ...BATCH_FIELDS, ...UNITS_WANTED_FIELDS }))

const ITEM = named('BatchGeocodeItem', batchItem(GEOCODED))
const RESULTS = named(
  'BatchGeocodeResults',
  record({
    results: t.Array(ITEM, { maxItems: ADDRESSES_MAX, description: 'In the order of the input.' }),
  }),
)

const DOCS = {
  operation: 'batchGeocode',
  tag: 'Geocoding',
  summary: 'The positions of up to 100 addresses',
  description:
    'Each address is matched by itself: one that fails has `result: null` with `error` and ' +
    '`code`, and the others are answered. One request to the limits and to the bill. ' +
    'Batches of a key are answered one after the other.',
  params: [],
  body: {
    schema: BODY,
    example: {
      addresses: ['135 Nam Kỳ Khởi Nghĩa, Bến Thành, TP.HCM', 'Số 0 Đường Không Có'],
      lang: 'vi',
    },
  },
  answer: {
    description: 'One item for each address.',
    schema: RESULTS,
    example: {
      results: [
        { result: GEOCODED_EXAMPLE },
        { result: null, error: 'No place matches this address.', code: 'NOT_FOUND' },
      ],
    },
  },
  errors: [
    'BAD_REQUEST',
    'REQUEST_TIMEOUT',
    'PAYLOAD_TOO_LARGE',
    'UNSUPPORTED_MEDIA_TYPE',
    'SERVICE_UNAVAILABLE',
  ],
} satisfies RouteDocs

export function batchGeocodeRoute(
  geocode: (query: GeocodeQuery) => GeocodeMatch | null,
  unitsOf: UnitsOf,
  turns: Turns,
): KeyedRoute {
  return {
    method: 'POST',
    path: '/v1/batch/geocode',
    access: 'key',
    scope: 'geocoding:read',
    docs: DOCS,
    async answer(call) {
      const { addresses, lang, fields } = await readBatch(call.request)
      const wanted = unitsWantedIn(fields)
      return answerBatch(call, addresses, turns, (out, address) => {
        const asked = { address, lang, focus: null }
        const match = geocode(asked)
        if (match === null || wanted === null) addItem(out, match)
        else {
          const result = geocodedInUnits(match, asked, wanted, unitsOf)
          out.addText(JSON.stringify({ result }))
        }
      })
    },
  }
}

const ITEM_OPENING = piece('{"result":')
const ITEM_CLOSING = piece('}')

/** Adds one item to the body. */
function addItem(out: JsonBytes, match: GeocodeMatch | null): void {
  if (match === null) {
    addFailure(out, NOT_FOUND)
    return
  }
  out.add(ITEM_OPENING)
  addGeocoded(out, match)
  out.add(ITEM_CLOSING)
}

const NOT_FOUND = {
  result: null,
  error: 'No place matches this address.',
  code: 'NOT_FOUND',
} as const satisfies typeof ITEM.static
