import { BOUNDARIES_VERSION } from './boundaries/layout.ts'
import { POIS_VERSION } from './pois/layout.ts'
import { SEARCH_VERSION } from './search/layout.ts'
import { REVERSE_VERSION } from './search/reverse-layout.ts'
import { TILES_VERSION } from './tiles/layout.ts'

/** Goes up when the built-in dataset says something else. */
const CONTENT = 2

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
 * more than that: places of an operator's own that were added to it are not given up.
 */
export function isOtherEdition(dataset: {
  readonly sourceName: string
  readonly report: Readonly<Record<string, unknown>>
}): boolean {
  const { edition, operators } = dataset.report
  return dataset.sourceName === 'builtin' && edition !== BUILTIN_EDITION && operators === undefined
}
