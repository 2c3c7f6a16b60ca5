import { ServiceError } from '../../base/errors.ts'

const JSON_MEDIA = /^application\/json\s*(;|$)/i
/** The label of UTF-8 in the registry, and a common variant. */
const UTF_8 = /^"?utf-?8"?$/i

/** Some hundred kilobytes take a second over the slowest of lines. */
const BODY_MS_MAX = 30_000

/**
 * The request's JSON, of at most `bytesMax` bytes, which arrive within `msMax`. Throws
 * `UNSUPPORTED_MEDIA_TYPE` for anything but UTF-8 `application/json`, `PAYLOAD_TOO_LARGE`,
 * `REQUEST_TIMEOUT`, and `BAD_REQUEST` when it does not parse.
 */
export async function readJson(
  request: Request,
  bytesMax: number,
  msMax = BODY_MS_MAX,
): Promise<unknown> {
  checkType(request.headers)
  if (Number(request.headers.get('content-length') ?? 0) > bytesMax) throw tooLarge(bytesMax)
  const bytes = await readBytes(request, bytesMax, msMax)
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    throw new ServiceError('BAD_REQUEST', 'The body is not JSON in UTF-8.')
  }
}

function checkType(headers: Headers): void {
  const type = headers.get('content-type') ?? ''
  if (!JSON_MEDIA.test(type) || !charsetsOf(type).every((charset) => UTF_8.test(charset))) {
    throw new ServiceError(
      'UNSUPPORTED_MEDIA_TYPE',
      `The body must be sent as 'Content-Type: application/json', not '${type}'.`,
    )
  }
  const encoding = headers.get('content-encoding') ?? 'identity'
  if (encoding.toLowerCase() !== 'identity') {
    throw new ServiceError('UNSUPPORTED_MEDIA_TYPE', `Send the body plain, not as '${encoding}'.`)
  }
}

/** Other parameters of a media type do not matter for JSON. */
function charsetsOf(type: string): string[] {
  const parameters = type.split(';').slice(1)
  return parameters.flatMap((each) => /^\s*charset\s*=(.*)$/i.exec(each)?.[1]?.trim() ?? [])
}

async function readBytes(request: Request, bytesMax: number, msMax: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let length = 0
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(tooSlow(msMax)), msMax)
  const reader = request.body?.getReader()
  // A body without a length is stopped as soon as it is too long, not once it has all arrived.
  try {
    while (reader) {
      const { done, value } = await Promise.race([reader.read(), late.promise])
      if (done) break
      length += value.length
      if (length > bytesMax) throw tooLarge(bytesMax)
      chunks.push(value)
    }
  } catch (error) {
    // The rest of the body is not waited for; its failure does not matter.
    void reader?.cancel().catch(() => {})
    // The client is gone and reads no answer. The answer is counted, and not as our fault.
    const isGone = error instanceof DOMException && error.name === 'AbortError'
    throw isGone ? new ServiceError('BAD_REQUEST', 'The body broke off.') : error
  } finally {
    clearTimeout(timer)
  }
  return Buffer.concat(chunks, length)
}

function tooSlow(msMax: number): ServiceError {
  const seconds = Math.round(msMax / 1000)
  return new ServiceError(
    'REQUEST_TIMEOUT',
    `The body was not here after ${seconds} seconds; send it faster, or less.`,
  )
}

function tooLarge(bytesMax: number): ServiceError {
  return new ServiceError('PAYLOAD_TOO_LARGE', `The body is over ${bytesMax} bytes; send less.`)
}
