import { ServiceError } from '../../base/errors.ts'

const JSON_MEDIA = /^application\/json\s*(;|$)/i
/** Of UTF-8 as the registry has it, and as many write it. */
const UTF_8 = /^"?utf-?8"?$/i

/**
 * The request's JSON, of at most `bytesMax` bytes. Throws `UNSUPPORTED_MEDIA_TYPE` for anything
 * but UTF-8 `application/json`, `PAYLOAD_TOO_LARGE`, and `BAD_REQUEST` when it does not parse.
 */
export async function readJson(request: Request, bytesMax: number): Promise<unknown> {
  checkType(request.headers)
  if (Number(request.headers.get('content-length') ?? 0) > bytesMax) throw tooLarge(bytesMax)
  const bytes = await readBytes(request, bytesMax)
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

async function readBytes(request: Request, bytesMax: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let length = 0
  // A body without a length is stopped as soon as it is too long, not once it is all here.
  try {
    for await (const chunk of request.body ?? []) {
      length += chunk.length
      if (length > bytesMax) throw tooLarge(bytesMax)
      chunks.push(chunk)
    }
  } catch (error) {
    // Nobody reads this answer: it is there to be counted as what it is, no fault of ours.
    const isGone = error instanceof DOMException && error.name === 'AbortError'
    throw isGone ? new ServiceError('BAD_REQUEST', 'The body broke off.') : error
  }
  return Buffer.concat(chunks, length)
}

function tooLarge(bytesMax: number): ServiceError {
  return new ServiceError('PAYLOAD_TOO_LARGE', `The body is over ${bytesMax} bytes; send less.`)
}
