import { ServiceError } from '../base/errors.ts'

/** What the server's parser puts in place of bytes that were sent bare and are not UTF-8. */
const REPLACEMENT = '\ufffd'

/**
 * The parameters of a URL's query: where they stand is noted in one pass, they are cut out and
 * decoded when they are asked for. Names are spelt as they are; ours hold nothing that needs an
 * escape.
 */
export class QueryString {
  readonly #url: string
  //   edges  number[3 * parameters]  positions in the URL, ascending: where a name begins, where it
  //          ends (at `=`, if there is a value), where the parameter ends (at `&` or with the URL)
  readonly #edges: number[] = []

  constructor(url: string) {
    this.#url = url
    const mark = url.indexOf('?')
    if (mark === -1) return
    const { length } = url
    for (let start = mark + 1, end = 0; start < length; start = end + 1) {
      const next = url.indexOf('&', start)
      end = next === -1 ? length : next
      const equals = url.indexOf('=', start)
      this.#edges.push(start, equals === -1 || equals > end ? end : equals, end)
    }
  }

  /**
   * null when absent. Throws `BAD_REQUEST` when it is given more than once, or when its value has
   * an escape that is broken or is not UTF-8.
   */
  get(name: string): string | null {
    const at = this.#find(name, 0)
    if (at === -1) return null
    if (this.#find(name, at + 3) !== -1) {
      throw new ServiceError('BAD_REQUEST', `Parameter '${name}' is given twice; give it once.`)
    }
    return decode(name, this.#url.slice(this.#edges[at + 1]! + 1, this.#edges[at + 2]))
  }

  /** Where in the edges the first parameter of that name at or after `from` stands; -1 for none. */
  #find(name: string, from: number): number {
    const edges = this.#edges
    for (let at = from; at < edges.length; at += 3) {
      const start = edges[at]!
      if (edges[at + 1]! - start === name.length && this.#url.startsWith(name, start)) return at
    }
    return -1
  }
}

function decode(name: string, text: string): string {
  const spaced = text.includes('+') ? text.replaceAll('+', ' ') : text
  if (!spaced.includes('%')) return spaced
  const decoded = decodeEscapes(spaced)
  if (decoded !== null && !decoded.includes(REPLACEMENT)) return decoded
  throw new ServiceError(
    'BAD_REQUEST',
    `Parameter '${name}' has a broken escape; write text as percent-encoded UTF-8.`,
  )
}

/** null when an escape is broken or is not UTF-8. */
function decodeEscapes(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}
