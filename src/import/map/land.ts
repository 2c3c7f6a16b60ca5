import { readFileSync } from 'node:fs'
import regionFile from '../../../data/land-region.fgb' with { type: 'file' }
import worldFile from '../../../data/land-world.fgb' with { type: 'file' }
import { clipRing } from '../../basemap/build/clip.ts'
import { type Meaning, ShapeCollector, type Shapes } from '../../basemap/build/shapes.ts'
import { readFlatGeobuf } from '../../boundaries/fgb.ts'
import type { BoundaryFeature } from '../../boundaries/unit.ts'
import { toE7 } from '../../geo/point.ts'
import { topologyOf } from '../../geo/arcs.ts'

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

/** The coasts of the whole world are for zooms up to this; from there on those of the region. */
const WORLD_ZOOM_MAX = 4
/** Beyond, land is drawn around Vietnam alone: nobody looks closely at what is so coarse. */
const REGION_ZOOM_MAX = 9
const AROUND = { west: 101.4, south: 7.5, east: 110.2, north: 24 }

interface Land {
  readonly areas: Shapes
  readonly borders: Shapes
}

/** The land around at each zoom; `isVietnam`: of another country there is the world alone. */
export function neighbours(isVietnam: boolean): (z: number) => Land | null {
  const world = landOf(readFlatGeobuf(readFileSync(worldFile)))
  if (!isVietnam) return (z) => (z <= REGION_ZOOM_MAX ? world : null)
  const countries = readFlatGeobuf(readFileSync(regionFile))
  const region = landOf(countries)
  const around = landOf(countries.map(clipped))
  return (z) => (z <= WORLD_ZOOM_MAX ? world : z <= REGION_ZOOM_MAX ? region : around)
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
