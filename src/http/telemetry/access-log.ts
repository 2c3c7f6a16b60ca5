import type { KeyId } from '../../access/key.ts'
import { jsonLine, type LogFormat } from '../../base/log.ts'

export interface AccessLogSettings {
  readonly format: LogFormat
  /** One of so many requests is written. */
  readonly every: number
  /** Whether queries are written: they reveal who looked for what. */
  readonly hasQueries: boolean
}

/** A request and its answer. */
export interface Access {
  readonly request: Request
  readonly requestId: string
  /** The path of its route as the contract writes it, or `unmatched`. */
  readonly route: string
  readonly status: number
  readonly durationMs: number
  /** Bytes of the body as sent; null while unknown. */
  readonly bytes: number | null
  /** Null for a request without a known key. */
  readonly keyId: KeyId | null
}

/** Time that lines wait for others, and characters that may wait. */
const WAIT_MS = 100
const WAITING_CHARS_MAX = 65_536
const QUERY_CHARS_MAX = 2_000
/** No parameter takes a key: one that is sent as one all the same is not written. */
const KEYS = /sk_live_\w+/g

/**
 * The lines of one thread about its requests. They are handed on in blocks: a write for each would
 * cost more than the answer.
 */
export class AccessLog {
  readonly #settings: AccessLogSettings
  readonly #now: () => number
  readonly #write: (lines: string) => void
  #requests = 0
  #waiting = ''
  #timer: NodeJS.Timeout | null = null

  /** `now`: milliseconds since 1970. `write` gets lines with `\n` between them. */
  constructor(settings: AccessLogSettings, now: () => number, write: (lines: string) => void) {
    this.#settings = settings
    this.#now = now
    this.#write = write
  }

  /** Counts a request; whether it is one of those that are written. */
  isDue(): boolean {
    this.#requests = (this.#requests + 1) % this.#settings.every
    return this.#requests === 0
  }

  add(access: Access): void {
    const line = this.#lineOf(access)
    this.#waiting = this.#waiting === '' ? line : `${this.#waiting}\n${line}`
    if (this.#waiting.length > WAITING_CHARS_MAX) this.flush()
    else this.#timer ??= setTimeout(() => this.flush(), WAIT_MS)
  }

  /** Hands on what waits. */
  flush(): void {
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timer = null
    if (this.#waiting === '') return
    const lines = this.#waiting
    this.#waiting = ''
    this.#write(lines)
  }

  #lineOf({ request, requestId, route, status, durationMs, bytes, keyId }: Access): string {
    const { method } = request
    const took = Math.round(durationMs * 1000) / 1000
    const query = this.#settings.hasQueries ? queryOf(request.url) : null
    if (this.#settings.format === 'text') {
      const parts = [`${method} ${route} ${status}`, `${took} ms`, `${bytes ?? '-'} B`]
      return [...parts, keyId ?? '-', requestId, ...(query === null ? [] : [query])].join(' ')
    }
    const asked = query === null ? {} : { query }
    return jsonLine(this.#now(), 'info', `${method} ${route} ${status}`, {
      ...{ requestId, method, route, status },
      ...{ duration_ms: took, bytes, key: keyId, ...asked },
    })
  }
}

/** As it was sent, behind the `?`. */
function queryOf(url: string): string {
  const start = url.indexOf('?')
  if (start === -1) return ''
  return url.slice(start + 1, start + 1 + QUERY_CHARS_MAX).replace(KEYS, 'sk_live_***')
}

/** Of a body; null for one that is made while it is sent. */
export function bodyBytes(body: string | Uint8Array | Blob | ReadableStream | null): number | null {
  if (body === null) return 0
  if (typeof body === 'string') return Buffer.byteLength(body)
  if (body instanceof Uint8Array) return body.length
  return body instanceof Blob ? body.size : null
}
