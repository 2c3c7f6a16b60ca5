import type { BlockList } from 'node:net'
import type { KeyRecord } from '../../access/key.ts'
import type { Decision } from '../../access/limiter.ts'
import { dayOf } from '../../access/window.ts'
import { QueryString } from '../params/query-string.ts'
import { bodyBytes } from '../telemetry/access-log.ts'
import type { Refusal } from '../telemetry/metrics.ts'
import { type Answer, JSON_TYPE } from './answer.ts'
import { authenticate, authorise } from './auth.ts'
import { Batch } from './batch.ts'
import { clientAddress } from './client-ip.ts'
import type { Cors } from './cors.ts'
import type { EndpointDeps } from './deps.ts'
import { checkAllowed, problemOf, RateLimitError } from './errors.ts'
import { encodingFor } from './representation.ts'
import { requestIdOf } from './request-id.ts'
import { ResponseHeaders } from './response-headers.ts'
import type { KeyedRoute, OpenRoute, Route, Stage } from './route.ts'
import type { Turns } from './turns.ts'

/*
 * The steps of every request, in this order (design, Order of checks): request id, route, key,
 * scope, limits, parameters, answer; then it is counted, measured and given its headers. The work
 * of one request is one object and one response: the router above is Elysia's; its hooks, which
 * would cost more than the answers, are not used.
 */

/** Serves one route. `path`: the values of the `{name}` parts of its path, if it has any. */
export type Endpoint = (request: Request, path?: PathValues) => Response | Promise<Response>
type Bytes = Uint8Array<ArrayBuffer>
export type PathValues = Readonly<Record<string, string>>

const NO_VALUES: PathValues = {}

/** Shorter bodies are not compressed: they would take one packet all the same. */
const COMPRESSED_BYTES_MIN = 1024
/** The same for endpoints that answer in batches: three packets cost less than a compression. */
const SHORT_BYTES_MAX = 4096
/** The fastest: with it a list of 2,000 POIs has a fifth of its bytes. */
const GZIP_LEVEL = 1
/** Bytes of a UTF-16 unit in UTF-8, at most. */
const UNIT_BYTES_MAX = 3

/** State that all endpoints share. */
export interface EndpointContext {
  readonly deps: EndpointDeps
  readonly cors: Cors
  readonly proxies: BlockList
  readonly turns: Turns
}

export function endpoint(route: Route, context: EndpointContext): Endpoint {
  const meter = context.deps.metrics.addRoute(route.path)
  const { isStopping } = context.deps
  const headers = {
    open: new ResponseHeaders(context.cors, isStopping),
    keyed: new ResponseHeaders(context.cors, isStopping),
  }
  const served = { route, context, meter, headers }
  const handler = (request: Request, path = NO_VALUES) => new RequestHandler(served, request, path)
  const { isBatched } = route
  if (!isBatched) return (request, path) => handler(request, path).run()
  const batch = new Batch()
  return (request, path) => {
    const waiting = handler(request, path)
    return isBatched === true || isBatched(request.url) ? batch.add(waiting) : waiting.run()
  }
}

/** A route with the state of its endpoint. */
interface Served {
  readonly route: Route
  readonly context: EndpointContext
  /** Its number in the metrics. */
  readonly meter: number
  readonly headers: Written
}

/** One request on its way to its response. */
class RequestHandler {
  readonly #served: Served
  readonly #request: Request
  readonly #path: PathValues
  readonly #startMs: number
  readonly #nowMs: number
  readonly #requestId: string
  /** Null before the first. */
  #stage: Stage | null = null
  #key: KeyRecord | null = null
  #decision: Decision | null = null
  /** Whether the plan has let it through. */
  #isCounted = false

  constructor(served: Served, request: Request, path: PathValues) {
    const { deps } = served.context
    this.#served = served
    this.#request = request
    this.#path = path
    this.#startMs = deps.elapsedMs()
    this.#nowMs = deps.now()
    served.context.turns.see()
    this.#requestId = requestIdOf(request, deps.newRequestId)
  }

  run(): Response | Promise<Response> {
    for (;;) {
      const response = this.step()
      if (response !== null) return response
    }
  }

  /** Does one stage; null when that was not the last. Does not throw. */
  step(): Response | Promise<Response> | null {
    try {
      const staged = this.#stage === null ? this.#admit() : this.#stage()
      if (typeof staged === 'function') {
        this.#stage = staged
        return null
      }
      return staged instanceof Promise ? this.#settle(staged) : this.#finish(staged)
    } catch (error) {
      return this.#fail(error)
    }
  }

  #admit(): Stage {
    return this.#served.route.access === 'key'
      ? this.#admitKey(this.#served.route)
      : this.#admitOpenly(this.#served.route)
  }

  #admitKey(route: KeyedRoute): Stage {
    const { deps } = this.#served.context
    const key = authenticate(this.#request, deps.keys(), this.#nowMs)
    this.#key = key
    authorise(key, route.scope)
    // A plan of no requests allows none here, either.
    if (route.isOfMapPage && key.perMinute > 0 && key.perDay > 0) this.#checkMapPage(key)
    else this.#checkPlan(key)
    return () => route.answer(this.#call(key))
  }

  #checkPlan(key: KeyRecord): void {
    this.#decision = this.#served.context.deps.limiter.allow(key.id, key, this.#nowMs)
    checkAllowed(this.#decision)
    this.#isCounted = true
  }

  #checkMapPage(key: KeyRecord): void {
    const { limiter, mapLimiter } = this.#served.context.deps
    this.#decision = limiter.peek(key.id, key, this.#nowMs)
    for (const name of [this.#clientAddress(), `key ${key.id}`]) {
      const message = 'The map has asked for too many tiles; wait, or ask /v1/pois/tiles.'
      requireRoom('map', mapLimiter.retryAfterS(name, this.#nowMs), message)
    }
  }

  #admitOpenly(route: OpenRoute): Stage {
    if (route.access === 'per-address') {
      const { demoLimiter } = this.#served.context.deps
      const message = 'The demo answers only so many requests a minute; use an API key for more.'
      requireRoom('demo', demoLimiter.retryAfterS(this.#clientAddress(), this.#nowMs), message)
    }
    return () => route.answer(this.#call(null))
  }

  #call<Key>(key: Key) {
    return {
      request: this.#request,
      query: new QueryString(this.#request.url),
      path: this.#path,
      requestId: this.#requestId,
      nowMs: this.#nowMs,
      key,
    }
  }

  #clientAddress(): string {
    const { deps, proxies } = this.#served.context
    const peer = deps.peerAddress(this.#request) ?? 'unknown'
    return clientAddress(peer, this.#request.headers.get('x-forwarded-for'), proxies)
  }

  async #settle(pending: Promise<Answer>): Promise<Response> {
    try {
      return this.#finish(await pending)
    } catch (error) {
      return this.#fail(error)
    }
  }

  #finish(answer: Answer): Response {
    this.#count(answer.billable)
    const { isBatched } = this.#served.route
    const long = longBody(answer, isBatched ? SHORT_BYTES_MAX : COMPRESSED_BYTES_MIN)
    const encoding = long === null ? answer.encoding : encodingFor(this.#request)
    const body = long !== null && encoding === 'gzip' ? gzip(long) : answer.body
    const response = this.#respond(answer.status, answer.contentType, body)
    if (answer.headers) {
      for (const name in answer.headers) response.headers.append(name, answer.headers[name] ?? '')
    }
    if (long !== null) response.headers.append('vary', 'Accept-Encoding')
    if (encoding === 'gzip') response.headers.set('content-encoding', 'gzip')
    return response
  }

  #fail(error: unknown): Response {
    try {
      return this.#refuse(error)
    } catch (fault) {
      // An error thrown further would leave the whole batch without an answer.
      const { status, body, unexpected } = problemOf(fault, this.#requestId)
      if (unexpected) this.#served.context.deps.logError(fault, this.#requestId)
      const headers = { 'content-type': JSON_TYPE, 'x-request-id': this.#requestId }
      return new Response(JSON.stringify(body), { status, headers })
    }
  }

  #refuse(error: unknown): Response {
    const { deps } = this.#served.context
    const problem = problemOf(error, this.#requestId)
    if (problem.unexpected) deps.logError(error, this.#requestId)
    if (this.#key !== null && problem.body.code === 'INSUFFICIENT_SCOPE') {
      // Refused before the limits: the headers have the limits as they are.
      this.#decision = deps.limiter.peek(this.#key.id, this.#key, this.#nowMs)
    } else {
      this.#count(false)
    }
    const response = this.#respond(problem.status, JSON_TYPE, JSON.stringify(problem.body))
    if (error instanceof RateLimitError) {
      deps.metrics.refuse(error.refusedBy)
      response.headers.set('retry-after', String(error.retryAfterS))
    }
    return response
  }

  /** Counts a request within the plan. */
  #count(billable: boolean): void {
    if (this.#key === null || !this.#isCounted) return
    const { metrics, usage } = this.#served.context.deps
    metrics.count(this.#nowMs)
    usage.record(this.#key.id, this.#served.route.path, dayOf(this.#nowMs), billable)
  }

  #respond(status: number, contentType: string | null, body: Answer['body']): Response {
    const { deps } = this.#served.context
    const decision = this.#decision
    const written = decision === null ? this.#served.headers.open : this.#served.headers.keyed
    const headers = written.write(this.#request, this.#requestId, contentType, decision)
    const durationMs = deps.elapsedMs() - this.#startMs
    deps.metrics.record(this.#served.meter, status, durationMs)
    if (deps.accessLog?.isDue()) {
      deps.accessLog.add({
        ...{ request: this.#request, requestId: this.#requestId, status, durationMs },
        route: this.#served.route.path,
        bytes: bodyBytes(body),
        keyId: this.#key?.id ?? null,
      })
    }
    return new Response(body, { status, headers })
  }
}

/** Throws `RATE_LIMIT_MINUTE` when there are seconds to wait. */
function requireRoom(limit: Refusal, retryAfterS: number, message: string): void {
  if (retryAfterS > 0) throw new RateLimitError(limit, message, retryAfterS)
}

/** The body, if it is long and its encoding not chosen yet. */
function longBody({ body, encoding }: Answer, bytesMin: number): string | Bytes | null {
  if (encoding !== undefined) return null
  if (body instanceof Uint8Array) return body.length < bytesMin ? null : body
  if (typeof body !== 'string' || body.length * UNIT_BYTES_MAX < bytesMin) return null
  return Buffer.byteLength(body) < bytesMin ? null : body
}

function gzip(body: string | Bytes): Bytes {
  return Bun.gzipSync(typeof body === 'string' ? Buffer.from(body) : body, { level: GZIP_LEVEL })
}

/** Headers of responses without a known key, and with one. */
interface Written {
  readonly open: ResponseHeaders
  readonly keyed: ResponseHeaders
}
