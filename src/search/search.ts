import { openSearchIndex, type SearchIndex } from './layout.ts'
import { Matcher } from './match.ts'

/** An opened search index with the scratch of its queries; one query at a time. */
export interface Search {
  readonly index: SearchIndex
  readonly matcher: Matcher
}

/** Opens search.idx over its mapped bytes. Throws `INVALID_DATASET` for anything else. */
export function openSearch(bytes: Uint8Array): Search {
  const index = openSearchIndex(bytes)
  return { index, matcher: new Matcher(index) }
}
