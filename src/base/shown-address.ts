/**
 * An address as it may be told and stored: who asks, and the query, may be secrets. What is no
 * address comes back as it is.
 */
export function shownAddress(text: string): string {
  if (!/^[a-z][a-z0-9+.-]+:\/\//i.test(text)) return text
  return text.replace(/^([^/]*:\/\/)[^/]*@/, '$1***@').replace(/[?#].*$/s, '?***')
}
