import {
  GEOJSON_SYNTAX,
  type PolygonSyntax,
  TextPage,
  WKT_SYNTAX,
  writePolygons,
} from '../geo/polygon-text.ts'
import { type Layer, polygonsOf } from './layer.ts'
import type { BoundaryFormat } from './query.ts'
import type { BoundaryUnit } from './unit.ts'

/** Units of a layer, by their rows. */
export interface LayerPart {
  readonly layer: Layer
  readonly rows: readonly number[]
}

/** The text around the units and their polygons. */
interface Frame {
  readonly open: string
  readonly close: string
  readonly syntax: PolygonSyntax
  before(unit: BoundaryUnit): string
  readonly after: string
}

const FRAMES = {
  geojson: {
    open: '{"type":"FeatureCollection","features":[',
    close: ']}',
    syntax: GEOJSON_SYNTAX,
    before: (unit) =>
      `{"type":"Feature","properties":${JSON.stringify(propertiesOf(unit))},` +
      '"geometry":{"type":"MultiPolygon","coordinates":',
    after: '}}',
  },
  wkt: {
    open: '{"boundaries":[',
    close: ']}',
    syntax: WKT_SYNTAX,
    before: (unit) => `${JSON.stringify(propertiesOf(unit)).slice(0, -1)},"wkt":"`,
    after: '"}',
  },
} as const satisfies Record<BoundaryFormat, Frame>

/**
 * The answer of `/v1/admin-boundaries` (design) as UTF-8, a page of 64 KiB at a time: the whole
 * country takes the memory of a page. About 200 MB/s.
 */
export function* boundaryText(
  parts: readonly LayerPart[],
  format: BoundaryFormat,
): Generator<Uint8Array<ArrayBuffer>> {
  const frame: Frame = FRAMES[format]
  const page = new TextPage()
  let before = frame.open
  for (const { layer, rows } of parts) {
    for (const row of rows) {
      page.write(before + frame.before(layer.units[row]!))
      for (const _ of writePolygons(page, polygonsOf(layer, row), frame.syntax)) yield page.take()
      page.write(frame.after)
      if (page.isFull) yield page.take()
      before = ',\n'
    }
  }
  page.write(before === frame.open ? frame.open + frame.close : frame.close)
  yield page.take()
}

/** The properties of the design's `admin-boundaries`. */
function propertiesOf(unit: BoundaryUnit) {
  return {
    code: unit.code,
    name: unit.name,
    name_en: unit.nameEn,
    level: unit.level,
    parent_code: unit.parentCode,
    country_code: unit.countryCode,
  }
}
