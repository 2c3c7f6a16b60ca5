import { reasonOf, ServiceError } from '../../base/errors.ts'
import type { PolygonDeg } from '../../geo/polygon-text.ts'
import type { RawArea, RawBoundaries } from './boundary-file.ts'

/** Names of WGS84 in the `crs` member that GeoJSON had before RFC 7946. */
const WGS84 = /(CRS84|EPSG:{1,2}(4326|4979))$/

/** The features of a GeoJSON FeatureCollection. Throws `INVALID_FILE` for anything else. */
export function geojsonAreas(bytes: Uint8Array): RawBoundaries {
  const collection = recordOf(parse(bytes))
  const features = collection?.['features']
  if (collection?.['type'] !== 'FeatureCollection' || !Array.isArray(features)) {
    return invalid('is no GeoJSON FeatureCollection')
  }
  const crs = recordOf(recordOf(collection['crs'])?.['properties'])?.['name']
  if (crs !== undefined && !(typeof crs === 'string' && WGS84.test(crs))) {
    return invalid(`is in ${crs}; convert it with ogr2ogr -t_srs EPSG:4326`)
  }
  const areas = features.map(areaOf)
  return { fields: [...new Set(areas.flatMap(({ properties }) => Object.keys(properties)))], areas }
}

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch (cause) {
    const reason = reasonOf(cause)
    throw new ServiceError('INVALID_FILE', `The boundary file is no JSON: ${reason}.`, { cause })
  }
}

function areaOf(feature: unknown): RawArea {
  const { properties, geometry } = recordOf(feature) ?? {}
  return { properties: recordOf(properties) ?? {}, polygons: polygonsOf(recordOf(geometry)) }
}

/** A reason when there are none. */
function polygonsOf(geometry: Readonly<Record<string, unknown>> | null): PolygonDeg[] | string {
  if (geometry === null) return 'has no geometry'
  const { type, coordinates } = geometry
  if (type !== 'Polygon' && type !== 'MultiPolygon') return `is a ${type}, not a polygon`
  const polygons = type === 'Polygon' ? [coordinates] : coordinates
  if (!Array.isArray(polygons)) return 'has no coordinates'
  const read = polygons.map(polygonOf)
  const whole = read.filter((polygon) => polygon !== null)
  return whole.length === read.length ? whole : 'has coordinates that are no numbers'
}

function polygonOf(rings: unknown): PolygonDeg | null {
  if (!Array.isArray(rings)) return null
  const xy: number[] = []
  const ends: number[] = []
  for (const ring of rings) {
    if (!Array.isArray(ring)) return null
    for (const position of ring) {
      if (!Array.isArray(position)) return null
      const [lon, lat] = position
      if (typeof lon !== 'number' || typeof lat !== 'number') return null
      xy.push(lon, lat)
    }
    ends.push(xy.length / 2)
  }
  return { xy: Float64Array.from(xy), ends }
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : null
}

function invalid(fault: string): never {
  throw new ServiceError('INVALID_FILE', `The boundary file ${fault}.`)
}
