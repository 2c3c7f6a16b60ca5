import type { Encoding } from './representation.ts'

/** The answer of a route, before it becomes a response with the headers that all of them carry. */
export interface Answer {
  readonly status: number
  /** null when there is no body (204, 304). */
  readonly contentType: string | null
  readonly body: string | Uint8Array<ArrayBuffer> | Blob | ReadableStream | null
  /** Type of the body; absent where it is to be compressed if it is long (`endpoint.ts`). */
  readonly encoding?: Encoding
  /** Headers of this answer beside the common ones; names in lower case. */
  readonly headers?: Readonly<Record<string, string>>
  /** Whether the request is billed to its key; only success ever is. */
  readonly billable: boolean
}

export const JSON_TYPE = 'application/json'

export function json(value: object, billable = true): Answer {
  return { status: 200, contentType: JSON_TYPE, body: JSON.stringify(value), billable }
}

/** A JSON body as bytes or text. */
export function jsonText(body: string | Uint8Array<ArrayBuffer>, billable = true): Answer {
  return { status: 200, contentType: JSON_TYPE, body, billable }
}

/** A JSON body with any status, as health checks have. */
export function jsonWithStatus(status: number, value: object): Answer {
  return { status, contentType: JSON_TYPE, body: JSON.stringify(value), billable: false }
}

/** Text of any type. */
export function text(contentType: string, body: string): Answer {
  return { status: 200, contentType, body, billable: false }
}
