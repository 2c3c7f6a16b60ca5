import { ByteBuffer } from 'flatbuffers'
// Only the parts of the package that know the bytes: its index drags in HTTP, zstd and OpenLayers.
import { Feature } from 'flatgeobuf/lib/mjs/flat-geobuf/feature.js'
import type { Geometry } from 'flatgeobuf/lib/mjs/flat-geobuf/geometry.js'
import { GeometryType } from 'flatgeobuf/lib/mjs/flat-geobuf/geometry-type.js'
import { parseProperties } from 'flatgeobuf/lib/mjs/generic/feature.js'
import { fromByteBuffer, type HeaderMeta } from 'flatgeobuf/lib/mjs/header-meta.js'
import { calcTreeSize } from 'flatgeobuf/lib/mjs/packedrtree.js'
import { ServiceError } from '../base/errors.ts'
import type { PolygonDeg } from '../geo/polygon-text.ts'

/** "fgb", version 3, "fgb", patch 1: https://flatgeobuf.org, Specification. */
export const MAGIC = [0x66, 0x67, 0x62, 0x03, 0x66, 0x67, 0x62, 0x01] as const
export const EPSG_WGS84 = 4326
/** The last byte of the magic is a patch: readers of version 3 take any. */
const MAGIC_BYTES_KNOWN = 7
const SIZE_BYTES = 4

/** A FlatGeobuf file, opened: nothing but its header is decoded. */
export interface FgbFile {
  readonly buffer: ByteBuffer
  readonly header: HeaderMeta
  /** Start of each row, bytes. */
  readonly starts: readonly number[]
}

/**
 * Opens a file of rows in WGS84 degrees over `bytes`, which may be memory-mapped: reads the header
 * and the length of each row. Throws `INVALID_FILE` for anything else.
 */
export function openFgb(bytes: Uint8Array): FgbFile {
  const isKnown = MAGIC.every((byte, i) => i >= MAGIC_BYTES_KNOWN || bytes[i] === byte)
  if (bytes.length < MAGIC.length || !isKnown) invalidFgb('is not a FlatGeobuf file')
  return sound(() => walk(new ByteBuffer(bytes)))
}

/** The values of a row by their column's name; one that is null is not there. */
export function propertiesAt(file: FgbFile, row: number): Readonly<Record<string, unknown>> {
  return sound(() => parseProperties(featureAt(file, row), file.header.columns))
}

/** The polygons of a row, not copied; none when it has no geometry. */
export function polygonsAt(file: FgbFile, row: number): PolygonDeg[] {
  return sound(() => {
    const geometry = featureAt(file, row).geometry()
    if (!geometry) return []
    const type = file.header.geometryType || geometry.type()
    if (type === GeometryType.Polygon) return polygonOf(geometry)
    if (type !== GeometryType.MultiPolygon) {
      invalidFgb(`holds geometries of type ${GeometryType[type] ?? type}; boundaries are polygons`)
    }
    const polygons: PolygonDeg[] = []
    for (let i = 0; i < geometry.partsLength(); i++) {
      const part = geometry.parts(i)
      if (part) polygons.push(...polygonOf(part))
    }
    return polygons
  })
}

export function invalidFgb(fault: string, cause?: unknown): never {
  throw new ServiceError('INVALID_FILE', `The boundary file ${fault}.`, { cause })
}

function walk(buffer: ByteBuffer): FgbFile {
  const headerEnd = MAGIC.length + SIZE_BYTES + buffer.readUint32(MAGIC.length)
  // The reader of FlatBuffers reads zeros beyond the end.
  if (!(headerEnd <= buffer.capacity())) invalidFgb('is cut short')
  buffer.setPosition(MAGIC.length)
  const header = fromByteBuffer(buffer)
  if (header.crs && header.crs.code !== 0 && header.crs.code !== EPSG_WGS84) {
    invalidFgb(`is in EPSG:${header.crs.code}; convert it with ogr2ogr -t_srs EPSG:4326`)
  }
  let at = headerEnd
  if (header.indexNodeSize > 0 && header.featuresCount > 0) {
    at += calcTreeSize(header.featuresCount, header.indexNodeSize)
  }
  const starts: number[] = []
  while (at + SIZE_BYTES <= buffer.capacity()) {
    const sizeBytes = buffer.readUint32(at)
    if (at + SIZE_BYTES + sizeBytes > buffer.capacity()) invalidFgb('is cut short')
    starts.push(at)
    at += SIZE_BYTES + sizeBytes
  }
  if (header.featuresCount > 0 && starts.length !== header.featuresCount) {
    invalidFgb('is cut short')
  }
  return { buffer, header, starts }
}

function featureAt({ buffer, starts }: FgbFile, row: number): Feature {
  buffer.setPosition(starts[row] ?? invalidFgb(`has no row ${row}`))
  return Feature.getSizePrefixedRootAsFeature(buffer)
}

function polygonOf(geometry: Geometry): PolygonDeg[] {
  const xy = coordinatesOf(geometry)
  return xy === null ? [] : [{ xy, ends: geometry.endsArray() ?? Uint32Array.of(xy.length / 2) }]
}

/** Copied only where a writer has not aligned them. */
function coordinatesOf(geometry: Geometry): Float64Array | null {
  try {
    return geometry.xyArray()
  } catch (error) {
    const length = geometry.xyLength()
    const bytesMax = geometry.bb?.capacity() ?? 0
    if (!(error instanceof RangeError) || length * 8 > bytesMax) throw error
    return Float64Array.from({ length }, (_, i) => geometry.xy(i) ?? NaN)
  }
}

/** Bytes that are no FlatBuffer end in errors of all kinds. */
function sound<T>(read: () => T): T {
  try {
    return read()
  } catch (cause) {
    if (cause instanceof ServiceError) throw cause
    return invalidFgb('is damaged or cut short', cause)
  }
}
