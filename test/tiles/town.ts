import type { TilePoi } from '../../src/tiles/build.ts'
import type { TileId } from '../../src/tiles/grid.ts'

/*
 * A town around 106.7° east, 10.78° north, a few hundred metres wide, drawn by hand: a market
 * everybody knows, cafés of one chain, two shops at one door, an operator's own place, a name with
 * a letter of four bytes.
 */

type Draft = Partial<TilePoi> & { readonly id: string; readonly at: readonly [number, number] }

export function poi({ id, at: [lon, lat], ...rest }: Draft): TilePoi {
  return {
    id,
    name: `Quán ${id}`,
    category: 'cafe',
    lonE7: Math.round(lon * 1e7),
    latE7: Math.round(lat * 1e7),
    importance: 0.3,
    ...rest,
  }
}

export const TOWN: readonly TilePoi[] = [
  poi({ id: 'n1', at: [106.7, 10.78], name: 'Chợ Lớn', category: 'market', importance: 0.9 }),
  poi({ id: 'n42', at: [106.701, 10.781], name: 'Cà phê Sông Trăng' }),
  poi({ id: 'w42', at: [106.7031, 10.7793], name: 'Cà phê Sông Trăng' }),
  poi({ id: 'r42', at: [106.6984, 10.7822], name: 'Cà phê Sông Trăng', importance: 0.4 }),
  poi({ id: 'n7', at: [106.70211, 10.78344], name: 'Ngân hàng Bờ Hồ', category: 'bank' }),
  poi({ id: 'n12345678901', at: [106.70211, 10.78344], name: 'ATM Bờ Hồ', category: 'atm' }),
  poi({ id: 'op-garage-7', at: [106.6951, 10.7756], name: 'Sửa xe 𠮷', category: 'car_repair' }),
]

/** The tile of `z` that the town's market is in. */
export function marketTile(z: number): TileId {
  return tileAt(z, 106.7, 10.78)
}

export function tileAt(z: number, lon: number, lat: number): TileId {
  const sinLat = Math.sin((lat * Math.PI) / 180)
  const x = (lon / 360 + 0.5) * 2 ** z
  const y = (0.5 - Math.log((1 + sinLat) / (1 - sinLat)) / (4 * Math.PI)) * 2 ** z
  return { z, x: Math.floor(x), y: Math.floor(y) }
}
