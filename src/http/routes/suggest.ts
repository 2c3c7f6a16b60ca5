import { t } from 'elysia'
import type { Sessions } from '../../access/session.ts'
import { ServiceError } from '../../base/errors.ts'
import {
  answerTo,
  type PlaceAnswer,
  PREDICTIONS_MAX,
  type Shown,
  type SuggestQuery,
} from '../../search/model/query.ts'
import { TYPES } from '../json/place-wire.ts'
import { PredictionsBody } from '../json/predictions-body.ts'
import { ADMIN_FIELDS, inUnits, type UnitsOf } from '../json/unit-fields.ts'
import {
  COUNTRY,
  checkToken,
  FOCUS_DOCS,
  focusText,
  LANG,
  type ParamDocs,
  readFocus,
  requiredText,
  token,
} from '../params/params.ts'
import type { QueryString } from '../params/query-string.ts'
import { named, record } from '../params/schema.ts'
import { ADMIN_DOCS, readAdmin, type UnitsWanted, wantedText } from '../params/units-wanted.ts'
import { jsonText } from '../request/answer.ts'
import type { AnswerCache } from '../request/answer-cache.ts'
import type { Call, KeyedRoute, OpenRoute, RouteDocs, Staged } from '../request/route.ts'

/** Parameters of both endpoints. */
interface Predicting {
  suggest(query: SuggestQuery): readonly Shown[]
  readonly unitsOf: UnitsOf
}

const INPUT_CHARS_MIN = 2 // interface, Limits

const INPUT = requiredText(
  {
    name: 'input',
    description: 'What the user has typed so far, with or without tone marks.',
    example: '135 nam ky khoi',
  },
  INPUT_CHARS_MIN,
)
const SESSION_TOKEN = token({
  name: 'sessionToken',
  description: 'Groups the keystrokes of one search, and its resolve, into one billable request.',
  example: '9f1c7a52-4a0e-4a55-8f4e-0d6a3f1b2c7d',
})
const SESSION_TOKEN_HEADER = {
  ...SESSION_TOKEN,
  name: 'X-Session-Token',
  description: 'The session token, when it is not sent as `sessionToken`.',
} satisfies ParamDocs

const PREDICTION = named(
  'Prediction',
  record({
    placeId: t.String({ description: 'Stable identifier, input of `/v1/place/resolve`.' }),
    text: t.String({ description: 'Full formatted address.' }),
    mainText: t.String({ description: 'Number and street, or name.' }),
    secondaryText: t.String({ description: 'Ward and province.' }),
    types: TYPES,
    ...ADMIN_FIELDS,
  }),
)
const PREDICTIONS = named(
  'Predictions',
  record({ predictions: t.Array(PREDICTION, { maxItems: PREDICTIONS_MAX }) }),
)

const DOCS = {
  operation: 'suggest',
  tag: 'Geocoding',
  summary: 'Autocomplete predictions for a partial query',
  description: `Up to ${PREDICTIONS_MAX} places that the text may become, best first.`,
  params: [INPUT, LANG, COUNTRY, SESSION_TOKEN, ...FOCUS_DOCS, ...ADMIN_DOCS],
  headers: [SESSION_TOKEN_HEADER],
  answer: {
    description: 'The predictions, none if nothing matches.',
    schema: PREDICTIONS,
    example: {
      predictions: [
        {
          placeId: 'n5740221845',
          text: '135 Nam Kỳ Khởi Nghĩa, Phường Bến Thành, Thành phố Hồ Chí Minh',
          mainText: '135 Nam Kỳ Khởi Nghĩa',
          secondaryText: 'Phường Bến Thành, Thành phố Hồ Chí Minh',
          types: ['street_address'],
        },
      ],
    },
  },
  errors: ['BAD_REQUEST', 'SERVICE_UNAVAILABLE'],
} satisfies RouteDocs

export function suggestRoute(
  asked: Predicting,
  sessions: Sessions,
  cache: AnswerCache,
): KeyedRoute {
  return {
    method: 'GET',
    path: '/v1/suggest',
    isBatched: true,
    access: 'key',
    scope: 'geocoding:read',
    docs: DOCS,
    answer(call) {
      const session = sessionTokenOf(call)
      const isBillable = () =>
        session === null || sessions.suggest(call.key.id, session, call.nowMs)
      return predictionsFor(call.query, asked, cache, isBillable)
    },
  }
}

export function demoSuggestRoute(asked: Predicting, cache: AnswerCache): OpenRoute {
  return {
    method: 'GET',
    path: '/v1/demo/suggest',
    isBatched: true,
    access: 'per-address',
    docs: {
      ...DOCS,
      operation: 'demoSuggest',
      summary: 'Autocomplete without a key, to try it out',
      description: 'As `/v1/suggest`, limited to 30 requests a minute from each client address.',
    },
    answer(call) {
      sessionTokenOf(call)
      return predictionsFor(call.query, asked, cache, () => true)
    },
  }
}

/** Reads the parameters, searches, writes the body in the form of `PREDICTIONS`. */
function predictionsFor(
  query: QueryString,
  { suggest, unitsOf }: Predicting,
  cache: AnswerCache,
  isBillable: () => boolean,
): Staged {
  const input = INPUT.read(query)
  const lang = LANG.read(query)
  COUNTRY.read(query)
  const focus = readFocus(query)
  const wanted = readAdmin(query)
  const key = `suggest ${wantedText(wanted)}${lang} ${focusText(focus)} ${input}`
  const known = cache.find(key)
  if (known !== null) return jsonText(known, isBillable())
  return () => {
    const list = suggest({ input, lang, focus })
    return () => {
      const body =
        wanted === null
          ? BODY.of(list)
          : predictionsInUnits(list, { input, lang, focus }, wanted, unitsOf)
      return jsonText(cache.keep(key, body), isBillable())
    }
  }
}

/**
 * From the parameter or the header, where empty counts as absent; null when there is none. Throws
 * when the two differ.
 */
function sessionTokenOf(call: Call): string | null {
  const param = SESSION_TOKEN.read(call.query)
  const header = call.request.headers.get('x-session-token')
  if (header === null || header === '') return param
  checkToken('X-Session-Token', header)
  if (param !== null && param !== header) {
    throw new ServiceError(
      'BAD_REQUEST',
      "Parameter 'sessionToken' and header X-Session-Token differ; send one of them.",
    )
  }
  return header
}

/** The body in the units wanted. */
function predictionsInUnits(
  list: readonly Shown[],
  { input, lang }: SuggestQuery,
  wanted: UnitsWanted,
  unitsOf: UnitsOf,
): string {
  const predictions = list.map((shown) => {
    const { place, fields } = inUnits(answerTo(shown), wanted, unitsOf, lang, input)
    return { ...toWire(place), ...fields }
  })
  return JSON.stringify({ predictions } satisfies typeof PREDICTIONS.static)
}

const BODY = new PredictionsBody(toWire)

function toWire(place: PlaceAnswer): typeof PREDICTION.static {
  return {
    placeId: place.id,
    text: place.address,
    mainText: place.mainText,
    secondaryText: place.secondaryText,
    types: [...place.types],
  }
}
