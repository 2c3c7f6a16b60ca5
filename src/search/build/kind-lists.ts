import type { StringPoolWriter } from '../../base/string-pool.ts'
import { cellOf, columnOf, rowOf } from '../index/kind-cells.ts'
import { LISTED_KINDS, listedKindOf } from '../index/listed-kinds.ts'
import type { Place } from '../model/place.ts'

/** The lists of the places of each kind that is listed, by cells (layout.ts). */
export function kindLists(places: readonly Place[], strings: StringPoolWriter) {
  const found = places.flatMap(({ kind: its, category, lonE7, latE7 }, place) => {
    const kind = its === 'poi' ? listedKindOf(category) : -1
    return kind < 0 ? [] : [{ kind, place, cell: cellOf(columnOf(lonE7), rowOf(latE7)) }]
  })
  found.sort((a, b) => a.kind - b.kind || a.cell - b.cell || a.place - b.place)
  const kindFirst = new Uint32Array(LISTED_KINDS.length + 1)
  for (const { kind } of found) kindFirst[kind + 1]!++
  for (let kind = 0; kind < LISTED_KINDS.length; kind++) kindFirst[kind + 1]! += kindFirst[kind]!
  return {
    kindTags: Uint32Array.from(LISTED_KINDS, ({ tags }) => strings.add(tags)),
    kindFirst,
    kindCell: Uint32Array.from(found, ({ cell }) => cell),
    kindPlace: Uint32Array.from(found, ({ place }) => place),
  }
}
