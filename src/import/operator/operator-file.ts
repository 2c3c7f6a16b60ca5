import { type CsvError, parse } from 'csv-parse/sync'
import { ServiceError } from '../../base/errors.ts'
import type { PlaceId } from '../../base/ids.ts'
import { counted, withoutControls } from '../../base/shown-text.ts'
import type { OwnRow } from '../../db/operator-places.ts'
import { contains, VIETNAM } from '../../geo/bbox.ts'
import { toE7 } from '../../geo/point.ts'
import type { Place } from '../../search/model/place.ts'
import { poiImportance } from '../tags/importance.ts'
import * as columns from './operator-columns.ts'
import { ownIdWithout, placeIdOf, squareOf } from './own-id.ts'

/** The fault of one row; `line` counts from 1, the heading included. */
export interface Rejection {
  readonly line: number
  readonly reason: string
}

/** By which the place of a refused row may be known in the list. */
export interface RowMark {
  /** By its own id; null when the row has none and its name or position cannot be read. */
  readonly id: PlaceId | null
  /** Null when it cannot be read. */
  readonly name: string | null
  /** Result of `squareOf`; null when the position cannot be read. */
  readonly square: string | null
}

export interface OperatorFile {
  /** Their places are without parents: those depend on the dataset. */
  readonly rows: readonly OwnRow[]
  readonly rejections: readonly Rejection[]
  /** The refused rows, in the order of `rejections`. */
  readonly refused: readonly RowMark[]
  readonly warnings: readonly string[]
}

/** One place as a file gives it, its values still text. */
interface Row {
  readonly line: number
  readonly values: ReadonlyMap<string, string>
}

/** Larger files than anybody's list of places; they are read whole. */
export const OPERATOR_FILE_BYTES_MAX = 256 * 1024 * 1024

/**
 * Reads an operator's places (operator-columns.ts has the columns). Throws `INVALID_FILE` when the
 * whole file cannot be used; a bad row is a rejection and the others count.
 */
export function readOperatorFile(bytes: Uint8Array, format: 'csv' | 'geojson'): OperatorFile {
  const text = decode(bytes)
  const warnings: string[] = []
  const read = format === 'csv' ? csvRows(text, warnings) : geojsonRows(text, warnings)
  const rejections: Rejection[] = []
  const refused: RowMark[] = []
  const rows: OwnRow[] = []
  const lineOfId = new Map<PlaceId, number>()
  let abroad = 0
  for (const row of read) {
    const found = ownRowOf(row, lineOfId)
    if ('fault' in found) {
      rejections.push({ line: row.line, reason: found.fault })
      refused.push(markOf(row))
      continue
    }
    const { place } = found.value
    lineOfId.set(place.id, row.line)
    rows.push(found.value)
    if (!contains(VIETNAM, { lon: place.lonE7 / 1e7, lat: place.latE7 / 1e7 })) abroad++
  }
  if (abroad > 0) warnings.push(`${counted(abroad, 'place')} outside Vietnam`)
  return { rows, rejections, refused, warnings }
}

/** A row with its place, unless a line before has its id. */
function ownRowOf(row: Row, lineOfId: ReadonlyMap<PlaceId, number>): columns.Parsed<OwnRow> {
  const place = placeOf(row)
  if ('fault' in place) return place
  const { name, lonE7, latE7 } = place.value
  const given = row.values.get('id')
  const ownId = given ?? ownIdWithout(name, lonE7, latE7)
  const id = placeIdOf(ownId)
  const before = lineOfId.get(id)
  if (before !== undefined) return { fault: `id '${given ?? id}' is that of line ${before}` }
  return { value: { ownId, place: { ...place.value, id } } }
}

/** The readable part of a refused row. */
function markOf({ values }: Row): RowMark {
  const given = values.get('id')
  const name = columns.name('name', values.get('name') ?? '')
  const lat = columns.degrees('lat', values.get('lat') ?? '')
  const lon = columns.degrees('lon', values.get('lon') ?? '')
  const isPlaced = 'value' in lat && 'value' in lon
  const at = isPlaced ? { lonE7: toE7(lon.value), latE7: toE7(lat.value) } : null
  const called = 'value' in name && name.value !== '' ? name.value : null
  const ownId =
    given ?? (called === null || at === null ? null : ownIdWithout(called, at.lonE7, at.latE7))
  return {
    id: ownId === null ? null : placeIdOf(ownId),
    name: called,
    square: at === null ? null : squareOf(at.lonE7, at.latE7),
  }
}

function decode(bytes: Uint8Array): string {
  if ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)) {
    invalid("The file is UTF-16. Save it as 'CSV UTF-8'.")
  }
  try {
    // The decoder drops a byte order mark.
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (cause) {
    throw new ServiceError(
      'INVALID_FILE',
      "The file is not UTF-8 text. In a spreadsheet choose 'CSV UTF-8' when saving.",
      { cause },
    )
  }
}

function csvRows(text: string, warnings: string[]): Row[] {
  const records = parseCsv(text)
  const [heading, ...body] = records
  if (heading === undefined) return invalid('The file is empty: not even a heading.')
  const names = heading.record.map(columnName)
  checkColumns(names, warnings)
  return body.map(({ record, line }) => {
    const values = new Map<string, string>()
    if (record.length > names.length) values.set(TOO_LONG, String(record.length))
    names.forEach((name, i) => {
      const value = cellText(record[i] ?? '')
      if (value !== '') values.set(name, value)
    })
    return { line, values }
  })
}

function cellText(value: string | number): string {
  return withoutControls(String(value)).trim()
}

/** A name that no column has: marks a row with more cells than the heading. */
const TOO_LONG = '\u0000too long'

function parseCsv(text: string): { record: string[]; line: number }[] {
  try {
    const lines: number[] = []
    const records = parse(text, {
      delimiter: separatorOf(text),
      relax_column_count: true,
      skip_empty_lines: true,
      on_record: (record, context) => {
        lines.push(context.lines)
        return record
      },
    })
    return records.map((record, i) => ({ record, line: lines[i] ?? 0 }))
  } catch (cause) {
    const fault = cause instanceof Error ? (cause as CsvError).message : String(cause)
    throw new ServiceError('INVALID_FILE', `The file is no CSV: ${fault}.`, { cause })
  }
}

/** Spreadsheets write `;` where the comma is the decimal sign, as in Vietnam. */
function separatorOf(text: string): string {
  const heading = /^[^\r\n]*/.exec(text)?.[0] ?? ''
  const countOf = (sign: string) => heading.split(sign).length
  return [',', ';', '\t'].reduce((best, sign) => (countOf(sign) > countOf(best) ? sign : best))
}

function columnName(heading: string): string {
  const plain = cellText(heading).toLowerCase().replace(/[ -]+/g, '_')
  return columns.COLUMN_SPELLINGS.get(plain) ?? plain
}

function isKnown(name: string): boolean {
  return columns.PLACE_COLUMNS.some((known) => known === name) || columns.TAG_COLUMNS.has(name)
}

function checkColumns(names: readonly string[], warnings: string[]): void {
  const missing = columns.REQUIRED_COLUMNS.filter((name) => !names.includes(name))
  if (missing.length > 0) {
    invalid(
      `The heading has no column ${missing.join(', ')}. It must name the columns, for example: ` +
        'id,name,category,lat,lon',
    )
  }
  const twice = names.find((name, i) => isKnown(name) && names.indexOf(name) !== i)
  if (twice !== undefined) invalid(`The heading has two columns ${twice}.`)
  for (const name of names) {
    if (!isKnown(name) && name !== '') warnings.push(`column '${name}' is not known and not read`)
  }
}

function geojsonRows(text: string, warnings: string[]): Row[] {
  const features = featuresOf(text)
  const unknown = new Set<string>()
  const rows = features.map((feature, i) => {
    const values = new Map<string, string>()
    for (const [key, value] of Object.entries(recordOf(feature['properties']))) {
      const name = columnName(key)
      if (!isKnown(name)) unknown.add(name)
      else if (typeof value === 'string' || typeof value === 'number') {
        if (cellText(value) !== '') values.set(name, cellText(value))
      }
    }
    const id = feature['id']
    if (!values.has('id') && (typeof id === 'string' || typeof id === 'number')) {
      values.set('id', cellText(id))
    }
    for (const [name, value] of pointOf(recordOf(feature['geometry']))) values.set(name, value)
    return { line: i + 1, values }
  })
  for (const name of unknown) warnings.push(`property '${name}' is not known and not read`)
  return rows
}

function featuresOf(text: string): readonly Readonly<Record<string, unknown>>[] {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch (cause) {
    throw new ServiceError('INVALID_FILE', 'The file is no JSON.', { cause })
  }
  const features = recordOf(json)['features']
  if (recordOf(json)['type'] !== 'FeatureCollection' || !Array.isArray(features)) {
    return invalid('The file is no GeoJSON FeatureCollection.')
  }
  const records = features.map(recordOf)
  if (records.some((feature) => /Polygon$/.test(String(recordOf(feature['geometry'])['type'])))) {
    invalid(
      'The file holds polygons; places are points. Boundaries are imported with --level 4 ' +
        '(provinces) or 8 (wards), --name-field FIELD and --code-field FIELD.',
    )
  }
  return records
}

function pointOf(geometry: Readonly<Record<string, unknown>>): [string, string][] {
  const at = geometry['coordinates']
  if (geometry['type'] !== 'Point' || !Array.isArray(at)) return []
  return [
    ['lon', degreesText(at[0])],
    ['lat', degreesText(at[1])],
  ]
}

/** JSON writes very small numbers as `1e-7`, which the columns do not take. */
function degreesText(value: unknown): string {
  return typeof value === 'number' ? value.toFixed(9) : String(value)
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

/** Its place, but for the id. */
function placeOf(row: Row): columns.Parsed<Omit<Place, 'id'>> {
  const of = (column: columns.PlaceColumn) => row.values.get(column) ?? ''
  const cells = row.values.get(TOO_LONG)
  if (cells !== undefined) {
    return { fault: `${cells} cells, more than the heading has: is a text with a comma unquoted?` }
  }
  const missing = columns.REQUIRED_COLUMNS.find((column) => of(column) === '')
  if (missing !== undefined) return { fault: `${missing} is empty` }
  const fields = {
    name: columns.name('name', of('name')),
    nameEn: columns.name('name_en', of('name_en')),
    category: columns.category(of('category')),
    houseNumber: columns.name('house_number', of('house_number')),
    street: columns.name('street', of('street')),
    lat: columns.degrees('lat', of('lat')),
    lon: columns.degrees('lon', of('lon')),
  }
  for (const field of Object.values(fields)) if ('fault' in field) return field
  const tags = tagsOf(row)
  if ('fault' in tags) return tags
  // No -0, which the database does not keep.
  const lonE7 = toE7(mustBe(fields.lon)) + 0
  const latE7 = toE7(mustBe(fields.lat)) + 0
  const name = mustBe(fields.name)
  if (name === '') return { fault: 'name is empty' }
  const categoryTag = mustBe(fields.category)
  return {
    value: {
      kind: 'poi',
      source: 'operator',
      name,
      nameEn: mustBe(fields.nameEn) || null,
      aliases: [],
      code: null,
      category: categoryTag,
      houseNumber: mustBe(fields.houseNumber) || null,
      streetName: mustBe(fields.street) || null,
      streetId: null,
      wardId: null,
      provinceId: null,
      successorIds: [],
      formerParentId: null,
      lonE7,
      latE7,
      importance: poiImportance(categoryTag, {}),
      lines: [],
      tags: tags.value,
    },
  }
}

function mustBe<T>(parsed: columns.Parsed<T>): T {
  if ('fault' in parsed) return invalid(parsed.fault)
  return parsed.value
}

function tagsOf(row: Row): columns.Parsed<Readonly<Record<string, string>>> {
  const tags: Record<string, string> = {}
  for (const [column, { tag, parse }] of columns.TAG_COLUMNS) {
    const value = row.values.get(column)
    if (value === undefined) continue
    const parsed = parse(value)
    if ('fault' in parsed) return parsed
    tags[tag] = parsed.value
  }
  return { value: tags }
}

function invalid(message: string): never {
  throw new ServiceError('INVALID_FILE', message)
}
