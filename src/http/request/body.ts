import { ServiceError } from '../../base/errors.ts'

const JSON_MEDIA = /^application\/json\s*(;|$)/i
/** Of UTF-8 as the registry has it, and as many write it. */
const UTF_8 = /^"?utf-?8"?$/i

/** A body of some hundred kilobytes takes a second over the slowest of lines. */
const BODY_MS_MAX = 30_000

/**
 * The request's JSON, of at most `bytesMax` bytes, which are here within `msMax`. Throws
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

/** Other parameters of a media type say nothing that JSON needs to know. */
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
  // A body without a length is stopped as soon as it is too long, not once it is all here.
  try {
    while (reader) {
      const { done, value } = await Promise.race([reader.read(), late.promise])
      if (done) break
      length += value.length
      if (length > bytesMax) throw tooLarge(bytesMax)
      chunks.push(value)
    }
  } catch (error) {
    // What is still to come is not waited for; of its failure nobody needs to know.
    void reader?.cancel().catch(() => {})
    // Nobody reads this answer: it is there to be counted as what it is, no fault of ours.
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
