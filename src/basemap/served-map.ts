import { gunzipSync } from 'node:zlib'
import type { MapArchive } from './pmtiles/archive.ts'
import type { MapTileId } from './pmtiles/tile-id.ts'

export interface MapTile {
  /** Compressed with gzip, as the archive holds it. */
  readonly gzip: Uint8Array<ArrayBuffer>
  /** Differs when the tile does. */
  readonly tag: string
}

/** The parameters of the tiles for a client. */
export interface MapInfo {
  readonly zoomMin: number
  readonly zoomMax: number
  readonly bounds: readonly [west: number, south: number, east: number, north: number]
  readonly center: readonly [lon: number, lat: number, zoom: number]
  readonly attribution: string
}

/** The base map of a dataset. */
export class ServedMap {
  readonly info: MapInfo
  readonly #archive: MapArchive
  readonly #edition: string

  /** `edition`: differs for archives with other tiles. */
  constructor(archive: MapArchive, edition: string) {
    const { zoomMin, zoomMax, bounds, center } = archive.header
    const metadata: unknown = JSON.parse(archive.metadata())
    this.info = { zoomMin, zoomMax, bounds, center, attribution: attributionOf(metadata) }
    this.#archive = archive
    this.#edition = edition
  }

  /** Null for a tile of nothing but sea. */
  tile(id: MapTileId): MapTile | null {
    const span = this.#archive.find(id)
    if (span === null) return null
    const tag = `${this.#edition}-${span.offset.toString(36)}-${span.length.toString(36)}`
    return { gzip: this.#archive.bytesOf(span), tag }
  }
}

function attributionOf(metadata: unknown): string {
  if (typeof metadata !== 'object' || metadata === null) return ''
  const { attribution } = metadata as { readonly attribution?: unknown }
  return typeof attribution === 'string' ? attribution : ''
}

/** The tile for a client that takes no gzip. */
export function plainTile({ gzip }: MapTile): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(gunzipSync(gzip))
}
