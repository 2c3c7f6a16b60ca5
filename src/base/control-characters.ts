/** Those of ASCII but tab and line ends. JSON and XML forbid them, and PostgreSQL takes no NUL. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g

/**
 * The text without control characters. Whatever comes from a file passes here before it is kept:
 * a slip in somebody's map must not end an import when its rows are stored.
 */
export function withoutControls(text: string): string {
  return text.search(CONTROL) < 0 ? text : text.replace(CONTROL, '')
}
