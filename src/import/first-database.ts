import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { openDatabase } from '../db/client.ts'
import { migrate } from '../db/migrate.ts'
import { installBuiltin } from './install-builtin.ts'

/**
 * A tar.gz of the directory of an embedded database that has the schema and the built-in dataset,
 * and was closed well. `build.ts` takes it into the executable (`db/first-database.ts`).
 */
export async function makeFirstDatabase(edition: string): Promise<Uint8Array> {
  const dataDir = mkdtempSync(join(tmpdir(), 'saola-first-'))
  try {
    const database = await openDatabase({ databaseUrl: null, dataDir })
    await migrate(database)
    await installBuiltin(database.db, edition, new AbortController().signal)
    await database.close()
    return await packed(join(dataDir, 'db'))
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** With the empty directories, which the engine misses. */
async function packed(directory: string): Promise<Uint8Array> {
  const entries: Record<string, Uint8Array> = {}
  for (const entry of readdirSync(directory, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    const name = relative(directory, path).replaceAll('\\', '/')
    if (entry.isDirectory()) entries[`${name}/`] = new Uint8Array(0)
    else entries[name] = readFileSync(path)
  }
  return new Bun.Archive(entries, { compress: 'gzip', level: 9 }).bytes()
}
