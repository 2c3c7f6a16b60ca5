import { and, asc, eq, gt, inArray, type SQL, sql } from 'drizzle-orm'
import type { DatasetId } from '../base/ids.ts'
import type { Place, PlaceKind, PlaceSource } from '../search/model/place.ts'
import type { Db } from './client.ts'
import { noLongerBuilding, touchDataset } from './datasets.ts'
import { PLACE_COLUMNS, type PlaceRow, placeArrays, placeOf, placesFrom } from './place-rows.ts'
import { datasets, places } from './schema.ts'

/** Rows of one `insert`: enough to make the round trip cheap, few enough to stay under 8 MB. */
const INSERT_ROWS = 5_000
const READ_ROWS_DEFAULT = 5_000

/**
 * Adds places to a dataset that is being built; returns how many. Also a sign of life of the build.
 * The whole call is one transaction when `db` is one; otherwise each batch stands alone, which
 * suits a dataset that nobody sees before it is ready. Throws `CONFLICT` when the build was
 * abandoned meanwhile.
 */
export async function insertPlaces(
  db: Db,
  datasetId: DatasetId,
  rows: Iterable<Place> | AsyncIterable<Place>,
): Promise<number> {
  let batch: Place[] = []
  let inserted = 0
  // One batch is on its way while the next is gathered: `rows` and the database work at once.
  let sending: Promise<void> = Promise.resolve()
  const send = async () => {
    await sending
    sending = insertBatch(db, datasetId, batch)
    sending.catch(() => {}) // awaited above or below: not unhandled while `rows` goes on
    inserted += batch.length
    batch = []
  }
  for await (const place of rows) {
    batch.push(place)
    if (batch.length === INSERT_ROWS) await send()
  }
  if (batch.length > 0) await send()
  await sending
  return inserted
}

/** All places of a dataset in the byte order of their ids, in pages of up to `rowsMax`. */
export async function* readPlaces(
  db: Db,
  datasetId: DatasetId,
  rowsMax = READ_ROWS_DEFAULT,
): AsyncGenerator<Place[], void, void> {
  let after: Place['id'] | null = null
  for (;;) {
    const rows: PlaceRow[] = await db
      .select(PLACE_COLUMNS)
      .from(places)
      .where(
        and(eq(places.datasetId, datasetId), after === null ? undefined : gt(places.id, after)),
      )
      .orderBy(asc(places.id))
      .limit(rowsMax)
    const last = rows.at(-1)
    if (!last) return
    yield rows.map(placeOf)
    if (rows.length < rowsMax) return
    after = last.id
  }
}

/** Which places `copyPlaces` takes; a list that is absent lets every value through. */
export interface PlaceFilter {
  readonly sources?: readonly PlaceSource[]
  readonly kinds?: readonly PlaceKind[]
}

/**
 * Copies places into a dataset that is being built; ids that `to` already has stay as they are
 * there. Returns how many were copied.
 */
export async function copyPlaces(
  db: Db,
  from: DatasetId,
  to: DatasetId,
  filter: PlaceFilter = {},
): Promise<number> {
  const wanted: SQL[] = [eq(places.datasetId, from)]
  if (filter.sources) wanted.push(inArray(places.source, [...filter.sources]))
  if (filter.kinds) wanted.push(inArray(places.kind, [...filter.kinds]))
  const columns = sql.raw(placesFrom.columns)
  return db.transaction(async (tx) => {
    await touchDataset(tx, to)
    const result = await tx.execute(sql`
      insert into ${places} (dataset_id, ${columns})
      select ${to}, ${columns} from ${places} where ${and(...wanted)}
      on conflict do nothing`)
    return result.count
  })
}

/** Count of places of each kind in a dataset; kinds without any are absent. */
export async function countPlaces(
  db: Db,
  datasetId: DatasetId,
): Promise<Partial<Record<PlaceKind, number>>> {
  const rows = await db
    .select({ kind: places.kind, count: sql<number>`count(*)::integer` })
    .from(places)
    .where(eq(places.datasetId, datasetId))
    .groupBy(places.kind)
  return Object.fromEntries(rows.map(({ kind, count }) => [kind, count]))
}

/** Count of places of these sources in a dataset. */
export async function countPlacesOf(
  db: Db,
  datasetId: DatasetId,
  sources: readonly PlaceSource[],
): Promise<number> {
  const isOfThese = inArray(places.source, [...sources])
  return db.$count(places, and(eq(places.datasetId, datasetId), isOfThese))
}

async function insertBatch(db: Db, datasetId: DatasetId, batch: readonly Place[]): Promise<void> {
  // Instead of a foreign key, which costs PostgreSQL a third of its speed here: the dataset's row
  // is locked once a batch, so that it cannot be deleted in between and leave places behind.
  const result = await db.execute(sql`
    with building as (
      update ${datasets} set touched_at = now()
      where id = ${datasetId} and state = 'building' returning id
    )
    insert into ${places} (dataset_id, ${sql.raw(placesFrom.columns)})
    select building.id, ${sql.raw(placesFrom.values)}
    from building, unnest(${sql.join(placeArrays(batch), sql`, `)})
      as given (${sql.raw(placesFrom.columns)})`)
  if (result.count !== batch.length) throw noLongerBuilding(datasetId)
}
