import { MapArchive } from '../../src/basemap/pmtiles/archive.ts'
import type { ReadExtract } from '../../src/import/extract.ts'
import { bytesOf } from '../../src/import/fetch/built-file.ts'
import { buildMapFile } from '../../src/import/map/map-file.ts'
import { quietProgress } from '../import/drawing.ts'

/** The base map of what was read of an extract, in memory. */
export async function mapOf(read: ReadExtract): Promise<Uint8Array> {
  const { places, boundaries, country, drawn } = read
  const content = { places, boundaries, isVietnam: country === 'VN', drawn }
  const signal = new AbortController().signal
  return bytesOf(await buildMapFile(content, null, quietProgress(), signal))
}

export async function archiveOf(read: ReadExtract): Promise<MapArchive> {
  return new MapArchive(await mapOf(read))
}
