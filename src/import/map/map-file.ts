import { closeSync, openSync, readSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { type BuiltMap, buildMap, type MapFrame } from '../../basemap/build/build.ts'
import { BUILTIN_ZOOM_MAX, MAP_ZOOM_MAX } from '../../basemap/schema.ts'
import { MAP_FILE } from '../dataset/dataset-files.ts'
import { stopIfAborted } from '../dataset/write-dataset.ts'
import type { BuiltFile } from '../fetch/built-file.ts'
import type { Progress } from '../report/progress.ts'
import { type MapContent, mapFeatures } from './features.ts'

const ATTRIBUTION_EXTRACT = '© OpenStreetMap contributors'
const ATTRIBUTION_BUILTIN = 'Natural Earth, GeoNames (CC BY 4.0)'

/** West, south, east, north of the country with its archipelagos, and where to begin. */
const VIETNAM_BOUNDS = [101.9, 6.2, 118, 23.6] as const
const VIETNAM_CENTER = [107.2, 16.2, 5] as const
const WORLD_BOUNDS = [-180, -85, 180, 85] as const

/**
 * Builds the base map, as a file in `directory` or, for null, in memory. Throws `INTERRUPTED` on a
 * stop.
 */
export async function buildMapFile(
  content: MapContent,
  directory: string | null,
  progress: Progress,
  signal: AbortSignal,
): Promise<BuiltFile> {
  const isWhole = content.drawn !== null
  const frame: MapFrame = {
    zoomMax: isWhole ? MAP_ZOOM_MAX : BUILTIN_ZOOM_MAX,
    bounds: content.isVietnam ? VIETNAM_BOUNDS : WORLD_BOUNDS,
    center: content.isVietnam ? VIETNAM_CENTER : centerOf(content),
    attribution: isWhole ? `${ATTRIBUTION_EXTRACT}, Natural Earth` : ATTRIBUTION_BUILTIN,
  }
  const features = mapFeatures(content)
  let zoom = -1
  const onTile = (z: number): void => {
    stopIfAborted(signal)
    if (z > zoom) Bun.gc(true)
    zoom = z
    progress.at(z / (frame.zoomMax + 1))
  }
  if (directory === null) {
    const { head, tiles } = buildMap(frame, features, null, onTile)
    return Buffer.concat([head, ...tiles])
  }
  return writeFile(join(directory, MAP_FILE), (take) => buildMap(frame, features, take, onTile))
}

/** Of the places, when there are any. */
function centerOf({ places }: MapContent): MapFrame['center'] {
  const at = places[Math.floor(places.length / 2)]
  return at === undefined ? [0, 0, 2] : [at.lonE7 / 1e7, at.latE7 / 1e7, 8]
}

const PIECE_BYTES = 1 << 22
/** After so much of the map what was left on the way is given back. */
const SWEPT_BYTES = 1 << 22

/** The head, known last, comes first: the tiles wait in a file of their own. */
function writeFile(
  path: string,
  build: (take: (piece: Uint8Array) => void) => BuiltMap,
): BuiltFile {
  const tilesPath = `${path}.tiles`
  const tiles = openSync(tilesPath, 'w+')
  const whole = openSync(path, 'w')
  try {
    let written = 0
    const { head } = build((piece) => {
      writeAll(tiles, piece)
      written += piece.length
      if (written < SWEPT_BYTES) return
      // Typed arrays of a country: the collector alone waits until there are gigabytes of them.
      written = 0
      Bun.gc(true)
    })
    writeAll(whole, head)
    let size = head.length
    const piece = new Uint8Array(PIECE_BYTES)
    for (let at = 0; ; ) {
      const read = readSync(tiles, piece, 0, PIECE_BYTES, at)
      if (read === 0) break
      writeAll(whole, piece.subarray(0, read))
      at += read
      size += read
    }
    return { path, size }
  } finally {
    closeSync(whole)
    closeSync(tiles)
    rmSync(tilesPath, { force: true })
  }
}

function writeAll(file: number, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at)
}
