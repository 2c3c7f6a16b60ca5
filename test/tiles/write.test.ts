import { describe, expect, test } from 'bun:test'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildTiles, type TilePoi } from '../../src/tiles/build.ts'
import { checkTileIndex, openTileIndex } from '../../src/tiles/layout.ts'
import { CROWD_FEATURES_MAX, TILE_BYTES_MAX, TileWriter } from '../../src/tiles/write.ts'
import { program } from '../program.ts'
import { decoded, dottedTokens, idsOf } from './decoded.ts'
import { marketTile, poi, TOWN, tileAt } from './town.ts'

const ogr2ogr = program('ogr2ogr', 'Install gdal-bin.')

function writerOf(pois: readonly TilePoi[]): TileWriter {
  const index = openTileIndex(buildTiles(pois))
  checkTileIndex(index)
  return new TileWriter(index)
}

const writer = writerOf(TOWN)
const market = marketTile(14)
const shown = writer.write(market, dottedTokens())?.slice() ?? new Uint8Array()

describe('a tile', () => {
  test('shows POIs by the zoom at which they first appear', () => {
    expect(decoded(shown).map(({ id, properties }): object => ({ id, ...properties }))).toEqual([
      {
        id: 1 * 4 + 1,
        place_id: 'n1',
        name: 'Chợ Lớn',
        primary_type: 'market',
        token: 'n1......................',
      },
      {
        id: 42 * 4 + 2,
        place_id: 'w42',
        name: 'Cà phê Sông Trăng',
        primary_type: 'cafe',
        token: 'w42.....................',
      },
      {
        id: 12345678901 * 4 + 1,
        place_id: 'n12345678901',
        name: 'ATM Bờ Hồ',
        primary_type: 'atm',
        token: 'n12345678901............',
      },
      {
        id: 42 * 4 + 1,
        place_id: 'n42',
        name: 'Cà phê Sông Trăng',
        primary_type: 'cafe',
        token: 'n42.....................',
      },
    ])
  })

  test('puts a POI where it is', () => {
    const { x } = decoded(shown)[0] ?? { x: Number.NaN }
    expect(x).toBe(Math.round((((106.7 / 360 + 0.5) * 2 ** 14) % 1) * 4096))
  })

  test('shows both POIs at one door from zoom 18 on', () => {
    const shownAt = (z: number) =>
      idsOf(writer.write(tileAt(z, 106.70211, 10.78344), dottedTokens())).sort()
    expect(shownAt(17)).toEqual(['n12345678901'])
    expect(shownAt(18)).toEqual(['n12345678901', 'n7'])
  })

  test('shows letters of four bytes', () => {
    const features = decoded(writer.write(tileAt(16, 106.6951, 10.7756), dottedTokens()))
    expect(features.map(({ properties }) => properties['name'])).toContain('Sửa xe 𠮷')
  })

  test('is null where nothing is', () => {
    expect(writer.write({ z: 14, x: 0, y: 0 }, dottedTokens())).toBeNull()
    expect(writerOf([]).write({ z: 0, x: 0, y: 0 }, dottedTokens())).toBeNull()
  })

  test('is the same bytes whatever came before, in whatever order the POIs came', () => {
    for (const z of [0, 9, 18]) writer.write(marketTile(z), dottedTokens(32))
    expect(writer.write(market, dottedTokens())).toEqual(shown)
    expect(writerOf([...TOWN].reverse()).write(market, dottedTokens())).toEqual(shown)
  })

  test('has POIs just outside in its buffer, 64 of 4,096, and no farther ones', () => {
    const side = 360 / 2 ** 14
    const west = market.x * side - 180
    const across = (at: number) => west + (side * at) / 4096
    const row = [-65.5, -63.7, -0.7, 0.3, 4095.7, 4159.3, 4160.7]
    const pois = row.map((at, i) => poi({ id: `n${i + 1}`, at: [across(at), 10.78 - i / 1e3] }))
    const writer = writerOf(pois)
    const xsOf = (x: number) =>
      decoded(writer.write({ ...market, x, z: 14 }, dottedTokens()))
        .map((shown) => shown.x)
        .sort((a, b) => a - b)
    expect(xsOf(market.x)).toEqual([-64, -1, 0, 4096, 4159])
    // The next tile has what both show in the same place.
    expect(xsOf(market.x + 1)).toEqual([0, 63, 65])
  })
})

describe('limits', () => {
  /** POIs at one market, the first the most important. */
  const crowd = (count: number, name: (i: number) => string): TilePoi[] =>
    Array.from({ length: count }, (_, i) =>
      poi({
        id: `n${i + 1}`,
        at: [106.7 + (i % 97) * 1e-7, 10.78 + (i % 89) * 1e-7],
        name: name(i),
        importance: 1 - i / count,
      }),
    )

  test('from zoom 18 on a tile shows thousands of POIs at one door', () => {
    const ids = idsOf(crowdedTile(crowd(5_000, (i) => `Sạp ${i}`)))
    expect(new Set(ids).size).toBe(5_000)
  })

  test(`a tile has at most ${CROWD_FEATURES_MAX} POIs`, () => {
    const tile = crowdedTile(crowd(CROWD_FEATURES_MAX + 9, () => 'A'))
    expect(decoded(tile)).toHaveLength(CROWD_FEATURES_MAX)
  })

  test(`before, a tile has at most ${TILE_BYTES_MAX} bytes, of the best POIs`, () => {
    const side = 360 / 2 ** 14
    const grid = Array.from({ length: 900 }, (_, i): TilePoi => {
      const lon = market.x * side - 180 + (side * ((i % 30) + 0.5)) / 32
      const lat = 10.7595 + Math.floor(i / 30) * 7e-4
      const name = `${i} ${'Rất dài '.repeat(30)}`
      return poi({ id: `n${i + 1}`, at: [lon, lat], name, importance: 1 - i / 900 })
    })
    const tile = writerOf(grid).write(market, dottedTokens()) ?? new Uint8Array()
    expect(tile.length).toBeLessThanOrEqual(TILE_BYTES_MAX)
    expect(tile.length).toBeGreaterThan(TILE_BYTES_MAX * 0.95)
  })

  test('names of more than 127 bytes are whole', () => {
    const name = 'Ặ'.repeat(200)
    const [feature] = decoded(crowdedTile(crowd(1, () => name)))
    expect(feature?.properties['name']).toBe(name)
  })

  function crowdedTile(pois: readonly TilePoi[]): Uint8Array {
    return writerOf(pois).write(marketTile(18), dottedTokens(36)) ?? new Uint8Array()
  }
})

test.each([
  [6, 'tile-country.mvt'],
  [14, 'tile-quarter.mvt'],
])('bytes of the tile of zoom %d are those of test/golden/%s', (z, name) => {
  const path = join(import.meta.dir, '../golden', name)
  const bytes = writer.write(marketTile(z), dottedTokens()) ?? new Uint8Array()
  if (process.env['UPDATE_GOLDEN'] === '1') writeFileSync(path, bytes)
  if (!existsSync(path)) throw new Error(`${path} is missing; make it with UPDATE_GOLDEN=1`)
  expect(bytes).toEqual(new Uint8Array(readFileSync(path)))
})

test.skipIf(ogr2ogr === null)("GDAL's reader finds the same POIs in the same places", () => {
  const scratch = mkdtempSync(join(tmpdir(), 'saola-tiles-'))
  try {
    const file = join(scratch, 'tile.mvt')
    writeFileSync(file, shown)
    const where = ['-oo', `Z=${market.z}`, '-oo', `X=${market.x}`, '-oo', `Y=${market.y}`]
    const run = Bun.spawnSync([
      ...[ogr2ogr ?? '', '-f', 'GeoJSON', '-t_srs', 'EPSG:4326', '/vsistdout/', file],
      ...[...where, '-oo', 'CLIP=NO'],
    ])
    expect(run.stderr.toString()).toBe('')
    const { features } = JSON.parse(run.stdout.toString()) as GdalCollection
    const expected = decoded(shown).map(({ id, properties }) => ({ mvt_id: id, ...properties }))
    expect(features.map(({ properties }) => properties)).toEqual(expected)
    for (const { properties, geometry } of features) {
      const drawn = TOWN.find(({ id }) => id === properties['place_id'])
      // Half a unit of the tile: 360° / 2^14 / 4,096 / 2.
      expect(Math.abs(geometry.coordinates[0] - (drawn?.lonE7 ?? 0) / 1e7)).toBeLessThan(2.7e-6)
      expect(Math.abs(geometry.coordinates[1] - (drawn?.latE7 ?? 0) / 1e7)).toBeLessThan(2.7e-6)
    }
  } finally {
    rmSync(scratch, { recursive: true })
  }
})

interface GdalCollection {
  readonly features: readonly {
    readonly properties: Readonly<Record<string, unknown>>
    readonly geometry: { readonly coordinates: readonly [number, number] }
  }[]
}
