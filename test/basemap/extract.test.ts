import { describe, expect, setDefaultTimeout, test } from 'bun:test'
import { checkArchive, MapArchive } from '../../src/basemap/pmtiles/archive.ts'
import { FIELDS, LAYERS, TILE_BYTES_MAX } from '../../src/basemap/schema.ts'
import { crossingArcs } from '../../src/geo/crossings.ts'
import { hasVietnam, vietnam } from '../import/vietnam.ts'
import { mapOf } from './built.ts'
import { type DecodedFeature, decodedTile, polygonsOf, tilesOf, unpacked } from './decoded.ts'

/* Every tile of a real extract, decoded by the library of the format. */

setDefaultTimeout(300_000)

/** Beside each other on the grid: what lies so near may cross because positions are rounded. */
const ROUNDING = 2

let map: Promise<Uint8Array> | null = null
function mapOfVietnam(): Promise<Uint8Array> {
  map ??= vietnam().then(mapOf)
  return map
}

describe.skipIf(!hasVietnam)('the base map of the development extract', () => {
  test('keeps what serving relies on', async () => {
    checkArchive(await mapOfVietnam())
  })

  test('decodes; polygons are valid, and no tile is too large', async () => {
    const archive = new MapArchive(await mapOfVietnam())
    let tiles = 0
    let large = 0
    const layers = new Set<string>()
    const faults: string[] = []
    const untold = new Set<string>()
    for (const { id, gzip } of tilesOf(archive)) {
      const bytes = unpacked(gzip)
      tiles++
      if (bytes.length > 100_000) large++
      if (bytes.length > TILE_BYTES_MAX) faults.push(`${id} has ${bytes.length} bytes`)
      for (const feature of decodedTile(bytes)) {
        layers.add(feature.layer)
        for (const key in feature.properties) {
          if (!(key in FIELDS[feature.layer])) untold.add(`${feature.layer} ${key}`)
        }
        if (feature.type === 'Polygon') polygonsOf(feature)
      }
    }
    expect(faults).toEqual([])
    expect([...untold]).toEqual([])
    expect([...layers].sort()).toEqual([...LAYERS].sort())
    expect(tiles).toBeGreaterThan(10_000)
    expect(large / tiles).toBeLessThan(0.01)
  })

  test('no ring crosses itself beyond rounding', async () => {
    const archive = new MapArchive(await mapOfVietnam())
    let rings = 0
    const crossing: number[] = []
    for (const { id, gzip } of tilesOf(archive)) {
      for (const feature of decodedTile(unpacked(gzip))) {
        if (feature.type !== 'Polygon') continue
        for (const ring of ringsOf(feature)) {
          rings++
          if (crossesItself(ring)) crossing.push(id)
        }
      }
    }
    expect(rings).toBeGreaterThan(10_000)
    expect(crossing).toEqual([])
  })
})

function ringsOf(feature: DecodedFeature): Int32Array[] {
  return feature.parts.map((ring) => Int32Array.from(ring.flatMap(({ x, y }) => [x, y])))
}

/** Whether two sides cross whose ends are farther from the other than rounding moves them. */
function crossesItself(ring: Int32Array): boolean {
  if (crossingArcs([ring], () => true).size === 0) return false
  const sides = ring.length / 2 - 1
  for (let a = 0; a < sides; a++) {
    for (let b = a + 2; b < sides; b++) {
      if (a === 0 && b === sides - 1) continue
      if (crossesClearly(ring, 2 * a, 2 * b)) return true
    }
  }
  return false
}

function crossesClearly(ring: Int32Array, a: number, b: number): boolean {
  const away = (from: number, point: number): number => {
    const dx = (ring[from + 2] ?? 0) - (ring[from] ?? 0)
    const dy = (ring[from + 3] ?? 0) - (ring[from + 1] ?? 0)
    const px = (ring[point] ?? 0) - (ring[from] ?? 0)
    const py = (ring[point + 1] ?? 0) - (ring[from + 1] ?? 0)
    return (dx * py - dy * px) / Math.max(1, Math.hypot(dx, dy))
  }
  const [b1, b2, a1, a2] = [away(a, b), away(a, b + 2), away(b, a), away(b, a + 2)]
  const isApart = [b1, b2, a1, a2].every((distance) => Math.abs(distance) > ROUNDING)
  return isApart && b1 > 0 !== b2 > 0 && a1 > 0 !== a2 > 0
}
