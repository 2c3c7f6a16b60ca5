import { readFileSync } from 'node:fs'
import file from '../../data/map-assets.idx' with { type: 'file' }
import { type MapAssets, openAssets } from '../basemap/assets.ts'

let opened: MapAssets | null = null

/** Fonts and icons of the map, read when they are first asked for: 0.5 MB. */
export function mapAssets(): MapAssets {
  opened ??= openAssets(readFileSync(file))
  return opened
}
