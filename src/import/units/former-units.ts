import type { PlaceId } from '../../base/ids.ts'
import { toE7 } from '../../geo/point.ts'
import type { PointE7 } from '../../geo/ring.ts'
import type { Place, PlaceKind } from '../../search/model/place.ts'
import { FORMER_DISTRICT, FORMER_PROVINCE, FORMER_WARD } from '../tags/importance.ts'
import { stableId } from '../tags/stable-id.ts'
import { bareUnitName, spellingKey } from '../tags/unit-names.ts'
import {
  type FormerDistrictRecord,
  formerDistrictRecords,
  PROVINCES,
  type ProvinceRecord,
  provinceId,
  townRecords,
  wardRecords,
} from './builtin-data.ts'

/** Position of a ward of today; null when the dataset lacks it. */
export type PositionOf = (wardId: PlaceId) => PointE7 | null

/**
 * The units that the reform of 1 July 2025 ended, as places: 29 provinces, about 700 districts,
 * about 10,800 wards, parents before children. Units without a successor in the dataset are left
 * out, as are such successors: an extract of one city has the former units of that city. A district
 * whose successors are all there has the position of the town that gave it its name (GeoNames), if
 * there is one; every other unit has that of a ward that took it over.
 */
export function formerUnitPlaces(positionOf: PositionOf): Place[] {
  const provinceOfWard = new Map(
    wardRecords().map((ward) => [ward.id, provinceId(ward.provinceCode)]),
  )
  const districts = formerDistrictRecords()
  const towns = namesakeTowns()
  const places: Place[] = []
  const add = (unit: FormerUnit): void => {
    const place = placeOf(unit, positionOf, provinceOfWard)
    if (place !== null) places.push(place)
  }
  for (const province of PROVINCES) {
    for (const name of endedProvinces(province)) add(formerProvince(name, districts))
  }
  for (const district of districts) {
    const path = pathOf([district.province, district.name])
    const [ward] = successorsOf([district])
    const province = ward === undefined ? undefined : provinceOfWard.get(ward)
    add(formerDistrict(district, towns.get(path) ?? townOf(towns, district.name, province)))
    const parentId = formerId(district.province, district.name)
    for (const ward of district.wards) {
      if (ward.name === '') continue
      add({
        id: idOfPath(`${path}/${spellingKey(ward.name)}`),
        kind: 'ward',
        name: ward.name,
        aliases: shortNames([ward.name]),
        successorIds: ward.successorIds,
        parentId,
        importance: FORMER_WARD,
        centre: null,
      })
    }
  }
  return places
}

/**
 * `f` and a hash of its former path: the same for every dataset, whatever the place of tone marks.
 * For a province that still exists under its name, that province's id.
 */
export function formerId(province: string, district?: string, ward?: string): PlaceId {
  const today = PROVINCES.find(({ former }) => former[0] === province)
  if (today && district === undefined) return today.id
  return idOfPath(pathOf([province, district, ward].filter((name) => name !== undefined)))
}

function pathOf(names: readonly string[]): string {
  return names.map(spellingKey).join('/')
}

function idOfPath(path: string): PlaceId {
  return stableId('f', path)
}

/** Former provinces whose name ended; the first of a merger gave its name to the whole. */
function endedProvinces(province: ProvinceRecord): readonly string[] {
  return province.former.slice(1)
}

/**
 * Positions of the towns that gave former districts their names, by the path of the district; for a
 * town whose district is not known, by its province of today and its name.
 */
function namesakeTowns(): ReadonlyMap<string, PointE7> {
  const towns = new Map<string, PointE7>()
  for (const { name, lon, lat, provinceCode, formerDistrict } of townRecords()) {
    const at = { lonE7: toE7(lon), latE7: toE7(lat) }
    if (formerDistrict === null) {
      towns.set(pathOf([provinceId(provinceCode), name]), at)
      continue
    }
    const path = formerDistrict.split('/')
    const district = bareUnitName(path.at(-1) ?? '')
    if (spellingKey(district) === spellingKey(name)) towns.set(pathOf(path), at)
  }
  return towns
}

/** Districts that were towns: there is one of that name in a province. */
const IS_TOWN = /^(?:thành phố|thị xã) /i

/** Position of the town of the district, by its province of today; null for none. */
function townOf(
  towns: ReadonlyMap<string, PointE7>,
  district: string,
  province: PlaceId | undefined,
): PointE7 | null {
  if (province === undefined || !IS_TOWN.test(district)) return null
  return towns.get(pathOf([province, bareUnitName(district)])) ?? null
}

interface FormerUnit {
  readonly id: PlaceId
  readonly kind: PlaceKind
  readonly name: string
  readonly aliases: readonly string[]
  readonly successorIds: readonly PlaceId[]
  readonly parentId: PlaceId | null
  readonly importance: number
  /** Its usual centre, if it is known. */
  readonly centre: PointE7 | null
}

function formerProvince(name: string, districts: readonly FormerDistrictRecord[]): FormerUnit {
  return {
    id: formerId(name),
    kind: 'province',
    name,
    aliases: shortNames([name]),
    successorIds: successorsOf(districts.filter((district) => district.province === name)),
    parentId: null,
    importance: FORMER_PROVINCE,
    centre: null,
  }
}

function formerDistrict(district: FormerDistrictRecord, centre: PointE7 | null): FormerUnit {
  return {
    id: formerId(district.province, district.name),
    kind: 'district',
    name: district.name,
    aliases: [...district.olderNames, ...shortNames([district.name, ...district.olderNames])],
    successorIds: successorsOf([district]),
    parentId: formerId(district.province),
    importance: FORMER_DISTRICT.find(([kind]) => kind.test(district.name))![1],
    centre,
  }
}

/** Names without their kind, bare numbers left out: `5` alone names nothing. */
function shortNames(names: readonly string[]): string[] {
  const shorts = names.map(bareUnitName)
  return [...new Set(shorts.filter((short, i) => short !== names[i] && !/^\d/.test(short)))]
}

/** The wards of today on the ground of those districts: the one with most former wards first. */
function successorsOf(districts: readonly FormerDistrictRecord[]): PlaceId[] {
  const parts = new Map<PlaceId, number>()
  for (const { wards } of districts) {
    for (const { successorIds } of wards) {
      successorIds.forEach((id, i) => {
        parts.set(id, (parts.get(id) ?? 0) + (i === 0 ? 1 : 0.5))
      })
    }
  }
  return [...parts].sort((a, b) => b[1] - a[1]).map(([id]) => id)
}

function placeOf(
  unit: FormerUnit,
  positionOf: PositionOf,
  provinceOfWard: ReadonlyMap<PlaceId, PlaceId>,
): Place | null {
  const held = unit.successorIds.flatMap((id) => {
    const position = positionOf(id)
    return position === null ? [] : [{ id, position }]
  })
  const [first] = held
  if (!first) return null
  const isWard = unit.kind === 'ward'
  const isWhole = held.length === unit.successorIds.length
  const centre = isWhole ? unit.centre : null
  const stand = centre ?? (isWard ? first.position : middleOf(held.map(({ position }) => position)))
  return {
    id: unit.id,
    kind: unit.kind,
    source: 'builtin',
    name: unit.name,
    nameEn: null,
    aliases: unit.aliases,
    code: null,
    category: 'boundary=administrative',
    houseNumber: null,
    streetName: null,
    streetId: null,
    wardId: isWard ? first.id : null,
    provinceId: provinceOfWard.get(first.id) ?? null,
    successorIds: held.map(({ id }) => id),
    formerParentId: unit.parentId,
    lonE7: stand.lonE7,
    latE7: stand.latE7,
    importance: unit.importance,
    lines: [],
    tags: {},
  }
}

/** The point nearest to the mean of the points: the mean itself may be in the sea. */
function middleOf(points: readonly PointE7[]): PointE7 {
  let lon = 0
  let lat = 0
  for (const point of points) {
    lon += point.lonE7 / points.length
    lat += point.latE7 / points.length
  }
  const away = ({ lonE7, latE7 }: PointE7) => Math.hypot(lonE7 - lon, latE7 - lat)
  return points.reduce((best, point) => (away(point) < away(best) ? point : best))
}
