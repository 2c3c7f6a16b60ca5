import { gzipSync } from 'node:zlib'
import type { Answer } from './answer.ts'
import { answerTagged, encodingFor, etagOf } from './representation.ts'
import type { AnswerDocs } from './route.ts'

/** Its lifetime in a browser, and its `Vary`. */
export interface Keeping {
  readonly cacheControl: string
  readonly vary: string
}

/** For everyone; a browser revalidates it each time. */
export const ASKED_EACH_TIME: Keeping = { cacheControl: 'no-cache', vary: 'Accept-Encoding' }

/** A browser is not to guess another type. */
const NO_SNIFFING = { 'x-content-type-options': 'nosniff' }

/** Documentation of the headers of such an answer. */
export const STATIC_HEADERS = {
  ETag: 'Send it as `If-None-Match` to be told 304 while the answer is the same.',
  'Cache-Control': 'How long it may be kept.',
  'X-Content-Type-Options': '`nosniff`',
}

export const NOT_MODIFIED_DOCS: Readonly<Record<number, AnswerDocs>> = {
  304: {
    description: 'It is the one that you have.',
    schema: null,
    example: '',
    headers: STATIC_HEADERS,
  },
}

/** A body that is the same for every request; compressed on the first demand for that. */
export class StaticBody {
  readonly #contentType: string
  readonly #keeping: Keeping
  readonly #plain: Uint8Array<ArrayBuffer>
  readonly #tag: string
  readonly #headers: Readonly<Record<string, string>>
  #gzip: Uint8Array<ArrayBuffer> | null = null

  constructor(
    contentType: string,
    body: string | Uint8Array<ArrayBuffer>,
    keeping: Keeping,
    headers: Readonly<Record<string, string>> = {},
  ) {
    this.#headers = { ...NO_SNIFFING, ...headers }
    this.#contentType = contentType
    this.#keeping = keeping
    this.#plain = typeof body === 'string' ? new TextEncoder().encode(body) : body
    this.#tag = Bun.hash(this.#plain).toString(36)
  }

  answer(request: Request, billable = false): Answer {
    const encoding = encodingFor(request)
    const etag = etagOf(this.#tag, encoding)
    const tagged = { contentType: this.#contentType, encoding, etag, ...this.#keeping }
    const body = encoding === 'gzip' ? this.#compressed() : this.#plain
    const answer = answerTagged(request, tagged, body, billable)
    return { ...answer, headers: { ...answer.headers, ...this.#headers } }
  }

  #compressed(): Uint8Array<ArrayBuffer> {
    this.#gzip ??= gzipSync(this.#plain)
    return this.#gzip
  }
}
