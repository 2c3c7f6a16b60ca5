import { t } from 'elysia'
import type { PoiTokenVerdict } from '../../access/poi-token.ts'
import { ServiceError } from '../../base/errors.ts'
import type { PlaceId } from '../../base/ids.ts'
import type { Lang } from '../../base/lang.ts'
import type { OpeningSchedule, PoiDetail } from '../../pois/detail.ts'
import type { OpeningPeriod, WeekMinute } from '../../pois/periods.ts'
import { PRICE_LEVELS } from '../../pois/poi.ts'
import { answerTo, type PlaceAnswer, type Shown } from '../../search/model/query.ts'
import type { ParamDocs } from '../params/params.ts'
import { named, record, whole, word } from '../params/schema.ts'
import { JSON_TYPE } from '../request/answer.ts'
import type { KeyedRoute, RouteDocs } from '../request/route.ts'

const PLACE_ID = {
  name: 'placeId',
  required: true,
  description: 'A `place_id` of `/v1/pois` or of a tile.',
  schema: t.String(),
  example: 'n5740221845',
} satisfies ParamDocs

const TOKEN = {
  name: 'X-POI-Token',
  required: true,
  description: 'The `token` of the feature in a tile; valid for 15 minutes or more, with any key.',
  schema: t.String(),
  example: 'k7Qa_HpBtq0Zr5Xb1mCw3Vn8',
} satisfies ParamDocs

const WEEK_MINUTE = named(
  'WeekMinute',
  record({
    day: whole({ minimum: 0, maximum: 6, description: 'Sunday is 0.' }),
    time: t.String({ pattern: '^[0-2][0-9][0-5][0-9]$', description: 'Vietnamese time, `0830`.' }),
  }),
)
const PERIOD = named(
  'OpeningPeriod',
  record({
    open: WEEK_MINUTE,
    close: t.Optional(WEEK_MINUTE),
  }),
)
const OPENING_HOURS = named(
  'OpeningHours',
  record({
    text: t.String({ description: 'As mapped, in the syntax of OpenStreetMap.' }),
    open_now: t.Optional(t.Boolean({ description: 'Absent when the text is not understood.' })),
    periods: t.Optional(
      t.Array(PERIOD, {
        description:
          'Of the seven days from today on, holidays considered. Open all of the time: one ' +
          'period that opens on Sunday at 0000 and has no `close`.',
      }),
    ),
  }),
)

const DETAIL = named(
  'PoiDetail',
  record({
    place_id: t.String(),
    name: t.String(),
    primary_type: t.String({ description: 'Id of its category.' }),
    formatted_address: t.String({ description: 'Empty when nothing is known.' }),
    city: t.String({ description: 'Province or city; empty outside all of them.' }),
    district: t.String({ description: 'Ward; empty outside all of them.' }),
    rating: t.Optional(t.Number({ minimum: 0, maximum: 5 })),
    user_rating_count: t.Optional(whole({ minimum: 0 })),
    opening_hours: t.Optional(OPENING_HOURS),
    phone: t.Optional(t.String({ description: 'As dialled in Vietnam.' })),
    international_phone: t.Optional(t.String()),
    website: t.Optional(t.String()),
    price_level: t.Optional(word(PRICE_LEVELS)),
  }),
)
const RESULT = named('PoiDetailResult', record({ result: DETAIL }))

const DOCS = {
  operation: 'poiDetail',
  tag: 'Places',
  summary: 'All that is known of a point of interest',
  description:
    'Needs the token that a tile gave for the feature, which the answer repeats in its ' +
    '`X-POI-Token` header. Fields of which nothing is known are absent. Checked in this order: ' +
    'that there is a token, that there is a POI, that the token is one for it, that it has not ' +
    'expired.',
  params: [],
  pathParams: [PLACE_ID],
  headers: [TOKEN],
  answer: {
    description: 'The POI.',
    schema: RESULT,
    example: {
      result: {
        place_id: 'n5740221845',
        name: 'Cà phê Giảng',
        primary_type: 'cafe',
        formatted_address: '39 Nguyễn Hữu Huân, Phường Hoàn Kiếm, Thành phố Hà Nội',
        city: 'Thành phố Hà Nội',
        district: 'Phường Hoàn Kiếm',
        rating: 4.5,
        user_rating_count: 8211,
        opening_hours: {
          text: 'Mo 07:00-22:00',
          open_now: true,
          periods: [{ open: { day: 1, time: '0700' }, close: { day: 1, time: '2200' } }],
        },
        phone: '024 3926 0663',
        international_phone: '+84 24 3926 0663',
        website: 'https://cafegiang.vn/',
        price_level: 'PRICE_LEVEL_INEXPENSIVE',
      },
    },
    headers: { 'X-POI-Token': 'The token that was sent.' },
  },
  errors: [
    'BAD_REQUEST',
    'MISSING_POI_TOKEN',
    'INVALID_POI_TOKEN',
    'EXPIRED_POI_TOKEN',
    'NOT_FOUND',
    'SERVICE_UNAVAILABLE',
  ],
} satisfies RouteDocs

/**
 * `poiDetail`, `resolve`: null when there is no such place. A detail that is the same object as
 * before is answered as before.
 */
export function poiDetailRoute(
  poiDetail: (id: PlaceId, nowMs: number) => PoiDetail | null,
  resolve: (id: PlaceId, lang: Lang) => Shown | null,
  checkPoiToken: (token: string, id: PlaceId, nowMs: number) => PoiTokenVerdict,
): KeyedRoute {
  /** Answers that were composed; each goes with its detail. */
  const bodies = new WeakMap<PoiDetail, string>()
  function compose(detail: PoiDetail): string {
    const shown = resolve(detail.id, 'vi')
    const place = shown && answerTo(shown)
    const body = { result: toWire(detail, place) } satisfies typeof RESULT.static
    const text = JSON.stringify(body)
    bodies.set(detail, text)
    return text
  }
  return {
    method: 'GET',
    path: '/v1/pois/{placeId}',
    isBatched: true,
    access: 'key',
    scope: 'places:read',
    docs: DOCS,
    answer({ request, path, nowMs }) {
      const token = request.headers.get('x-poi-token')
      if (token === null || token === '') {
        throw new ServiceError(
          'MISSING_POI_TOKEN',
          'Send the token that the tile has for this place in the X-POI-Token header.',
        )
      }
      const id = (path['placeId'] ?? '') as PlaceId
      // The router makes nothing of what it cannot decode.
      if (id === '') {
        throw new ServiceError(
          'BAD_REQUEST',
          'The id in the path has a broken escape; write it as percent-encoded UTF-8.',
        )
      }
      const detail = poiDetail(id, nowMs)
      if (detail === null) {
        throw new ServiceError('NOT_FOUND', `No POI has the id '${id}'; take one from /v1/pois.`)
      }
      refuseBadToken(checkPoiToken(token, id, nowMs))
      return {
        status: 200,
        contentType: JSON_TYPE,
        body: bodies.get(detail) ?? compose(detail),
        headers: { 'x-poi-token': token },
        billable: true,
      }
    },
  }
}

function refuseBadToken(verdict: PoiTokenVerdict): void {
  if (verdict === 'forged') {
    throw new ServiceError(
      'INVALID_POI_TOKEN',
      'This token was not issued for this place; take the one of its feature in a tile.',
    )
  }
  if (verdict === 'expired') {
    throw new ServiceError('EXPIRED_POI_TOKEN', 'This token has expired; load the tile again.')
  }
}

/** `place`: the same POI from the search index, for its address. */
function toWire(detail: PoiDetail, place: PlaceAnswer | null): typeof DETAIL.static {
  const { rating, userRatingCount, openingHours, phone, internationalPhone } = detail
  return {
    place_id: detail.id,
    name: detail.name,
    primary_type: detail.category,
    formatted_address: detail.address ?? place?.secondaryText ?? '',
    city: place?.province ?? '',
    district: place?.ward ?? '',
    ...(rating !== null && { rating }),
    ...(userRatingCount !== null && { user_rating_count: userRatingCount }),
    ...(openingHours !== null && {
      opening_hours: { text: openingHours.text, ...scheduleToWire(openingHours.schedule) },
    }),
    ...(phone !== null && { phone }),
    ...(internationalPhone !== null && { international_phone: internationalPhone }),
    ...(detail.website !== null && { website: detail.website }),
    ...(detail.priceLevel !== null && { price_level: detail.priceLevel }),
  }
}

const ALWAYS_OPEN: typeof PERIOD.static = { open: { day: 0, time: '0000' } }

function scheduleToWire(schedule: OpeningSchedule | null) {
  if (schedule === null) return {}
  const { isOpen, periods } = schedule
  return { open_now: isOpen, periods: periods?.map(periodToWire) ?? [ALWAYS_OPEN] }
}

function periodToWire({ opens, closes }: OpeningPeriod): typeof PERIOD.static {
  return { open: minuteToWire(opens), close: minuteToWire(closes) }
}

/** Google's week begins on Sunday. */
function minuteToWire({ weekday, minute }: WeekMinute): typeof WEEK_MINUTE.static {
  const two = (value: number) => String(value).padStart(2, '0')
  return { day: (weekday + 1) % 7, time: two(Math.floor(minute / 60)) + two(minute % 60) }
}
