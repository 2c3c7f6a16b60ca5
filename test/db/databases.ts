import { afterAll, beforeAll, describe } from 'bun:test'
import { cpSync, existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type Database, type DatabaseOptions, openDatabase } from '../../src/db/client.ts'
import { migrate } from '../../src/db/migrate.ts'
import { hasPostgres, type PostgresServer, startPostgres } from '../postgres.ts'
import { scratchDirectory, scratchRoot } from '../scratch.ts'

export { scratchDirectory }

/** A database of a suite's own, migrated and open. */
export interface TestDatabase extends Database {
  /** With which other processes and clients reach it. */
  readonly options: DatabaseOptions
}

const START_MS_MAX = 60_000
const KINDS = ['embedded', 'postgres'] as const

/** Runs the same suite on both databases, each with one database of its own. */
export function onBothDatabases(
  title: string,
  suite: (database: () => TestDatabase) => void,
): void {
  describe.each(KINDS)(`${title} on %s`, (kind) => {
    // With CI=true a missing PostgreSQL fails in `startPostgres` instead.
    const isAbsent = kind === 'postgres' && !hasPostgres() && process.env['CI'] !== 'true'
    describe.skipIf(isAbsent)('database', () => {
      let opened: TestDatabase | null = null
      let server: PostgresServer | null = null
      const dataDir = scratchDirectory()
      beforeAll(async () => {
        if (kind === 'postgres') server = await startPostgres()
        else await embeddedFromTemplate(dataDir)
        const options = { dataDir, databaseUrl: server ? await server.createDatabase() : null }
        const database = await openDatabase(options)
        await migrate(database)
        opened = { ...database, options }
      }, START_MS_MAX)
      afterAll(async () => {
        await opened?.close()
        server?.remove()
        rmSync(dataDir, { recursive: true, force: true })
      })
      suite(() => {
        if (!opened) throw new Error('the database is open in tests only')
        return opened
      })
    })
  })
}

/** Puts an empty embedded database into `dataDir`: making one takes seconds, copying none. */
export async function embeddedFromTemplate(dataDir: string): Promise<void> {
  const template = join(scratchRoot(), 'template')
  if (!existsSync(template)) {
    const database = await openDatabase({ databaseUrl: null, dataDir: template })
    await database.close()
  }
  cpSync(template, dataDir, { recursive: true })
}
