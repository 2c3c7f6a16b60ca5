import type { OwnRow } from '../../db/operator-places.ts'
import { E7 } from '../../geo/point.ts'
import { PLACE_COLUMNS, type PlaceColumn, TAG_COLUMNS } from './operator-columns.ts'

/*
 * Writes a list so that importing it again changes nothing: every column that operator-columns.ts
 * knows, with the id of each row even where the operator gave none.
 */

const VALUE_OF: Readonly<Record<PlaceColumn, (row: OwnRow) => string | number>> = {
  id: ({ ownId }) => ownId,
  name: ({ place }) => place.name,
  name_en: ({ place }) => place.nameEn ?? '',
  category: ({ place }) => place.category,
  house_number: ({ place }) => place.houseNumber ?? '',
  street: ({ place }) => place.streetName ?? '',
  lat: ({ place }) => place.latE7 / E7,
  lon: ({ place }) => place.lonE7 / E7,
}

/** The values of a row by column, in the order of the columns; '' for no value. */
export function columnsOf(row: OwnRow): Record<string, string | number> {
  const tags = row.place.tags
  return Object.fromEntries([
    ...PLACE_COLUMNS.map((column) => [column, VALUE_OF[column](row)]),
    ...[...TAG_COLUMNS].map(([column, { tag }]) => [column, tags[tag] ?? '']),
  ])
}

/** With a heading, lines ended by `\n`. */
export function csvOf(rows: readonly OwnRow[]): string {
  const heading = [...PLACE_COLUMNS, ...TAG_COLUMNS.keys()]
  const lines = [heading, ...rows.map((row) => Object.values(columnsOf(row)).map(cellOf))]
  return lines.map((cells) => `${cells.join(',')}\n`).join('')
}

/** A FeatureCollection of points; properties without a value are left out. */
export function geojsonOf(rows: readonly OwnRow[]): unknown {
  return {
    type: 'FeatureCollection',
    features: rows.map((row) => {
      const { lat, lon, ...values } = columnsOf(row)
      const given = Object.entries(values).filter(([, value]) => value !== '')
      return {
        type: 'Feature',
        properties: Object.fromEntries(given),
        geometry: { type: 'Point', coordinates: [lon, lat] },
      }
    }),
  }
}

/** Decimal, whatever its size; a text in quotes where it has a separator or the end of a line. */
function cellOf(value: string | number): string {
  if (typeof value === 'number') return value.toFixed(E7_DECIMALS).replace(/\.?0+$/, '')
  return /["',;\t\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value
}

const E7_DECIMALS = 7
