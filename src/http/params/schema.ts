import { type TSchema, t } from 'elysia'

/** Schemas of the wire in OpenAPI 3.0, where Elysia's builders give another form. */

/** An object of these fields and no others. */
export function record<T extends Record<string, TSchema>>(fields: T) {
  return t.Object(fields, { additionalProperties: false })
}

/** The same, listed under its name in the document (`openapi-components.ts`). */
export function named<T extends TSchema>(name: string, schema: T): T {
  return { ...schema, $id: name }
}

/** OpenAPI 3.0 has `nullable` where JSON Schema has a union; for what has a name, a union, too. */
export function nullable<T extends TSchema>(schema: T) {
  if (schema.$id !== undefined) return t.Unsafe<T['static'] | null>({ anyOf: [schema, NULL] })
  return t.Unsafe<T['static'] | null>({ ...schema, nullable: true })
}

const NULL = { type: 'string', nullable: true, enum: [null] }

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
