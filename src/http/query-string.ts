import { ServiceError } from '../base/errors.ts'

/** The parameters of a URL's query, decoded, in the order in which they came. */
export class QueryString {
  readonly #names: string[] = []
  readonly #values: string[] = []

  /** Throws `BAD_REQUEST` when an escape is broken or is not UTF-8. */
  constructor(url: string) {
    const start = url.indexOf('?') + 1
    if (start === 0) return
    const hash = url.indexOf('#', start)
    const end = hash === -1 ? url.length : hash
    for (let from = start; from < end; ) {
      const ampersand = url.indexOf('&', from)
      const to = ampersand === -1 || ampersand > end ? end : ampersand
      if (to > from) this.#add(url.slice(from, to))
      from = to + 1
    }
  }

  /** null when absent. Throws `BAD_REQUEST` when it is given more than once. */
  get(name: string): string | null {
    const first = this.#names.indexOf(name)
    if (first === -1) return null
    if (this.#names.indexOf(name, first + 1) !== -1) {
      throw new ServiceError('BAD_REQUEST', `Parameter '${name}' is given twice; give it once.`)
    }
    return this.#values[first] as string
  }

  #add(pair: string): void {
    const equals = pair.indexOf('=')
    this.#names.push(decode(equals === -1 ? pair : pair.slice(0, equals)))
    this.#values.push(equals === -1 ? '' : decode(pair.slice(equals + 1)))
  }
}

function decode(text: string): string {
  const spaced = text.includes('+') ? text.replaceAll('+', ' ') : text
  if (!spaced.includes('%')) return spaced
  try {
    return decodeURIComponent(spaced)
  } catch {
    throw new ServiceError(
      'BAD_REQUEST',
      'The query string has a broken escape; write text as percent-encoded UTF-8.',
    )
  }
}
