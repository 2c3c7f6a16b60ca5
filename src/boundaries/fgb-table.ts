import { Builder, ByteBuffer } from 'flatbuffers'
// Only the parts of the package that know the bytes: its index drags in HTTP, zstd and OpenLayers.
import { Column } from 'flatgeobuf/lib/mjs/flat-geobuf/column.js'
import { ColumnType } from 'flatgeobuf/lib/mjs/flat-geobuf/column-type.js'
import { Crs } from 'flatgeobuf/lib/mjs/flat-geobuf/crs.js'
import { Feature } from 'flatgeobuf/lib/mjs/flat-geobuf/feature.js'
import { Geometry } from 'flatgeobuf/lib/mjs/flat-geobuf/geometry.js'
import { GeometryType } from 'flatgeobuf/lib/mjs/flat-geobuf/geometry-type.js'
import { Header } from 'flatgeobuf/lib/mjs/flat-geobuf/header.js'
import { parseProperties } from 'flatgeobuf/lib/mjs/generic/feature.js'
import { fromByteBuffer, type HeaderMeta } from 'flatgeobuf/lib/mjs/header-meta.js'
import { calcTreeSize } from 'flatgeobuf/lib/mjs/packedrtree.js'
import { ServiceError } from '../base/errors.ts'
import { E7, toE7 } from '../geo/point.ts'
import { type MultiPolygonE7, type PolygonE7, reverseRing, ringOrientation } from '../geo/ring.ts'

/** "fgb", version 3, "fgb", patch 1: https://flatgeobuf.org, Specification. */
const MAGIC = [0x66, 0x67, 0x62, 0x03, 0x66, 0x67, 0x62, 0x01] as const
const SIZE_BYTES = 4
const EPSG_WGS84 = 4326

/** A value of a column; a column of numbers holds whole ones of 32 bits. */
export type FgbValue = string | number | null

export interface FgbColumn {
  readonly name: string
  readonly type: 'string' | 'int'
}

/** One row: its polygons and its columns, by name. */
export interface FgbRow {
  readonly properties: Readonly<Record<string, unknown>>
  readonly polygons: MultiPolygonE7
}

/** A FlatGeobuf file of multipolygons in EPSG:4326, rows in the order given, without an index. */
export function writeFgbTable(
  layer: string,
  columns: readonly FgbColumn[],
  rows: readonly { values: readonly FgbValue[]; polygons: MultiPolygonE7 }[],
): Uint8Array<ArrayBuffer> {
  const parts = [Uint8Array.from(MAGIC), encodeHeader(layer, columns, rows)]
  for (const row of rows) parts.push(encodeFeature(columns, row.values, row.polygons))
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  return bytes
}

/**
 * All rows of a FlatGeobuf file of polygons or multipolygons in WGS84 degrees, with rings closed
 * and turned as `PolygonE7` wants them; rings that vanish at 1e-7 degrees are left out. Throws
 * `INVALID_FILE` for anything else.
 */
export function readFgbTable(bytes: Uint8Array): FgbRow[] {
  if (bytes.length < MAGIC.length || MAGIC.some((byte, i) => i < 7 && bytes[i] !== byte)) {
    invalid('is not a FlatGeobuf file')
  }
  try {
    return readRows(new ByteBuffer(bytes))
  } catch (cause) {
    if (cause instanceof ServiceError) throw cause
    return invalid('is damaged or cut short', cause)
  }
}

function readRows(buffer: ByteBuffer): FgbRow[] {
  const headerEnd = MAGIC.length + SIZE_BYTES + buffer.readUint32(MAGIC.length)
  // The reader of FlatBuffers takes what lies beyond the end for zeros.
  if (!(headerEnd <= buffer.capacity())) invalid('is cut short')
  buffer.setPosition(MAGIC.length)
  const header = fromByteBuffer(buffer)
  if (header.crs && header.crs.code !== 0 && header.crs.code !== EPSG_WGS84) {
    invalid(`is in EPSG:${header.crs.code}; convert it with ogr2ogr -t_srs EPSG:4326`)
  }
  let at = headerEnd
  if (header.indexNodeSize > 0 && header.featuresCount > 0) {
    at += calcTreeSize(header.featuresCount, header.indexNodeSize)
  }
  const rows: FgbRow[] = []
  while (at + SIZE_BYTES <= buffer.capacity()) {
    const sizeBytes = buffer.readUint32(at)
    if (at + SIZE_BYTES + sizeBytes > buffer.capacity()) invalid('is cut short')
    buffer.setPosition(at)
    rows.push(readRow(Feature.getSizePrefixedRootAsFeature(buffer), header))
    at += SIZE_BYTES + sizeBytes
  }
  if (header.featuresCount > 0 && rows.length !== header.featuresCount) invalid('is cut short')
  return rows
}

function readRow(feature: Feature, header: HeaderMeta): FgbRow {
  const properties = parseProperties(feature, header.columns)
  const geometry = feature.geometry()
  const polygons: PolygonE7[] = []
  if (geometry) {
    const type = header.geometryType || geometry.type()
    if (type === GeometryType.Polygon) pushPolygon(polygons, geometry)
    else if (type === GeometryType.MultiPolygon) {
      for (let i = 0; i < geometry.partsLength(); i++) {
        const part = geometry.parts(i)
        if (part) pushPolygon(polygons, part)
      }
    } else {
      invalid(`holds geometries of type ${GeometryType[type] ?? type}; boundaries are polygons`)
    }
  }
  return { properties, polygons }
}

function pushPolygon(polygons: PolygonE7[], geometry: Geometry): void {
  const xy = geometry.xyArray()
  if (!xy) return
  const ends = geometry.endsArray() ?? [xy.length / 2]
  const rings: Int32Array[] = []
  let start = 0
  for (const end of ends) {
    const ring = readRing(xy.subarray(start * 2, end * 2))
    start = end
    // Without its outer ring a polygon has nothing left to cut holes from.
    if (!ring && rings.length === 0) return
    if (!ring) continue
    if (ringOrientation(ring) === (rings.length === 0 ? -1 : 1)) reverseRing(ring)
    rings.push(ring)
  }
  const [outer, ...holes] = rings
  if (outer) polygons.push([outer, ...holes])
}

/** Degrees to a closed ring of 1e-7 degrees, no point twice in a row; null when nothing is left. */
function readRing(xy: Float64Array): Int32Array | null {
  const ring = new Int32Array(xy.length + 2)
  let length = 0
  for (let i = 0; i < xy.length; i += 2) {
    const lon = toE7(xy[i]!)
    const lat = toE7(xy[i + 1]!)
    if (!(Math.abs(lon) <= 180 * E7 && Math.abs(lat) <= 90 * E7)) {
      invalid('holds coordinates that are no WGS84 degrees; convert it with ogr2ogr')
    }
    if (length > 0 && ring[length - 2] === lon && ring[length - 1] === lat) continue
    ring[length++] = lon
    ring[length++] = lat
  }
  if (length > 0 && (ring[0] !== ring[length - 2] || ring[1] !== ring[length - 1])) {
    ring[length++] = ring[0]!
    ring[length++] = ring[1]!
  }
  const closed = ring.slice(0, length)
  return length >= 8 && ringOrientation(closed) !== 0 ? closed : null
}

function encodeHeader(
  layer: string,
  columns: readonly FgbColumn[],
  rows: readonly { polygons: MultiPolygonE7 }[],
): Uint8Array {
  const builder = new Builder(1024)
  const columnOffsets = columns.map(({ name, type }) => {
    const nameOffset = builder.createString(name)
    Column.startColumn(builder)
    Column.addName(builder, nameOffset)
    Column.addType(builder, type === 'int' ? ColumnType.Int : ColumnType.String)
    return Column.endColumn(builder)
  })
  const columnsOffset = Header.createColumnsVector(builder, columnOffsets)
  const envelopeOffset = Header.createEnvelopeVector(builder, envelopeOf(rows))
  const nameOffset = builder.createString(layer)
  const orgOffset = builder.createString('EPSG')
  Crs.startCrs(builder)
  Crs.addOrg(builder, orgOffset)
  Crs.addCode(builder, EPSG_WGS84)
  const crsOffset = Crs.endCrs(builder)
  Header.startHeader(builder)
  Header.addName(builder, nameOffset)
  Header.addEnvelope(builder, envelopeOffset)
  Header.addGeometryType(builder, GeometryType.MultiPolygon)
  Header.addColumns(builder, columnsOffset)
  Header.addFeaturesCount(builder, BigInt(rows.length))
  Header.addIndexNodeSize(builder, 0)
  Header.addCrs(builder, crsOffset)
  builder.finishSizePrefixed(Header.endHeader(builder))
  return builder.asUint8Array()
}

/** West, south, east, north in degrees; empty when there is no point. */
function envelopeOf(rows: readonly { polygons: MultiPolygonE7 }[]): number[] {
  const box = [Infinity, Infinity, -Infinity, -Infinity] as [number, number, number, number]
  for (const { polygons } of rows) {
    for (const [outer] of polygons) {
      for (let i = 0; i < outer.length; i += 2) {
        box[0] = Math.min(box[0], outer[i]!)
        box[1] = Math.min(box[1], outer[i + 1]!)
        box[2] = Math.max(box[2], outer[i]!)
        box[3] = Math.max(box[3], outer[i + 1]!)
      }
    }
  }
  return box[0] <= box[2] ? box.map((v) => v / E7) : []
}

function encodeFeature(
  columns: readonly FgbColumn[],
  values: readonly FgbValue[],
  polygons: MultiPolygonE7,
): Uint8Array {
  const points = polygons.flat().reduce((sum, ring) => sum + ring.length, 0)
  const builder = new Builder(1024 + points * 8)
  const partOffsets = polygons.map((polygon) => encodePolygon(builder, polygon))
  const partsOffset = Geometry.createPartsVector(builder, partOffsets)
  Geometry.startGeometry(builder)
  Geometry.addType(builder, GeometryType.MultiPolygon)
  Geometry.addParts(builder, partsOffset)
  const geometryOffset = Geometry.endGeometry(builder)
  const properties = encodeProperties(columns, values)
  const propertiesOffset = Feature.createPropertiesVector(builder, properties)
  Feature.startFeature(builder)
  Feature.addGeometry(builder, geometryOffset)
  Feature.addProperties(builder, propertiesOffset)
  builder.finishSizePrefixed(Feature.endFeature(builder))
  return builder.asUint8Array()
}

function encodePolygon(builder: Builder, polygon: PolygonE7): number {
  const ends: number[] = []
  const xy: number[] = []
  for (const ring of polygon) {
    for (const value of ring) xy.push(value / E7)
    ends.push(xy.length / 2)
  }
  const xyOffset = Geometry.createXyVector(builder, xy)
  const endsOffset = Geometry.createEndsVector(builder, ends)
  Geometry.startGeometry(builder)
  Geometry.addEnds(builder, endsOffset)
  Geometry.addXy(builder, xyOffset)
  Geometry.addType(builder, GeometryType.Polygon)
  return Geometry.endGeometry(builder)
}

/** Column number (u16) and value of each column that is not null; text behind its length (u32). */
function encodeProperties(columns: readonly FgbColumn[], values: readonly FgbValue[]): Uint8Array {
  const bytes: number[] = []
  columns.forEach((column, i) => {
    const value = values[i] ?? null
    if (value === null) return
    bytes.push(i & 0xff, i >> 8)
    if (column.type === 'int') bytes.push(...littleEndian(Number(value)))
    else {
      const text = new TextEncoder().encode(String(value))
      bytes.push(...littleEndian(text.length), ...text)
    }
  })
  return Uint8Array.from(bytes)
}

function littleEndian(value: number): number[] {
  return [value & 0xff, (value >> 8) & 0xff, (value >> 16) & 0xff, (value >> 24) & 0xff]
}

function invalid(fault: string, cause?: unknown): never {
  throw new ServiceError('INVALID_FILE', `The boundary file ${fault}.`, { cause })
}
