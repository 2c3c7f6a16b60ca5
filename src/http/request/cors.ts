// design, CORS; and ETag with If-None-Match, by which a browser's own code revalidates an answer
const EXPOSED =
  'X-Request-ID, X-RateLimit-Limit-Minute, X-RateLimit-Remaining-Minute, X-RateLimit-Limit-Day, ' +
  'X-RateLimit-Remaining-Day, Retry-After, X-POI-Token, ETag'
const ALLOWED_HEADERS =
  'Content-Type, X-API-Key, X-Request-ID, X-Session-Token, X-POI-Token, If-None-Match'
const PREFLIGHT_MAX_AGE_S = 86_400

/** Origins whose scripts may read our answers in a browser (Fetch standard, "CORS protocol"). */
export class Cors {
  readonly #everyone: boolean
  readonly #origins: ReadonlySet<string>

  constructor(origins: readonly string[]) {
    this.#everyone = origins.includes('*')
    this.#origins = new Set(origins)
  }

  /** The headers that are the same on every answer. */
  setConstant(headers: Headers): void {
    if (this.#everyone) headers.set('access-control-allow-origin', '*')
    else headers.set('vary', 'Origin')
    headers.set('access-control-expose-headers', EXPOSED)
  }

  /** The header that depends on the origin; a refused origin gets none. */
  setVarying(headers: Headers, request: Request): void {
    if (this.#everyone) return
    const origin = request.headers.get('origin')
    if (origin !== null && this.#origins.has(origin)) {
      headers.set('access-control-allow-origin', origin)
    } else {
      headers.delete('access-control-allow-origin')
    }
  }

  /** A browser's preflight before a request with a key; it needs no key itself. */
  setPreflight(headers: Headers, methods: string): void {
    headers.set('access-control-allow-methods', methods)
    headers.set('access-control-allow-headers', ALLOWED_HEADERS)
    headers.set('access-control-max-age', String(PREFLIGHT_MAX_AGE_S))
  }
}
