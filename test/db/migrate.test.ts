import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type Database, type DatabaseOptions, openDatabase } from '../../src/db/client.ts'
import { migrate } from '../../src/db/migrate.ts'
import { hasPostgres, type PostgresServer, startPostgres } from '../postgres.ts'
import { embeddedFromTemplate, scratchDirectory } from './databases.ts'
import { startProcess } from './processes.ts'

const START_MS_MAX = 60_000
const FIRST = { name: '0001_first', statements: 'create table first (id integer)' }
const SECOND = {
  name: '0002_second',
  statements: 'create table second (id integer); insert into second values (1), (2);',
}
const BROKEN = {
  name: '0003_broken',
  statements: 'create table third (id integer); select no_such_column from third;',
}

describe.each(['embedded', 'postgres'] as const)('migrate on %s', (kind) => {
  const isAbsent = kind === 'postgres' && !hasPostgres() && process.env['CI'] !== 'true'
  describe.skipIf(isAbsent)('database', () => {
    const template = scratchDirectory()
    let server: PostgresServer | null = null
    let options: DatabaseOptions
    let database: Database

    beforeAll(async () => {
      if (kind === 'postgres') server = await startPostgres()
      else await embeddedFromTemplate(template)
    }, START_MS_MAX)
    beforeEach(async () => {
      await database?.close()
      if (options) rmSync(options.dataDir, { recursive: true, force: true })
      const dataDir = join(scratchDirectory(), 'data')
      if (kind === 'embedded') cpSync(template, dataDir, { recursive: true })
      options = { dataDir, databaseUrl: server ? await server.createDatabase() : null }
      database = await openDatabase(options)
    })
    afterAll(async () => {
      await database.close()
      server?.remove()
      rmSync(options.dataDir, { recursive: true, force: true })
      rmSync(template, { recursive: true })
    })

    test('applies what is missing, in order, once', async () => {
      expect(await migrate(database, [FIRST])).toEqual({ applied: ['0001_first'] })
      expect(await migrate(database, [FIRST])).toEqual({ applied: [] })
      expect(await migrate(database, [FIRST, SECOND])).toEqual({ applied: ['0002_second'] })
      expect(await database.sql`select id from second order by id`).toHaveLength(2)
    })

    test('one that fails leaves nothing of itself, those before it stay', async () => {
      await expect(migrate(database, [FIRST, SECOND, BROKEN])).rejects.toThrow()
      const tables = await database.sql`select 1 from pg_class where relname = 'third'`
      expect(tables).toHaveLength(0)
      expect(await migrate(database, [FIRST, SECOND])).toEqual({ applied: [] })
    })

    test('a database of a newer program is refused before anything is touched', async () => {
      await migrate(database, [FIRST, SECOND])
      const refused = migrate(database, [FIRST])
      await expect(refused).rejects.toMatchObject({ code: 'CONFLICT' })
      await expect(refused).rejects.toThrow('newer Saola (0002_second')
    })

    test('a migration that was changed after it was applied is refused', async () => {
      await migrate(database, [FIRST])
      const changed = { ...FIRST, statements: 'create table first (id bigint)' }
      await expect(migrate(database, [changed])).rejects.toMatchObject({ code: 'CONFLICT' })
    })

    test('many clients at once apply each migration once', async () => {
      const others = await Promise.all([1, 2].map(() => openDatabase(options)))
      const runs = [database, ...others, database, ...others]
      const results = await Promise.all(runs.map((each) => migrate(each, [FIRST, SECOND])))
      const applied = results.flatMap((result) => result.applied)
      expect(applied.toSorted()).toEqual(['0001_first', '0002_second'])
      for (const other of others) await other.close()
    })

    test('two processes at once', async () => {
      if (kind === 'embedded') await database.close()
      const racers = [startProcess('migrate', options), startProcess('migrate', options)]
      const results = await Promise.all(racers.map((racer) => racer.ready))
      const applied = results.flatMap((result) => (result as { applied: string[] }).applied)
      expect(applied).toContain('0001_ground')
      expect(new Set(applied).size).toBe(applied.length)
      // One after the other: on the embedded database the second takes over from the first.
      for (const racer of racers) expect(await racer.end()).toBe(0)
    })
  })
})
