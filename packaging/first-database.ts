/*
 * Makes what `src/db/embedded/first-database.ts` names: a tar.gz of the directory of an embedded
 * database that has the schema and the built-in dataset, and was closed well.
 *
 *   SOURCE_DATE_EPOCH=… bun --preload packaging/still.ts packaging/first-database.ts FILE EDITION
 *
 * The same sources and date give the same bytes. EDITION becomes part of the dataset's id.
 */
import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { BUILTIN_EDITION } from '../src/builtin-edition.ts'
import { type Database, openDatabase } from '../src/db/client.ts'
import { datasetId } from '../src/db/datasets.ts'
import { migrate } from '../src/db/migrate.ts'
import { installBuiltin } from '../src/import/install-builtin.ts'
import { type Entry, tarGz } from './tar.ts'

const EDITION_CHARS = 6

const [path = '', edition = ''] = process.argv.slice(2)
await Bun.write(`${path}.${process.pid}`, await makeFirstDatabase(edition))
renameSync(`${path}.${process.pid}`, path)

async function makeFirstDatabase(edition: string): Promise<Uint8Array<ArrayBuffer>> {
  const dataDir = mkdtempSync(join(tmpdir(), 'saola-first-'))
  try {
    const database = await openDatabase({ databaseUrl: null, dataDir })
    await migrate(database)
    const id = datasetId(edition.slice(0, EDITION_CHARS))
    await installBuiltin(database.db, BUILTIN_EDITION, new AbortController().signal, id)
    await forget(database)
    await database.close()
    return tarGz(entriesOf(join(dataDir, 'db')), new Date())
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** Rows of before, which name this process and machine, go from the files and from the log. */
async function forget({ sql }: Database): Promise<void> {
  await sql.unsafe('vacuum full')
  await sql.unsafe('checkpoint')
  await sql.unsafe('select pg_switch_wal()')
  await sql.unsafe('checkpoint')
}

/** With the empty directories, which the engine misses. */
function entriesOf(directory: string): Entry[] {
  return readdirSync(directory, { recursive: true, withFileTypes: true }).map((entry) => {
    const path = join(entry.parentPath, entry.name)
    const name = relative(directory, path).replaceAll('\\', '/')
    return { name, content: entry.isDirectory() ? null : readFileSync(path) }
  })
}
