import { ServiceError } from '../base/errors.ts'

const AMPERSAND = 38
const EQUALS = 61
/** What the server's parser puts in place of bytes that were sent bare and are not UTF-8. */
const REPLACEMENT = '\ufffd'

/**
 * The parameters of a URL's query, found and decoded when they are asked for: the text is scanned
 * for each name, which for a handful of them is cheaper than a table. Names are spelt as they are;
 * ours hold nothing that needs an escape.
 */
export class QueryString {
  readonly #url: string
  /** Where the `?` is; -1 for none. */
  readonly #start: number

  constructor(url: string) {
    this.#url = url
    this.#start = url.indexOf('?')
  }

  /**
   * null when absent. Throws `BAD_REQUEST` when it is given more than once, or when its value has
   * an escape that is broken or is not UTF-8.
   */
  get(name: string): string | null {
    if (this.#start === -1) return null
    const first = this.#endOfName(name, this.#start + 1)
    if (first === -1) return null
    if (this.#endOfName(name, first) !== -1) {
      throw new ServiceError('BAD_REQUEST', `Parameter '${name}' is given twice; give it once.`)
    }
    const url = this.#url
    if (url.charCodeAt(first) !== EQUALS) return ''
    const end = url.indexOf('&', first)
    return decode(name, end === -1 ? url.slice(first + 1) : url.slice(first + 1, end))
  }

  /** Where the name of the first such parameter at or after `from` ends; -1 for none. */
  #endOfName(name: string, from: number): number {
    const url = this.#url
    for (let at = url.indexOf(name, from); at !== -1; at = url.indexOf(name, at + 1)) {
      const before = at - 1
      if (before !== this.#start && url.charCodeAt(before) !== AMPERSAND) continue
      const end = at + name.length
      const after = url.charCodeAt(end)
      if (end === url.length || after === EQUALS || after === AMPERSAND) return end
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
