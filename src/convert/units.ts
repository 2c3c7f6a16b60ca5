import older from '../../data/older-wards.json' with { type: 'json' }
import mergers from '../../data/province-mergers.json' with { type: 'json' }
import tables from '../../data/units.json' with { type: 'json' }
import { assert } from '../base/assert.ts'
import { brokenStick, merged, type Part } from './parts.ts'
import { keyOfName } from './unit-key.ts'

/*
 * The units of before and after 1 July 2025, and which became which (data/units.json). Before, a
 * ward lay in a district and that in one of 63 provinces; since then a ward lies in one of 34
 * provinces.
 */

/** The two systems of units. */
export const SYSTEMS = ['new', 'old'] as const
export type System = (typeof SYSTEMS)[number]

export type UnitLevel = 'ward' | 'district' | 'province'

export interface Unit {
  readonly level: UnitLevel
  readonly system: System
  /**
   * The official name: `Phường 7`. Empty for the ground of a district without wards, in place of
   * its ward.
   */
  readonly name: string
  /** As the source has it; null when it is to be made of the name. */
  readonly nameEn: string | null
  /** Other names that people write. */
  readonly aliases: readonly string[]
  /** Of the General Statistics Office; null when no openly licensed source has it. */
  readonly code: string | null
  /** Of a former ward its district, of a district its province, of a ward of today its province. */
  readonly parent: Unit | null
  /** Whether it had ended before the reform: it is understood, and is no answer. */
  readonly isOlder: boolean
  /** Parts in the other system, largest first; shares add up to 1. */
  readonly parts: readonly Part[]
}

export interface UnitTables {
  readonly units: readonly Unit[]
  /** Of today and of before, by the codes of the General Statistics Office. */
  readonly byCode: Readonly<Record<System, ReadonlyMap<string, Unit>>>
}

/** While the tables are read, parts are added. */
type Growing = Omit<Unit, 'parts'> & { parts: readonly Part[] }

const BLANK = { nameEn: null, aliases: [], isOlder: false, parts: [] }

/** Reads the tables, which the program carries. Cost: some 50 ms. */
export function readUnits(): UnitTables {
  const today = mergers.provinces.map((record) => provinceOfToday(record))
  const newWards = new Map<string, Growing>()
  for (const province of today) {
    for (const text of WARDS[province.code ?? ''] ?? []) {
      const [code, name] = [text.slice(0, 5), text.slice(6)]
      newWards.set(code, { ...BLANK, level: 'ward', system: 'new', name, code, parent: province })
    }
  }
  const before = mergers.provinces.flatMap(({ former, code }) =>
    former.map((name) => formerProvince(name, today.find((each) => each.code === code)!)),
  )
  const districts = before.flatMap((province) => districtsOf(province))
  const oldWards = districts.flatMap((district) => wardsOf(district, newWards))
  const inDistrict = Map.groupBy(oldWards, ({ parent }) => parent)
  for (const district of districts) district.parts = merged(inDistrict.get(district) ?? [])
  addFormerParts([...newWards.values()], oldWards)
  const inProvince = Map.groupBy(newWards.values(), ({ parent }) => parent)
  for (const province of today) province.parts = provincesOf(inProvince.get(province) ?? [])
  const renamed = renamedWards(districts, oldWards)
  const units = [...today, ...newWards.values(), ...before, ...districts, ...oldWards, ...renamed]
  return { units, byCode: { new: byCode(units, 'new'), old: byCode(units, 'old') } }
}

type ByName<T> = Readonly<Record<string, T>>

const WARDS: ByName<readonly string[]> = tables.wards
const FORMER: ByName<ByName<ByName<string>>> = tables.former
const FORMER_CODES: ByName<ByName<string>> = tables.formerCodes
const PROVINCE_CODES: ByName<string> = mergers.formerCodes
const RENAMED: ByName<string> = older.renamed
const OLDER_NAMES: ByName<ByName<readonly string[]>> = tables.olderNames

/**
 * Districts that were one city before. Resolution 1314/NQ-UBTVQH15: the city of Huế became two
 * districts on 1 January 2025.
 */
const PARTS_OF_CITIES: ByName<readonly string[]> = {
  'Quận Phú Xuân': ['Thành phố Huế'],
  'Quận Thuận Hóa': ['Thành phố Huế'],
}

function provinceOfToday(record: (typeof mergers.provinces)[number]): Growing {
  const { name, nameEn, aliases, code } = record
  return { ...BLANK, level: 'province', system: 'new', name, nameEn, aliases, code, parent: null }
}

function formerProvince(name: string, today: Unit): Growing {
  // That which gave its name to the whole is written in the same ways.
  const { nameEn, aliases } = name === today.name ? today : BLANK
  const code = PROVINCE_CODES[name] ?? null
  const parts = [{ unit: today, share: 1 }]
  return {
    ...BLANK,
    level: 'province',
    system: 'old',
    name,
    nameEn,
    aliases,
    code,
    parts,
    parent: null,
  }
}

function districtsOf(province: Unit): Growing[] {
  return Object.keys(FORMER[province.name] ?? {}).map((name) => {
    const codes = codesOf(province.name, name)
    return {
      ...BLANK,
      level: 'district',
      system: 'old',
      name,
      aliases: [...(OLDER_NAMES[province.name]?.[name] ?? []), ...(PARTS_OF_CITIES[name] ?? [])],
      code: null,
      parent: province,
      isOlder: codes.every((code) => code === null) && !isWithoutWards(province.name, name),
    }
  })
}

/** The five districts of islands. */
function isWithoutWards(province: string, district: string): boolean {
  return Object.hasOwn(FORMER[province]?.[district] ?? {}, '')
}

function codesOf(province: string, district: string): (string | null)[] {
  const text = FORMER_CODES[province]?.[district] ?? ''
  return text.split(' ').map((code) => (code === '-' ? null : code))
}

function wardsOf(district: Unit, newWards: ReadonlyMap<string, Unit>): Growing[] {
  const province = district.parent?.name ?? ''
  const codes = codesOf(province, district.name)
  return Object.entries(FORMER[province]?.[district.name] ?? {}).map(([name, successors], i) => {
    const code = codes[i] ?? null
    const today = successors.split(' ')
    const shares = brokenStick(today.length)
    const parts = today.map((each, k) => {
      const unit = newWards.get(each)
      assert(unit, 'a former ward became wards of today')
      return { unit, share: shares[k]! }
    })
    const isOlder = code === null && name !== ''
    const old = { ...BLANK, level: 'ward', system: 'old' } as const
    return { ...old, name, code, parent: district, isOlder, parts }
  })
}

/** Wards by the name or district that they had some years before. */
function renamedWards(districts: readonly Unit[], wards: readonly Unit[]): Unit[] {
  const districtOf = new Map(districts.map((unit) => [pathOf(unit), unit]))
  const wardOf = new Map(wards.map((unit) => [pathOf(unit), unit]))
  return Object.entries(RENAMED).map(([path, later]) => {
    const at = path.lastIndexOf('/')
    const parent = districtOf.get(path.slice(0, at))
    const ward = wardOf.get(later)
    assert(parent && ward, 'a ward that was renamed has a district and a later name')
    const name = path.slice(at + 1)
    return { ...ward, name, code: null, parent, aliases: [], isOlder: true }
  })
}

/** `Tỉnh Nam Định/Huyện Hải Hậu/Thị trấn Cồn`, as data/older-wards.json names units. */
function pathOf({ name, parent }: Unit): string {
  return parent === null ? name : `${pathOf(parent)}/${name}`
}

/** Wards of today get the former wards that they are made of. */
function addFormerParts(newWards: readonly Growing[], oldWards: readonly Unit[]): void {
  const found = new Map<Unit, Part[]>(newWards.map((ward) => [ward, []]))
  for (const ward of oldWards) {
    for (const { unit, share } of ward.parts) found.get(unit)!.push({ unit: ward, share })
  }
  for (const ward of newWards) {
    const all = found.get(ward)!
    const lasting = all.filter(({ unit }) => !unit.isOlder)
    ward.parts = bySize(lasting.length > 0 ? lasting : all, ward)
  }
}

/** Shares of the whole, largest first; of equal ones the namesake of the ward. */
function bySize(parts: readonly Part[], ward: Unit): Part[] {
  const whole = parts.reduce((sum, { share }) => sum + share, 0)
  const { bare } = keyOfName(ward.name)
  const isNamesake = ({ unit }: Part) => keyOfName(unit.name).bare === bare
  const sorted = parts
    .map(({ unit, share }) => ({ unit, share: share / whole }))
    .sort((a, b) => b.share - a.share)
  const namesake = sorted.findIndex(isNamesake)
  if (namesake > 0 && sorted[namesake]!.share === sorted[0]!.share) {
    sorted.unshift(...sorted.splice(namesake, 1))
  }
  return sorted
}

/** The former provinces of wards of today, by how many of these each has. */
function provincesOf(wards: readonly Unit[]): Part[] {
  const counts = new Map<Unit, number>()
  for (const { parts } of wards) {
    for (const { unit, share } of parts) {
      const province = unit.parent?.parent
      assert(province, 'a former ward lay in a district, and that in a province')
      counts.set(province, (counts.get(province) ?? 0) + share / wards.length)
    }
  }
  return [...counts].map(([unit, share]) => ({ unit, share })).sort((a, b) => b.share - a.share)
}

function byCode(units: readonly Unit[], system: System): ReadonlyMap<string, Unit> {
  return new Map(
    units.flatMap((unit) =>
      unit.system === system && unit.code !== null ? [[unit.code, unit] as const] : [],
    ),
  )
}
