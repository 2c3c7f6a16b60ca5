import { FIELDS, LAYERS } from '../schema.ts'
import { tileZoom } from './tile-zoom.ts'
import { ArchiveWriter } from './write-archive.ts'
import { featuresAt, type MapFeatures } from './zoom-features.ts'

export interface MapFrame {
  readonly zoomMax: number
  /** West, south, east, north, degrees: where the map has more than coasts. */
  readonly bounds: readonly [number, number, number, number]
  readonly center: readonly [lon: number, lat: number, zoom: number]
  /** For whoever shows the map. */
  readonly attribution: string
}

export interface BuiltMap {
  readonly head: Uint8Array
  /** The tiles, where no `take` was given; else none. */
  readonly tiles: readonly Uint8Array[]
}

/**
 * Makes all tiles, zoom by zoom: features ▶ what the zoom shows of them, lines joined, shapes
 * simplified ▶ tiles ▶ one PMTiles archive. `features` of a zoom may differ: coasts of the world
 * are for the lowest ones. `take` gets the tiles; without it they are in the result. `onTile` is
 * told the zoom at its beginning and with each tile; what it throws ends the work.
 */
export function buildMap(
  frame: MapFrame,
  features: (z: number) => MapFeatures,
  take: ((piece: Uint8Array) => void) | null = null,
  onTile: (z: number) => void = () => {},
): BuiltMap {
  const archive = new ArchiveWriter(take)
  for (let z = 0; z <= frame.zoomMax; z++) {
    onTile(z)
    tileZoom(z, featuresAt(z, features(z)), (id, tile, run) => {
      onTile(z)
      archive.add(id, tile, run)
    })
  }
  const { zoomMax, bounds, center } = frame
  return archive.finish({ zoomMin: 0, zoomMax, bounds, center }, metadataOf(frame))
}

function metadataOf({ zoomMax, attribution }: MapFrame): string {
  return JSON.stringify({
    name: 'Saola',
    description: 'A base map of Vietnam',
    attribution,
    type: 'baselayer',
    vector_layers: LAYERS.map((id) => ({ id, fields: FIELDS[id], minzoom: 0, maxzoom: zoomMax })),
  })
}
