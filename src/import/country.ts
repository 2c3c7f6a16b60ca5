import { VIETNAM } from '../geo/bbox.ts'
import { toE7 } from '../geo/point.ts'
import type { Bounds, NodesRead } from './read-nodes.ts'
import type { RelationsRead } from './read-relations.ts'

export const VIETNAM_E7: Bounds = {
  west: toE7(VIETNAM.west),
  south: toE7(VIETNAM.south),
  east: toE7(VIETNAM.east),
  north: toE7(VIETNAM.north),
}

/** ISO 3166-1 has no code for "unknown"; CLDR takes this one, which ISO leaves to users. */
const UNKNOWN_COUNTRY = 'ZZ'

/**
 * The country that the extract is of, ISO 3166-1 alpha-2. Vietnam when most nodes lie in its box,
 * which parts of its neighbours share: nobody imports those by mistake. Else the one country whose
 * border relation or subdivisions the extract names most often.
 */
export function homeCountry(relations: RelationsRead, nodes: NodesRead): string {
  if (nodes.count > 0 && 2 * nodes.atHome > nodes.count) return 'VN'
  const votes = new Map<string, number>()
  const named = relations.boundaries.flatMap(({ meaning }) => meaning.country ?? [])
  for (const country of [...relations.countries, ...named]) {
    votes.set(country, (votes.get(country) ?? 0) + 1)
  }
  const best = [...votes].sort((a, b) => b[1] - a[1])[0]
  return best?.[0] ?? UNKNOWN_COUNTRY
}
