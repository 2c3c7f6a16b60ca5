import { ServiceError } from '../base/errors.ts'
import type { PlaceId } from '../base/ids.ts'
import { type OnStep, UNWATCHED } from '../base/on-step.ts'
import { type FgbRow, readFgbTable } from './fgb-read.ts'
import { type FgbColumn, writeFgbTable } from './fgb-write.ts'
import {
  BOUNDARY_LEVELS,
  type BoundaryFeature,
  type BoundaryLevel,
  type BoundaryUnit,
} from './unit.ts'

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

/** The name of the file of a level's polygons, simplified by `tolerance` degrees. */
export function polygonFile(level: BoundaryLevel, tolerance = 0): string {
  return tolerance === 0 ? `boundaries-${level}.fgb` : `boundaries-${level}@${tolerance}.fgb`
}

/** A FlatGeobuf file with the properties of the design's `admin-boundaries`, and `place_id`. */
export function writeFlatGeobuf(
  features: readonly BoundaryFeature[],
  onStep: OnStep = UNWATCHED,
): Uint8Array<ArrayBuffer> {
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
  return writeFgbTable(LAYER, COLUMNS, rows, onStep)
}

/** Reads the output of `writeFlatGeobuf`. Throws `INVALID_FILE` for anything else. */
export function readFlatGeobuf(bytes: Uint8Array): BoundaryFeature[] {
  return readFgbTable(bytes).map(({ properties, polygons }, row) => ({
    unit: unitOf(properties, row),
    polygons,
  }))
}

/** The unit that a row of such a file is about. Throws `INVALID_FILE` for a row of another kind. */
export function unitOf(properties: FgbRow['properties'], row: number): BoundaryUnit {
  const text = (name: string) => textOf(properties, name) ?? missing(row, name)
  return {
    id: text('place_id') as PlaceId,
    code: text('code'),
    name: text('name'),
    nameEn: textOf(properties, 'name_en'),
    level: levelOf(properties, row),
    parentCode: textOf(properties, 'parent_code'),
    countryCode: text('country_code'),
  }
}

function textOf(properties: FgbRow['properties'], name: string): string | null {
  const value = properties[name]
  return typeof value === 'string' && value !== '' ? value : null
}

function levelOf(properties: FgbRow['properties'], index: number): BoundaryLevel {
  const level = properties['level']
  return BOUNDARY_LEVELS.find((known) => known === level) ?? missing(index, 'level')
}

function missing(index: number, name: string): never {
  throw new ServiceError(
    'INVALID_FILE',
    `Row ${index + 1} of the boundary file has no valid ${name}. Was it written by Saola?`,
  )
}
