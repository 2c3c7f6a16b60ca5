import { gunzipSync } from 'node:zlib'
import { classifyRings, VectorTile } from '@mapbox/vector-tile'
import { PbfReader } from 'pbf'
import type { MapArchive } from '../../src/basemap/pmtiles/archive.ts'
import { firstIdOf } from '../../src/basemap/pmtiles/tile-id.ts'
import { LAYERS, type LayerName } from '../../src/basemap/schema.ts'

/* Tiles of the base map as the library of its makers' format sees them. */

export interface DecodedFeature {
  readonly layer: LayerName
  readonly type: 'Point' | 'LineString' | 'Polygon'
  readonly properties: Readonly<Record<string, number | string | boolean>>
  readonly parts: readonly (readonly { readonly x: number; readonly y: number }[])[]
}

const TYPES = ['Unknown', 'Point', 'LineString', 'Polygon'] as const

export function decodedTile(bytes: Uint8Array): DecodedFeature[] {
  const { layers } = new VectorTile(new PbfReader(bytes))
  return LAYERS.flatMap((name) => {
    const layer = layers[name]
    if (layer === undefined) return []
    return Array.from({ length: layer.length }, (_, i): DecodedFeature => {
      const feature = layer.feature(i)
      const type = TYPES[feature.type]
      if (type === undefined || type === 'Unknown') throw new Error(`${name} ${i} has no type`)
      return { layer: name, type, properties: feature.properties, parts: feature.loadGeometry() }
    })
  })
}

/** Each different tile of an archive once, with its first id and its size in the archive. */
export function* tilesOf(
  archive: MapArchive,
): Generator<{ readonly id: number; readonly z: number; readonly gzip: Uint8Array }> {
  const seen = new Set<number>()
  for (const { tileId, offset, length } of archive.directories()) {
    for (let i = 0; i < tileId.length; i++) {
      const at = offset[i] ?? 0
      if (seen.has(at)) continue
      seen.add(at)
      const id = tileId[i] ?? 0
      let z = 0
      while (firstIdOf(z + 1) <= id) z++
      const start = archive.header.tiles.offset + at
      yield { id, z, gzip: archive.bytesOf({ offset: start, length: length[i] ?? 0 }) }
    }
  }
}

export function unpacked(gzip: Uint8Array): Uint8Array {
  return gunzipSync(gzip)
}

/** Polygons with their holes, as the library tells them apart; throws for a hole of nothing. */
export function polygonsOf(feature: DecodedFeature) {
  const rings = feature.parts.map((ring) => [...ring])
  const first = rings[0]
  if (first !== undefined && signedArea(first) <= 0) throw new Error('an area begins with a hole')
  return classifyRings(rings as Parameters<typeof classifyRings>[0])
}

/** Twice the area, positive for an outer ring (MVT 2.1, section 4.3.3.3). */
export function signedArea(ring: readonly { readonly x: number; readonly y: number }[]): number {
  let sum = 0
  ring.forEach((point, i) => {
    const next = ring[(i + 1) % ring.length] ?? point
    sum += point.x * next.y - next.x * point.y
  })
  return sum
}
