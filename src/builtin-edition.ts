import { BOUNDARIES_VERSION } from './boundaries/layout.ts'
import { POIS_VERSION } from './pois/layout.ts'
import { SEARCH_VERSION } from './search/index/layout.ts'
import { REVERSE_VERSION } from './search/reverse/layout.ts'
import { TILES_VERSION } from './tiles/layout.ts'

/** Goes up when the built-in dataset says something else. */
const CONTENT = 4

/** Which built-in dataset this Saola brings, in the `report` of its row. */
export const BUILTIN_EDITION = [
  CONTENT,
  SEARCH_VERSION,
  REVERSE_VERSION,
  POIS_VERSION,
  TILES_VERSION,
  BOUNDARIES_VERSION,
].join('.')

/**
 * Whether a dataset is the built-in one of another Saola, whose files this one may not read, and no
 * more than that: places or boundaries of an operator's own that were imported into it, of which
 * its report tells, are not given up.
 */
export function isOtherEdition(dataset: {
  readonly sourceName: string
  readonly report: Readonly<Record<string, unknown>>
}): boolean {
  const { edition, ...imported } = dataset.report
  const isPlain = dataset.sourceName === 'builtin' && Object.keys(imported).length === 0
  return isPlain && edition !== BUILTIN_EDITION
}
