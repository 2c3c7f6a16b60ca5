import { describe, expect, test } from 'bun:test'
import { Validator } from '@seriousme/openapi-schema-validator'
import { Checker, type OpenApi, resolved } from './checked.ts'
import { Town } from './town.ts'

interface MediaSpec {
  readonly schema: object
  readonly example?: unknown
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>
}

interface Operation {
  readonly operationId: string
  readonly summary: string
  readonly description: string
  readonly security: readonly object[]
  readonly parameters: readonly {
    readonly name: string
    readonly in: string
    readonly required: boolean
    readonly description: string
    readonly schema: Readonly<Record<string, unknown>>
    readonly example: unknown
  }[]
  readonly requestBody?: { readonly content: Readonly<Record<string, MediaSpec>> }
  readonly responses: Readonly<
    Record<string, { description: string; content?: Record<string, MediaSpec> }>
  >
}

/** Parameters of `/v1/addresses/convert` that are sent in place of its `address`. */
const IN_PLACE_OF_ADDRESS = new Set(['ward', 'district', 'province', 'street'])

const town = new Town()
const served = await town.document()
const document = resolved(served) as OpenApi
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(
    ([method, operation]) =>
      [`${method.toUpperCase()} ${path}`, operation as unknown as Operation] as const,
  ),
)

test('the document is OpenAPI 3.0', async () => {
  const { valid, errors } = await new Validator().validate({ ...served })
  expect(errors).toBeUndefined()
  expect(valid).toBe(true)
})

test('the document is of the interface, and says which program answers', async () => {
  const { info, servers } = document as unknown as {
    info: { version: string; description: string }
    servers: unknown
  }
  expect(info.version).toBe('1.0')
  expect(info.description).toContain('Saola 1.2.3')
  // Relative to the document itself, so that a path before it stays.
  expect(servers).toEqual([{ url: '..' }])
})

test('the document has every endpoint there is', () => {
  expect(operations.map(([name]) => name).sort()).toEqual([
    'GET /',
    'GET /docs',
    'GET /docs/guide',
    'GET /docs/guide/{page}',
    'GET /docs/json',
    'GET /health',
    'GET /map/fonts/{fontstack}/{range}',
    'GET /map/maplibre-gl-worker.mjs',
    'GET /map/maplibre-gl.css',
    'GET /map/maplibre-gl.mjs',
    'GET /map/pois/{z}/{x}/{y}',
    'GET /map/sprite.json',
    'GET /map/sprite.png',
    'GET /map/sprite@2x.json',
    'GET /map/sprite@2x.png',
    'GET /map/style.json',
    'GET /map/tiles.json',
    'GET /map/tiles/{z}/{x}/{y}',
    'GET /metrics',
    'GET /ready',
    'GET /v1/addresses/convert',
    'GET /v1/admin-boundaries',
    'GET /v1/categories',
    'GET /v1/demo/suggest',
    'GET /v1/directions',
    'GET /v1/geocode',
    'GET /v1/place/resolve',
    'GET /v1/pois',
    'GET /v1/pois/tiles/{z}/{x}/{y}',
    'GET /v1/pois/{placeId}',
    'GET /v1/reverse',
    'GET /v1/reverse-geocode',
    'GET /v1/suggest',
    'GET /v1/usage',
    'POST /v1/batch/convert',
    'POST /v1/batch/geocode',
  ])
})

test('operations have names of their own, as a person would call them', () => {
  const ids = operations.map(([, { operationId }]) => operationId)
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids).toContain('poiTile')
})

describe('schemas', () => {
  const { schemas } = (served as { components: { schemas: Record<string, object> } }).components

  test('have a name where clients need a type', () => {
    expect(Object.keys(schemas)).toEqual(
      expect.arrayContaining(
        'Place Prediction ReverseResult GeocodedAddress PoiFeature PoiDetail Category Directions'
          .split(' ')
          .concat('Route Leg Step BoundaryFeature Usage Quota Error Lang'.split(' ')),
      ),
    )
    for (const name of Object.keys(schemas)) expect(name).toMatch(/^[A-Z][A-Za-z]+$/)
  })

  test('are all used', () => {
    const text = JSON.stringify(served)
    for (const name of Object.keys(schemas)) expect(text).toContain(`schemas/${name}"`)
  })

  test.each(operations)('of the JSON of %s is one of them', (_, operation) => {
    const inline = Object.entries(raw(operation.operationId).responses ?? {})
      .map(([status, { content }]) => [status, content?.['application/json']?.schema] as const)
      .filter(([, schema]) => schema !== undefined && !refersOnly(schema))
    expect(inline).toEqual([])
  })
})

describe.each(operations)('%s', (_, operation) => {
  test('is described, its parameters and answers too', () => {
    expect(operation.operationId).toMatch(/^[a-z]+([A-Z][a-z]+)*$/)
    expect(operation.summary).not.toBe('')
    expect(operation.description).not.toBe('')
    for (const parameter of operation.parameters) {
      expect(parameter.description).not.toBe('')
      const { type } = parameter.schema
      expect(type === 'integer' ? 'number' : type).toBe(typeof parameter.example)
    }
    for (const response of Object.values(operation.responses)) {
      expect(response.description).not.toBe('')
    }
  })

  test('has examples that are what its schemas say', () => {
    const checker = new Checker(served)
    const bodies = Object.values(operation.responses).map(({ content }) => content ?? {})
    if (operation.requestBody) bodies.push(operation.requestBody.content)
    for (const media of bodies.flatMap((content) => Object.values(content))) {
      const named = Object.values(media.examples ?? {}).map(({ value }) => value)
      const examples = media.example === undefined ? named : [media.example, ...named]
      expect(examples.length).toBeGreaterThan(0)
      for (const example of examples) checker.validate(media.schema, example, 'example')
    }
  })

  test('takes its own examples as parameters', async () => {
    if (operation.parameters.every((parameter) => parameter.in === 'header')) return
    const query = new URLSearchParams(
      operation.parameters
        .filter(({ in: place, name }) => place === 'query' && !IN_PLACE_OF_ADDRESS.has(name))
        .map(({ name, example }): [string, string] => [name, String(example)]),
    )
    const path = Object.entries(document.paths).find(([, methods]) =>
      Object.values(methods).some((candidate) => candidate === (operation as unknown)),
    )?.[0]
    const filled = operation.parameters
      .filter((parameter) => parameter.in === 'path')
      .reduce((form, { name, example }) => form.replace(`{${name}}`, String(example)), path ?? '')
    const headers = operation.parameters
      .filter((parameter) => parameter.in === 'header' && parameter.required)
      .map(({ name, example }): [string, string] => [name, String(example)])
    const { status } = await town.ask(`${filled}?${query}`, { headers })
    expect([200, 204, 404]).toContain(status)
  })
})

describe('the page', () => {
  test('loads nothing from elsewhere', async () => {
    const { status, text, headers } = await town.ask('/docs')
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(text).toContain("new URL('docs/json', ROOT)")
    // Nothing is asked for from the root of the host: a proxy may put a path before ours.
    expect(text).not.toMatch(/fetch\(['"`]\/|href="\//)
    expect(text).not.toMatch(/(src|href|action)\s*=\s*["']?(https?:)?\/\//i)
    expect(text).not.toMatch(/@import|url\(|import\(|https?:\/\//)
  })

  test('is the same with a slash behind', async () => {
    expect((await town.ask('/docs/')).status).toBe(200)
  })
})

/** The operation as it is served, references and all. */
function raw(operationId: string): Partial<Operation> {
  const { paths } = served as { paths: Record<string, Record<string, Operation>> }
  const all = Object.values(paths).flatMap((methods) => Object.values(methods))
  return all.find((operation) => operation.operationId === operationId) ?? {}
}

/** Whether a schema is a reference, or one of several. */
function refersOnly(schema: object): boolean {
  if ('$ref' in schema) return true
  return 'anyOf' in schema && Array.isArray(schema.anyOf) && schema.anyOf.every(refersOnly)
}
