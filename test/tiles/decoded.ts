import { VectorTile } from '@mapbox/vector-tile'
import { PbfReader } from 'pbf'
import type { TokenWriter } from '../../src/tiles/write.ts'

/** A feature of a tile as a client sees it. */
export interface DecodedFeature {
  readonly id: number | undefined
  readonly x: number
  readonly y: number
  readonly properties: Readonly<Record<string, number | string | boolean>>
}

/** The features of the tile's one layer, `pois`; null, an empty tile, has none. */
export function decoded(bytes: Uint8Array | null): DecodedFeature[] {
  if (bytes === null) return []
  const { layers } = new VectorTile(new PbfReader(bytes))
  const layer = layers['pois']
  if (!layer || Object.keys(layers).length !== 1) throw new Error('a tile has the layer pois')
  if (layer.version !== 2 || layer.extent !== 4096) throw new Error('wrong version or extent')
  return Array.from({ length: layer.length }, (_, i) => {
    const feature = layer.feature(i)
    const [[point] = []] = feature.loadGeometry()
    if (feature.type !== 1 || !point) throw new Error('a feature is a point')
    return { id: feature.id, x: point.x, y: point.y, properties: feature.properties }
  })
}

export function idsOf(bytes: Uint8Array | null): string[] {
  return decoded(bytes).map(({ properties }) => String(properties['place_id']))
}

/** Tokens that tell whose they are: the id, filled up with dots. */
export function dottedTokens(chars = 24): TokenWriter {
  return {
    chars,
    write(ids, from, to, out, at) {
      for (let i = 0; i < chars; i++) out[at + i] = from + i < to ? (ids[from + i] ?? 0) : 0x2e
    },
  }
}
