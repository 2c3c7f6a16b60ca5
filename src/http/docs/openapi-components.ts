import { assert } from '../../base/assert.ts'

/** A document as JSON. */
export interface JsonObject {
  readonly [name: string]: Json
}
type Json = JsonObject | readonly Json[] | string | number | boolean | null

/**
 * The document with more components, and with each schema that has a name (`named`) once among them
 * and references in its places: generators of clients make one type of it, under that name.
 */
export function withComponents(document: JsonObject, components: object): JsonObject {
  const added = JSON.parse(JSON.stringify(components)) as JsonObject
  const existing = document['components'] as JsonObject
  const schemas = new Map<string, Json>()
  const rest = moved({ ...document, components: { ...existing, ...added } }, schemas) as JsonObject
  const sorted = [...schemas].sort(([a], [b]) => (a < b ? -1 : 1))
  const all = { ...(rest['components'] as JsonObject), schemas: Object.fromEntries(sorted) }
  return { ...rest, components: all }
}

function moved(node: Json, schemas: Map<string, Json>): Json {
  if (typeof node !== 'object' || node === null) return node
  if (isList(node)) return node.map((item) => moved(item, schemas))
  const { $id, ...fields } = node
  const entries = Object.entries(fields).map(([name, value]) => [name, moved(value, schemas)])
  const schema: JsonObject = Object.fromEntries(entries)
  if (typeof $id !== 'string') return schema
  const known = schemas.get($id) ?? schema
  assert(JSON.stringify(known) === JSON.stringify(schema), 'a name stands for one schema')
  schemas.set($id, schema)
  return { $ref: `#/components/schemas/${$id}` }
}

function isList(node: JsonObject | readonly Json[]): node is readonly Json[] {
  return Array.isArray(node)
}
