import { t } from 'elysia'
import { ServiceError } from '../../base/errors.ts'
import { LANGS, type Lang } from '../../base/lang.ts'
import type { GeocodeMatch, GeocodeQuery } from '../../search/model/query.ts'
import { jsonText } from '../answer.ts'
import { readJson } from '../body.ts'
import { addGeocoded, GEOCODED, GEOCODED_EXAMPLE } from '../geocode-wire.ts'
import { JsonBytes, piece } from '../json-bytes.ts'
import { charsOf, isCountry, shown, TEXT_CHARS_MAX } from '../params.ts'
import type { KeyedRoute, RouteDocs } from '../route.ts'
import { named, nullable, record, word } from '../schema.ts'

const ADDRESSES_MAX = 100 // interface, Limits
/** Room for 100 addresses of 256 characters, each written as escapes, and to spare. */
const BODY_BYTES_MAX = 512 * 1024
/** Longer than most batches take; one of long addresses takes a second, a turn at a time. */
const TURN_MS = 20

const BODY = named(
  'BatchGeocodeRequest',
  t.Object({
    addresses: t.Array(t.String({ minLength: 1, maxLength: TEXT_CHARS_MAX }), {
      maxItems: ADDRESSES_MAX,
      description: 'Free-form addresses; one that is refused or not found fails alone.',
    }),
    country: t.Optional(
      nullable(t.String({ default: 'VN', description: 'Only `VN` or `VNM`, any case.' })),
    ),
    lang: t.Optional(nullable(word(LANGS, { default: 'vi' }))),
  }),
)

const ITEM = named(
  'BatchGeocodeItem',
  record({
    result: nullable(GEOCODED),
    error: t.Optional(t.String({ description: 'Why there is no result; only without one.' })),
    code: t.Optional(word(['BAD_REQUEST', 'NOT_FOUND'])),
  }),
)
type Item = typeof ITEM.static
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
    '`code`, and the others are answered. One request to the limits and to the bill.',
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
  errors: ['BAD_REQUEST', 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE', 'SERVICE_UNAVAILABLE'],
} satisfies RouteDocs

export function batchGeocodeRoute(
  geocode: (query: GeocodeQuery) => GeocodeMatch | null,
  elapsedMs: () => number,
): KeyedRoute {
  return {
    method: 'POST',
    path: '/v1/batch/geocode',
    access: 'key',
    scope: 'geocoding:read',
    docs: DOCS,
    async answer({ request }) {
      const { addresses, lang } = parse(await readJson(request, BODY_BYTES_MAX))
      /** What earlier turns have written: others write to `OUT` between two of them. */
      const written: Uint8Array[] = []
      let turnEndMs = elapsedMs() + TURN_MS
      OUT.clear()
      OUT.add(OPENING)
      for (const [i, address] of addresses.entries()) {
        if (elapsedMs() >= turnEndMs) {
          written.push(OUT.bytes().slice())
          await new Promise(setImmediate)
          if (request.signal.aborted) throw gone()
          turnEndMs = elapsedMs() + TURN_MS
          OUT.clear()
        }
        if (i > 0) OUT.add(COMMA)
        addItem(address, lang, geocode)
      }
      OUT.add(CLOSING)
      // A copy: another batch may be written before this one is sent.
      return jsonText(Buffer.concat([...written, OUT.bytes()]))
    },
  }
}

/** Nobody reads it: it ends the work, and is counted as no fault of ours. */
function gone(): ServiceError {
  return new ServiceError('BAD_REQUEST', 'The client is gone.')
}

const OUT = new JsonBytes()
const OPENING = piece('{"results":[')
const COMMA = piece(',')
const CLOSING = piece(']}')
const ITEM_OPENING = piece('{"result":')
const ITEM_CLOSING = piece('}')

/** Adds one item to the body. */
function addItem(
  raw: string,
  lang: Lang,
  geocode: (query: GeocodeQuery) => GeocodeMatch | null,
): void {
  const address = raw.trim().normalize('NFC')
  const chars = charsOf(address)
  if (chars < 1 || chars > TEXT_CHARS_MAX || !address.isWellFormed()) {
    const error = `An address must be Unicode text of 1 to ${TEXT_CHARS_MAX} characters.`
    addFailed({ result: null, error, code: 'BAD_REQUEST' })
    return
  }
  const answer = geocode({ address, lang, focus: null })
  if (answer === null) {
    const error = 'No place matches this address.'
    addFailed({ result: null, error, code: 'NOT_FOUND' })
    return
  }
  OUT.add(ITEM_OPENING)
  addGeocoded(OUT, answer)
  OUT.add(ITEM_CLOSING)
}

function addFailed(item: Item): void {
  OUT.addText(JSON.stringify(item))
}

interface Batch {
  readonly addresses: readonly string[]
  readonly lang: Lang
}

function parse(body: unknown): Batch {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new ServiceError('BAD_REQUEST', 'The body must be an object: {"addresses": [ … ]}.')
  }
  const fields = body as Readonly<Record<string, unknown>>
  // Typed clients write null for what is absent.
  const { addresses, country = null } = fields
  const lang = fields['lang'] ?? 'vi'
  if (!Array.isArray(addresses) || !addresses.every((item) => typeof item === 'string')) {
    throw new ServiceError('BAD_REQUEST', "Field 'addresses' must be an array of strings.")
  }
  if (addresses.length > ADDRESSES_MAX) {
    throw new ServiceError(
      'BAD_REQUEST',
      `Field 'addresses' holds at most ${ADDRESSES_MAX} addresses, got ${addresses.length}.`,
    )
  }
  if (country !== null && !(typeof country === 'string' && isCountry(country))) {
    const got = shown(JSON.stringify(country))
    throw new ServiceError(
      'BAD_REQUEST',
      `Field 'country' must be 'VN' or 'VNM', the only country served, got ${got}.`,
    )
  }
  if (lang !== 'vi' && lang !== 'en') {
    throw new ServiceError('BAD_REQUEST', "Field 'lang' must be 'vi' or 'en'.")
  }
  return { addresses, lang }
}
