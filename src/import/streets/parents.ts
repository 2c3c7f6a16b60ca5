import type { PlaceId } from '../../base/ids.ts'
import { boxOfPoints, lineLengthM } from '../../geo/line.ts'
import type { PointE7 } from '../../geo/ring.ts'
import type { Place } from '../../search/model/place.ts'
import type { Area } from '../passes/area.ts'
import type { Draft } from '../passes/interpret.ts'
import type { Rejections } from '../report/report.ts'
import { alleyName } from '../tags/alley.ts'
import { alleyImportance, streetImportance } from '../tags/importance.ts'
import { clusterLines } from './clusters.ts'
import { StreetBook } from './street-book.ts'
import { streetKey } from './street-key.ts'
import { type Street, StreetIds } from './streets.ts'

/** An alley opens onto its street: its end is on the carriageway, or beside a wide one. */
const ALLEY_MOUTH_M = 25
/** A number without a street belongs to the street before the door, if that is near enough. */
const DOOR_M = 30
/**
 * Addresses of one unmapped street are close together; the same name far away is another street.
 */
const UNMAPPED_CELL_E7 = 100_000
/** Longer ones are whole addresses that were put into the wrong field. */
const UNMAPPED_NAME_CHARS_MAX = 80

/** Every place of the extract with its street; the streets themselves first. */
export function withStreets(
  mapped: readonly Street[],
  drafts: readonly Draft[],
  rejections: Rejections,
): Place[] {
  const book = new StreetBook(mapped)
  const streetOfDraft = drafts.map((draft) => streetIndexOf(draft, book))
  const unmapped = unmappedStreets(drafts, streetOfDraft, mapped.length)
  const streets = [...mapped, ...unmapped.streets]
  const places = streetPlaces(streets, book)
  const all = [...places]
  drafts.forEach((draft, i) => {
    const index = unmapped.ofDraft.get(i) ?? streetOfDraft[i] ?? -1
    const street = places[index] ?? null
    const place = placeOf(draft, street)
    if (place.kind === 'house' && place.streetName === null) {
      rejections.add('house number without a street', draft.id)
    } else all.push(place)
  })
  return all
}

function streetIndexOf(draft: Draft, book: StreetBook): number {
  const { address, point, area } = draft
  if (address === null) return -1
  if (address.street !== null) return book.named(address.street, point, area)
  if (address.place !== null || draft.houseNumber === null) return -1
  // `45/12` is counted from the street that alley 45 opens onto, not from the alley.
  const isInAlley = draft.houseNumber.includes('/')
  return book.beside(point, DOOR_M, (street) => !(isInAlley && street.alley !== null))
}

/** Streets that only addresses name, one for each cluster of addresses. */
function unmappedStreets(
  drafts: readonly Draft[],
  streetOfDraft: readonly number[],
  firstIndex: number,
): { readonly streets: readonly Street[]; readonly ofDraft: ReadonlyMap<number, number> } {
  const groups = new Map<string, { draft: Draft; i: number; line: Int32Array }[]>()
  drafts.forEach((draft, i) => {
    const name = draft.address?.street ?? ''
    const isName = /\p{L}|\d\/\d/u.test(name) && name.length <= UNMAPPED_NAME_CHARS_MAX
    if (!isName || (streetOfDraft[i] ?? -1) >= 0) return
    const key = `${draft.area.wardId}|${draft.area.provinceId}|${streetKey(name)}`
    const item = { draft, i, line: Int32Array.of(draft.point.lonE7, draft.point.latE7) }
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [item])
    else group.push(item)
  })
  const streets: Street[] = []
  const ofDraft = new Map<number, number>()
  for (const group of groups.values()) {
    for (const cluster of clusterLines(group, UNMAPPED_CELL_E7)) {
      for (const { i } of cluster) ofDraft.set(i, firstIndex + streets.length)
      streets.push(unmappedStreet(cluster.map((item) => item.draft)))
    }
  }
  return { streets, ofDraft }
}

function unmappedStreet(drafts: readonly Draft[]): Street {
  const name = drafts[0]?.address?.street ?? ''
  const points = drafts.map((draft) => draft.point)
  return {
    key: streetKey(name),
    area: drafts[0]?.area ?? { wardId: null, provinceId: null },
    names: { name, nameEn: null, aliases: [] },
    roadClass: null,
    alley: alleyName(name),
    lines: [],
    lengthM: extentM(points),
    stand: medianOf(points),
  }
}

/** From corner to corner of the box around the points. */
function extentM(points: readonly PointE7[]): number {
  const line = Int32Array.from(points.flatMap(({ lonE7, latE7 }) => [lonE7, latE7]))
  const { west, south, east, north } = boxOfPoints(line)
  return lineLengthM(Int32Array.of(west, south, east, north))
}

/** The middle one by longitude: a point with a real address. */
function medianOf(points: readonly PointE7[]): PointE7 {
  const sorted = points.toSorted((a, b) => a.lonE7 - b.lonE7 || a.latE7 - b.latE7)
  return sorted[sorted.length >> 1] ?? { lonE7: 0, latE7: 0 }
}

/** The places of streets and alleys, in the order of `streets`. Alleys have their street's id. */
function streetPlaces(streets: readonly Street[], book: StreetBook): Place[] {
  const ids = new StreetIds()
  const parents = streets.map((street) => parentIndexOf(street, streets, book))
  const idOf: PlaceId[] = []
  // First places without a parent, then places named after their parent.
  const order = [...streets.keys()].sort(
    (a, b) => Number(isNumberOnly(streets[a])) - Number(isNumberOnly(streets[b])) || a - b,
  )
  for (const i of order) {
    const street = streets[i]
    if (street === undefined) continue
    const scope = scopeOf(street.area)
    const parentId = idOf[parents[i] ?? -1] ?? ''
    idOf[i] = ids.idOf(isNumberOnly(street) ? `${scope}|${parentId}` : scope, street)
  }
  return streets.map((street, i) => {
    const parent = parents[i] ?? -1
    return streetPlace(street, idOf[i] ?? ('' as PlaceId), {
      name: streets[parent]?.names.name ?? street.alley?.parentStreet ?? null,
      id: idOf[parent] ?? null,
    })
  })
}

/** `Ngõ 31`: its name alone does not identify it. */
function isNumberOnly(street: Street | undefined): boolean {
  const alley = street?.alley ?? null
  return alley !== null && alley.chain !== null && alley.parentStreet === null
}

function scopeOf(area: Area): string {
  return area.wardId ?? area.provinceId ?? ''
}

/** By the alley's name, else the street that one of its ends touches; -1 for none. */
function parentIndexOf(street: Street, streets: readonly Street[], book: StreetBook): number {
  const { alley } = street
  if (alley === null) return -1
  if (alley.parentStreet !== null) {
    const named = book.named(alley.parentStreet, street.stand, street.area)
    if (named >= 0 && streets[named] !== street) return named
  }
  for (const line of street.lines) {
    const ends = [
      { lonE7: line[0]!, latE7: line[1]! },
      { lonE7: line.at(-2)!, latE7: line.at(-1)! },
    ]
    for (const end of ends) {
      const found = book.beside(end, ALLEY_MOUTH_M, (other) => other.alley === null)
      if (found >= 0) return found
    }
  }
  return -1
}

function streetPlace(
  street: Street,
  id: PlaceId,
  parent: { readonly name: string | null; readonly id: PlaceId | null },
): Place {
  const isAlley = street.alley !== null
  return {
    id,
    kind: isAlley ? 'alley' : 'street',
    source: 'osm',
    name: street.names.name,
    nameEn: street.names.nameEn,
    aliases: street.names.aliases,
    code: null,
    category: street.roadClass === null ? '' : `highway=${street.roadClass}`,
    houseNumber: street.alley?.chain ?? null,
    streetName: isAlley ? parent.name : null,
    streetId: isAlley ? parent.id : null,
    wardId: street.area.wardId,
    provinceId: street.area.provinceId,
    successorIds: [],
    formerParentId: null,
    lonE7: street.stand.lonE7,
    latE7: street.stand.latE7,
    importance: isAlley
      ? alleyImportance(street.lengthM)
      : streetImportance(street.roadClass ?? 'road', street.lengthM),
    lines: street.lines,
    tags: {},
  }
}

/** The place that a draft becomes; the name of its street is that of the street's place. */
function placeOf(draft: Draft, street: Place | null): Place {
  const written = draft.address?.street ?? draft.address?.place ?? null
  return {
    id: draft.id,
    kind: draft.kind,
    source: 'osm',
    name: draft.names.name,
    nameEn: draft.names.nameEn,
    aliases: draft.names.aliases,
    code: null,
    category: draft.category,
    houseNumber: draft.houseNumber,
    streetName: street?.name ?? written,
    streetId: street?.id ?? null,
    wardId: draft.area.wardId,
    provinceId: draft.area.provinceId,
    successorIds: [],
    formerParentId: null,
    lonE7: draft.point.lonE7,
    latE7: draft.point.latE7,
    importance: draft.importance,
    lines: draft.lines,
    tags: draft.tags,
  }
}
