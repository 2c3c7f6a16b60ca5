import type { TSchema } from 'elysia'
import type { KeyRecord, Scope } from '../../access/key.ts'
import type { ParamDocs } from '../params/params.ts'
import type { QueryString } from '../params/query-string.ts'
import type { Answer } from './answer.ts'
import type { WireCode } from './errors.ts'

/** The request as its route gets it, after all checks that come before parameters. */
export interface Call {
  readonly request: Request
  readonly query: QueryString
  /** Values of the path's `{name}` parts, decoded; none when it has no such parts. */
  readonly path: Readonly<Record<string, string>>
  readonly requestId: string
  readonly nowMs: number
}

export interface KeyedCall extends Call {
  readonly key: KeyRecord
}

/** An answer, now or later, or the function of its next stage. Stages wait for nothing. */
export type Staged = Answer | Promise<Answer> | Stage
export type Stage = () => Staged

/**
 * One endpoint: its path, its access, its documentation, its answers. `answer` returns at once on
 * hot endpoints, or in stages that requests of a batch go through together; a promise is for those
 * that wait for a body or the database. A thrown error becomes an error answer (`errors.ts`).
 */
export type Route = KeyedRoute | OpenRoute

export interface KeyedRoute extends RouteBasics {
  readonly access: 'key'
  /** null: every valid key will do. */
  readonly scope: Scope | null
  /**
   * A request of the map page: not counted to the key's plan, but to a separate limit for each
   * client address, and for each key.
   */
  readonly isOfMapPage?: true
  answer(call: KeyedCall): Staged
}

export interface OpenRoute extends RouteBasics {
  /** Open to all, or to so many requests a minute from each client address. */
  readonly access: 'open' | 'per-address'
  answer(call: Call): Staged
}

/** `/v1/pois/:placeId` */
export function pathInElysia(path: string): string {
  return path.replace(/\{(\w+)\}/g, ':$1')
}

interface RouteBasics {
  readonly method: 'GET' | 'POST'
  /** As the contract writes it, with `{name}` for a variable part. */
  readonly path: string
  /** Whether requests, or those with such a URL, are answered in batches (batch.ts). */
  readonly isBatched?: true | ((url: string) => boolean)
  /** Its bodies are made while they are sent: HEAD gets no length. */
  readonly isStreamed?: true
  readonly docs: RouteDocs
}

export interface RouteDocs {
  /** Its name in generated clients: `poiTile`. */
  readonly operation: string
  readonly tag: 'Geocoding' | 'Places' | 'Boundaries' | 'Routing' | 'Account' | 'Map' | 'Service'
  readonly summary: string
  readonly description: string
  readonly params: readonly ParamDocs[]
  /** Parameters of the path's `{name}` parts. */
  readonly pathParams?: readonly ParamDocs[]
  /** Request headers beside the common ones. */
  readonly headers?: readonly ParamDocs[]
  readonly body?: { readonly schema: TSchema; readonly example: object }
  readonly answer: AnswerDocs
  /** Its errors, beside those of keys, scopes and limits and `INTERNAL_ERROR`. */
  readonly errors: readonly WireCode[]
  /** Statuses beside 200 that are not errors, or errors with more fields than the common ones. */
  readonly otherAnswers?: Readonly<Record<number, AnswerDocs>>
}

export interface AnswerDocs {
  readonly description: string
  readonly contentType?: string
  /** null for an answer without a body. */
  readonly schema: TSchema | null
  readonly example: object | string
  /** Headers beside the common ones, with the meaning of each. */
  readonly headers?: Readonly<Record<string, string>>
}
