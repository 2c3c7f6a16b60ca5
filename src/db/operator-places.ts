import { and, asc, eq, getTableColumns, inArray, sql } from 'drizzle-orm'
import { ServiceError } from '../base/errors.ts'
import type { PlaceId } from '../base/ids.ts'
import type { Place } from '../search/model/place.ts'
import { arrayText } from './arrays.ts'
import type { Db } from './client.ts'
import { PLACE_COLUMNS, placeArrays, placeOf, placesFrom } from './place-rows.ts'
import { operatorLists, operatorPlaces } from './schema.ts'

const UPSERT_ROWS = 5_000

/** A row of an operator's list. */
export interface OwnRow {
  /** Its key in the list: see import/own-id.ts. */
  readonly ownId: string
  readonly place: Place
}

export interface ListedRow extends OwnRow {
  readonly list: string
}

/** A list of an operator's places. */
export interface PlaceList {
  readonly name: string
  readonly places: number
  /** Source of its last import, as the operator named it. */
  readonly sourceName: string
  readonly importedAt: Date
}

/** Records that a list was imported from `sourceName` just now; makes the list if there is none. */
export async function noteImportedList(db: Db, name: string, sourceName: string): Promise<void> {
  const fields = { sourceName, importedAt: sql`now()` }
  await db
    .insert(operatorLists)
    .values({ name, ...fields })
    .onConflictDoUpdate({ target: operatorLists.name, set: fields })
}

/**
 * Adds rows to a list that is there, or replaces those with the same place id. Ids within `rows`
 * must differ. Pass a transaction for all or nothing.
 */
export async function upsertOperatorRows(
  db: Db,
  list: string,
  rows: readonly OwnRow[],
): Promise<void> {
  const updates = sql.raw(
    [...Object.values(PLACE_COLUMNS), operatorPlaces.listName, operatorPlaces.ownId]
      .map(({ name }) => `${name} = excluded.${name}`)
      .join(', '),
  )
  for (let from = 0; from < rows.length; from += UPSERT_ROWS) {
    const part = rows.slice(from, from + UPSERT_ROWS)
    const ownIds = sql`${arrayText(part.map(({ ownId }) => ownId))}::text[]`
    const arrays = sql.join([ownIds, ...placeArrays(part.map(({ place }) => place))], sql`, `)
    await db.execute(sql`
      insert into ${operatorPlaces} (list_name, own_id, ${sql.raw(placesFrom.columns)})
      select ${list}, given.own_id, ${sql.raw(placesFrom.values)}
      from unnest(${arrays}) as given (own_id, ${sql.raw(placesFrom.columns)})
      on conflict (id) do update set ${updates}, updated_at = now()`)
  }
}

/** Rows in the byte order of their place ids: all, or those of one list, up to `rowsMax`. */
export async function listOperatorRows(
  db: Db,
  list: string | null = null,
  rowsMax: number | null = null,
): Promise<ListedRow[]> {
  const { listName, ownId, updatedAt: _, ...columns } = getTableColumns(operatorPlaces)
  const query = db
    .select({ list: listName, ownId, place: columns })
    .from(operatorPlaces)
    .where(list === null ? undefined : eq(listName, list))
    .orderBy(asc(operatorPlaces.id))
  const rows = await (rowsMax === null ? query : query.limit(rowsMax))
  return rows.map((row) => ({ ...row, place: placeOf(row.place) }))
}

/** All of them in the byte order of their ids. */
export async function listOperatorPlaces(db: Db): Promise<Place[]> {
  return (await listOperatorRows(db)).map(({ place }) => place)
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

/** Until the transaction `tx` ends no other one changes these places. */
export async function lockOperatorPlaces(tx: Db): Promise<void> {
  await tx.execute(sql`lock table ${operatorPlaces} in share row exclusive mode`)
}

/** By name. */
export async function placeLists(db: Db): Promise<PlaceList[]> {
  const { name, sourceName, importedAt } = operatorLists
  return db
    .select({
      name,
      places: sql<number>`count(${operatorPlaces.id})::integer`,
      sourceName,
      importedAt,
    })
    .from(operatorLists)
    .leftJoin(operatorPlaces, eq(operatorPlaces.listName, name))
    .groupBy(name)
    .orderBy(asc(name))
}

/** Throws `NOT_FOUND`. */
export async function placeList(db: Db, name: string): Promise<PlaceList> {
  const lists = await placeLists(db)
  const list = lists.find((each) => each.name === name)
  if (list !== undefined) return list
  const known = lists.map((each) => `'${each.name}'`).join(', ')
  throw new ServiceError(
    'NOT_FOUND',
    known === ''
      ? `There is no list '${name}', and no other: 'saola import places.csv' makes one.`
      : `There is no list '${name}'. There are ${known}.`,
  )
}

/** Deletes places of a list by id. */
export async function deleteOperatorPlaces(
  db: Db,
  list: string,
  ids: readonly PlaceId[],
): Promise<void> {
  for (let from = 0; from < ids.length; from += UPSERT_ROWS) {
    const part = ids.slice(from, from + UPSERT_ROWS)
    await db
      .delete(operatorPlaces)
      .where(and(eq(operatorPlaces.listName, list), inArray(operatorPlaces.id, part)))
  }
}

/** Deletes a list with its places. */
export async function deletePlaceList(db: Db, name: string): Promise<void> {
  await db.delete(operatorLists).where(eq(operatorLists.name, name))
}
