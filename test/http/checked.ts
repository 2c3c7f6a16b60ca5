import Ajv, { type ValidateFunction } from 'ajv'
import addFormats from 'ajv-formats'

/*
 * Checks answers against the OpenAPI document: status, headers and body have to be what it says,
 * and nothing more. Every answer of the suite passes through here.
 */

interface Media {
  readonly schema: object
}

interface ResponseSpec {
  readonly headers?: Readonly<Record<string, { readonly schema: object }>>
  readonly content?: Readonly<Record<string, Media>>
}

interface OperationSpec {
  readonly responses: Readonly<Record<string, ResponseSpec>>
}

/** What the suite needs of a document whose references are followed (`resolved`). */
export interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, OperationSpec>>>>
}

/** A document in which every reference is replaced by what it refers to; none may lead nowhere. */
export function resolved(document: object): object {
  function follow(node: unknown): unknown {
    if (Array.isArray(node)) return node.map(follow)
    if (typeof node !== 'object' || node === null) return node
    if ('$ref' in node) return follow(target(String(node.$ref)))
    return Object.fromEntries(Object.entries(node).map(([name, value]) => [name, follow(value)]))
  }
  function target(reference: string): unknown {
    let node: unknown = document
    for (const name of reference.slice(2).split('/')) {
      node = Object.entries(node ?? {}).find(([key]) => key === name)?.[1]
    }
    if (node === undefined) throw new Error(`${reference} leads nowhere`)
    return node
  }
  return follow(document) as object
}

/** What was answered, its body parsed where it is JSON and text elsewhere. */
export interface Answered {
  readonly status: number
  readonly headers: Headers
  // The suite reads bodies of every shape; the checker has proved each against its schema.
  readonly body: Record<string, unknown>
  readonly text: string
  readonly bytes: Uint8Array
}

/** Headers that the document need not mention: of HTTP itself, and of CORS. */
const GENERAL_HEADERS = /^(content-(type|length|encoding)|date|allow|vary|access-control-[a-z-]+)$/

export class Checker {
  readonly #document: OpenApi
  readonly #ajv = new Ajv({ strict: true, strictTypes: false, allErrors: true })
  readonly #validators = new Map<object, ValidateFunction>()

  /** `document`: as it is served, read. */
  constructor(document: object) {
    this.#document = resolved(document) as OpenApi
    addFormats(this.#ajv)
  }

  async check(request: Request, response: Response): Promise<Answered> {
    const bytes = new Uint8Array(await response.arrayBuffer())
    const { status, headers } = response
    const isPacked = headers.get('content-encoding') === 'gzip' && bytes.length > 0
    const text = new TextDecoder().decode(isPacked ? Bun.gunzipSync(bytes) : bytes)
    const isJson = headers.get('content-type') === 'application/json' && text !== ''
    const answered = { status, headers, text, bytes, body: isJson ? JSON.parse(text) : {} }
    const spec = this.#specOf(request, status)
    if (spec === null) this.#checkUndocumented(request, answered)
    else this.#checkDocumented(request, answered, spec)
    return answered
  }

  /** Fails unless `value` is what `schema` says. */
  validate(schema: object, value: unknown, where: string): void {
    let validator = this.#validators.get(schema)
    if (!validator) {
      validator = this.#ajv.compile(schema)
      this.#validators.set(schema, validator)
    }
    if (validator(value)) return
    throw new Error(`${where}: ${this.#ajv.errorsText(validator.errors)}\n${Bun.inspect(value)}`)
  }

  #specOf(request: Request, status: number): ResponseSpec | null {
    const method = request.method === 'HEAD' ? 'get' : request.method.toLowerCase()
    const path = new URL(request.url).pathname.replace(/(?<=.)\/$/, '')
    const operation = this.#pathItemOf(path)?.[method]
    if (!operation) return null
    const spec = operation.responses[status]
    if (!spec) throw new Error(`${method} ${path} may not answer ${status} by its documentation`)
    return spec
  }

  /** `/v1/pois/n1` is described by `/v1/pois/{placeId}`; a path without variables goes first. */
  #pathItemOf(path: string) {
    const { paths } = this.#document
    const template = Object.keys(paths).find((each) =>
      new RegExp(`^${each.replace(/\{\w+\}/g, '[^/]+')}$`).test(path),
    )
    return paths[path] ?? paths[template ?? '']
  }

  #checkDocumented(request: Request, answered: Answered, spec: ResponseSpec): void {
    const where = `${request.method} ${request.url} ${answered.status}`
    const expected = spec.headers ?? {}
    for (const [name, { schema }] of Object.entries(expected)) {
      const value = answered.headers.get(name)
      if (value === null) throw new Error(`${where} lacks the header ${name}`)
      const isNumber = 'type' in schema && schema.type === 'integer'
      this.validate(schema, isNumber ? Number(value) : value, `${where}, header ${name}`)
    }
    const known = new Set(Object.keys(expected).map((name) => name.toLowerCase()))
    for (const name of answered.headers.keys()) {
      if (known.has(name) || GENERAL_HEADERS.test(name)) continue
      throw new Error(`${where} has the header ${name}, which its documentation does not`)
    }
    this.#checkBody(request, answered, spec, where)
  }

  #checkBody(request: Request, answered: Answered, spec: ResponseSpec, where: string): void {
    if (spec.content === undefined) {
      if (answered.bytes.length > 0) throw new Error(`${where} has a body, its documentation none`)
      return
    }
    const type = answered.headers.get('content-type') ?? ''
    const media = spec.content[type]
    if (!media) throw new Error(`${where} has the type ${type}, which its documentation has not`)
    if (request.method === 'HEAD') {
      if (answered.text !== '') throw new Error(`${where} has a body`)
      return
    }
    const isJson = type === 'application/json'
    this.validate(media.schema, isJson ? answered.body : answered.text, where)
  }

  /** Wrong paths and methods, and preflights: no operation describes them, the contract does. */
  #checkUndocumented(request: Request, answered: Answered): void {
    const where = `${request.method} ${request.url}`
    if (!answered.headers.get('x-request-id')) throw new Error(`${where} lacks X-Request-ID`)
    if (answered.status === 204 || request.method === 'HEAD') return
    const error = this.#document.paths['/v1/suggest']?.['get']?.responses['400']
    const schema = error?.content?.['application/json']?.schema
    if (!schema) throw new Error('the documentation does not describe errors')
    this.validate(schema, answered.body, where)
  }
}
