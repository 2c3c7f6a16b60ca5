import { ServiceError } from '../../base/errors.ts'
import { shownAddress } from '../../base/shown-text.ts'

/** Geofabrik's extract of the country, renewed every night. */
export const VIETNAM_EXTRACT_URL = 'https://download.geofabrik.de/asia/vietnam-latest.osm.pbf'

/** The source that an operator named for an import. */
export interface ImportSource {
  readonly from:
    | { readonly kind: 'file'; readonly path: string }
    | { readonly kind: 'url'; readonly url: string }
  /** By the ending of the name; what is no list of places is taken for an extract. */
  readonly content: 'extract' | 'csv' | 'geojson' | 'fgb'
}

/** Throws `USAGE` for what cannot be imported. */
export function importSource(text: string): ImportSource {
  if (text === 'vietnam') {
    return { from: { kind: 'url', url: VIETNAM_EXTRACT_URL }, content: 'extract' }
  }
  if (!/^[a-z][a-z0-9+.-]+:\/\//i.test(text)) {
    return { from: { kind: 'file', path: text }, content: contentOf(text) }
  }
  const url = URL.parse(text)
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw new ServiceError('USAGE', `${shownAddress(text)} is no http or https address.`)
  }
  return { from: { kind: 'url', url: url.href }, content: contentOf(pathOf(url)) }
}

/** The path in letters: the file is named by it. */
function pathOf(url: URL): string {
  try {
    return decodeURIComponent(url.pathname)
  } catch {
    throw new ServiceError(
      'USAGE',
      `${shownAddress(url.href)} has an invalid percent-encoding in its path. Write %25 for ` +
        'a % sign.',
    )
  }
}

function contentOf(name: string): ImportSource['content'] {
  if (/\.csv$/i.test(name)) return 'csv'
  if (/\.(geojson|json)$/i.test(name)) return 'geojson'
  if (/\.fgb$/i.test(name)) return 'fgb'
  if (/\.(shp|gpkg|kml|gml)$/i.test(name)) {
    throw new ServiceError(
      'USAGE',
      `${name}: boundaries are imported from FlatGeobuf or GeoJSON. Convert the file: ` +
        `ogr2ogr -t_srs EPSG:4326 boundaries.fgb ${name}`,
    )
  }
  return 'extract'
}
