import { ServiceError } from '../base/errors.ts'
import type { PlaceId } from '../base/ids.ts'
import { type FgbColumn, type FgbRow, readFgbTable, writeFgbTable } from './fgb-table.ts'
import { BOUNDARY_LEVELS, type BoundaryFeature, type BoundaryLevel } from './unit.ts'

const LAYER = 'boundaries'

const COLUMNS: readonly FgbColumn[] = [
  { name: 'place_id', type: 'string' },
  { name: 'code', type: 'string' },
  { name: 'name', type: 'string' },
  { name: 'name_en', type: 'string' },
  { name: 'level', type: 'int' },
  { name: 'parent_code', type: 'string' },
  { name: 'country_code', type: 'string' },
]

/** A FlatGeobuf file with the properties of the design's `admin-boundaries`, and `place_id`. */
export function writeFlatGeobuf(features: readonly BoundaryFeature[]): Uint8Array<ArrayBuffer> {
  const rows = features.map(({ unit, polygons }) => ({
    values: [
      unit.id,
      unit.code,
      unit.name,
      unit.nameEn,
      unit.level,
      unit.parentCode,
      unit.countryCode,
    ],
    polygons,
  }))
  return writeFgbTable(LAYER, COLUMNS, rows)
}

/** What `writeFlatGeobuf` wrote. Throws `INVALID_FILE` for anything else. */
export function readFlatGeobuf(bytes: Uint8Array): BoundaryFeature[] {
  return readFgbTable(bytes).map((row, i) => {
    const text = (name: string) => textOf(row, name) ?? missing(i, name)
    return {
      unit: {
        id: text('place_id') as PlaceId,
        code: text('code'),
        name: text('name'),
        nameEn: textOf(row, 'name_en'),
        level: levelOf(row, i),
        parentCode: textOf(row, 'parent_code'),
        countryCode: text('country_code'),
      },
      polygons: row.polygons,
    }
  })
}

function textOf(row: FgbRow, name: string): string | null {
  const value = row.properties[name]
  return typeof value === 'string' && value !== '' ? value : null
}

function levelOf(row: FgbRow, index: number): BoundaryLevel {
  const level = row.properties['level']
  return BOUNDARY_LEVELS.find((known) => known === level) ?? missing(index, 'level')
}

function missing(index: number, name: string): never {
  throw new ServiceError(
    'INVALID_FILE',
    `Row ${index + 1} of the boundary file has no valid ${name}. Was it written by Saola?`,
  )
}
