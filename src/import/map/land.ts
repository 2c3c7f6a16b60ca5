import { readFileSync } from 'node:fs'
import regionFile from '../../../data/land-region.fgb' with { type: 'file' }
import worldFile from '../../../data/land-world.fgb' with { type: 'file' }
import { clipRing } from '../../basemap/build/clip.ts'
import { type Meaning, ShapeCollector, type Shapes } from '../../basemap/build/shapes.ts'
import { readFlatGeobuf } from '../../boundaries/fgb.ts'
import type { BoundaryFeature } from '../../boundaries/unit.ts'
import { topologyOf } from '../../geo/arcs.ts'
import { toE7 } from '../../geo/point.ts'
import type { PointE7 } from '../../geo/ring.ts'
import { isAtVietnamSea } from '../../geo/vietnam-sea.ts'

/*
 * The land of other countries and the borders between them, from Natural Earth
 * (data/make-map.ts). Coarse: one sees where the neighbours are, and that there is no sea.
 */

export const EARTH: Meaning = {
  layer: 'earth',
  zoomMin: 0,
  detailZoom: 0,
  rank: 0,
  base: { kind: 'earth' },
  detail: {},
}

export const COUNTRY_BORDER: Meaning = {
  layer: 'boundaries',
  zoomMin: 0,
  detailZoom: 0,
  rank: 5,
  base: { kind: 'country', kind_detail: 2 },
  detail: {},
}

/** The name in data/make-map.ts of the strip along the border of Vietnam. */
const STRIP = 'Strip'

/** The coasts of the whole world are for zooms up to this; from there on those of the region. */
const WORLD_ZOOM_MAX = 4
/** Beyond this zoom, land is drawn around Vietnam alone: it is too coarse for a close look. */
const REGION_ZOOM_MAX = 9
const AROUND = { west: 101.4, south: 7.5, east: 110.2, north: 24 }

interface Land {
  readonly areas: Shapes
  readonly borders: Shapes
}

export interface Neighbours {
  /** The land around at a zoom; null for none. */
  at(z: number): Land | null
  /** Whether a border there is one by land. */
  isInland(point: PointE7): boolean
}

/** `isVietnam`: around another country there is the world alone. */
export function neighbours(isVietnam: boolean): Neighbours {
  const world = landOf(readFlatGeobuf(readFileSync(worldFile)))
  if (!isVietnam) {
    return { at: (z) => (z <= REGION_ZOOM_MAX ? world : null), isInland: () => true }
  }
  const countries = readFlatGeobuf(readFileSync(regionFile))
  const region = landOf(countries)
  const around = landOf(countries.map(clipped))
  const isNearForeign = nearForeign(countries)
  return {
    at: (z) => (z <= WORLD_ZOOM_MAX ? world : z <= REGION_ZOOM_MAX ? region : around),
    isInland: (point) => isNearForeign(point) && !isAtVietnamSea(point),
  }
}

/** About 10 km: farther apart no two borders of the same are drawn. */
const CELL_E7 = 1_000_000

/** Finds the outlines of other countries within a cell of some 10 km. */
function nearForeign(countries: readonly BoundaryFeature[]): (point: PointE7) => boolean {
  const cells = new Set<number>()
  const cellOf = (lonE7: number, latE7: number, dx: number, dy: number) =>
    (Math.floor(lonE7 / CELL_E7) + dx) * 4096 + Math.floor(latE7 / CELL_E7) + dy
  for (const { unit, polygons } of countries) {
    if (unit.name === STRIP) continue
    for (const ring of polygons.flat()) {
      for (let i = 0; i < ring.length; i += 2) cells.add(cellOf(ring[i]!, ring[i + 1]!, 0, 0))
    }
  }
  const steps = [-1, 0, 1]
  return ({ lonE7, latE7 }) =>
    steps.some((dx) => steps.some((dy) => cells.has(cellOf(lonE7, latE7, dx, dy))))
}

function landOf(countries: readonly BoundaryFeature[]): Land {
  const areas = new ShapeCollector()
  const borders = new ShapeCollector()
  for (const { polygons } of countries) {
    for (const polygon of polygons) areas.add(EARTH, polygon, true)
  }
  const { arcs, shapes } = topologyOf(countries.map(({ polygons }) => polygons))
  const uses = new Uint8Array(arcs.length)
  for (const reference of shapes.flat(2).flatMap((ring) => [...ring])) {
    uses[reference < 0 ? ~reference : reference]!++
  }
  arcs.forEach((arc, i) => {
    if (uses[i]! > 1) borders.add(COUNTRY_BORDER, [arc], false)
  })
  return { areas: areas.finish(), borders: borders.finish() }
}

function clipped({ unit, polygons }: BoundaryFeature): BoundaryFeature {
  const { west, south, east, north } = AROUND
  const box = { west: toE7(west), south: toE7(south), east: toE7(east), north: toE7(north) }
  const inside = polygons.flatMap(([outer, ...holes]) => {
    const ring = clipRing(outer, box)
    if (ring.length === 0) return []
    const kept = holes.map((hole) => clipRing(hole, box)).filter(({ length }) => length > 0)
    return [[ring, ...kept] as const]
  })
  return { unit, polygons: inside }
}
