import type { Meaning, PointFeature } from '../../basemap/build/shapes.ts'
import { mapPoint } from '../../basemap/build/shapes.ts'
import type { LayerName } from '../../basemap/schema.ts'
import { toE7 } from '../../geo/point.ts'

/** Name in Vietnamese and English, longitude and latitude, first and last zoom of its use. */
type Row = readonly [vi: string, en: string, lon: number, lat: number, zoomMin: number]

const COUNTRIES: readonly Row[] = [
  ['Việt Nam', 'Vietnam', 108.1, 14.1, 2],
  ['Lào', 'Laos', 102.6, 19.3, 4],
  ['Campuchia', 'Cambodia', 104.9, 12.7, 4],
  ['Thái Lan', 'Thailand', 101.2, 15.4, 3],
  ['Trung Quốc', 'China', 105.2, 30.5, 2],
  ['Myanmar', 'Myanmar', 96.3, 21.2, 3],
  ['Malaysia', 'Malaysia', 102.3, 4.1, 3],
  ['Singapore', 'Singapore', 103.82, 1.36, 5],
  ['Indonesia', 'Indonesia', 113.9, -0.8, 3],
  ['Philippines', 'Philippines', 121.2, 16.2, 3],
  ['Brunei', 'Brunei', 114.6, 4.5, 5],
  ['Ấn Độ', 'India', 78.9, 22.3, 2],
  ['Nhật Bản', 'Japan', 138.6, 36.4, 3],
]

const SEAS: readonly Row[] = [
  ['Biển Đông', 'East Sea', 112.4, 13.4, 3],
  ['Vịnh Bắc Bộ', 'Gulf of Tonkin', 107.6, 19.7, 5],
  ['Vịnh Thái Lan', 'Gulf of Thailand', 101.9, 9.5, 4],
]

/** As Vietnam names its archipelagos. */
const ARCHIPELAGOS: readonly Row[] = [
  ['Quần đảo Hoàng Sa', 'Hoang Sa Archipelago', 112.0, 16.4, 4],
  ['Quần đảo Trường Sa', 'Truong Sa Archipelago', 113.7, 9.6, 4],
]

/** Names that no extract of the country holds where a map has them. */
export function namesAround(): PointFeature[] {
  return [
    ...COUNTRIES.map((row, i) => named(row, 'places', { kind: 'country' }, i)),
    ...ARCHIPELAGOS.map((row) => named(row, 'places', { kind: 'archipelago' }, 1)),
    ...SEAS.map((row, i) => named(row, 'water', { kind: 'sea' }, 10 + i)),
  ]
}

function named(
  [vi, en, lon, lat, zoomMin]: Row,
  layer: LayerName,
  base: Meaning['base'],
  rank: number,
): PointFeature {
  const names = vi === en ? { name: vi } : { name: vi, 'name:en': en }
  return {
    meaning: { layer, zoomMin, detailZoom: 0, rank, base: { ...base, ...names }, detail: {} },
    ...mapPoint(toE7(lon), toE7(lat)),
  }
}
