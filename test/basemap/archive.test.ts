import { describe, expect, test } from 'bun:test'
import { gunzipSync } from 'node:zlib'
import fc from 'fast-check'
import { PMTiles, type RangeResponse, type Source, zxyToTileId } from 'pmtiles'
import { buildMap } from '../../src/basemap/build/build.ts'
import type { Meaning } from '../../src/basemap/build/shapes.ts'
import { ArchiveWriter } from '../../src/basemap/build/write-archive.ts'
import { checkArchive, MapArchive } from '../../src/basemap/pmtiles/archive.ts'
import { type MapTileId, tileIdOf } from '../../src/basemap/pmtiles/tile-id.ts'

/* Our reader and writer of PMTiles against the package `pmtiles` of the format's makers. */

/** An archive in memory, for that package. */
class Memory implements Source {
  readonly #bytes: Uint8Array

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  getKey(): string {
    return 'memory'
  }

  async getBytes(offset: number, length: number): Promise<RangeResponse> {
    const data = Uint8Array.from(this.#bytes.subarray(offset, offset + length)).buffer
    return { data }
  }
}

const FRAME = {
  zoomMin: 0,
  zoomMax: 14,
  bounds: [101.9, 6.2, 118, 23.6],
  center: [107.2, 16.2, 5],
} as const

interface Written {
  readonly tile: MapTileId
  readonly text: string
}

/** The tiles as an archive. */
function archiveOf(tiles: readonly Written[]): Uint8Array {
  const writer = new ArchiveWriter()
  const sorted = [...tiles].sort((a, b) => tileIdOf(a.tile) - tileIdOf(b.tile))
  for (const { tile, text } of sorted) writer.add(tileIdOf(tile), Buffer.from(text))
  const { head, tiles: pieces } = writer.finish(FRAME, '{"attribution":"a"}')
  return Buffer.concat([head, ...pieces])
}

const aTile = fc.integer({ min: 0, max: 14 }).chain((z) =>
  fc.record({
    z: fc.constant(z),
    x: fc.integer({ min: 0, max: 2 ** z - 1 }),
    y: fc.integer({ min: 0, max: 2 ** z - 1 }),
  }),
)

test('tiles have the numbers of the format', () => {
  fc.assert(
    fc.property(aTile, (tile) => {
      expect(tileIdOf(tile)).toBe(zxyToTileId(tile.z, tile.x, tile.y))
    }),
  )
})

describe('an archive', () => {
  test('is read alike by both, what it lacks too', async () => {
    const written = fc.uniqueArray(
      fc.record({ tile: aTile, text: fc.constantFrom('a', 'b', 'cc', 'ddd') }),
      { selector: ({ tile }) => tileIdOf(tile), maxLength: 60 },
    )
    await fc.assert(
      fc.asyncProperty(written, fc.array(aTile, { maxLength: 10 }), async (tiles, others) => {
        const bytes = archiveOf(tiles)
        checkArchive(bytes)
        const ours = new MapArchive(bytes)
        const theirs = new PMTiles(new Memory(bytes))
        for (const { z, x, y } of [...tiles.map(({ tile }) => tile), ...others]) {
          const span = ours.find({ z, x, y })
          const found = await theirs.getZxy(z, x, y)
          const text = span === null ? null : gunzipSync(ours.bytesOf(span)).toString()
          expect(text).toBe(found === undefined ? null : Buffer.from(found.data).toString())
        }
      }),
      { numRuns: 30 },
    )
  })

  test('of many tiles has leaf directories, and its header says what is in it', async () => {
    const tiles = Array.from({ length: 30_000 }, (_, i) => ({
      tile: { z: 14, x: 13_000 + (i % 173), y: 7_000 + Math.floor(i / 173) },
      text: `tile ${i % 9_973}`,
    }))
    const bytes = archiveOf(tiles)
    checkArchive(bytes)
    const theirs = new PMTiles(new Memory(bytes))
    const header = await theirs.getHeader()
    expect(header).toMatchObject({
      specVersion: 3,
      numAddressedTiles: 30_000,
      numTileContents: 9_973,
      clustered: true,
      minZoom: 0,
      maxZoom: 14,
      minLon: 101.9,
      maxLat: 23.6,
      centerZoom: 5,
    })
    expect(header.leafDirectoryLength).toBeGreaterThan(0)
    expect(header.rootDirectoryOffset + header.rootDirectoryLength).toBeLessThanOrEqual(16_384)
    expect(await theirs.getMetadata()).toEqual({ attribution: 'a' })
    const ours = new MapArchive(bytes)
    for (const i of [0, 1, 4_096, 15_000, 29_999]) {
      const { tile, text } = tiles[i] ?? { tile: { z: 0, x: 0, y: 0 }, text: '' }
      const span = ours.find(tile)
      expect(span && gunzipSync(ours.bytesOf(span)).toString()).toBe(text)
      const found = await theirs.getZxy(tile.z, tile.x, tile.y)
      expect(Buffer.from(found?.data ?? new ArrayBuffer(0)).toString()).toBe(text)
    }
  })

  test('a run of equal tiles is one entry', async () => {
    const writer = new ArchiveWriter()
    const first = tileIdOf({ z: 3, x: 0, y: 0 })
    writer.add(first, Buffer.from('sea'), 16)
    writer.add(first + 16, Buffer.from('sea'), 4)
    const { head, tiles } = writer.finish(FRAME, '{}')
    const bytes = Buffer.concat([head, ...tiles])
    const header = await new PMTiles(new Memory(bytes)).getHeader()
    expect(header).toMatchObject({ numAddressedTiles: 20, numTileEntries: 1, numTileContents: 1 })
  })

  test.each([
    ['a text', (bytes: Uint8Array) => bytes.fill(0x20), 'is no PMTiles archive'],
    ['a part', (bytes: Uint8Array) => bytes.subarray(0, bytes.length - 1), 'is cut short'],
  ])('%s is refused with what to do', (_, damage, fault) => {
    const bytes = damage(Uint8Array.from(archiveOf([{ tile: { z: 0, x: 0, y: 0 }, text: 'a' }])))
    expect(() => checkArchive(bytes)).toThrow(fault)
    expect(() => checkArchive(bytes)).toThrow('saola datasets verify')
  })
})

test('whoever watches the building hears of each tile, and can stop it there', () => {
  const cafe: Meaning = {
    layer: 'pois',
    zoomMin: 0,
    detailZoom: 0,
    rank: 0,
    base: { kind: 'cafe' },
    detail: {},
  }
  const quarter = 2 ** 30
  const points = [-quarter, quarter].flatMap((x) =>
    [-quarter, quarter].map((y) => ({ meaning: cafe, x, y })),
  )
  const build = (onTile: (z: number) => void) =>
    buildMap(
      { zoomMax: 1, bounds: [-180, -85, 180, 85], center: [0, 0, 0], attribution: 'a' },
      () => ({ areas: [], lines: [], points }),
      null,
      onTile,
    )
  const told: number[] = []
  build((z) => told.push(z))
  // One at zoom 0, four at zoom 1, and each zoom at its beginning.
  expect(told).toEqual([0, 0, 1, 1, 1, 1, 1])
  const stop = (z: number) => {
    if (z === 1) throw new Error('stopped')
  }
  expect(() => build(stop)).toThrow('stopped')
})
