import type { MapTileId } from '../pmtiles/tile-id.ts'
import { tileIdOf } from '../pmtiles/tile-id.ts'
import { type Attributes, BUFFER, EXTENT, type LayerName } from '../schema.ts'
import { type ClipBox, clipHalf, clipLineHalf } from './clip.ts'
import {
  AREA,
  encodeTile,
  type GeometryType,
  LINE,
  POINT,
  type TileFeature,
} from './encode-tile.ts'
import { area2, HALF_WORLD } from './shapes.ts'

/** A feature as one zoom shows it; units of shapes.ts. */
export interface ZoomFeature {
  readonly layer: LayerName
  readonly type: GeometryType
  readonly rank: number
  readonly attributes: Attributes
  readonly parts: readonly Int32Array[]
}

type TakeTile = (id: number, bytes: Uint8Array, run: number) => void

/** Features go by these tiles first, so that no more than one of them is cut up at a time. */
const BUCKET_ZOOM = 6

/** Cuts features into the tiles of a zoom and hands those over by rising id. */
export function tileZoom(z: number, features: readonly ZoomFeature[], take: TakeTile): void {
  const bucketZoom = Math.min(z, BUCKET_ZOOM)
  const buckets = bucketsOf(features, z, bucketZoom)
  const ordered = [...buckets.values()].sort((a, b) => tileIdOf(a.tile) - tileIdOf(b.tile))
  for (const { tile, members } of ordered) {
    const items = members.flatMap((number): Item[] => {
      const { type, parts } = features[number]!
      const cut = cutTo(type, parts, boxOf(tile, z))
      return cut === null ? [] : [{ feature: features[number]!, parts: cut }]
    })
    descend(tile, z, items, take)
  }
}

/** A feature's part inside a tile. */
interface Item {
  readonly feature: ZoomFeature
  readonly parts: readonly Int32Array[]
}

interface Bucket {
  readonly tile: MapTileId
  readonly members: number[]
}

function bucketsOf(
  features: readonly ZoomFeature[],
  z: number,
  bucketZoom: number,
): Map<number, Bucket> {
  const buckets = new Map<number, Bucket>()
  const side = 2 ** (32 - bucketZoom)
  const margin = marginOf(z)
  const last = 2 ** bucketZoom - 1
  const column = (value: number) =>
    Math.min(last, Math.max(0, Math.floor((value + HALF_WORLD) / side)))
  features.forEach(({ parts }, number) => {
    const { west, south, east, north } = boxAround(parts)
    for (let x = column(west - margin); x <= column(east + margin); x++) {
      for (let y = column(south - margin); y <= column(north + margin); y++) {
        const key = y * 2 ** bucketZoom + x
        const bucket = buckets.get(key) ?? { tile: { z: bucketZoom, x, y }, members: [] }
        buckets.set(key, bucket)
        bucket.members.push(number)
      }
    }
  })
  return buckets
}

/** In the order of ids: quarters along the Hilbert curve. */
function descend(tile: MapTileId, z: number, items: readonly Item[], take: TakeTile): void {
  if (items.length === 0) return
  if (tile.z === z) {
    const bytes = encodeTile(items.flatMap((item) => featureIn(item, tile) ?? []))
    if (bytes !== null) take(tileIdOf(tile), bytes, 1)
    return
  }
  const first = firstTileOf(tile, z)
  if (items.every((item) => isFull(item, tile, z))) {
    // Inland and at sea all tiles below are alike: one is made for all of them.
    const bytes = encodeTile(items.flatMap((item) => featureIn(itemIn(item, first), first) ?? []))
    const id = Math.min(...cornersOf(tile, z).map(tileIdOf))
    if (bytes !== null) take(id, bytes, 4 ** (z - tile.z))
    return
  }
  const { x, y } = tile
  const quarters = [0, 1, 2, 3]
    .map((q) => ({ z: tile.z + 1, x: 2 * x + (q & 1), y: 2 * y + (q >> 1) }))
    .sort((a, b) => tileIdOf(a) - tileIdOf(b))
  for (const quarter of quarters) {
    const box = boxOf(quarter, z)
    const inside: Item[] = []
    for (const { feature, parts } of items) {
      const cut = cutTo(feature.type, parts, box)
      if (cut !== null) inside.push({ feature, parts: cut })
    }
    descend(quarter, z, inside, take)
  }
}

function itemIn({ feature, parts }: Item, tile: MapTileId): Item {
  return { feature, parts: cutTo(feature.type, parts, boxOf(tile, tile.z)) ?? [] }
}

function firstTileOf({ z, x, y }: MapTileId, target: number): MapTileId {
  const factor = 2 ** (target - z)
  return { z: target, x: x * factor, y: y * factor }
}

/** The curve through a tile's quarters begins and ends in two of its corners. */
function cornersOf(tile: MapTileId, target: number): MapTileId[] {
  const { x, y } = firstTileOf(tile, target)
  const last = 2 ** (target - tile.z) - 1
  return [0, 1, 2, 3].map((q) => ({ z: target, x: x + (q & 1) * last, y: y + (q >> 1) * last }))
}

/** Whether an area covers the tile and what lies around it. */
function isFull({ feature, parts }: Item, tile: MapTileId, z: number): boolean {
  if (feature.type !== AREA || parts.length !== 1) return false
  const ring = parts[0]!
  if (ring.length !== 10) return false
  const { west, south, east, north } = boxOf(tile, z)
  return area2(ring) >= 2 * (east - west) * (north - south)
}

/** Buffer around a tile of zoom z in which geometry is kept, units. */
function marginOf(z: number): number {
  return (2 ** (32 - z) / EXTENT) * BUFFER
}

/** A tile with the margin of the zoom that it is cut up for. */
function boxOf({ z, x, y }: MapTileId, target: number): ClipBox {
  const side = 2 ** (32 - z)
  const margin = marginOf(target)
  return {
    west: x * side - HALF_WORLD - margin,
    south: y * side - HALF_WORLD - margin,
    east: (x + 1) * side - HALF_WORLD + margin,
    north: (y + 1) * side - HALF_WORLD + margin,
  }
}

function boxAround(parts: readonly Int32Array[]): ClipBox {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const part of parts) {
    for (let i = 0; i < part.length; i += 2) {
      const x = part[i]!
      const y = part[i + 1]!
      if (x < west) west = x
      if (x > east) east = x
      if (y < south) south = y
      if (y > north) north = y
    }
  }
  return { west, south, east, north }
}

/** The parts inside the box; null when there are none, the same when all of them are. */
function cutTo(
  type: GeometryType,
  parts: readonly Int32Array[],
  box: ClipBox,
): readonly Int32Array[] | null {
  const around = boxAround(parts)
  const isApart =
    around.west > box.east ||
    around.east < box.west ||
    around.south > box.north ||
    around.north < box.south
  if (isApart) return null
  const isInside =
    around.west >= box.west &&
    around.east <= box.east &&
    around.south >= box.south &&
    around.north <= box.north
  if (isInside) return parts
  const cut = type === LINE ? cutLines(parts, box) : cutRings(parts, box)
  return type === POINT || cut.length === 0 ? null : cut
}

const EDGES = [
  [0, 'west', 1],
  [0, 'east', -1],
  [1, 'south', 1],
  [1, 'north', -1],
] as const

function cutLines(parts: readonly Int32Array[], box: ClipBox): readonly Int32Array[] {
  let cut = parts
  for (const [axis, edge, side] of EDGES) {
    cut = cut.flatMap((part) => clipLineHalf(part, axis, box[edge], side))
  }
  return cut
}

function cutRings(rings: readonly Int32Array[], box: ClipBox): readonly Int32Array[] {
  const cut: Int32Array[] = []
  let isOuterThere = false
  for (const ring of rings) {
    const isOuter = area2(ring) > 0
    if (!isOuter && !isOuterThere) continue
    let part = ring
    for (const [axis, edge, side] of EDGES) part = clipHalf(part, axis, box[edge], side)
    if (isOuter) isOuterThere = part.length > 0
    if (part.length > 0) cut.push(part)
  }
  return cut
}

/** In units of the tile. */
function featureIn({ feature, parts }: Item, { z, x, y }: MapTileId): TileFeature | null {
  const unit = 2 ** (32 - z) / EXTENT
  const west = x * 2 ** (32 - z) - HALF_WORLD
  const north = y * 2 ** (32 - z) - HALF_WORLD
  const scaled: Int32Array[] = []
  let isOuterThere = false
  for (const part of parts) {
    const points = new Int32Array(part.length)
    for (let i = 0; i < part.length; i += 2) {
      points[i] = Math.round((part[i]! - west) / unit)
      points[i + 1] = Math.round((part[i + 1]! - north) / unit)
    }
    if (feature.type === AREA) {
      // At this scale a ring may be nothing, and its holes with it.
      const isOuter = area2(part) > 0
      const size = area2(points)
      if (isOuter) isOuterThere = size > 0
      if (!isOuterThere || size === 0 || size > 0 !== isOuter) continue
    }
    scaled.push(points)
  }
  if (scaled.length === 0) return null
  const { layer, type, rank, attributes } = feature
  return { layer, type, rank, attributes, parts: scaled }
}
