import type { Endpoint } from './endpoint.ts'

/** `http://` and a character of the host: the path begins at the next slash. */
export const AFTER_SCHEME = 'http://h'.length

/** A path whose last parts are variable. */
interface Pattern {
  /** With the slash at its end. */
  readonly prefix: string
  readonly names: readonly string[]
  readonly endpoint: Endpoint
}

/**
 * Finds the endpoint of a GET request with a plain URL. Elysia's router, which answers all others,
 * would find the same, but makes a context of ten fields first and awaits every handler.
 */
export class Paths {
  readonly #exact = new Map<string, Endpoint>()
  readonly #patterns: Pattern[] = []

  /** `path`: with `{name}` for its variable parts, which stand behind all fixed ones. */
  add(path: string, endpoint: Endpoint): void {
    const [fixed = '', ...parts] = path.split('/{')
    const names = parts.map((part) => part.slice(0, -1))
    if (names.length === 0) this.#exact.set(path, endpoint)
    else this.#patterns.push({ prefix: `${fixed}/`, names, endpoint })
  }

  /** null for other methods, unknown paths, escapes, a slash at the end. */
  find(request: Request): Endpoint | null {
    if (request.method !== 'GET') return null
    const { url } = request
    const start = url.indexOf('/', AFTER_SCHEME)
    const end = url.indexOf('?', start)
    const path = end === -1 ? url.slice(start) : url.slice(start, end)
    return this.#exact.get(path) ?? this.#match(path)
  }

  #match(path: string): Endpoint | null {
    if (path.includes('%')) return null
    for (const { prefix, names, endpoint } of this.#patterns) {
      if (!path.startsWith(prefix)) continue
      const parts = path.slice(prefix.length).split('/')
      if (parts.length !== names.length || parts.includes('')) continue
      const values = Object.fromEntries(names.map((name, i) => [name, parts[i] ?? '']))
      return (request) => endpoint(request, values)
    }
    return null
  }
}
