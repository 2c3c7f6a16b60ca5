import { createHash } from 'node:crypto'
import { and, asc, eq, sql } from 'drizzle-orm'
import { ServiceError } from '../base/errors.ts'
import type { DatasetId } from '../base/ids.ts'
import { counted, withCommas } from '../base/shown-text.ts'
import { MAPPED_MODE } from '../system/mapped-file.ts'
import { writeWhole } from '../system/whole-file.ts'
import type { Db } from './client.ts'
import { touchDataset } from './datasets.ts'
import { datasetFiles, type ManifestFile } from './schema.ts'

/** Of all parts of a file but its last. */
export const PART_BYTES = 1 << 20
/** Parts that one statement copies. */
const COPIED_PARTS = 32

/**
 * Stores a file of a dataset that is being built as parts of 1 MiB and returns its entry for the
 * manifest. A file of that name is replaced. One part is in memory at a time. Throws `CONFLICT`
 * when the build was abandoned. `onPart` is called before each part; what it throws ends the work.
 */
export async function storeFile(
  db: Db,
  datasetId: DatasetId,
  name: string,
  bytes: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  onPart: () => void = () => {},
): Promise<ManifestFile> {
  await touchDataset(db, datasetId)
  await db
    .delete(datasetFiles)
    .where(and(eq(datasetFiles.datasetId, datasetId), eq(datasetFiles.name, name)))
  const whole = createHash('sha256')
  let total = 0
  let part = 0
  for await (const chunk of inParts(bytes)) {
    onPart()
    whole.update(chunk)
    total += chunk.length
    await insertFilePart(db, { datasetId, name, part: part++, bytes: chunk })
  }
  return { name, bytes: total, sha256: whole.digest('hex') }
}

/**
 * Copies a file of a dataset to another that is being built, within the database. Throws `CONFLICT`
 * when the build was abandoned.
 */
export async function copyFile(
  db: Db,
  from: DatasetId,
  to: DatasetId,
  { name, bytes }: ManifestFile,
): Promise<void> {
  // In pieces: the embedded database answers no other client during a statement.
  for (let part = 0; part * PART_BYTES < bytes; part += COPIED_PARTS) {
    await touchDataset(db, to)
    await db.execute(sql`
      insert into ${datasetFiles} (dataset_id, name, part, bytes, sha256)
      select ${to}, name, part, bytes, sha256 from ${datasetFiles}
      where dataset_id = ${from} and name = ${name}
        and part >= ${part} and part < ${part + COPIED_PARTS}`)
  }
}

/**
 * Writes a file of a dataset to `path`, which appears only when it is whole and its checksum is
 * that of the manifest. Throws `INVALID_DATASET` otherwise, with nothing left behind.
 */
export async function loadFile(
  db: Db,
  datasetId: DatasetId,
  file: ManifestFile,
  path: string,
): Promise<void> {
  await writeWhole(path, readFileParts(db, datasetId, file), MAPPED_MODE)
}

/** The bytes of a file of a dataset. Throws `INVALID_DATASET` when they are not what they were. */
export async function loadFileBytes(
  db: Db,
  datasetId: DatasetId,
  file: ManifestFile,
): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  for await (const chunk of readFileParts(db, datasetId, file)) parts.push(chunk)
  return Buffer.concat(parts)
}

/**
 * Throws unless the database's parts of a file match the manifest. `onPart` is called after each
 * part; an error from it ends the work.
 */
export async function verifyFile(
  db: Db,
  datasetId: DatasetId,
  file: ManifestFile,
  onPart: () => void = () => {},
): Promise<void> {
  // Reading to the end is the check.
  for await (const _ of readFileParts(db, datasetId, file)) onPart()
}

/** One part of a file, as `readFileParts` gave it. */
export interface FilePart {
  readonly datasetId: DatasetId
  readonly name: string
  /** 0, 1, 2 … */
  readonly part: number
  readonly bytes: Uint8Array
}

export async function insertFilePart(db: Db, part: FilePart): Promise<void> {
  await db.insert(datasetFiles).values({ ...part, sha256: sha256(part.bytes) })
}

/** Names of the files that the database holds for a dataset, sorted. */
export async function storedFileNames(db: Db, datasetId: DatasetId): Promise<string[]> {
  const rows = await db
    .selectDistinct({ name: datasetFiles.name })
    .from(datasetFiles)
    .where(eq(datasetFiles.datasetId, datasetId))
    .orderBy(asc(datasetFiles.name))
  return rows.map((row) => row.name)
}

/** More than the directory of an index file takes. */
const START_BYTES = 1 << 16

/** The first bytes of each file of a dataset, by its name; not checked. */
export async function loadFileStarts(
  db: Db,
  datasetId: DatasetId,
): Promise<ReadonlyMap<string, Uint8Array>> {
  const rows = await db
    .select({
      name: datasetFiles.name,
      start: sql<Uint8Array>`substring(${datasetFiles.bytes} from 1 for ${START_BYTES}::int)`,
    })
    .from(datasetFiles)
    .where(and(eq(datasetFiles.datasetId, datasetId), eq(datasetFiles.part, 0)))
  return new Map(rows.map(({ name, start }) => [name, start]))
}

/** The parts of a file, checked. Throws `INVALID_DATASET` when they are not what they were. */
export async function* readFileParts(
  db: Db,
  datasetId: DatasetId,
  file: ManifestFile,
): AsyncGenerator<Uint8Array, void, void> {
  const whole = createHash('sha256')
  let total = 0
  for (let part = 0; ; part++) {
    const [row] = await db
      .select({ bytes: datasetFiles.bytes, sha256: datasetFiles.sha256 })
      .from(datasetFiles)
      .where(
        and(
          eq(datasetFiles.datasetId, datasetId),
          eq(datasetFiles.name, file.name),
          eq(datasetFiles.part, part),
        ),
      )
    if (!row) break
    if (!Buffer.from(row.sha256).equals(sha256(row.bytes))) {
      damaged(datasetId, file, `part ${part} has changed since it was stored`)
    }
    whole.update(row.bytes)
    total += row.bytes.length
    yield row.bytes
  }
  if (total !== file.bytes)
    damaged(datasetId, file, `${counted(total, 'byte')} instead of ${withCommas(file.bytes)}`)
  if (whole.digest('hex') !== file.sha256) damaged(datasetId, file, 'its checksum is wrong')
}

function damaged(datasetId: DatasetId, file: ManifestFile, fault: string): never {
  throw new ServiceError(
    'INVALID_DATASET',
    `File ${file.name} of dataset ${datasetId} is damaged in the database: ${fault}. ` +
      "Import again, or go back with 'saola datasets rollback'.",
  )
}

/** The same bytes cut every `PART_BYTES`; the last part is shorter, an empty file has none. */
async function* inParts(
  bytes: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array, void, void> {
  let part = new Uint8Array(PART_BYTES)
  let filled = 0
  for await (const piece of bytes) {
    for (let at = 0; at < piece.length; ) {
      const taken = piece.subarray(at, at + PART_BYTES - filled)
      part.set(taken, filled)
      filled += taken.length
      at += taken.length
      if (filled < PART_BYTES) continue
      yield part
      part = new Uint8Array(PART_BYTES)
      filled = 0
    }
  }
  if (filled > 0) yield part.subarray(0, filled)
}

function sha256(bytes: Uint8Array): Buffer {
  return createHash('sha256').update(bytes).digest()
}
