import { type ErrorCode, ServiceError } from '../../base/errors.ts'

/** The server's parser puts this in place of bare bytes that are not UTF-8. */
const REPLACEMENT = '\ufffd'

/**
 * The parameters of a URL's query. One pass notes their positions; they are cut out and decoded on
 * demand. Our names need no escapes, but some clients write `point%2Elat`: names are decoded only
 * where one has an escape.
 */
export class QueryString {
  readonly #url: string
  //   edges  number[3 * parameters]  positions in the URL, ascending: where a name begins, where it
  //          ends (at `=`, if there is a value), where the parameter ends (at `&` or with the URL)
  readonly #edges: number[] = []
  /** All names, decoded; null when they are spelt as they are. */
  readonly #names: readonly string[] | null = null

  constructor(url: string) {
    this.#url = url
    const mark = url.indexOf('?')
    if (mark === -1) return
    const { length } = url
    let escapeAt = url.indexOf('%', mark)
    let hasEscapedName = false
    for (let start = mark + 1, end = 0; start < length; start = end + 1) {
      const next = url.indexOf('&', start)
      end = next === -1 ? length : next
      const equals = url.indexOf('=', start)
      const nameEnd = equals === -1 || equals > end ? end : equals
      this.#edges.push(start, nameEnd, end)
      if (escapeAt === -1) continue
      if (escapeAt < start) escapeAt = url.indexOf('%', start)
      if (escapeAt !== -1 && escapeAt < nameEnd) hasEscapedName = true
    }
    if (hasEscapedName) this.#names = this.#decodedNames()
  }

  /**
   * null when absent. Throws `code` when it is given more than once, or when its value has an
   * escape that is broken or is not UTF-8.
   */
  get(name: string, code: ErrorCode = 'BAD_REQUEST'): string | null {
    const at = this.#find(name, 0)
    if (at === -1) return null
    if (this.#find(name, at + 3) !== -1) {
      throw new ServiceError(code, `Parameter '${name}' is given twice; give it once.`)
    }
    return decode(name, this.#url.slice(this.#edges[at + 1]! + 1, this.#edges[at + 2]), code)
  }

  /** Index in the edges of the first parameter of that name at or after `from`; -1 for none. */
  #find(name: string, from: number): number {
    if (this.#names !== null) {
      const index = this.#names.indexOf(name, from / 3)
      return index === -1 ? -1 : 3 * index
    }
    const edges = this.#edges
    for (let at = from; at < edges.length; at += 3) {
      const start = edges[at]!
      if (edges[at + 1]! - start === name.length && this.#url.startsWith(name, start)) return at
    }
    return -1
  }

  /** One that cannot be decoded is not one of ours: it stays as it is. */
  #decodedNames(): string[] {
    const names: string[] = []
    for (let at = 0; at < this.#edges.length; at += 3) {
      const written = this.#url.slice(this.#edges[at], this.#edges[at + 1])
      names.push(decodeEscapes(written) ?? written)
    }
    return names
  }
}

function decode(name: string, text: string, code: ErrorCode): string {
  const spaced = text.includes('+') ? text.replaceAll('+', ' ') : text
  if (!spaced.includes('%')) return spaced
  const decoded = decodeEscapes(spaced)
  if (decoded !== null && !decoded.includes(REPLACEMENT)) return decoded
  throw new ServiceError(
    code,
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
