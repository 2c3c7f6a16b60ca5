import { Builder } from 'flatbuffers'
// Only the parts of the package that know the bytes: its index drags in HTTP, zstd and OpenLayers.
import { Column } from 'flatgeobuf/lib/mjs/flat-geobuf/column.js'
import { ColumnType } from 'flatgeobuf/lib/mjs/flat-geobuf/column-type.js'
import { Crs } from 'flatgeobuf/lib/mjs/flat-geobuf/crs.js'
import { Feature } from 'flatgeobuf/lib/mjs/flat-geobuf/feature.js'
import { Geometry } from 'flatgeobuf/lib/mjs/flat-geobuf/geometry.js'
import { GeometryType } from 'flatgeobuf/lib/mjs/flat-geobuf/geometry-type.js'
import { Header } from 'flatgeobuf/lib/mjs/flat-geobuf/header.js'
import { type OnStep, UNWATCHED } from '../base/on-step.ts'
import { E7 } from '../geo/point.ts'
import type { MultiPolygonE7, PolygonE7 } from '../geo/ring.ts'
import { EPSG_WGS84, MAGIC } from './fgb-file.ts'

/** A value of a column; a column of numbers holds whole ones of 32 bits. */
export type FgbValue = string | number | null

export interface FgbColumn {
  readonly name: string
  readonly type: 'string' | 'int'
}

/** A FlatGeobuf file of multipolygons in EPSG:4326, rows in the order given, without an index. */
export function writeFgbTable(
  layer: string,
  columns: readonly FgbColumn[],
  rows: readonly { values: readonly FgbValue[]; polygons: MultiPolygonE7 }[],
  onStep: OnStep = UNWATCHED,
): Uint8Array<ArrayBuffer> {
  const parts = [Uint8Array.from(MAGIC), encodeHeader(layer, columns, rows)]
  rows.forEach(({ values, polygons }, i) => {
    onStep('polygons', i / rows.length)
    parts.push(encodeFeature(columns, values, polygons))
  })
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  return bytes
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
  // Rows without a number too are as long as eights of bytes, so that all numbers stand aligned.
  builder.prep(8, 0)
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
