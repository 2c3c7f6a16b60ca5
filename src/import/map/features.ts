import {
  type Meaning,
  mapPoint,
  type PointFeature,
  ShapeCollector,
} from '../../basemap/build/shapes.ts'
import type { MapFeatures } from '../../basemap/build/zoom-features.ts'
import type { BoundaryFeature } from '../../boundaries/unit.ts'
import type { Line } from '../../geo/line.ts'
import { type MultiPolygonE7, type PointE7, sideOfPolygon } from '../../geo/ring.ts'
import { assembleRings, RING_ROLES } from '../../osm/rings/rings.ts'
import type { Place } from '../../search/model/place.ts'
import { lineThrough, pointInLargest } from '../passes/position.ts'
import type { AreaRelation, RelationsRead } from '../passes/read-relations.ts'
import type { WaysRead } from '../passes/read-ways.ts'
import { type MapMeaning, mapMeaning } from '../tags/map-feature-tags.ts'
import { nameAttributes } from '../tags/name-attributes.ts'
import { COUNTRY_BORDER, EARTH, neighbours } from './land.ts'
import { namesAround } from './names-around.ts'
import { placePoints } from './place-points.ts'
import { unitLines } from './unit-lines.ts'

/** The input of the map from the passes over an extract. */
export interface MapDrawing {
  readonly relations: RelationsRead
  readonly ways: WaysRead
}

/** The input of the map of an extract, or of the built-in places alone. */
export interface MapContent {
  readonly places: readonly Place[]
  readonly boundaries: readonly BoundaryFeature[]
  readonly isVietnam: boolean
  /** Null without an extract. */
  readonly drawn: MapDrawing | null
}

/** All features of the map, by zoom: the coasts around are others at low zooms. */
export function mapFeatures(content: MapContent): (z: number) => MapFeatures {
  const areas = new ShapeCollector()
  const lines = new ShapeCollector()
  const points: PointFeature[] = content.isVietnam ? namesAround() : []
  const around = neighbours(content.isVietnam)
  addUnits(content.boundaries, around.isInland, { areas, lines })
  if (content.drawn !== null) {
    const { relations, ways } = content.drawn
    addWays(ways, areas, lines, points)
    for (const relation of relations.mapAreas) addRelation(relation, ways, areas, points)
  }
  points.push(...placePoints(content.places, content.boundaries))
  const ownAreas = areas.finish()
  const ownLines = lines.finish()
  return (z) => {
    const land = around.at(z)
    return {
      areas: land === null ? [ownAreas] : [land.areas, ownAreas],
      lines: land === null ? [ownLines] : [land.borders, ownLines],
      points,
    }
  }
}

const PROVINCE_BORDER: Meaning = {
  ...COUNTRY_BORDER,
  zoomMin: 5,
  rank: 6,
  base: { kind: 'region', kind_detail: 4 },
}
const WARD_BORDER: Meaning = {
  ...COUNTRY_BORDER,
  zoomMin: 11,
  rank: 450,
  base: { kind: 'ward', kind_detail: 8 },
}

function addUnits(
  boundaries: readonly BoundaryFeature[],
  isInland: (point: PointE7) => boolean,
  { areas, lines }: { readonly areas: ShapeCollector; readonly lines: ShapeCollector },
): void {
  const provinces = boundaries.filter(({ unit }) => unit.level === 4)
  const wards = boundaries.filter(({ unit }) => unit.level === 8)
  const greater = provinces.length > 0 ? provinces : wards
  const { outline, outer, shared } = unitLines(greater, isInland)
  for (const ring of outline) areas.add(EARTH, [ring], true)
  for (const line of outer) lines.add(COUNTRY_BORDER, [line], false)
  if (provinces.length === 0) return
  for (const { line } of shared) lines.add(PROVINCE_BORDER, [line], false)
  for (const { line, units } of unitLines(wards, isInland).shared) {
    const [a, b] = units.map((unit) => wards[unit]?.unit.parentCode)
    if (a === b) lines.add(WARD_BORDER, [line], false)
  }
  // Islands that the borders of provinces leave out.
  for (const ward of wards) {
    for (const polygon of ward.polygons) {
      if (!isWithin(provinces, [polygon])) areas.add(EARTH, polygon, true)
    }
  }
}

function isWithin(provinces: readonly BoundaryFeature[], polygons: MultiPolygonE7): boolean {
  const point = pointInLargest(polygons)
  return provinces.some((province) =>
    province.polygons.some((polygon) => sideOfPolygon(polygon, point) >= 0),
  )
}

function addWays(
  { mapWays, positions }: WaysRead,
  areas: ShapeCollector,
  lines: ShapeCollector,
  points: PointFeature[],
): void {
  const { meanings, meaning, labels, first, refs } = mapWays
  for (let i = 0; i < meaning.length; i++) {
    const known = meanings[meaning[i]!]!
    const nodes = refs.subarray(first[i], first[i + 1])
    if (!known.isArea) {
      const line = lineThrough(positions, nodes)
      if (line.length >= 4) lines.add(known.meaning, [line], false)
      continue
    }
    const ring = positions.lineOf(nodes)
    if (ring === null || ring.length < 8) continue
    areas.add(known.meaning, [ring], true)
    const tags = labels.get(i)
    if (tags !== undefined) addLabel(known, nameAttributes(tags), [[ring]], points)
  }
}

function addRelation(
  relation: AreaRelation,
  ways: WaysRead,
  areas: ShapeCollector,
  points: PointFeature[],
): void {
  const known = mapMeaning(relation.tags, true)
  if (known === null || !known.isArea) return
  const members = relation.ways.flatMap(({ id, role }) => {
    const refs = ways.members.get(id)
    return refs === undefined || !RING_ROLES.has(role) ? [] : [{ id, refs }]
  })
  const { polygons } = assembleRings(
    members.map(({ id, refs }) => ({ id, refs, line: ways.positions.lineOf(refs) })),
  )
  if (polygons === null || polygons.length === 0) return
  for (const polygon of polygons) areas.add(known.meaning, polygon, true)
  addLabel(known, nameAttributes(relation.tags), polygons, points)
}

/** A name inside an area. */
function addLabel(
  { label, meaning }: MapMeaning,
  names: ReturnType<typeof nameAttributes>,
  polygons: readonly (readonly Line[])[],
  points: PointFeature[],
): void {
  if (label === null || names['name'] === undefined) return
  const { lonE7, latE7 } = pointInLargest(polygons as MultiPolygonE7)
  points.push({
    meaning: {
      layer: label.layer,
      zoomMin: label.zoomMin,
      detailZoom: 0,
      rank: meaning.rank + 100,
      base: { ...meaning.base, ...names },
      detail: {},
    },
    ...mapPoint(lonE7, latE7),
  })
}
