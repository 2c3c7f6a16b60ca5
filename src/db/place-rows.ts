import { type SQL, sql } from 'drizzle-orm'
import type { PlaceId } from '../base/ids.ts'
import type { Place, PlaceKind, PlaceSource } from '../search/model/place.ts'
import { arrayText } from './arrays.ts'
import { packLines, unpackLines } from './lines.ts'
import { places } from './schema.ts'

/*
 * Between a `Place` and its row. Rows are written many at a time by
 *
 *   insert into … select … from unnest($1::text[], $2::text[], …)
 *
 * with one array a column: 20 values bound whatever the number of rows (PGlite fails badly from
 * 32,768 on), and one way for both databases, as PGlite has no COPY over its socket. `unnest` takes
 * arrays of arrays apart, so columns that are arrays themselves travel as the text of an array.
 */

/** The columns of a place, by field, in the order of the table. */
export const PLACE_COLUMNS = {
  id: places.id,
  kind: places.kind,
  source: places.source,
  name: places.name,
  nameEn: places.nameEn,
  aliases: places.aliases,
  code: places.code,
  category: places.category,
  houseNumber: places.houseNumber,
  streetName: places.streetName,
  streetId: places.streetId,
  wardId: places.wardId,
  provinceId: places.provinceId,
  successorIds: places.successorIds,
  formerParentId: places.formerParentId,
  lonE7: places.lonE7,
  latE7: places.latE7,
  importance: places.importance,
  lines: places.lines,
  tags: places.tags,
} as const satisfies Record<keyof Place, unknown>

export interface PlaceRow {
  readonly id: PlaceId
  readonly kind: PlaceKind
  readonly source: PlaceSource
  readonly name: string
  readonly nameEn: string | null
  readonly aliases: string[]
  readonly code: string | null
  readonly category: string
  readonly houseNumber: string | null
  readonly streetName: string | null
  readonly streetId: PlaceId | null
  readonly wardId: PlaceId | null
  readonly provinceId: PlaceId | null
  readonly successorIds: PlaceId[]
  readonly formerParentId: PlaceId | null
  readonly lonE7: number
  readonly latE7: number
  readonly importance: number
  readonly lines: Uint8Array
  readonly tags: Readonly<Record<string, string>>
}

export function placeOf(row: PlaceRow): Place {
  return { ...row, lines: unpackLines(row.lines) }
}

/** The form of a column in `unnest`, and the way back to the column's value. */
interface Transport {
  readonly element: 'text' | 'integer' | 'double precision'
  readonly cast: string
  write(place: Place): string | number | null
}

function plain(
  field: { [F in keyof Place]: Place[F] extends string | null ? F : never }[keyof Place],
) {
  return { element: 'text', cast: '', write: (place) => place[field] } satisfies Transport
}

function number(field: 'lonE7' | 'latE7' | 'importance', element: Transport['element']) {
  return { element, cast: '', write: (place) => place[field] } satisfies Transport
}

const TRANSPORTS: Readonly<Record<keyof Place, Transport>> = {
  id: plain('id'),
  kind: plain('kind'),
  source: plain('source'),
  name: plain('name'),
  nameEn: plain('nameEn'),
  aliases: { element: 'text', cast: '::text[]', write: (place) => arrayText(place.aliases) },
  code: plain('code'),
  category: plain('category'),
  houseNumber: plain('houseNumber'),
  streetName: plain('streetName'),
  streetId: plain('streetId'),
  wardId: plain('wardId'),
  provinceId: plain('provinceId'),
  successorIds: { element: 'text', cast: '::text[]', write: (p) => arrayText(p.successorIds) },
  formerParentId: plain('formerParentId'),
  lonE7: number('lonE7', 'integer'),
  latE7: number('latE7', 'integer'),
  importance: number('importance', 'double precision'),
  lines: {
    element: 'text',
    cast: '::bytea',
    write: (place) => `\\x${Buffer.from(packLines(place.lines)).toString('hex')}`,
  },
  tags: { element: 'text', cast: '::jsonb', write: (place) => JSON.stringify(place.tags) },
}

const FIELDS = Object.keys(PLACE_COLUMNS) as readonly (keyof Place)[]

/** The text of `insert into … (columns) select values from unnest(…) as given (columns)`. */
export const placesFrom = {
  columns: FIELDS.map((field) => PLACE_COLUMNS[field].name).join(', '),
  values: FIELDS.map((field) => `given.${PLACE_COLUMNS[field].name}${TRANSPORTS[field].cast}`).join(
    ', ',
  ),
}

/** The arguments of that `unnest`: one array a column. */
export function placeArrays(batch: readonly Place[]): SQL[] {
  return FIELDS.map((field) => {
    const { element, write } = TRANSPORTS[field]
    const values = arrayText(batch.map(write))
    return sql`${values}::${sql.raw(element)}[]`
  })
}
