import { type Static, t } from 'elysia'
import type { Decision } from '../../access/limiter.ts'
import { type ErrorCode, ServiceError } from '../../base/errors.ts'
import { counted } from '../../base/shown-text.ts'
import { named, record, whole, word } from '../params/schema.ts'
import type { Refusal } from '../telemetry/metrics.ts'

/** Codes on the wire: the part of `ErrorCode` that a client can meet. */
export type WireCode = Exclude<
  ErrorCode,
  | 'USAGE'
  | 'INVALID_CONFIG'
  | 'INVALID_FILE'
  | 'INVALID_DATASET'
  | 'CONFLICT'
  | 'DATABASE_UNAVAILABLE'
  | 'DISK_FULL'
  | 'DOWNLOAD_FAILED'
  | 'INTERRUPTED'
>

/** The one table of codes and statuses (interface, Errors; design, Codes). */
export const STATUS_OF = {
  BAD_REQUEST: 400,
  INVALID_BBOX: 400,
  INVALID_PARAMS: 400,
  INVALID_VEHICLE: 400,
  MISSING_POI_TOKEN: 400,
  MISSING_API_KEY: 401,
  INVALID_API_KEY: 401,
  INSUFFICIENT_SCOPE: 403,
  INVALID_POI_TOKEN: 403,
  EXPIRED_POI_TOKEN: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  REQUEST_TIMEOUT: 408,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  RATE_LIMIT_MINUTE: 429,
  RATE_LIMIT_DAY: 429,
  INTERNAL_ERROR: 500,
  ROUTING_UNAVAILABLE: 503,
  SERVICE_UNAVAILABLE: 503,
} as const satisfies Record<WireCode, number>

export const ERROR_BODY = named(
  'Error',
  record({
    error: t.String({ description: 'What is wrong and what to do, for people.' }),
    code: named(
      'ErrorCode',
      word(Object.keys(STATUS_OF), { description: 'What is wrong, for programs.' }),
    ),
    request_id: t.String({ description: 'Also in the `X-Request-ID` header.' }),
    retry_after: t.Optional(
      whole({ minimum: 1, description: 'Seconds to wait; only with status 429.' }),
    ),
  }),
)

/** A limit is used up: with the time to wait. */
export class RateLimitError extends ServiceError {
  readonly refusedBy: Refusal
  readonly retryAfterS: number
  constructor(refusedBy: Refusal, message: string, retryAfterS: number) {
    super(refusedBy === 'day' ? 'RATE_LIMIT_DAY' : 'RATE_LIMIT_MINUTE', message)
    this.refusedBy = refusedBy
    this.retryAfterS = retryAfterS
  }
}

/** Throws `RATE_LIMIT_MINUTE` or `RATE_LIMIT_DAY` when the decision refuses. */
export function checkAllowed(decision: Decision): void {
  const { refusedBy, retryAfterS } = decision
  if (refusedBy === null) return
  throw refusedBy === 'minute'
    ? new RateLimitError('minute', usedUp(decision.minuteLimit, 'this minute'), retryAfterS)
    : new RateLimitError('day', usedUp(decision.dayLimit, 'today (Vietnamese time)'), retryAfterS)
}

function usedUp(limit: number, window: string): string {
  return limit === 0
    ? "The key's plan allows no requests: waiting does not help, ask the operator for another plan."
    : `The key's allowance of ${window}, ${counted(limit, 'request')}, is used up.`
}

/** An error as the client gets it. */
export interface Problem {
  readonly status: number
  readonly body: Static<typeof ERROR_BODY>
  /** Whether it is to be logged for the operator. */
  readonly unexpected: boolean
}

/** The answer to an error. Of an unforeseen error the client gets only the id. */
export function problemOf(error: unknown, requestId: string): Problem {
  if (error instanceof ServiceError && isWireCode(error.code)) {
    const { code, message } = error
    const fields = { error: message, code, request_id: requestId }
    const body =
      error instanceof RateLimitError ? { ...fields, retry_after: error.retryAfterS } : fields
    return { status: STATUS_OF[code], body, unexpected: code === 'INTERNAL_ERROR' }
  }
  if (error instanceof ServiceError && error.code === 'DATABASE_UNAVAILABLE') {
    // The part that lost the database has logged it, once and not with every request.
    const message = 'The database is away; ask again in a while.'
    return { ...plain('SERVICE_UNAVAILABLE', message, requestId), unexpected: false }
  }
  const message = 'Something went wrong here; report the request id if it goes on.'
  return { ...plain('INTERNAL_ERROR', message, requestId), unexpected: true }
}

function plain(code: WireCode, message: string, requestId: string): Omit<Problem, 'unexpected'> {
  return { status: STATUS_OF[code], body: { error: message, code, request_id: requestId } }
}

function isWireCode(code: ErrorCode): code is WireCode {
  return code in STATUS_OF
}
