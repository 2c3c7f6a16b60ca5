import { asc, eq, getTableColumns, ne, sql } from 'drizzle-orm'
import type { Place } from '../search/model/place.ts'
import type { Db } from './client.ts'
import { PLACE_COLUMNS, placeArrays, placeOf, placesFrom } from './place-rows.ts'
import { operatorPlaces } from './schema.ts'

const UPSERT_ROWS = 5_000

/**
 * Adds an operator's own places, or replaces those with the same id. `sourceFile` is the name by
 * which they can be deleted together. Ids within `rows` must differ. Pass a transaction for all or
 * nothing.
 */
export async function upsertOperatorPlaces(
  db: Db,
  sourceFile: string,
  rows: readonly Place[],
): Promise<void> {
  const updates = sql.raw(
    Object.values(PLACE_COLUMNS)
      .map(({ name }) => `${name} = excluded.${name}`)
      .join(', '),
  )
  for (let from = 0; from < rows.length; from += UPSERT_ROWS) {
    const arrays = sql.join(placeArrays(rows.slice(from, from + UPSERT_ROWS)), sql`, `)
    await db.execute(sql`
      insert into ${operatorPlaces} (source_file, ${sql.raw(placesFrom.columns)})
      select ${sourceFile}, ${sql.raw(placesFrom.values)}
      from unnest(${arrays}) as given (${sql.raw(placesFrom.columns)})
      on conflict (id) do update
      set ${updates}, source_file = excluded.source_file, updated_at = now()`)
  }
}

/** All of them in the byte order of their ids, but for those that came from `exceptFile`. */
export async function listOperatorPlaces(
  db: Db,
  exceptFile: string | null = null,
): Promise<Place[]> {
  const { sourceFile: _, updatedAt: __, ...columns } = getTableColumns(operatorPlaces)
  const rows = await db
    .select(columns)
    .from(operatorPlaces)
    .where(exceptFile === null ? undefined : ne(operatorPlaces.sourceFile, exceptFile))
    .orderBy(asc(operatorPlaces.id))
  return rows.map(placeOf)
}

/** A text that is another one once any of these places was added, replaced or deleted. */
export async function operatorPlacesEdition(db: Db): Promise<string> {
  const { id, updatedAt } = operatorPlaces
  const all = sql`string_agg(${id} || ' ' || ${updatedAt}, ' ' order by ${id})`
  const [row] = await db
    .select({ edition: sql<string>`coalesce(md5(${all}), '')` })
    .from(operatorPlaces)
  return row?.edition ?? ''
}

/** Until the transaction `tx` ends nobody else changes these places. */
export async function lockOperatorPlaces(tx: Db): Promise<void> {
  await tx.execute(sql`lock table ${operatorPlaces} in share row exclusive mode`)
}

/** The files that places came from, with how many each has. */
export async function listOperatorFiles(
  db: Db,
): Promise<{ sourceFile: string; places: number; updatedAt: Date }[]> {
  return db
    .select({
      sourceFile: operatorPlaces.sourceFile,
      places: sql<number>`count(*)::integer`,
      updatedAt: sql`max(${operatorPlaces.updatedAt})`.mapWith(operatorPlaces.updatedAt),
    })
    .from(operatorPlaces)
    .groupBy(operatorPlaces.sourceFile)
    .orderBy(asc(operatorPlaces.sourceFile))
}

/** Deletes what came from one file; returns how many places that were. */
export async function deleteOperatorPlaces(db: Db, sourceFile: string): Promise<number> {
  const result = await db.delete(operatorPlaces).where(eq(operatorPlaces.sourceFile, sourceFile))
  return result.count
}
