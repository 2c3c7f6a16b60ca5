import { type TSchema, t } from 'elysia'

/** Schemas of the wire as OpenAPI 3.0 writes them, where Elysia's builders say something else. */

/** An object of these fields and no others. */
export function record<T extends Record<string, TSchema>>(fields: T) {
  return t.Object(fields, { additionalProperties: false })
}

/** OpenAPI 3.0 has `nullable` where JSON Schema has a union. */
export function nullable<T extends TSchema>(schema: T) {
  return t.Unsafe<T['static'] | null>({ ...schema, nullable: true })
}

interface WholeOptions {
  readonly minimum?: number
  readonly maximum?: number
  readonly default?: number
  readonly description?: string
}

/** A whole number: Elysia's `Integer` takes strings as well. */
export function whole(options: WholeOptions) {
  return t.Unsafe<number>({ type: 'integer', ...options })
}

/** One of a list of words. */
export function word<const T extends string>(
  words: readonly T[],
  options: { readonly description?: string; readonly default?: NoInfer<T> } = {},
) {
  return t.Unsafe<T>({ type: 'string', enum: [...words], ...options })
}
