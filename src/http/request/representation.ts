import type { Answer } from './answer.ts'

/** The encoding of a body: none, or gzip. */
export type Encoding = 'identity' | 'gzip'

/**
 * `Vary` of an answer that a browser may keep: a copy for each encoding and each key, so that the
 * cache does not show one key what only another was allowed to see.
 */
export const KEPT_PER_KEY = 'Accept-Encoding, X-API-Key'

/**
 * The encoding that the request's Accept-Encoding prefers (RFC 9110, section 12.5.3): gzip where it
 * is named, or covered by `*`, with a weight above 0 that is not below that of a named `identity`.
 */
export function encodingFor(request: Request): Encoding {
  const header = request.headers.get('accept-encoding')
  if (header === null) return 'identity'
  const weights = new Map<string, number>()
  for (const item of header.toLowerCase().split(',')) {
    const [coding = '', ...parameters] = item.split(';').map((part) => part.trim())
    const q = parameters.find((parameter) => parameter.startsWith('q='))
    weights.set(coding, q === undefined ? 1 : Number(q.slice(2)))
  }
  // A named encoding goes before `*`; `x-gzip` is an old name (section 8.4.1.3).
  const gzip = weights.get('gzip') ?? weights.get('x-gzip') ?? weights.get('*') ?? 0
  return gzip > 0 && gzip >= (weights.get('identity') ?? 0) ? 'gzip' : 'identity'
}

/** A body with an etag, before the decision whether to send it. */
export interface Tagged {
  readonly contentType: string
  readonly encoding: Encoding
  /** Strong, in its quotes, another one for each encoding. */
  readonly etag: string
  readonly cacheControl: string
  readonly vary: string
}

/** The etag of a text or file, whose own `tag` is the same in all encodings. */
export function etagOf(tag: string, encoding: Encoding): string {
  return encoding === 'gzip' ? `"${tag}-gzip"` : `"${tag}"`
}

/** The body, or 304 for a client that has these bytes already. */
export function answerTagged(
  request: Request,
  tagged: Tagged,
  body: Answer['body'],
  billable: boolean,
): Answer {
  return notModified(request, tagged) ?? sent(tagged, body, billable)
}

/**
 * 304 where the client's If-None-Match (RFC 9110, section 13.1.2) has the etag: the client has
 * these bytes already. Null where they are to be sent.
 */
export function notModified(request: Request, tagged: Tagged): Answer | null {
  if (!hasEtag(request.headers.get('if-none-match'), tagged.etag)) return null
  const headers = headersOf(tagged)
  return { status: 304, contentType: null, body: null, headers, billable: false }
}

export function sent(tagged: Tagged, body: Answer['body'], billable: boolean): Answer {
  const { contentType, encoding } = tagged
  return { status: 200, contentType, encoding, body, headers: headersOf(tagged), billable }
}

function headersOf({ etag, cacheControl, vary }: Tagged) {
  return { etag, 'cache-control': cacheControl, vary }
}

function hasEtag(header: string | null, etag: string): boolean {
  if (header === null) return false
  if (header.trim() === '*') return true
  return header.split(',').some((item) => item.trim().replace(/^W\//, '') === etag)
}
