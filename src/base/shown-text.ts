/* Text for people and for tables: a count with its noun, an address without its secrets. */

/** `1 place`, `2 places`, `1,234 places`: a number with its noun, whose plural ends in s. */
export function counted(count: number, noun: string): string {
  return `${withCommas(count)} ${noun}${count === 1 ? '' : 's'}`
}

/** `1,234` */
export function withCommas(count: number): string {
  return count.toLocaleString('en-US')
}

/**
 * An address as it may be told and stored: who asks, and the query, may be secrets. What is no
 * address comes back as it is.
 */
export function shownAddress(text: string): string {
  if (!/^[a-z][a-z0-9+.-]+:\/\//i.test(text)) return text
  return text.replace(/^([^/]*:\/\/)[^/]*@/, '$1***@').replace(/[?#].*$/s, '?***')
}

/**
 * Control characters of ASCII but tab and line ends. JSON and XML forbid them, and PostgreSQL takes
 * no NUL.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g

/**
 * The text without control characters. Whatever comes from a file passes here before it is kept:
 * a slip in somebody's map must not end an import when its rows are stored.
 */
export function withoutControls(text: string): string {
  return text.search(CONTROL) < 0 ? text : text.replace(CONTROL, '')
}
