import { assert } from '../../base/assert.ts'
import type { PlaceId } from '../../base/ids.ts'
import { toE7 } from '../../geo/point.ts'
import type { PointE7 } from '../../geo/ring.ts'
import type { Place } from '../../search/model/place.ts'
import { pointInLargest } from '../passes/position.ts'
import { provinceImportance, settlementImportance, wardImportance } from '../tags/importance.ts'
import type { Settlement } from '../tags/settlement-tags.ts'
import { stableId } from '../tags/stable-id.ts'
import { bareUnitName, spellingKey } from '../tags/unit-names.ts'
import { BLANK_PLACE } from './blank-place.ts'
import {
  builtinBoundaries,
  formerDistrictRecords,
  PROVINCES,
  type ProvinceRecord,
  provinceId,
  type TownRecord,
  townRecords,
  type WardRecord,
  wardRecords,
} from './builtin-data.ts'
import { isItsCity } from './city-centres.ts'
import { formerUnitPlaces } from './former-units.ts'

/*
 * The dataset that answers before any import: provinces, wards, towns and former units. Names are
 * complete. A ward's position is that of the town of its name, else amid the towns of its former
 * district, else of its former province; the vaguer that is, the less important is the ward.
 */

export { BUILTIN_ATTRIBUTION, builtinBoundaries } from './builtin-data.ts'
export { formerUnitPlaces } from './former-units.ts'

/**
 * Importance lost by a ward whose position is amid the towns of its former district, or of its
 * province.
 */
const DISTRICT_LOSS = 0.1
const PROVINCE_LOSS = 0.2

/** Provinces and wards of today, as rows. */
export function builtinUnits(): Place[] {
  const towns = townRecords()
  const provincePoints = pointsInProvinces()
  const provinces = PROVINCES.map((province) => provincePlace(province, towns, provincePoints))
  const stands = new WardStands(towns, provincePoints)
  return [...provinces, ...wardRecords().map((ward) => wardPlace(ward, stands))]
}

/** Everything: units of today, towns and former units. */
export function builtinPlaces(): Place[] {
  const units = builtinUnits()
  const wards = units.filter(({ kind }) => kind === 'ward')
  const wardByName = new Map(
    wards.map((ward) => [`${ward.provinceId} ${spellingKey(bareUnitName(ward.name))}`, ward.id]),
  )
  const nameOf = new Map(units.map(({ id, name }) => [id, name]))
  const settlements = townRecords()
    // GeoNames has the numbered districts of Saigon as towns: they are former units here.
    .filter((town) => !/^Quận \d/.test(town.name))
    .filter((town) => !isItsCity(nameOf.get(provinceId(town.provinceCode)) ?? '', town.name))
    .map((town) => settlementPlace(town, wardByName))
  const positions = new Map(wards.map((ward) => [ward.id, ward]))
  const former = formerUnitPlaces((id) => positions.get(id) ?? null)
  return [...units, ...settlements, ...former]
}

/** Other names of a province of today, by its official code; empty for an unknown code. */
export function provinceAliases(code: string): readonly string[] {
  const province = PROVINCES.find((known) => known.code === code)
  return province ? [...new Set([bareUnitName(province.name), ...province.aliases])] : []
}

function provincePlace(
  province: ProvinceRecord,
  towns: readonly TownRecord[],
  inside: ReadonlyMap<string, PointE7>,
): Place {
  const seat = towns.find((town) => isSeat(town, province))
  return {
    ...BLANK_PLACE,
    id: province.id,
    kind: 'province',
    name: province.name,
    nameEn: province.nameEn,
    aliases: provinceAliases(province.code),
    code: province.code,
    category: 'boundary=administrative',
    ...(seat ? pointOf(seat) : pointIn(inside, province.code)),
    importance: provinceImportance({ population: null, isNotable: true }),
  }
}

function wardPlace(ward: WardRecord, stands: WardStands): Place {
  const short = bareUnitName(ward.name)
  const { point, loss } = stands.of(ward)
  return {
    ...BLANK_PLACE,
    id: ward.id,
    kind: 'ward',
    name: ward.name,
    nameEn: null,
    aliases: /^\d/.test(short) ? [] : [short],
    code: ward.code,
    category: 'boundary=administrative',
    provinceId: provinceId(ward.provinceCode),
    ...point,
    importance: wardImportance({ population: null, isNotable: false }) - loss,
  }
}

function settlementPlace(town: TownRecord, wardByName: ReadonlyMap<string, PlaceId>): Place {
  const settlement = settlementOf(town)
  const isCapital = PROVINCES.some((province) => isSeat(town, province))
  const province = provinceId(town.provinceCode)
  return {
    ...BLANK_PLACE,
    id: stableId('g', `${town.provinceCode}/${town.name}/${town.lon}/${town.lat}`),
    kind: 'settlement',
    name: town.name,
    nameEn: null,
    aliases: [],
    code: null,
    category: `place=${settlement}`,
    wardId: wardByName.get(`${province} ${spellingKey(town.name)}`) ?? null,
    provinceId: province,
    ...pointOf(town),
    importance: settlementImportance(settlement, isCapital ? { capital: '4' } : {}),
  }
}

/** A provincial capital is a city, what a district is named after a town, the rest villages. */
function settlementOf(town: TownRecord): Settlement {
  if (PROVINCES.some((province) => isSeat(town, province))) return 'city'
  const district = town.formerDistrict?.split('/')[1] ?? ''
  if (spellingKey(bareUnitName(district)) !== spellingKey(town.name)) return 'village'
  return /^Thành phố /.test(district) ? 'city' : 'town'
}

function isSeat(town: TownRecord, province: ProvinceRecord): boolean {
  return town.provinceCode === province.code && town.name === province.seat
}

interface Stand {
  readonly point: PointE7
  /** Importance lost by a vague position. */
  readonly loss: number
}

/** Finds the positions of wards by the towns around. */
class WardStands {
  private readonly townsByName: ReadonlyMap<string, readonly TownRecord[]>
  private readonly townsByDistrict: ReadonlyMap<string, readonly TownRecord[]>
  private readonly townsByProvince: ReadonlyMap<string, readonly TownRecord[]>
  private readonly districtOfWard: ReadonlyMap<PlaceId, string>
  private readonly inside: ReadonlyMap<string, PointE7>

  constructor(towns: readonly TownRecord[], inside: ReadonlyMap<string, PointE7>) {
    this.townsByName = Map.groupBy(towns, (t) => `${t.provinceCode} ${spellingKey(t.name)}`)
    this.townsByDistrict = Map.groupBy(towns, (town) => town.formerDistrict ?? '')
    this.townsByProvince = Map.groupBy(
      towns.filter(({ formerDistrict }) => formerDistrict !== null),
      ({ formerDistrict }) => formerDistrict?.split('/')[0] ?? '',
    )
    this.districtOfWard = mainDistricts()
    this.inside = inside
  }

  of(ward: WardRecord): Stand {
    const district = this.districtOfWard.get(ward.id) ?? ''
    const around = district === '' ? [] : (this.townsByDistrict.get(district) ?? [])
    const name = `${ward.provinceCode} ${spellingKey(bareUnitName(ward.name))}`
    const namesakes = this.townsByName.get(name) ?? []
    const townOfDistrict = namesakes.find((town) => town.formerDistrict === district)
    // A town of that name elsewhere in the province is another one, unless its district is not
    // known.
    const homeless = namesakes.filter(({ formerDistrict }) => formerDistrict === null)
    const town =
      townOfDistrict ?? homeless.find((each) => around.length === 0 || isNear(each, around))
    if (town) return { point: pointOf(town), loss: 0 }
    if (around.length > 0) return { point: middleOf(around), loss: DISTRICT_LOSS }
    const province = this.townsByProvince.get(district.split('/')[0] ?? '')
    const point = province ? middleOf(province) : pointIn(this.inside, ward.provinceCode)
    return { point, loss: PROVINCE_LOSS }
  }
}

/** About 30 km: what a district measures. */
const NEAR_DEG = 0.3

function isNear(town: TownRecord, around: readonly TownRecord[]): boolean {
  return around.some(
    ({ lon, lat }) => Math.abs(lon - town.lon) < NEAR_DEG && Math.abs(lat - town.lat) < NEAR_DEG,
  )
}

/** Of each ward of today the former district, `province/district`, that gave it most wards. */
function mainDistricts(): Map<PlaceId, string> {
  const parts = new Map<PlaceId, Map<string, number>>()
  for (const { province, name, wards } of formerDistrictRecords()) {
    for (const id of wards.flatMap((ward) => ward.successorIds)) {
      const counts = parts.get(id) ?? new Map<string, number>()
      parts.set(id, counts)
      const path = `${province}/${name}`
      counts.set(path, (counts.get(path) ?? 0) + 1)
    }
  }
  const main = [...parts].map(([id, counts]): [PlaceId, string] => {
    const [largest] = [...counts].sort((a, b) => b[1] - a[1])
    return [id, largest?.[0] ?? '']
  })
  return new Map(main)
}

/** A point inside the largest polygon of each province, by code. */
function pointsInProvinces(): Map<string, PointE7> {
  return new Map(
    builtinBoundaries().map(({ unit, polygons }) => [unit.code, pointInLargest(polygons)]),
  )
}

function pointIn(inside: ReadonlyMap<string, PointE7>, provinceCode: string): PointE7 {
  const point = inside.get(provinceCode)
  assert(point, 'every province has a polygon')
  return point
}

function pointOf(town: TownRecord): PointE7 {
  return { lonE7: toE7(town.lon), latE7: toE7(town.lat) }
}

function middleOf(towns: readonly TownRecord[]): PointE7 {
  const sum = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0)
  return {
    lonE7: toE7(sum(towns.map(({ lon }) => lon)) / towns.length),
    latE7: toE7(sum(towns.map(({ lat }) => lat)) / towns.length),
  }
}
