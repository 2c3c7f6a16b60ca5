import type { PlaceId } from '../../base/ids.ts'
import { lineLengthM, pointAlong } from '../../geo/line.ts'
import type { Area } from '../passes/area.ts'
import type { Draft } from '../passes/interpret.ts'
import { lineThrough } from '../passes/position.ts'
import type { NumberedNode } from '../passes/read-nodes.ts'
import type { WayObject, WaysRead } from '../passes/read-ways.ts'
import type { Rejections } from '../report/report.ts'
import { interpolationOf } from '../tags/address-tags.ts'
import { houseImportance } from '../tags/importance.ts'
import { tidyName } from '../tags/names.ts'

/**
 * The rows of houses that a way of `addr:interpolation` stands for: one `house` for each stretch
 * between two numbered nodes. Its number is `1-99`, its line the stretch, and its tags keep how
 * houses are counted (`addr:interpolation`) and the numbers at both ends.
 */
export function interpolatedDrafts(
  ways: WaysRead,
  numbered: ReadonlyMap<number, NumberedNode>,
  areaAt: (point: { lonE7: number; latE7: number }) => Area,
  rejections: Rejections,
): Draft[] {
  return ways.interpolations.flatMap((way) => {
    const drafts = stretchesOf(way, numbered).flatMap((stretch, i) => {
      const line = lineThrough(ways.positions, stretch.refs)
      if (line.length < 4) return []
      const point = pointAlong(line, lineLengthM(line) / 2)
      const street = tidyName(way.tags['addr:street'] ?? stretch.from.street ?? '')
      const draft: Draft = {
        id: (i === 0 ? way.id : `${way.id}~${i}`) as PlaceId,
        kind: 'house',
        names: { name: '', nameEn: null, aliases: [] },
        category: '',
        houseNumber: `${stretch.from.number}-${stretch.to.number}`,
        address: {
          numbers: [],
          street: street === '' ? null : street,
          place: null,
          ward: null,
          district: null,
          province: null,
        },
        point,
        area: areaAt(point),
        importance: houseImportance(),
        lines: [line],
        tags: {
          'addr:interpolation': interpolationOf(way.tags) ?? 'all',
          'addr:interpolation:from': stretch.from.number,
          'addr:interpolation:to': stretch.to.number,
        },
      }
      return [draft]
    })
    if (drafts.length === 0) rejections.add('interpolation without numbers at its ends', way.id)
    return drafts
  })
}

interface Stretch {
  readonly refs: Float64Array
  readonly from: NumberedNode
  readonly to: NumberedNode
}

function stretchesOf(way: WayObject, numbered: ReadonlyMap<number, NumberedNode>): Stretch[] {
  const stretches: Stretch[] = []
  let from: { at: number; node: NumberedNode } | null = null
  for (let at = 0; at < way.refs.length; at++) {
    const node = numbered.get(way.refs[at]!)
    if (node === undefined) continue
    if (from !== null) {
      stretches.push({ refs: way.refs.subarray(from.at, at + 1), from: from.node, to: node })
    }
    from = { at, node }
  }
  return stretches
}
