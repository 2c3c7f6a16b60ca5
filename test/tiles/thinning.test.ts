import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { fromMercator } from '../../src/geo/mercator.ts'
import { buildTiles, type TilePoi } from '../../src/tiles/build.ts'
import { checkTileIndex, openTileIndex, ZOOM_ALL } from '../../src/tiles/layout.ts'
import { CELLS_OF_TILE } from '../../src/tiles/thinning.ts'
import { TILE_BYTES_MAX, TileWriter } from '../../src/tiles/write.ts'
import { decoded, dottedTokens, idsOf } from './decoded.ts'

const TOKENS = dottedTokens(36)
/** North-west corner of the tile of zoom 12 that all drawn towns are in. */
const CORNER = { x: 3262 * 2 ** 20, y: 1924 * 2 ** 20 }

/** Anywhere in a tile of zoom 12, many of them at a few doors. */
const offset = fc.oneof(fc.integer({ min: 0, max: 2 ** 20 - 1 }), fc.integer({ min: 0, max: 5 }))
const drafts = fc.array(fc.tuple(offset, offset, fc.integer({ min: 0, max: 4 })), {
  minLength: 1,
  maxLength: 120,
})

function poisOf(places: readonly (readonly [number, number, number])[]): TilePoi[] {
  return places.map(([x, y, worth], i) => {
    // The middle of the unit, so that rounding does not leave it.
    const { lon, lat } = fromMercator({ x: CORNER.x + x + 0.5, y: CORNER.y + y + 0.5 })
    const position = { lonE7: Math.round(lon * 1e7), latE7: Math.round(lat * 1e7) }
    return {
      id: `n${i + 1}`,
      name: `POI ${i}`,
      category: 'cafe',
      ...position,
      importance: worth / 4,
    }
  })
}

function openPois(pois: readonly TilePoi[]) {
  const index = openTileIndex(buildTiles(pois))
  checkTileIndex(index)
  return { index, writer: new TileWriter(index) }
}

describe('over the zooms', () => {
  test('what shows goes on to show, until all do, none twice in a tile', () => {
    fc.assert(
      fc.property(drafts, (places) => {
        const { index, writer } = openPois(poisOf(places))
        index.x.forEach((x, poi) => {
          const id = `n${Math.floor((index.featureId[poi] ?? 0) / 4)}`
          let isShown = false
          for (let z = 0; z <= 22; z++) {
            const side = 2 ** (32 - z)
            const tile = { z, x: Math.floor(x / side), y: Math.floor((index.y[poi] ?? 0) / side) }
            const ids = idsOf(writer.write(tile, TOKENS))
            expect(new Set(ids).size).toBe(ids.length)
            if (isShown) expect(ids).toContain(id)
            isShown ||= ids.includes(id)
            if (z === ZOOM_ALL) expect(isShown).toBe(true)
          }
        })
      }),
      { numRuns: 25 },
    )
  })

  test('a cell shows its best POI, unless one shows from an earlier zoom', () => {
    fc.assert(
      fc.property(drafts, fc.integer({ min: 0, max: ZOOM_ALL - 1 }), (places, z) => {
        const { index } = openPois(poisOf(places))
        const shift = 32 - z - 5
        const cell = (poi: number) => `${index.x[poi]! >>> shift}/${index.y[poi]! >>> shift}`
        const shown = index.levelFirst[z + 1]!
        const cells = Array.from({ length: shown }, (_, poi) => cell(poi))
        expect(new Set(cells).size).toBe(shown)
        // No cell is empty that could show one.
        const all = new Set(Array.from(index.x, (_, poi) => cell(poi)))
        expect(new Set(cells)).toEqual(all)
      }),
    )
  })
})

describe('a crowded city', () => {
  const random = pseudoRandom(20_261_121)
  const pois = poisOf(
    Array.from({ length: 60_000 }, () => {
      // Denser towards the middle, at some doors dozens.
      const near = () => Math.floor((random() + random() + random()) * (2 ** 20 / 3))
      const door = random() < 0.1 ? 2 ** 14 : 1
      const [x, y] = [near(), near()]
      return [x - (x % door), y - (y % door), Math.floor(random() * 5)] as const
    }),
  )
  const { writer } = openPois(pois)

  test.each(Array.from({ length: 10 }, (_, i) => 8 + i))(
    'keeps within its limits at zoom %d',
    (z) => {
      const side = 2 ** Math.max(0, z - 12)
      const first = (corner: number) => Math.floor(corner / 2 ** (32 - z))
      for (let dx = 0; dx < Math.min(side, 6); dx++) {
        const middle = Math.max(0, side / 2 - 3)
        const tile = { z, x: first(CORNER.x) + middle + dx, y: first(CORNER.y) + side / 2 }
        const bytes = writer.write({ ...tile, y: Math.floor(tile.y) }, TOKENS)
        expect(decoded(bytes).length).toBeLessThanOrEqual(CELLS_OF_TILE)
        expect(bytes?.length ?? 0).toBeLessThanOrEqual(TILE_BYTES_MAX)
      }
    },
  )
})

/** Numbers from 0 up to 1, always the same: a linear congruential generator (Numerical Recipes). */
function pseudoRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}
