import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { getTableName, is } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import { startApp } from '../../src/app.ts'
import { backupCommand } from '../../src/commands/backup/backup.ts'
import { restoreCommand } from '../../src/commands/backup/restore.ts'
import { datasetsCommand } from '../../src/commands/datasets/datasets.ts'
import { resolveConfig } from '../../src/config.ts'
import { DATASET_TABLES, STATE_TABLES } from '../../src/db/backup/tables.ts'
import { type Database, type DatabaseOptions, openDatabase } from '../../src/db/client.ts'
import { migrate } from '../../src/db/migrate.ts'
import * as schema from '../../src/db/schema.ts'
import { type Outcome, runCommand } from '../commands/harness.ts'
import { embeddedFromTemplate } from '../db/databases.ts'
import { hasPostgres, type PostgresServer, startPostgres } from '../postgres.ts'
import { ask, until, usedToday } from '../running-town.ts'
import { scratchDirectory } from '../scratch.ts'
import { fill, OWN_PLACE, sumsOf } from './filled.ts'

/* Backups taken from one database and restored into another, of the same kind and of the other. */

setDefaultTimeout(120_000)

const isPostgresThere = hasPostgres() || process.env['CI'] === 'true'
const postgres: PostgresServer | null = isPostgresThere ? await startPostgres() : null
afterAll(() => postgres?.remove())

const open: Database[] = []
afterAll(() => Promise.all(open.map((database) => database.close())))

type Kind = 'embedded' | 'postgres'
const KINDS: readonly Kind[] = postgres ? ['embedded', 'postgres'] : ['embedded']

async function newOptions(kind: Kind): Promise<DatabaseOptions> {
  const dataDir = scratchDirectory()
  if (kind === 'postgres' && postgres) {
    return { dataDir, databaseUrl: await postgres.createDatabase() }
  }
  await embeddedFromTemplate(dataDir)
  // Held open, so that not every command opens it anew.
  open.push(await openDatabase({ databaseUrl: null, dataDir }))
  return { dataDir, databaseUrl: null }
}

function backup(options: DatabaseOptions, ...argv: readonly string[]): Promise<Outcome> {
  return runCommand(backupCommand, ['backup', ...argv], options)
}

function restore(options: DatabaseOptions, ...argv: readonly string[]): Promise<Outcome> {
  return runCommand(restoreCommand, ['restore', ...argv], options)
}

async function served<T>(options: DatabaseOptions, work: (url: string) => Promise<T>): Promise<T> {
  const flags = { port: '0', data: options.dataDir }
  const { databaseUrl } = options
  const config = resolveConfig(databaseUrl === null ? flags : { ...flags, databaseUrl }, {})
  const app = await startApp(config, () => {})
  try {
    return await work(app.url)
  } finally {
    await app.stop()
  }
}

test('every table has a place in a backup', () => {
  const tables = Object.values(schema)
    .filter((value) => is(value, PgTable))
    .map(getTableName)
  expect([...STATE_TABLES, ...DATASET_TABLES].toSorted() as string[]).toEqual(tables.toSorted())
})

describe.each(KINDS)('from the %s database', (from) => {
  let source: DatabaseOptions
  let key: string
  let file: string
  let sums: Readonly<Record<string, string>>

  beforeAll(async () => {
    source = await newOptions(from)
    key = await fill(source)
    file = join(scratchDirectory(), 'backup.tar.gz')
    sums = await sumsOf(source)
    const { code, out, log } = await backup(source, file)
    expect([code, log]).toEqual([0, ''])
    expect(out).toContain('2 users, 3 keys, 3,000 counts of usage, 2 places of your own, dataset')
  })

  test('the file is whole, private and an ordinary archive', () => {
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(readdirSync(join(file, '..'))).toEqual(['backup.tar.gz'])
    const { stdout } = Bun.spawnSync(['tar', '-tzf', file])
    const names = stdout.toString().trim().split('\n')
    expect([names[0], names.at(-1)]).toEqual(['backup.json', 'manifest.json'])
    expect(names).toContain('dataset/files/search.idx/000000')
  })

  describe.each(KINDS)('to the %s database', (to) => {
    test('all comes back: rows, keys, own places, counts, the dataset', async () => {
      const target = await newOptions(to)
      const { code, out } = await restore(target, file, '--json')
      const told = JSON.parse(out)
      expect([code, told.replaced, told.rows.usage_daily]).toEqual([0, {}, 3_000])
      expect(await sumsOf(target)).toEqual(sums)
      const verify = (env: Parameters<typeof datasetsCommand>[0]) => datasetsCommand(env, () => [])
      const verified = await runCommand(verify, ['datasets', 'verify'], target)
      expect([verified.code, verified.out]).toEqual([0, expect.stringContaining('is whole')])
      await served(target, async (url) => {
        const found = await ask(url, key, `/v1/suggest?input=${encodeURIComponent(OWN_PLACE)}`)
        expect([found.status, await found.text()]).toEqual([200, expect.stringContaining('Đảo')])
      })
    })
  })

  test('a database that holds something is refused, and replaced when that is said', async () => {
    const target = await newOptions(from)
    await fill(target, 7)
    const before = await sumsOf(target)
    const refused = await restore(target, file)
    expect([refused.code, refused.log]).toEqual([
      1,
      expect.stringContaining(
        'holds 2 users, 3 keys, 1 plan of your own, 7 counts of usage, 1 switch, 1 list of ' +
          'places, 2 places of your own, 2 datasets. Restore into an empty one',
      ),
    ])
    expect((await restore(target, file, '--replace')).code).toBe(2)
    const no = () => Promise.resolve(false)
    const asked = await runCommand(restoreCommand, ['restore', file, '--replace'], target, no)
    expect([asked.code, asked.log]).toEqual([1, 'saola: Nothing was changed.\n'])
    expect(await sumsOf(target)).toEqual(before)
    const { code } = await restore(target, file, '--replace', '--yes')
    expect([code, await sumsOf(target)]).toEqual([0, sums])
    // The tables that took the others' place are as good: another restore, another migration.
    expect((await restore(target, file, '--replace', '--yes')).code).toBe(0)
    const database = await openDatabase(target)
    expect(await migrate(database)).toEqual({ applied: [] })
    await database.close()
  })

  test('without the dataset', async () => {
    const small = join(scratchDirectory(), 'small.tar.gz')
    expect((await backup(source, small, '--without-dataset')).out).toContain('without a dataset')
    const target = await newOptions('embedded')
    const { out } = await restore(target, small)
    expect(out).toContain("'saola import vietnam' makes one, with your own places in it.")
    const restored = await sumsOf(target)
    for (const table of STATE_TABLES) expect(restored[table]).toBe(sums[table] ?? 'missing')
    expect(restored['places']).toBe('0 ')
    // Over a database with a dataset, that one stays.
    const { datasets } = await sumsOf(source)
    expect((await restore(source, small, '--replace', '--yes')).code).toBe(0)
    expect(await sumsOf(source)).toEqual(sums)
    expect((await sumsOf(source))['datasets']).toBe(datasets ?? 'missing')
  })
})

describe.each(KINDS)('beside a server on the %s database', (kind) => {
  test('a backup is of one moment, while requests are answered and counted', async () => {
    const source = await newOptions(kind)
    const key = await fill(source)
    const file = join(scratchDirectory(), 'backup.tar.gz')
    const sums = await sumsOf(source)
    const [counted, asked] = await served(source, async (url) => {
      let [asked, isOver] = [0, false]
      const asking = (async () => {
        while (!isOver) {
          expect((await ask(url, key, '/v1/suggest?input=tiem')).status).toBe(200)
          asked++
        }
      })()
      await until(async () => (await usedToday(url, key)) > 0, 20_000)
      const { code, log } = await backup(source, file)
      isOver = true
      await asking
      expect([code, log]).toEqual([0, ''])
      return [await usedToday(url, key), asked] as const
    })
    expect(counted).toBeGreaterThanOrEqual(asked)
    const target = await newOptions('embedded')
    expect((await restore(target, file)).code).toBe(0)
    const restored = await sumsOf(target)
    for (const table of ['users', 'api_keys', 'places', 'dataset_files', 'operator_places']) {
      expect(restored[table]).toBe(sums[table] ?? 'missing')
    }
    await served(target, async (url) => {
      const used = await usedToday(url, key)
      expect(used).toBeGreaterThan(0)
      expect(used).toBeLessThanOrEqual(counted + 1)
    })
  })
})
