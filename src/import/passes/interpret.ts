import type { PlaceId } from '../../base/ids.ts'
import type { Tags } from '../../base/tags.ts'
import type { Line } from '../../geo/line.ts'
import type { PointE7 } from '../../geo/ring.ts'
import type { PlaceKind } from '../../search/model/place.ts'
import type { TaggedObject } from '../report/object.ts'
import type { Rejections } from '../report/report.ts'
import { type AddressMeaning, addressMeaning } from '../tags/address-tags.ts'
import { houseImportance, poiImportance, settlementImportance } from '../tags/importance.ts'
import type { Names } from '../tags/names.ts'
import { POI_KEYS, poiMeaning } from '../tags/poi-tags.ts'
import { settlementMeaning } from '../tags/settlement-tags.ts'
import { keptTags } from '../tags/tags.ts'
import type { Area } from './area.ts'

/** A place whose ward is known and whose street is not yet. */
export interface Draft {
  readonly id: PlaceId
  readonly kind: Extract<PlaceKind, 'settlement' | 'house' | 'poi'>
  readonly names: Names
  readonly category: string
  readonly houseNumber: string | null
  readonly address: AddressMeaning | null
  readonly point: PointE7
  readonly area: Area
  readonly importance: number
  readonly lines: readonly Line[]
  readonly tags: Tags
}

const NO_NAMES: Names = { name: '', nameEn: null, aliases: [] }
const NO_KEYS: ReadonlySet<string> = new Set()

/**
 * The places that one object is: a settlement, or a POI and houses. A POI has its first number
 * itself; further numbers (`12;14`) are houses beside it, with the number in their id (`n5~14`).
 */
export function draftsOf(
  object: TaggedObject,
  point: PointE7,
  area: Area,
  rejections: Rejections,
): Draft[] {
  const { tags } = object
  const settlement = settlementMeaning(tags)
  if (settlement !== null) {
    const importance = settlementImportance(settlement.settlement, tags)
    const category = `place=${settlement.settlement}`
    const names = settlement.names
    return [{ ...blank(object, point, area), kind: 'settlement', names, category, importance }]
  }
  const address = addressMeaning(tags)
  const drafts: Draft[] = []
  const poi = poiMeaning(tags)
  if (typeof poi === 'string') rejections.add(poi, object.id)
  else if (poi !== null) {
    drafts.push({
      ...blank(object, point, area),
      kind: 'poi',
      names: poi.names,
      category: poi.category,
      houseNumber: address?.numbers[0] ?? null,
      address,
      importance: poiImportance(poi.category, tags),
    })
  }
  for (const number of address?.numbers.slice(drafts.length) ?? []) {
    const isFirst = drafts.length === 0
    const id = isFirst ? object.id : `${object.id}~${number}`
    drafts.push({
      ...blank(object, point, area),
      id: id as PlaceId,
      kind: 'house',
      houseNumber: number,
      address,
      importance: houseImportance(),
      tags: keptTags(tags, NO_KEYS),
    })
  }
  return drafts
}

function blank(object: TaggedObject, point: PointE7, area: Area): Draft {
  return {
    id: object.id as string as PlaceId,
    kind: 'poi',
    names: NO_NAMES,
    category: '',
    houseNumber: null,
    address: null,
    point,
    area,
    importance: 0,
    lines: [],
    tags: keptTags(object.tags, POI_KEYS),
  }
}
