import { swagger } from '@elysiajs/swagger'
import { Elysia, t } from 'elysia'
import { SCOPES } from '../../access/key.ts'
import type { ParamDocs } from '../params/params.ts'
import { JSON_TYPE } from '../request/answer.ts'
import { ERROR_BODY, STATUS_OF, type WireCode } from '../request/errors.ts'
import { type AnswerDocs, pathInElysia, type Route } from '../request/route.ts'
import { type JsonObject, withComponents } from './openapi-components.ts'

/*
 * The OpenAPI 3.0 document. `@elysiajs/swagger` assembles it from an app that has the routes'
 * paths and descriptions; that app never serves a request, and its page, which loads scripts from
 * a CDN, is never shown (`routes/docs.ts` has our own).
 */

const ref = (part: string, name: string) => ({ $ref: `#/components/${part}/${name}` })

const KEYED_ERRORS = [
  'MISSING_API_KEY',
  'INVALID_API_KEY',
  'INSUFFICIENT_SCOPE',
  'RATE_LIMIT_MINUTE',
  'RATE_LIMIT_DAY',
] as const satisfies readonly WireCode[]

/** Errors of one status that many endpoints with a key share, by name among the components. */
const KEYED_REFUSALS = {
  BadRequest: ['BAD_REQUEST'],
  KeyRefused: ['MISSING_API_KEY', 'INVALID_API_KEY'],
  ScopeMissing: ['INSUFFICIENT_SCOPE'],
  NotFound: ['NOT_FOUND'],
  AllowanceUsedUp: ['RATE_LIMIT_MINUTE', 'RATE_LIMIT_DAY'],
  Failed: ['INTERNAL_ERROR'],
  NotNow: ['SERVICE_UNAVAILABLE'],
} as const satisfies Readonly<Record<string, readonly [WireCode, ...WireCode[]]>>

const MESSAGES = {
  BAD_REQUEST: "Parameter 'size' must be a whole number from 1 to 5, got '9'.",
  INVALID_BBOX: "Parameter 'bbox' must be minLng,minLat,maxLng,maxLat, got '1,2,3'.",
  INVALID_PARAMS: "Parameter 'origin' must be lat,lng, got 'Hà Nội'.",
  INVALID_VEHICLE: "Parameter 'vehicle' must be 'motobike' or 'car', got 'boat'.",
  MISSING_POI_TOKEN: 'Send the token of the feature in the X-POI-Token header.',
  MISSING_API_KEY: 'Send your API key in the X-API-Key header.',
  INVALID_API_KEY:
    'This API key is unknown, revoked or expired; create one with `saola keys create`.',
  INSUFFICIENT_SCOPE: "This needs the scope 'geocoding:read'; the key has routing:read.",
  INVALID_POI_TOKEN: 'This token was not issued for this place.',
  EXPIRED_POI_TOKEN: 'This token has expired; load the tile again.',
  NOT_FOUND: 'No place matches this address; try fewer words.',
  METHOD_NOT_ALLOWED: '/v1/suggest does not take POST, only GET, HEAD, OPTIONS.',
  REQUEST_TIMEOUT: 'The body was not here after 30 seconds; send it faster, or less.',
  PAYLOAD_TOO_LARGE: 'The body is over 524288 bytes; send less.',
  UNSUPPORTED_MEDIA_TYPE: "The body must be sent as 'Content-Type: application/json', not ''.",
  RATE_LIMIT_MINUTE: "The key's 60 requests of this minute are used up.",
  RATE_LIMIT_DAY: "The key's 5000 requests of today (Vietnamese time) are used up.",
  INTERNAL_ERROR: 'Something went wrong here; report the request id if it goes on.',
  ROUTING_UNAVAILABLE: 'No routing graph is loaded; run `saola import vietnam`.',
  SERVICE_UNAVAILABLE: 'No dataset is open; run `saola import vietnam`.',
} as const satisfies Record<WireCode, string>

const REQUEST_ID_EXAMPLE = '018f3c1e-6b1a-7c3e-9a55-2f0d6a3f1b2c'

const HEADERS = {
  'X-Request-ID': {
    description: "The request's own id when it sent one, else a new UUID.",
    required: true,
    schema: { type: 'string', minLength: 1, maxLength: 128 },
  },
  'X-RateLimit-Limit-Minute': limitHeader('Requests a minute that the key is allowed.'),
  'X-RateLimit-Remaining-Minute': limitHeader('Remaining in this UTC minute.'),
  'X-RateLimit-Limit-Day': limitHeader('Requests a day that the key is allowed.'),
  'X-RateLimit-Remaining-Day': limitHeader('Remaining today, Vietnamese time.'),
  'Retry-After': {
    description: 'Seconds to wait.',
    required: true,
    schema: { type: 'integer', minimum: 1 },
  },
}
type HeaderName = keyof typeof HEADERS

const LIMIT_HEADERS = [
  'X-RateLimit-Limit-Minute',
  'X-RateLimit-Remaining-Minute',
  'X-RateLimit-Limit-Day',
  'X-RateLimit-Remaining-Day',
] as const satisfies readonly HeaderName[]

/** Of the contract (interface, Versioning), whichever program answers by it. */
const INTERFACE_VERSION = '1.0'

const descriptionOf = (version: string) => `Addresses, places and boundaries of Vietnam.

Send your key in \`X-API-Key\`. Each key has scopes, and allowances of requests a minute (UTC) and
a day (Vietnamese time), which the \`X-RateLimit-*\` headers report. The id that you send in
\`X-Request-ID\`, or a new one, comes back in the answer; where we fail, it stands in our log.
Errors are \`{error, code, request_id}\`.

Numbers are written in plain decimals and refused when out of range; a parameter given twice is
refused; unknown parameters are ignored. Text is UTF-8 in either normal form. \`GET\` endpoints
answer \`HEAD\` too, and any origin may call from a browser unless the operator says otherwise.
Answers of more than a few kilobytes are compressed with gzip for who sends \`Accept-Encoding\`.

Answered by Saola ${version}.`

/** The document as JSON text; `version` is the program's. */
export async function openApiOf(routes: readonly Route[], version: string): Promise<string> {
  const app = new Elysia()
  for (const route of routes) {
    app.route(route.method, pathInElysia(route.path), () => '', { detail: operationOf(route) })
  }
  app.use(
    swagger({
      path: '/page',
      specPath: '/document',
      // Else it leaves out every path with a dot in it.
      excludeStaticFile: false,
      documentation: frameOf(version),
    }),
  )
  const response = await app.handle(new Request('http://localhost/document'))
  return JSON.stringify(withComponents((await response.json()) as JsonObject, componentsOf()))
}

function frameOf(version: string) {
  return {
    info: {
      title: 'Saola',
      version: INTERFACE_VERSION,
      description: descriptionOf(version),
      license: { name: 'MIT' },
    },
    // Seen from the document itself: a proxy may put a path before ours.
    servers: [{ url: '..' }],
    tags: [
      { name: 'Geocoding', description: 'Addresses to positions and back.' },
      { name: 'Places', description: 'Points of interest: lists, tiles, details.' },
      { name: 'Boundaries', description: 'Polygons of provinces and wards.' },
      { name: 'Routing', description: 'Ways from one point to another.' },
      { name: 'Account', description: 'What a key has used.' },
      { name: 'Service', description: 'For operators; no key needed.' },
    ],
    components: {
      securitySchemes: {
        apiKey: {
          type: 'apiKey' as const,
          in: 'header' as const,
          name: 'X-API-Key',
          description: `\`sk_live_…\`; scopes ${SCOPES.map((scope) => `\`${scope}\``).join(', ')}.`,
        },
      },
    },
  }
}

/** Components that many operations refer to, without schemas. */
function componentsOf() {
  const refusals = Object.entries(KEYED_REFUSALS).map(([name, codes]) => [
    name,
    refusalOf(true, STATUS_OF[codes[0]], codes),
  ])
  return {
    headers: HEADERS,
    parameters: { [REQUEST_ID_PARAM.name]: parameterOf(REQUEST_ID_PARAM, 'header') },
    examples: errorExamples(),
    responses: Object.fromEntries(refusals),
  }
}

function operationOf(route: Route): object {
  const { docs } = route
  const scope = route.access === 'key' ? scopeText(route.scope) : 'No key needed.'
  return {
    operationId: docs.operation,
    tags: [docs.tag],
    summary: docs.summary,
    description: `${docs.description}\n\n${scope}`,
    security: route.access === 'key' ? [{ apiKey: [] }] : [],
    parameters: [
      ...(docs.pathParams ?? []).map((param) => parameterOf(param, 'path')),
      ...docs.params.map((param) => parameterOf(param, 'query')),
      ...(docs.headers ?? []).map((param) => parameterOf(param, 'header')),
      ref('parameters', REQUEST_ID_PARAM.name),
    ],
    ...(docs.body && {
      requestBody: {
        required: true,
        content: { [JSON_TYPE]: { schema: docs.body.schema, example: docs.body.example } },
      },
    }),
    responses: responsesOf(route),
  }
}

const REQUEST_ID_PARAM: ParamDocs = {
  name: 'X-Request-ID',
  required: false,
  description: 'Your id for this request, echoed in the answer: printable ASCII, no spaces.',
  schema: t.String({ minLength: 1, maxLength: 128 }),
  example: REQUEST_ID_EXAMPLE,
}

function scopeText(scope: string | null): string {
  return scope === null ? 'Any valid key.' : `Needs the scope \`${scope}\`.`
}

function parameterOf(param: ParamDocs, place: 'path' | 'query' | 'header'): object {
  const { name, required, description, schema, example } = param
  return { name, in: place, required, description, schema, example }
}

function responsesOf(route: Route): object {
  const { docs } = route
  const responses: Record<number, object> = {
    200: answerOf(route, 200, docs.answer),
  }
  const errors: readonly WireCode[] = [
    ...(route.access === 'key' ? KEYED_ERRORS : []),
    ...(route.access === 'per-address' ? (['RATE_LIMIT_MINUTE'] as const) : []),
    ...docs.errors,
    'INTERNAL_ERROR',
  ]
  for (const status of new Set(errors.map((code) => STATUS_OF[code]))) {
    const codes = errors.filter((code) => STATUS_OF[code] === status)
    const name = route.access === 'key' ? sharedRefusal(codes) : null
    responses[status] =
      name === null ? refusalOf(route.access === 'key', status, codes) : ref('responses', name)
  }
  for (const [status, answer] of Object.entries(docs.otherAnswers ?? {})) {
    responses[Number(status)] = answerOf(route, Number(status), answer)
  }
  return responses
}

/** The component with exactly this content; null when there is none. */
function sharedRefusal(codes: readonly WireCode[]): string | null {
  const found = Object.entries(KEYED_REFUSALS).find(([, all]) => all.join() === codes.join())
  return found?.[0] ?? null
}

function refusalOf(isKeyed: boolean, status: number, codes: readonly WireCode[]) {
  const examples = codes.map((code) => [code, ref('examples', code)])
  return {
    description: codes.map((code) => `\`${code}\``).join(', '),
    headers: headersOf(isKeyed, status),
    content: { [JSON_TYPE]: { schema: ERROR_BODY, examples: Object.fromEntries(examples) } },
  }
}

function answerOf(route: Route, status: number, answer: AnswerDocs): object {
  const { description, contentType = JSON_TYPE, schema, example, headers = {} } = answer
  const answerHeaders = Object.entries(headers).map(([name, says]) => [
    name,
    { description: says, required: true, schema: { type: 'string' } },
  ])
  return {
    description,
    headers: { ...headersOf(route.access === 'key', status), ...Object.fromEntries(answerHeaders) },
    ...(schema !== null && { content: { [contentType]: { schema, example } } }),
  }
}

/** A 401 has no limits to report: whose key it would be is not known. */
function headersOf(isKeyed: boolean, status: number) {
  const names: readonly HeaderName[] = [
    'X-Request-ID',
    ...(isKeyed && status !== 401 ? LIMIT_HEADERS : []),
    ...(status === 429 ? (['Retry-After'] as const) : []),
  ]
  return Object.fromEntries(names.map((name) => [name, ref('headers', name)]))
}

/** An error of each code, by the code. */
function errorExamples() {
  const examples = Object.entries(MESSAGES).map(([code, error]) => {
    const body = { error, code, request_id: REQUEST_ID_EXAMPLE }
    const isLimit = code.startsWith('RATE_LIMIT')
    return [code, { value: isLimit ? { ...body, retry_after: 17 } : body }]
  })
  return Object.fromEntries(examples)
}

function limitHeader(description: string) {
  return { description, required: true, schema: { type: 'integer', minimum: 0 } }
}
