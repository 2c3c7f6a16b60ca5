import {
  HALF_WORLD,
  type Meaning,
  mapPoint,
  type PointFeature,
} from '../../basemap/build/shapes.ts'
import type { Attributes } from '../../basemap/schema.ts'
import type { BoundaryFeature } from '../../boundaries/unit.ts'
import { categoryOfId, OTHER_CATEGORY } from '../../pois/categories.ts'
import type { Place } from '../../search/model/place.ts'
import { mortonOrder } from '../../tiles/quadtree.ts'
import { firstZooms } from '../../tiles/thinning.ts'
import { pointInLargest } from '../passes/position.ts'
import { categoryOf } from '../tags/category.ts'
import { bareUnitName } from '../tags/unit-names.ts'

/** The points of the map: names of units and settlements, points of interest, house numbers. */
export function placePoints(
  places: readonly Place[],
  boundaries: readonly BoundaryFeature[],
): PointFeature[] {
  return [
    ...boundaries.flatMap((unit) => unitPoint(unit) ?? []),
    ...places.flatMap((place) => settlementPoint(place) ?? []),
    ...poiPoints(places),
    ...places.flatMap((place) => housePoint(place) ?? []),
  ]
}

function pointOf(place: Place, meaning: Meaning): PointFeature {
  return { meaning, ...mapPoint(place.lonE7, place.latE7) }
}

function namesOf(name: string, nameEn: string | null): Attributes {
  return nameEn === null || nameEn === name ? { name } : { name, 'name:en': nameEn }
}

const PROVINCE_ZOOM = 6
const WARD_ZOOM = 12

/** A city that is a province has its name from the city (`settlementPoint`). */
function unitPoint({ unit, polygons }: BoundaryFeature): PointFeature | null {
  if (polygons.length === 0) return null
  const isProvince = unit.level === 4
  if (isProvince && isCity(unit.name)) return null
  const { lonE7, latE7 } = pointInLargest(polygons)
  const name = isProvince ? bareUnitName(unit.name) : unit.name
  const meaning = {
    layer: 'places',
    zoomMin: isProvince ? PROVINCE_ZOOM : WARD_ZOOM,
    detailZoom: 0,
    rank: isProvince ? 40 : 240,
    base: {
      kind: isProvince ? 'region' : 'ward',
      ...namesOf(name, isProvince ? bareEnglish(unit.nameEn) : unit.nameEn),
    },
    detail: {},
  } as const
  return { meaning, ...mapPoint(lonE7, latE7) }
}

function isCity(name: string): boolean {
  return name.startsWith('Thành phố ')
}

function bareEnglish(name: string | null): string | null {
  return name?.replace(/ (City|Province)$/, '') ?? null
}

/** First zoom of a kind of settlement, its kind on the map, and how much it counts. */
const SETTLEMENTS: Readonly<
  Record<string, readonly [zoomMin: number, kind: string, rank: number]>
> = {
  city: [6, 'locality', 15],
  town: [8, 'locality', 50],
  suburb: [11, 'neighbourhood', 180],
  borough: [11, 'neighbourhood', 180],
  village: [11, 'locality', 210],
  quarter: [14, 'neighbourhood', 230],
  neighbourhood: [14, 'neighbourhood', 260],
  hamlet: [13, 'locality', 250],
  isolated_dwelling: [14, 'locality', 270],
  farm: [14, 'locality', 280],
}
/** The two that every map of the country names first. */
const GREATEST = new Set(['Hà Nội', 'Hồ Chí Minh'])

function settlementPoint(place: Place): PointFeature | null {
  const isCityProvince = place.kind === 'province' && isCity(place.name)
  if (place.kind !== 'settlement' && !isCityProvince) return null
  const detail = isCityProvince ? 'city' : place.category.replace('place=', '')
  const known = SETTLEMENTS[detail]
  if (known === undefined) return null
  const [zoomMin, kind, rank] = known
  const name = isCityProvince ? bareUnitName(place.name) : place.name
  const firstZoom = GREATEST.has(name) ? 4 : isCityProvince ? 5 : zoomMin
  return pointOf(place, {
    layer: 'places',
    zoomMin: firstZoom,
    detailZoom: 0,
    rank: GREATEST.has(name) ? 2 : isCityProvince ? 8 : rank,
    base: {
      kind,
      kind_detail: detail,
      min_zoom: firstZoom,
      ...(name === 'Hà Nội' ? { capital: 'yes' } : {}),
      ...namesOf(name, isCityProvince ? bareEnglish(place.nameEn) : place.nameEn),
    },
    detail: {},
  })
}

function housePoint(place: Place): PointFeature | null {
  if (place.houseNumber === null || (place.kind !== 'house' && place.kind !== 'poi')) return null
  return pointOf(place, {
    layer: 'buildings',
    zoomMin: 14,
    detailZoom: 0,
    rank: 800,
    base: { kind: 'address', addr_housenumber: place.houseNumber },
    detail: {},
  })
}

/** Places that have the name of an area or a settlement, or are a whole address. */
const NOT_SHOWN = new Set([OTHER_CATEGORY, 'place', 'neighborhood', 'residential_area'])
/** Icons of so many pixels do not overlap: a cell of `firstZooms` has 16. */
const CELLS_A_POI = 2
/** The first zoom of a POI by how many ask for it. */
const POI_ZOOMS: readonly (readonly [importance: number, zoomMin: number])[] = [
  [0.55, 10],
  [0.46, 12],
  [0.4, 13],
  [0.32, 14],
  [0.26, 15],
  [0, 16],
]
const POI_ZOOM_MAX = 18

function poiPoints(places: readonly Place[]): PointFeature[] {
  const pois = places
    .filter(({ kind, name, source }) => kind === 'poi' && name !== '' && source !== 'operator')
    .map((place) => ({ place, category: categoryOf(place.category, place.tags, place.name) }))
    .filter(({ category }) => !NOT_SHOWN.has(category))
    .sort((a, b) => b.place.importance - a.place.importance || (a.place.id < b.place.id ? -1 : 1))
  const at = pois.map(({ place }) => mapPoint(place.lonE7, place.latE7))
  const xs = Uint32Array.from(at, ({ x }) => x + HALF_WORLD)
  const ys = Uint32Array.from(at, ({ y }) => y + HALF_WORLD)
  const curve = Uint32Array.from(pois, (_, i) => i).sort(
    (a, b) => mortonOrder(xs[a]!, ys[a]!, xs[b]!, ys[b]!) || a - b,
  )
  const zooms = firstZooms(xs, ys, curve)
  return pois.map(({ place, category }, i): PointFeature => {
    const wanted = POI_ZOOMS.find(([importance]) => place.importance >= importance)?.[1] ?? 16
    const minZoom = Math.min(POI_ZOOM_MAX, Math.max(zooms[i]! + CELLS_A_POI, wanted))
    const meaning = {
      layer: 'pois',
      zoomMin: Math.min(14, minZoom),
      detailZoom: 0,
      rank: 300 + 20 * (minZoom - 10) + Math.round(10 * (1 - place.importance)),
      base: {
        kind: category,
        group: categoryOfId(category)?.group ?? 'places',
        min_zoom: minZoom,
        ...namesOf(place.name, place.nameEn),
      },
      detail: {},
    } as const
    return { meaning, x: at[i]!.x, y: at[i]!.y }
  })
}
