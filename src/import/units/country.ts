import { VIETNAM } from '../../geo/bbox.ts'
import { toE7 } from '../../geo/point.ts'
import type { Bounds, NodesRead } from '../passes/read-nodes.ts'
import type { RelationsRead } from '../passes/read-relations.ts'
import type { WaysRead } from '../passes/read-ways.ts'

export const VIETNAM_E7: Bounds = {
  west: toE7(VIETNAM.west),
  south: toE7(VIETNAM.south),
  east: toE7(VIETNAM.east),
  north: toE7(VIETNAM.north),
}

/** ISO 3166-1 has no code for "unknown"; CLDR takes this one, which ISO leaves to users. */
const UNKNOWN_COUNTRY = 'ZZ'

/**
 * The country of the extract, ISO 3166-1 alpha-2. Vietnam when most nodes are in its box, which
 * parts of its neighbours share: nobody imports those by mistake. Else the country with the largest
 * share of its border in the extract: a neighbour's border is cut off.
 */
export function homeCountry(relations: RelationsRead, ways: WaysRead, nodes: NodesRead): string {
  if (nodes.count > 0 && 2 * nodes.atHome > nodes.count) return 'VN'
  let best = UNKNOWN_COUNTRY
  let bestShare = 0
  for (const country of relations.countries) {
    const held = country.ways.filter(({ id }) => ways.members.has(id)).length
    const share = held / Math.max(1, country.ways.length)
    if (share <= bestShare) continue
    best = country.code
    bestShare = share
  }
  return best
}
