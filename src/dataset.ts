import { join } from 'node:path'
import { reasonOf, ServiceError } from './base/errors.ts'
import type { DatasetId, PlaceId } from './base/ids.ts'
import type { Lang } from './base/lang.ts'
import type { Log } from './base/log.ts'
import { MapArchive } from './basemap/pmtiles/archive.ts'
import { ServedMap } from './basemap/served-map.ts'
import { polygonFile } from './boundaries/fgb.ts'
import { holdersOf } from './boundaries/holders.ts'
import type { Boundaries } from './boundaries/layout.ts'
import { openBoundaries } from './boundaries/open.ts'
import { PREPARED_TOLERANCE } from './boundaries/simplify.ts'
import { BOUNDARY_LEVELS, type BoundaryLevel } from './boundaries/unit.ts'
import type { Conversion, ConvertQuery } from './convert/conversion.ts'
import { openConverter } from './convert/converter.ts'
import type { BothUnits, PlaceUnits } from './convert/units-of-place.ts'
import type { Point } from './geo/point.ts'
import { type PoiDetail, poiDetail } from './pois/detail.ts'
import { listPois, type PoiList, type PoiQuery } from './pois/list.ts'
import { openPois, type Pois } from './pois/pois.ts'
import { DIRECTIONS_DEFAULTS, type DirectionsSettings } from './routing/answer.ts'
import { openGuide } from './routing/guide.ts'
import type { Directions, DirectionsQuery } from './routing/model/directions.ts'
import { routingFile, VEHICLES, type Vehicle } from './routing/model/vehicle.ts'
import { directionsBy, NO_ROUTERS, type Routers } from './routing/service.ts'
import { exactnessIn } from './search/address-in-ward.ts'
import { geocodePoint, suggestPoint, type UnitAt } from './search/at-point.ts'
import { pointIn } from './search/coordinates.ts'
import { geocodeShown } from './search/geocode.ts'
import {
  answerTo,
  type GeocodeMatch,
  type GeocodeQuery,
  type ReverseHit,
  type ReverseQuery,
  type Shown,
  type SuggestQuery,
} from './search/model/query.ts'
import { resolveShown } from './search/resolve.ts'
import { openReverse, type Reverse, reverseShown } from './search/reverse/reverse.ts'
import { openWater } from './search/reverse/water-layout.ts'
import { openSearch, type Search } from './search/search.ts'
import { suggestShown } from './search/suggest.ts'
import { mapFile } from './system/mapped-file.ts'
import type { TileBody } from './tiles/cache.ts'
import type { TileId } from './tiles/grid.ts'
import { openTileIndex } from './tiles/layout.ts'
import { type TileEncoding, Tiles } from './tiles/tiles.ts'
import type { TokenWriter } from './tiles/write.ts'

export const SEARCH_FILE = 'search.idx'
export const REVERSE_FILE = 'reverse.idx'
export const POIS_FILE = 'pois.idx'
export const BOUNDARIES_FILE = 'boundaries.idx'
export const TILES_FILE = 'tiles.idx'
export const WATER_FILE = 'water.idx'
export const MAP_FILE = 'basemap.pmtiles'

/** The files that a server opens; a dataset may have more. */
export const SERVED_FILES: readonly string[] = [
  SEARCH_FILE,
  REVERSE_FILE,
  POIS_FILE,
  BOUNDARIES_FILE,
  TILES_FILE,
  WATER_FILE,
  MAP_FILE,
  ...BOUNDARY_LEVELS.map((level) => polygonFile(level)),
  ...BOUNDARY_LEVELS.map((level) => polygonFile(level, PREPARED_TOLERANCE)),
  ...VEHICLES.map(routingFile),
]

/** A dataset with its files on this machine's disk. */
export interface LocalDataset {
  readonly id: DatasetId
  /** Time of its import, milliseconds since 1970. */
  readonly madeAtMs: number
  readonly directory: string
  /** Names of the files that are there and whole. */
  readonly files: readonly string[]
}

/**
 * The functions of an open dataset. Each throws when its file is missing: `INTERNAL_ERROR` for
 * boundaries (interface, `/v1/reverse-geocode`), `SERVICE_UNAVAILABLE` for all others.
 */
export interface OpenDataset {
  /** Null while none is open. */
  readonly id: DatasetId | null
  readonly madeAtMs: number | null
  suggest(query: SuggestQuery): readonly Shown[]
  geocode(query: GeocodeQuery): GeocodeMatch | null
  resolve(id: PlaceId, lang: Lang): Shown | null
  /** Null when the address names no unit, or leaves open which of many. */
  convert(query: ConvertQuery): Conversion | null
  /** Units of an answer in both systems; null when they are not units of Vietnam. */
  unitsOf(place: PlaceUnits & { readonly id: PlaceId }): BothUnits | null
  reverse(query: ReverseQuery): readonly ReverseHit[]
  /** Names of the province and the ward around the point, of the levels asked for. */
  boundariesAt(point: Point, levels: readonly BoundaryLevel[]): UnitNames
  /** Throws `ROUTING_UNAVAILABLE` when there is no graph for the vehicle. */
  directions(query: DirectionsQuery): Directions
  /** The nearest known address within 100 m; empty when there is none or no places are open. */
  addressAt(point: Point, lang: Lang): string
  /** Nearest first. */
  pois(query: PoiQuery): PoiList
  poiDetail(id: PlaceId, nowMs: number): PoiDetail | null
  /** Null when the tile is empty. `tokens`: one object for as long as the tokens are the same. */
  poiTile(tile: TileId, tokens: TokenWriter, encoding: TileEncoding): TileBody | null
  /** The base map. */
  map(): ServedMap
}

interface UnitNames {
  readonly province: string | null
  readonly ward: string | null
}

/** The functions of a server before its first dataset is open. */
export function closedDataset(): OpenDataset {
  return {
    id: null,
    madeAtMs: null,
    ...withoutSearch(),
    ...withoutReverse(),
    ...withoutBoundaries(),
    ...withRouting(NO_ROUTERS, DIRECTIONS_DEFAULTS),
    ...withoutPois(),
    ...withoutTiles(),
    ...withoutMap(),
  }
}

/**
 * Maps the files into memory; nothing is copied. A file that is missing or cannot be opened is
 * logged with its cure, and only the functions that need it are unavailable.
 */
export function openDataset(
  local: LocalDataset,
  log: Log,
  settings: DirectionsSettings = DIRECTIONS_DEFAULTS,
): OpenDataset {
  function open<T>(file: string, opened: (bytes: Uint8Array) => T): T | null {
    if (!local.files.includes(file)) {
      log(`Dataset ${local.id} has no ${file}. ${CURE}`, 'warn')
      return null
    }
    try {
      return opened(mapFile(join(local.directory, file)))
    } catch (error) {
      const reason = reasonOf(error)
      log(`Dataset ${local.id}: ${file} cannot be opened: ${reason}`, 'error')
      return null
    }
  }
  /** Extracts without roads have no graphs: requests for directions get this error. */
  function openRoads(vehicle: Vehicle): Routers[Vehicle] {
    const file = routingFile(vehicle)
    return local.files.includes(file) ? open(file, openGuide) : null
  }
  const search = open(SEARCH_FILE, openSearch)
  // The built-in dataset, and imports by an older Saola, have no water.
  const water = local.files.includes(WATER_FILE) ? open(WATER_FILE, openWater) : null
  const near = search && open(REVERSE_FILE, (bytes) => openReverse(bytes, search, water))
  const boundaries = open(BOUNDARIES_FILE, openBoundaries)
  const pois = open(POIS_FILE, openPois)
  const map = openMap(local, open)
  const tiles = open(TILES_FILE, (bytes) => new Tiles(openTileIndex(bytes)))
  return {
    id: local.id,
    madeAtMs: local.madeAtMs,
    ...(search ? withSearch(search) : withoutSearch()),
    ...(search && near ? withPoints(search, near, boundaries) : {}),
    ...(near ? withReverse(near) : withoutReverse()),
    ...(boundaries ? withBoundaries(boundaries) : withoutBoundaries()),
    ...(pois ? withPois(pois) : withoutPois()),
    ...(tiles ? withTiles(tiles) : withoutTiles()),
    ...(map ? { map: () => map } : withoutMap()),
    ...withRouting({ car: openRoads('car'), motorbike: openRoads('motorbike') }, settings),
  }
}

type Open = <T>(file: string, opened: (bytes: Uint8Array) => T) => T | null

/** Null for a dataset of an older Saola: its other files work. */
function openMap({ id, files }: LocalDataset, open: Open): ServedMap | null {
  if (!files.includes(MAP_FILE)) return null
  return open(MAP_FILE, (bytes) => new ServedMap(new MapArchive(bytes), id))
}

/** The cure for a file that is missing or damaged. */
export const CURE = "Run 'saola datasets verify'; then import again, or 'saola datasets rollback'."

/** A farther address does not describe an end of a route. */
const ADDRESS_RADIUS_M = 100

type SearchPart = Pick<OpenDataset, 'suggest' | 'geocode' | 'resolve' | 'convert' | 'unitsOf'>
type ReversePart = Pick<OpenDataset, 'reverse' | 'addressAt'>
type BoundariesPart = Pick<OpenDataset, 'boundariesAt'>
type RoutingPart = Pick<OpenDataset, 'directions'>
type PoisPart = Pick<OpenDataset, 'pois' | 'poiDetail'>
type TilesPart = Pick<OpenDataset, 'poiTile'>
type MapPart = Pick<OpenDataset, 'map'>

function withSearch(search: Search): SearchPart {
  return {
    suggest: (query) => suggestShown(search, query),
    geocode: (query) => geocodeShown(search, query),
    resolve: (id, lang) => resolveShown(search, id, lang),
    ...conversionIn(search),
  }
}

/** Search with coordinates, too: a query of coordinates gives the address at the point. */
function withPoints(
  search: Search,
  near: Reverse,
  boundaries: Boundaries | null,
): Pick<OpenDataset, 'suggest' | 'geocode'> {
  const unitAt: UnitAt = (point, lang) => {
    const holders = boundaries && holdersOf(boundaries, point, BOUNDARY_LEVELS)
    const unit = holders?.ward ?? holders?.province
    return unit ? resolveShown(search, unit.id, lang) : null
  }
  return {
    suggest(query) {
      const point = pointIn(query.input)
      if (point === null) return suggestShown(search, query)
      return suggestPoint(near, unitAt, point, query.lang)
    },
    geocode(query) {
      const point = pointIn(query.address)
      if (point === null) return geocodeShown(search, query)
      return geocodePoint(near, unitAt, point, query.lang)
    },
  }
}

function conversionIn(search: Search): Pick<OpenDataset, 'convert' | 'unitsOf'> {
  const { convert, unitsOf } = openConverter((address, code) =>
    exactnessIn(search, `vn${code}`, address),
  )
  return {
    convert,
    unitsOf(place) {
      if (place.lang === 'vi') return unitsOf(place)
      // English names have no diacritics, and some wards differ only by these.
      const vietnamese = resolveShown(search, place.id, 'vi')
      if (vietnamese === null) return null
      const { ward, province } = answerTo(vietnamese)
      return unitsOf({ ...place, ward, province })
    },
  }
}

function withReverse(near: Reverse): ReversePart {
  return {
    reverse: (query) => reverseShown(near, query),
    addressAt(point, lang) {
      const [hit] = reverseShown(near, {
        point,
        radiusM: ADDRESS_RADIUS_M,
        size: 1,
        lang,
        isVietnamOnly: false,
      })
      return hit ? answerTo(hit.place).address : ''
    },
  }
}

function withBoundaries(boundaries: ReturnType<typeof openBoundaries>): BoundariesPart {
  return {
    boundariesAt(point, levels) {
      const { province, ward } = holdersOf(boundaries, point, levels)
      return { province: province?.name ?? null, ward: ward?.name ?? null }
    },
  }
}

function withPois(pois: Pois): PoisPart {
  return {
    pois: (query) => listPois(pois, query),
    poiDetail: (id, nowMs) => poiDetail(pois, id, nowMs),
  }
}

function withTiles(tiles: Tiles): TilesPart {
  return { poiTile: (tile, tokens, encoding) => tiles.tile(tile, tokens, encoding) }
}

function withoutSearch(): SearchPart {
  return {
    suggest: noPlaces,
    geocode: noPlaces,
    resolve: noPlaces,
    convert: noPlaces,
    unitsOf: noPlaces,
  }
}

function withoutReverse(): ReversePart {
  return { reverse: noPlaces, addressAt: () => '' }
}

function withoutBoundaries(): BoundariesPart {
  return {
    boundariesAt() {
      throw new ServiceError('INTERNAL_ERROR', `The boundaries cannot be read. ${CURE}`)
    },
  }
}

function withRouting(routers: Routers, settings: DirectionsSettings): RoutingPart {
  return { directions: (query) => directionsBy(routers, query, settings) }
}

function withoutPois(): PoisPart {
  return { pois: noPlaces, poiDetail: noPlaces }
}

function withoutTiles(): TilesPart {
  return { poiTile: noPlaces }
}

function withoutMap(): MapPart {
  return {
    map() {
      throw new ServiceError('SERVICE_UNAVAILABLE', NO_MAP)
    },
  }
}

const NO_MAP =
  'The dataset has no base map: an older Saola made it, or the file is damaged. Import its ' +
  "extract again: 'saola import vietnam'."

function noPlaces(): never {
  throw new ServiceError('SERVICE_UNAVAILABLE', `No places are open on this server. ${CURE}`)
}
