/**
 * `Vary` of what a browser may keep: a copy for each encoding and each key, so that nobody is
 * shown from the cache what another key was allowed to see.
 */
export const KEPT_PER_KEY = 'Accept-Encoding, X-API-Key'

/**
 * Whether a response may be compressed with gzip, by the request's Accept-Encoding (RFC 9110,
 * section 12.5.3): named, or covered by `*`, with a weight above 0.
 */
export function acceptsGzip(header: string | null): boolean {
  if (header === null) return false
  let weight = 0
  for (const item of header.toLowerCase().split(',')) {
    const [coding = '', ...parameters] = item.split(';').map((part) => part.trim())
    if (coding !== 'gzip' && coding !== '*') continue
    const q = parameters.find((parameter) => parameter.startsWith('q='))
    weight = q === undefined ? 1 : Number(q.slice(2))
    // What is named counts more than what is meant.
    if (coding === 'gzip') break
  }
  return weight > 0
}

/**
 * Whether the client's If-None-Match (RFC 9110, section 13.1.2) holds the etag, so that it has
 * these bytes already. `etag` is strong and in its quotes.
 */
export function hasEtag(header: string | null, etag: string): boolean {
  if (header === null) return false
  if (header.trim() === '*') return true
  return header.split(',').some((item) => item.trim().replace(/^W\//, '') === etag)
}
