import type { Decision } from '../../access/limiter.ts'
import type { Cors } from './cors.ts'

/**
 * The headers that the responses of one endpoint are made from. A `Response` copies its headers, so
 * one `Headers` serves them all, and only the differences from the last response are written: a
 * third of the cost of building eight headers anew.
 */
export class ResponseHeaders {
  readonly #cors: Cors
  readonly #isStopping: () => boolean
  readonly #headers = new Headers()
  #contentType: string | null = null
  #minuteLimit = -1
  #dayLimit = -1

  constructor(cors: Cors, isStopping: () => boolean) {
    this.#cors = cors
    this.#isStopping = isStopping
    cors.setConstant(this.#headers)
  }

  /**
   * Headers for one response, valid until the next call. `contentType`: null without a body.
   * `decision`: the state of the key's limits; null for a response without a known key. One object
   * is for only one of these two.
   */
  write(
    request: Request,
    requestId: string,
    contentType: string | null,
    decision: Decision | null,
  ): Headers {
    const headers = this.#headers
    headers.set('x-request-id', requestId)
    if (contentType !== this.#contentType) {
      if (contentType === null) headers.delete('content-type')
      else headers.set('content-type', contentType)
      this.#contentType = contentType
    }
    if (decision !== null) this.#writeLimits(decision)
    this.#cors.setVarying(headers, request)
    if (this.#isStopping()) headers.set('connection', 'close')
    return headers
  }

  /** Headers of every protected response with a known key (interface, Authentication). */
  #writeLimits(decision: Decision): void {
    const headers = this.#headers
    if (decision.minuteLimit !== this.#minuteLimit) {
      headers.set('x-ratelimit-limit-minute', String(decision.minuteLimit))
      this.#minuteLimit = decision.minuteLimit
    }
    if (decision.dayLimit !== this.#dayLimit) {
      headers.set('x-ratelimit-limit-day', String(decision.dayLimit))
      this.#dayLimit = decision.dayLimit
    }
    headers.set('x-ratelimit-remaining-minute', String(decision.minuteRemaining))
    headers.set('x-ratelimit-remaining-day', String(decision.dayRemaining))
  }
}
