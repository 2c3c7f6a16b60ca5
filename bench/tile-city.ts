import { fromMercator } from '../src/geo/mercator.ts'
import type { TilePoi } from '../src/tiles/build.ts'
import type { TileId } from '../src/tiles/grid.ts'

/*
 * POIs of a made-up country for benchmarks of tiles, always the same: a tenth all over a tile of
 * zoom 6, the rest in a city.
 */

const CITY_POIS = 100_000
export const BLOCK_POIS = 2_000
/** Holds the block, and nothing else of it lies outside. */
export const BLOCK: TileId = { z: 18, x: 208_768, y: 123_175 }

const KINDS = ['restaurant', 'cafe', 'bank', 'pharmacy', 'convenience_store', 'school'] as const
const NAMES = ['Quán Cơm Tấm', 'Cà Phê', 'Ngân Hàng', 'Nhà Thuốc', 'Cửa Hàng', 'Trường'] as const

export function cityPois(random: () => number): TilePoi[] {
  const around = (zooms: number): TilePoi => {
    const side = 2 ** (32 - BLOCK.z)
    const spread = side * 2 ** zooms
    const near = (middle: number) => middle + (random() + random() - 1) * spread
    return poi((BLOCK.x + 0.5) * side, (BLOCK.y + 0.5) * side, near)
  }
  let made = 0
  function poi(x: number, y: number, near: (middle: number) => number): TilePoi {
    const { lon, lat } = fromMercator({ x: near(x), y: near(y) })
    const kind = Math.floor(random() * KINDS.length)
    return {
      id: `n${4_000_000_000 + made++ * 17}`,
      name: `${NAMES[kind]} Số ${Math.floor(random() * 50_000)}`,
      category: KINDS[kind] ?? '',
      lonE7: Math.round(lon * 1e7),
      latE7: Math.round(lat * 1e7),
      importance: Math.round(random() * 100) / 100,
    }
  }
  return Array.from({ length: CITY_POIS }, (_, i) => around(i % 10 === 0 ? 10 : 5))
}

/** POIs spread over the block alone. */
export function blockPois(random: () => number): TilePoi[] {
  const side = 2 ** (32 - BLOCK.z)
  return Array.from({ length: BLOCK_POIS }, (_, i) => {
    const { lon, lat } = fromMercator({
      x: (BLOCK.x + 0.01 + 0.98 * random()) * side,
      y: (BLOCK.y + 0.01 + 0.98 * random()) * side,
    })
    const kind = i % KINDS.length
    return {
      id: `n${9_000_000_000 + i * 17}`,
      name: `${NAMES[kind]} Số ${Math.floor(random() * 50_000)}`,
      category: KINDS[kind] ?? '',
      lonE7: Math.round(lon * 1e7),
      latE7: Math.round(lat * 1e7),
      importance: random(),
    }
  })
}
