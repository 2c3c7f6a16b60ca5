import { and, desc, eq, inArray, isNotNull, lt, ne, type SQL, sql } from 'drizzle-orm'
import { dateOfDay, dayOf } from '../access/window.ts'
import { ServiceError } from '../base/errors.ts'
import type { DatasetId } from '../base/ids.ts'
import type { Db } from './client.ts'
import { randomText } from './random.ts'
import { rewriteTable } from './rewrite-table.ts'
import { type DatasetState, datasetFiles, datasets, type ManifestFile, places } from './schema.ts'

const ID_RANDOM_CHARS = 6

/** A build without a sign of life for this long is dead; see `touchDataset`. */
export const BUILD_SILENT_MS_MAX = 10 * 60_000

/** The table of files is written anew when it is larger than so much of what it holds, and more. */
const WASTE_RATIO = 1.2
const WASTE_BYTES = 32e6
/** Rows that one statement writes anew: parts of files of 1 MiB, places with their lines. */
const PARTS_AT_ONCE = 8
const PLACES_AT_ONCE = 5_000

/** Now, and later than every activation before, whatever the clocks did: rollback depends on it. */
const AFTER_ALL_OTHERS = sql`greatest(
  clock_timestamp(), (select max(activated_at) from datasets) + interval '1 millisecond')`

export interface Dataset {
  readonly id: DatasetId
  readonly state: DatasetState
  readonly sourceName: string
  readonly sourceDescription: string
  readonly counts: Readonly<Record<string, number>>
  readonly report: Readonly<Record<string, unknown>>
  readonly manifest: readonly ManifestFile[]
  readonly createdAt: Date
  readonly touchedAt: Date
  /** Null when it was never active. */
  readonly activatedAt: Date | null
}

/** A new dataset in state `building`, with a new id unless one is given. */
export async function createDataset(
  db: Db,
  source: { readonly id?: DatasetId; readonly name: string; readonly description: string },
): Promise<DatasetId> {
  const id = source.id ?? datasetId(randomText(ID_RANDOM_CHARS))
  await db.insert(datasets).values({
    id,
    state: 'building',
    sourceName: source.name,
    sourceDescription: source.description,
    counts: {},
    report: {},
    manifest: [],
  })
  return id
}

/** `20260730-k3m9xa`: the day, and a random part. */
export function datasetId(text: string): DatasetId {
  const day = dateOfDay(dayOf(Date.now())).replaceAll('-', '')
  return `${day}-${text}` as DatasetId
}

/**
 * A sign of life of a build, every minute or so, lest `abandonBuilding` takes it for dead.
 * `insertPlaces`, `storeFile` and `setManifest` give one too. Throws `CONFLICT` when the dataset
 * is not being built.
 */
export async function touchDataset(db: Db, id: DatasetId): Promise<void> {
  await updateBuilding(db, id, {})
}

/** Sets which files belong to a dataset that is being built. */
export async function setManifest(
  db: Db,
  id: DatasetId,
  manifest: readonly ManifestFile[],
): Promise<void> {
  await updateBuilding(db, id, { manifest })
}

/** building ▶ ready: complete and verified, from now on `activateDataset` takes it. */
export async function markReady(
  db: Db,
  id: DatasetId,
  done: Pick<Dataset, 'counts' | 'report'>,
): Promise<void> {
  await updateBuilding(db, id, { ...done, state: 'ready' })
}

/**
 * Makes a ready dataset the active one, in one transaction. Activating the active one does
 * nothing. Throws `NOT_FOUND`, and `CONFLICT` for a dataset that is still being built.
 */
export async function activateDataset(db: Db, id: DatasetId): Promise<Dataset> {
  return db.transaction(async (tx) => {
    await lockActivation(tx)
    const dataset = await getDataset(tx, id)
    if (dataset.state === 'active') return dataset
    if (dataset.state === 'building') {
      throw new ServiceError(
        'CONFLICT',
        `Dataset ${id} is still being built. Wait for its import to finish; ` +
          "'saola datasets list' shows it.",
      )
    }
    // The active dataset comes right before it, even if it was rolled back to: a rollback after
    // this is to lead there, not to the dataset that was rejected.
    await tx
      .update(datasets)
      .set({ activatedAt: AFTER_ALL_OTHERS })
      .where(eq(datasets.state, 'active'))
    return switchTo(tx, id, { activatedAt: AFTER_ALL_OTHERS })
  })
}

/**
 * Activates the dataset that was active before this one, and returns it. Repeated, it goes further
 * back, never forward: `activateDataset` does that. Throws `CONFLICT` when there is none further
 * back.
 */
export async function rollbackDataset(db: Db): Promise<Dataset> {
  return db.transaction(async (tx) => {
    await lockActivation(tx)
    const active = await activeDataset(tx)
    if (!active) {
      throw new ServiceError(
        'CONFLICT',
        "No dataset is active: 'saola datasets activate ID' does it.",
      )
    }
    const [before] = await tx
      .select({ id: datasets.id })
      .from(datasets)
      .where(
        and(
          eq(datasets.state, 'ready'),
          isNotNull(datasets.activatedAt),
          active.activatedAt ? lt(datasets.activatedAt, active.activatedAt) : undefined,
        ),
      )
      .orderBy(desc(datasets.activatedAt))
      .limit(1)
    if (!before) {
      throw new ServiceError(
        'CONFLICT',
        `No dataset was active before ${active.id}. 'saola datasets list' shows what there is, ` +
          "'saola datasets activate ID' takes any that is ready.",
      )
    }
    return switchTo(tx, before.id, {})
  })
}

/** Null when none is active. */
export async function activeDataset(db: Db): Promise<Dataset | null> {
  const [row] = await db.select().from(datasets).where(eq(datasets.state, 'active'))
  return row ?? null
}

/** Throws `NOT_FOUND`. */
export async function getDataset(db: Db, id: DatasetId): Promise<Dataset> {
  const [row] = await db.select().from(datasets).where(eq(datasets.id, id))
  if (!row) {
    throw new ServiceError(
      'NOT_FOUND',
      `There is no dataset ${id}. 'saola datasets list' shows those there are.`,
    )
  }
  return row
}

/** Newest first. */
export async function listDatasets(db: Db): Promise<Dataset[]> {
  return db.select().from(datasets).orderBy(desc(datasets.createdAt), desc(datasets.id))
}

/**
 * Deletes all ready datasets but the `keep` that were last active or, never activated, last made.
 * The active one and those being built stay. Returns the ids that are gone.
 */
export async function pruneDatasets(db: Db, keep: number): Promise<DatasetId[]> {
  const old = await db
    .select({ id: datasets.id })
    .from(datasets)
    .where(eq(datasets.state, 'ready'))
    .orderBy(desc(sql`coalesce(${datasets.activatedAt}, ${datasets.createdAt})`), desc(datasets.id))
    .offset(keep)
  return deleteInactive(db, old)
}

/** Deletes one dataset with its places and files. Throws `NOT_FOUND`, `CONFLICT` when active. */
export async function deleteDataset(db: Db, id: DatasetId): Promise<void> {
  await getDataset(db, id)
  if ((await deleteInactive(db, [{ id }])).length === 0) {
    throw new ServiceError(
      'CONFLICT',
      `Dataset ${id} is active. Activate another one first, or roll back.`,
    )
  }
}

/** Deletes what dead builds have left: see `BUILD_SILENT_MS_MAX`. Returns the ids. */
export async function abandonBuilding(
  db: Db,
  silentMs: number = BUILD_SILENT_MS_MAX,
): Promise<DatasetId[]> {
  const dead = await db
    .select({ id: datasets.id })
    .from(datasets)
    .where(
      and(
        eq(datasets.state, 'building'),
        // The database's clock wrote `touched_at`: only that clock can measure its age.
        lt(datasets.touchedAt, sql`now() - ${silentMs} * interval '1 millisecond'`),
      ),
    )
  return deleteInactive(db, dead)
}

/**
 * Lets new datasets have the room of deleted ones. PGlite has no process that would do it by
 * itself, and PostgreSQL's would come later. Not within a transaction.
 */
export async function vacuumDatasets(db: Db): Promise<void> {
  await db.execute(sql`vacuum ${places}`)
  await db.execute(sql`vacuum ${datasetFiles}`)
}

/**
 * `lacking` is in bytes; `busy` when another process wrote datasets meanwhile: nothing was changed.
 */
export type Shrunk = 'done' | 'busy' | { readonly lacking: number }

/**
 * Gives the room of deleted datasets back to the disk, where that is much: the tables are written
 * anew, for which as much must be free as they then have. Not within a transaction.
 */
export async function shrinkDatasets(db: Db, freeBytes: number): Promise<Shrunk> {
  const [sizes] = await db.execute<{ held: number; files: number; places: number }>(sql`
    select (select coalesce(sum(octet_length(bytes)), 0) from ${datasetFiles})::float8 as held,
      pg_total_relation_size('dataset_files')::float8 as files,
      pg_total_relation_size('places')::float8 as places`)
  const { held, files, places: rows } = sizes ?? { held: 0, files: 0, places: 0 }
  const isWorthIt = files > held * WASTE_RATIO + WASTE_BYTES
  const lacking = held * WASTE_RATIO + rows - freeBytes
  if (!isWorthIt || lacking > 0) {
    await vacuumDatasets(db)
    return isWorthIt ? { lacking } : 'done'
  }
  const isDone =
    (await rewriteTable(db, 'dataset_files', PARTS_AT_ONCE)) &&
    (await rewriteTable(db, 'places', PLACES_AT_ONCE))
  return isDone ? 'done' : 'busy'
}

async function updateBuilding(
  db: Db,
  id: DatasetId,
  fields: Partial<Pick<Dataset, 'state' | 'counts' | 'report' | 'manifest'>>,
): Promise<void> {
  const updated = await db
    .update(datasets)
    .set({ ...fields, touchedAt: sql`now()` })
    .where(and(eq(datasets.id, id), eq(datasets.state, 'building')))
    .returning({ id: datasets.id })
  if (updated.length === 0) throw noLongerBuilding(id)
}

export function noLongerBuilding(id: DatasetId): ServiceError {
  return new ServiceError(
    'CONFLICT',
    `Dataset ${id} is no longer being built: it was abandoned or finished. Import again.`,
  )
}

/**
 * Until the transaction `tx` ends no other one activates a dataset. Two activations at once would
 * otherwise each take the other's dataset down.
 */
export async function lockActivation(tx: Db): Promise<void> {
  await tx.execute(sql`lock table ${datasets} in share row exclusive mode`)
}

async function switchTo(
  tx: Db,
  id: DatasetId,
  fields: { readonly activatedAt?: SQL },
): Promise<Dataset> {
  await tx.update(datasets).set({ state: 'ready' }).where(eq(datasets.state, 'active'))
  const [row] = await tx
    .update(datasets)
    .set({ ...fields, state: 'active' })
    .where(eq(datasets.id, id))
    .returning()
  if (!row) throw new ServiceError('CONFLICT', `Dataset ${id} was deleted meanwhile.`)
  return row
}

/** Places have no foreign key (see `insertPlaces`): they go in the same transaction. */
async function deleteInactive(
  db: Db,
  rows: readonly { readonly id: DatasetId }[],
): Promise<DatasetId[]> {
  if (rows.length === 0) return []
  const wanted = rows.map((row) => row.id)
  return db.transaction(async (tx) => {
    const deleted = await tx
      .delete(datasets)
      .where(and(inArray(datasets.id, wanted), ne(datasets.state, 'active')))
      .returning({ id: datasets.id })
    const ids = deleted.map((row) => row.id)
    if (ids.length > 0) await tx.delete(places).where(inArray(places.datasetId, ids))
    return ids
  })
}
