import { t } from 'elysia'
import { ServiceError } from '../../base/errors.ts'
import type { Conversion, ConvertQuery, UnitsAsked } from '../../convert/conversion.ts'
import { SYSTEMS, type System } from '../../convert/units.ts'
import {
  ADDRESSES_MAX,
  addFailure,
  answerBatch,
  BATCH_FIELDS,
  batchItem,
  readBatch,
} from '../json/address-batch.ts'
import { CONVERTED, CONVERTED_EXAMPLE, conversionToWire } from '../json/conversion-wire.ts'
import { choice, LANG, optionalText } from '../params/params.ts'
import type { QueryString } from '../params/query-string.ts'
import { named, nullable, record, word } from '../params/schema.ts'
import { json } from '../request/answer.ts'
import type { KeyedRoute, RouteDocs } from '../request/route.ts'
import type { Turns } from '../request/turns.ts'

type Convert = (query: ConvertQuery) => Conversion | null

const ADDRESS = optionalText({
  name: 'address',
  description: 'A free-form address that ends with its units, of before July 2025 or of today.',
  example: '12 Nguyễn Trãi, P.7, Q.5, TP.HCM',
})
const WARD = optionalText({
  name: 'ward',
  description: 'In place of `address`: the ward by its name or its code of five digits.',
  example: 'Phường 7',
})
const DISTRICT = optionalText({
  name: 'district',
  description: 'The district, by its name.',
  example: 'Quận 5',
})
const PROVINCE = optionalText({
  name: 'province',
  description: 'The province by its name or its code of two digits.',
  example: '79',
})
const STREET = optionalText({
  name: 'street',
  description: 'Number and street, which stand before the units.',
  example: '12 Nguyễn Trãi',
})
const TO = choice(
  { name: 'to', description: 'The units wanted: of today, or of before.', example: 'new' },
  SYSTEMS,
  'new',
)

const DOCS = {
  operation: 'convertAddress',
  tag: 'Geocoding',
  summary: 'An address in the units of before or after July 2025',
  description:
    'Send `address`, or `ward`, `district` and `province` one by one. What stands before the ' +
    'units is kept as it is written. Of a divided ward all parts are `candidates`; one that is ' +
    'the answer only because it is the largest has `decided_by: "share"`. An address that is in ' +
    'the units asked for already is completed.',
  params: [ADDRESS, WARD, DISTRICT, PROVINCE, STREET, TO, LANG],
  answer: {
    description: 'The address in the units asked for.',
    schema: named('ConvertResult', record({ result: CONVERTED })),
    example: { result: CONVERTED_EXAMPLE },
  },
  errors: ['BAD_REQUEST', 'NOT_FOUND', 'SERVICE_UNAVAILABLE'],
} satisfies RouteDocs

export function convertRoute(convert: Convert): KeyedRoute {
  return {
    method: 'GET',
    path: '/v1/addresses/convert',
    access: 'key',
    scope: 'geocoding:read',
    docs: DOCS,
    answer({ query }) {
      const address = addressAsked(query)
      const conversion = convert({ address, to: TO.read(query), lang: LANG.read(query) })
      if (conversion === null) throw new ServiceError('NOT_FOUND', NO_UNIT)
      return json({ result: conversionToWire(conversion) })
    },
  }
}

const NO_UNIT =
  'This address names no ward, district or province, or one that several provinces have: ' +
  'write its district or province, too.'

/** The text, or the units one by one. Throws `BAD_REQUEST` for both or neither. */
function addressAsked(query: QueryString): string | UnitsAsked {
  const address = ADDRESS.read(query)
  const units = {
    ward: WARD.read(query),
    district: DISTRICT.read(query),
    province: PROVINCE.read(query),
    street: STREET.read(query),
  }
  const isUnits = Object.values(units).some((each) => each !== null)
  if ((address !== null) === isUnits) {
    throw new ServiceError(
      'BAD_REQUEST',
      "Give either parameter 'address', or 'ward', 'district', 'province' one by one.",
    )
  }
  return address ?? units
}

const BODY = named(
  'BatchConvertRequest',
  t.Object({
    addresses: BATCH_FIELDS.addresses,
    to: t.Optional(nullable(word(SYSTEMS, { default: 'new', description: 'The units wanted.' }))),
    lang: BATCH_FIELDS.lang,
  }),
)

const ITEM = named('BatchConvertItem', batchItem(CONVERTED))
const NOT_FOUND = {
  result: null,
  error: 'This address names no unit, or one that several provinces have.',
  code: 'NOT_FOUND',
} as const satisfies typeof ITEM.static

const BATCH_DOCS = {
  operation: 'batchConvertAddresses',
  tag: 'Geocoding',
  summary: 'Up to 100 addresses in the units of before or after July 2025',
  description:
    'Each address is converted by itself: one that fails has `result: null` with `error` and ' +
    '`code`, and the others are answered. One request to the limits and to the bill. ' +
    'Batches of a key are answered one after the other.',
  params: [],
  body: {
    schema: BODY,
    example: { addresses: ['12 Nguyễn Trãi, P.7, Q.5, TP.HCM', '12 Nguyễn Trãi'], to: 'new' },
  },
  answer: {
    description: 'One item for each address.',
    schema: named(
      'BatchConvertResults',
      record({
        results: t.Array(ITEM, {
          maxItems: ADDRESSES_MAX,
          description: 'In the order of the input.',
        }),
      }),
    ),
    example: { results: [{ result: CONVERTED_EXAMPLE }, NOT_FOUND] },
  },
  errors: [
    'BAD_REQUEST',
    'REQUEST_TIMEOUT',
    'PAYLOAD_TOO_LARGE',
    'UNSUPPORTED_MEDIA_TYPE',
    'SERVICE_UNAVAILABLE',
  ],
} satisfies RouteDocs

export function batchConvertRoute(convert: Convert, turns: Turns): KeyedRoute {
  return {
    method: 'POST',
    path: '/v1/batch/convert',
    access: 'key',
    scope: 'geocoding:read',
    docs: BATCH_DOCS,
    async answer(call) {
      const { addresses, lang, fields } = await readBatch(call.request)
      const to = systemOf(fields['to'] ?? 'new')
      return answerBatch(call, addresses, turns, (out, address) => {
        const conversion = convert({ address, to, lang })
        if (conversion === null) addFailure(out, NOT_FOUND)
        else out.addText(JSON.stringify({ result: conversionToWire(conversion) }))
      })
    },
  }
}

function systemOf(to: unknown): System {
  const system = SYSTEMS.find((each) => each === to)
  if (system === undefined) {
    throw new ServiceError('BAD_REQUEST', "Field 'to' must be 'new' or 'old'.")
  }
  return system
}
