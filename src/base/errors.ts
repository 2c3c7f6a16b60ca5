/**
 * What the world can refuse. The first block is the wire's (interface, Errors, and the design's
 * "Codes"); the second is what the command line can meet. `http/errors.ts` turns codes into
 * statuses, `main.ts` into exit codes.
 */
export type ErrorCode =
  | 'BAD_REQUEST'
  | 'INVALID_BBOX'
  | 'INVALID_PARAMS'
  | 'INVALID_VEHICLE'
  | 'MISSING_POI_TOKEN'
  | 'MISSING_API_KEY'
  | 'INVALID_API_KEY'
  | 'INSUFFICIENT_SCOPE'
  | 'INVALID_POI_TOKEN'
  | 'EXPIRED_POI_TOKEN'
  | 'NOT_FOUND'
  | 'METHOD_NOT_ALLOWED'
  | 'REQUEST_TIMEOUT'
  | 'PAYLOAD_TOO_LARGE'
  | 'UNSUPPORTED_MEDIA_TYPE'
  | 'RATE_LIMIT_MINUTE'
  | 'RATE_LIMIT_DAY'
  | 'INTERNAL_ERROR'
  | 'ROUTING_UNAVAILABLE'
  | 'SERVICE_UNAVAILABLE'
  // command line
  | 'USAGE'
  | 'INVALID_CONFIG'
  | 'INVALID_FILE'
  | 'INVALID_DATASET'
  | 'CONFLICT'
  | 'DATABASE_UNAVAILABLE'
  | 'DISK_FULL'
  | 'DOWNLOAD_FAILED'
  | 'INTERRUPTED'

/**
 * State of the database: it answers and takes changes; has too little disk space to take them; is a
 * standby or was made read-only; does not answer.
 */
export type DatabaseState = 'up' | 'full' | 'read-only' | 'away'

/** "Cannot", with the reason and what to do about it in `message`. */
export class ServiceError extends Error {
  override name = 'ServiceError'
  readonly code: ErrorCode
  constructor(code: ErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}

/** The reason in a caught value: anything can be thrown. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
