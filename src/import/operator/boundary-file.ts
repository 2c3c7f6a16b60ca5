import { ServiceError } from '../../base/errors.ts'
import { withoutControls } from '../../base/shown-text.ts'
import { openFgb, polygonsAt, propertiesAt } from '../../boundaries/fgb-file.ts'
import { toPolygonE7 } from '../../boundaries/fgb-read.ts'
import type { BoundaryLevel } from '../../boundaries/unit.ts'
import { E7 } from '../../geo/point.ts'
import type { PolygonDeg } from '../../geo/polygon-text.ts'
import type { MultiPolygonE7 } from '../../geo/ring.ts'
import { findCrossing } from '../../osm/rings/ring-crossing.ts'
import { geojsonAreas } from './boundary-geojson.ts'

/** The fields of a file, by meaning. */
export interface BoundaryFields {
  readonly level: BoundaryLevel
  readonly name: string
  readonly code: string
  /** Null when the file has no English names. */
  readonly nameEn: string | null
}

/** A unit as the file has it. */
export interface BoundaryArea {
  readonly code: string
  readonly name: string
  readonly nameEn: string | null
  readonly polygons: MultiPolygonE7
}

export interface BoundaryFile {
  readonly areas: readonly BoundaryArea[]
  readonly rejections: readonly AreaRejection[]
}

/** A row that is no unit; `row` counts from 1. */
export interface AreaRejection {
  readonly row: number
  /** Its name, or its code, or nothing. */
  readonly name: string
  readonly reason: string
}

/** A row before anything of it is believed. */
export interface RawArea {
  readonly properties: Readonly<Record<string, unknown>>
  /** A reason when it has no polygons. */
  readonly polygons: readonly PolygonDeg[] | string
}

export interface RawBoundaries {
  readonly fields: readonly string[]
  readonly areas: Iterable<RawArea>
}

/** Official codes have as many digits; spreadsheets drop the zeros before them. */
const CODE_DIGITS = { 4: 2, 8: 5 } as const satisfies Record<BoundaryLevel, number>
const CODE_FORM = /^[A-Za-z0-9]{1,20}$/

/**
 * Reads polygons of units. Throws `INVALID_FILE` when the file as a whole cannot be used: no
 * FlatGeobuf or GeoJSON, not in WGS84 degrees, without a field that was named. A row that cannot be
 * used is a rejection, and the others count.
 */
export function readBoundaryFile(
  bytes: Uint8Array,
  format: 'fgb' | 'geojson',
  fields: BoundaryFields,
): BoundaryFile {
  const raw = format === 'fgb' ? fgbAreas(bytes) : geojsonAreas(bytes)
  for (const field of [fields.name, fields.code, fields.nameEn]) {
    if (field === null || raw.fields.includes(field)) continue
    throw new ServiceError(
      'INVALID_FILE',
      `The boundary file has no field '${field}'. It has: ${raw.fields.join(', ') || 'none'}.`,
    )
  }
  const areas: BoundaryArea[] = []
  const rejections: AreaRejection[] = []
  const rowOfCode = new Map<string, number>()
  let row = 0
  for (const area of raw.areas) {
    row++
    const read = areaOf(area, fields)
    const before = typeof read === 'string' ? undefined : rowOfCode.get(read.code)
    if (typeof read === 'string') {
      rejections.push({ row, name: nameOf(area, fields), reason: read })
    } else if (before !== undefined) {
      const reason = `has the code ${read.code} of row ${before}`
      rejections.push({ row, name: read.name, reason })
    } else {
      rowOfCode.set(read.code, row)
      areas.push(read)
    }
  }
  return { areas, rejections }
}

function fgbAreas(bytes: Uint8Array): RawBoundaries {
  const file = openFgb(bytes)
  function* areas(): Generator<RawArea> {
    for (let row = 0; row < file.starts.length; row++) {
      yield { properties: propertiesAt(file, row), polygons: polygonsAt(file, row) }
    }
  }
  return { fields: (file.header.columns ?? []).map(({ name }) => name), areas: areas() }
}

/** A unit, or the reason for none. */
function areaOf({ properties, polygons }: RawArea, fields: BoundaryFields): BoundaryArea | string {
  const name = textOf(properties[fields.name])
  if (name === null) return `has no ${fields.name}`
  const written = textOf(properties[fields.code])
  if (written === null) return `has no ${fields.code}`
  const digits = CODE_DIGITS[fields.level]
  const isNumber = /^\d+$/.test(written)
  const code = isNumber ? written.padStart(digits, '0') : written
  if (isNumber && code.length !== digits) {
    const unit = fields.level === 4 ? 'a province' : 'a ward'
    return `has the code ${written}, but that of ${unit} has ${digits} digits: is --level right?`
  }
  if (!CODE_FORM.test(code)) return `has the code '${written}', not 1 to 20 letters and digits`
  if (typeof polygons === 'string') return polygons
  const whole = polygons.flatMap(toPolygonE7)
  if (whole.length === 0) return 'has no polygon that encloses anything'
  const crossing = findCrossing(whole.flat())
  if (crossing !== null) {
    const { lonE7, latE7 } = crossing
    return `has a border that crosses itself near ${latE7 / E7}, ${lonE7 / E7}`
  }
  const nameEn = fields.nameEn === null ? null : textOf(properties[fields.nameEn])
  return { code, name: name.normalize('NFC'), nameEn, polygons: whole }
}

function nameOf({ properties }: RawArea, { name, code }: BoundaryFields): string {
  return textOf(properties[name]) ?? textOf(properties[code]) ?? ''
}

/** Null for what is no text or number, and for blanks. */
function textOf(value: unknown): string | null {
  if (typeof value !== 'string' && typeof value !== 'number') return null
  const text = withoutControls(String(value)).trim()
  return text === '' ? null : text
}
