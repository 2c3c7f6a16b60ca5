import { assert } from '../base/assert.ts'
import { writeContainer } from '../base/container.ts'
import { type StringPool, StringPoolWriter, stringAt } from '../base/string-pool.ts'
import { toMercator } from '../geo/mercator.ts'
import { E7 } from '../geo/point.ts'
import { featureIdOf } from './feature-id.ts'
import { SHORT_TEXT_MAX, TILES_KIND, TILES_VERSION, ZOOM_ALL } from './layout.ts'
import { mortonOrder } from './quadtree.ts'
import { firstZooms } from './thinning.ts'
import { ValueWriter } from './value.ts'

/** The fields of a point of interest in tiles. */
export interface TilePoi {
  readonly id: string
  readonly name: string
  /** Id of its category, `primary_type` in tiles. */
  readonly category: string
  /** WGS84, 1e-7 degrees. */
  readonly lonE7: number
  readonly latE7: number
  /** 0 (nobody asks for it) to 1 (everybody does). */
  readonly importance: number
}

const TYPES_MAX = 65_536

/** Builds tiles.idx from the POIs of a dataset, in any order; equal POIs give equal bytes. */
export function buildTiles(pois: readonly TilePoi[]): Uint8Array<ArrayBuffer> {
  const best = [...pois].sort(byImportance)
  const { xs, ys } = positionsOf(best)
  const curve = Uint32Array.from(best, (_, i) => i).sort(
    (a, b) => mortonOrder(xs[a]!, ys[a]!, xs[b]!, ys[b]!) || a - b,
  )
  const { levelFirst, order } = byFirstZoom(firstZooms(xs, ys, curve), curve)
  const ordered = Array.from(order, (number) => best[number]!)
  const types = new StringPoolWriter()
  const columns = {
    levelFirst,
    x: Uint32Array.from(order, (number) => xs[number]!),
    y: Uint32Array.from(order, (number) => ys[number]!),
    featureId: Float64Array.from(ordered, (poi) => featureIdOf(poi.id)),
    type: Uint16Array.from(ordered, (poi) => types.add(poi.category)),
  }
  const texts = poolOf(ordered, (poi, values) => {
    values.add(poi.id)
    values.add(poi.name)
  })
  const typeValues = poolOf(stringsOf(types.finish()), (type, values) => values.add(type))
  assert(typeValues.offsets.length <= TYPES_MAX, 'types fit their column')
  return writeContainer(TILES_KIND, TILES_VERSION, {
    ...columns,
    textBytes: texts.bytes,
    textOffsets: texts.offsets,
    typeBytes: typeValues.bytes,
    typeOffsets: typeValues.offsets,
  })
}

function byImportance(a: TilePoi, b: TilePoi): number {
  if (a.importance !== b.importance) return b.importance - a.importance
  return a.id < b.id ? -1 : 1
}

function positionsOf(pois: readonly TilePoi[]) {
  const xs = new Uint32Array(pois.length)
  const ys = new Uint32Array(pois.length)
  pois.forEach(({ id, lonE7, latE7 }, i) => {
    assert(id.length > 0 && id.length <= SHORT_TEXT_MAX, 'a place id is short')
    const { x, y } = toMercator({ lon: lonE7 / E7, lat: latE7 / E7 })
    xs[i] = x
    ys[i] = y
  })
  return { xs, ys }
}

/** The points by the zoom at which they first show, along the curve within each zoom. */
function byFirstZoom(zooms: Uint8Array, curve: Uint32Array) {
  const levelFirst = new Uint32Array(ZOOM_ALL + 2)
  for (const zoom of zooms) levelFirst[zoom + 1]!++
  for (let level = 0; level <= ZOOM_ALL; level++) levelFirst[level + 1]! += levelFirst[level]!
  const next = levelFirst.slice()
  const order = new Uint32Array(curve.length)
  for (const point of curve) order[next[zooms[point]!]!++] = point
  return { levelFirst, order }
}

function stringsOf(pool: StringPool): string[] {
  return Array.from({ length: pool.offsets.length - 1 }, (_, id) => stringAt(pool, id))
}

function poolOf<T>(items: readonly T[], add: (item: T, to: ValueWriter) => void): StringPool {
  const values = new ValueWriter()
  const offsets = new Uint32Array(items.length + 1)
  items.forEach((item, i) => {
    add(item, values)
    offsets[i + 1] = values.length
  })
  return { bytes: values.bytes, offsets }
}
