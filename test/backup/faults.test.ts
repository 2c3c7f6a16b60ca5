import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { existsSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { writeArchive } from '../../src/backup/archive.ts'
import { backupCommand } from '../../src/commands/backup/backup.ts'
import { restoreCommand } from '../../src/commands/backup/restore.ts'
import { insertRows, readRows } from '../../src/db/backup/rows.ts'
import { type DatabaseOptions, openDatabase } from '../../src/db/client.ts'
import { migrationNames } from '../../src/db/migrate.ts'
import { placeLists } from '../../src/db/operator-places.ts'
import { writeWhole } from '../../src/system/whole-file.ts'
import { type Outcome, runCommand } from '../commands/harness.ts'
import { embeddedFromTemplate } from '../db/databases.ts'
import { startProcess } from '../db/processes.ts'
import { hasPostgres, type PostgresServer, startPostgres } from '../postgres.ts'
import { scratchDirectory } from '../scratch.ts'
import { fill, sumsOf } from './filled.ts'

/* Backups that are damaged, of other versions, or restored by a process that is killed. */

setDefaultTimeout(120_000)

const MAIN = join(import.meta.dir, '../../src/main.ts')
const isPostgresThere = hasPostgres() || process.env['CI'] === 'true'
const postgres: PostgresServer | null = isPostgresThere ? await startPostgres() : null
afterAll(() => postgres?.remove())
const KINDS = postgres ? (['embedded', 'postgres'] as const) : (['embedded'] as const)

async function newOptions(kind: (typeof KINDS)[number]): Promise<DatabaseOptions> {
  const dataDir = scratchDirectory()
  const databaseUrl = kind === 'postgres' ? ((await postgres?.createDatabase()) ?? null) : null
  if (databaseUrl === null) await embeddedFromTemplate(dataDir)
  return { dataDir, databaseUrl }
}

function restore(options: DatabaseOptions, ...argv: readonly string[]): Promise<Outcome> {
  return runCommand(restoreCommand, ['restore', ...argv], options)
}

function variablesOf({ dataDir, databaseUrl }: DatabaseOptions): Record<string, string> {
  const url = databaseUrl === null ? {} : { DATABASE_URL: databaseUrl }
  return { PATH: process.env['PATH'] ?? '', SAOLA_DATA: dataDir, ...url }
}

const source = { dataDir: scratchDirectory(), databaseUrl: null }
const file = join(scratchDirectory(), 'backup.tar.gz')
let sums: Readonly<Record<string, string>>

beforeAll(async () => {
  await embeddedFromTemplate(source.dataDir)
  await fill(source, 8_000)
  sums = await sumsOf(source)
  const { code, log } = await runCommand(backupCommand, ['backup', file], source)
  expect([code, log]).toEqual([0, ''])
})

/** An archive of these entries and no others. */
async function archiveOf(entries: Readonly<Record<string, unknown>>): Promise<string> {
  const path = join(scratchDirectory(), 'made.tar.gz')
  await writeArchive(
    (chunks) => writeWhole(path, chunks),
    async ({ put }) => {
      const noted: unknown[] = []
      for (const [name, value] of Object.entries(entries)) {
        const text = typeof value === 'string' ? value : JSON.stringify(value)
        noted.push(await put(name, Buffer.from(text)))
      }
      const rows = {}
      await put('manifest.json', Buffer.from(JSON.stringify({ entries: noted, rows })))
    },
  )
  return path
}

const HEADER = {
  format: 1,
  saola: '9.9.9',
  madeAt: '2026-11-25T00:00:00.000Z',
  database: 'embedded',
  dataset: null,
}

describe('refused before anything is touched', () => {
  const bytes = () => readFileSync(file)
  function flipped(part: number): Uint8Array {
    const copy = bytes()
    const at = Math.floor(copy.length * part)
    copy[at] = (copy[at] ?? 0) ^ 0x10
    return copy
  }
  const cut = (part: number) => bytes().subarray(0, Math.floor(bytes().length * part))

  test.each([
    ['a flipped bit early', () => flipped(0.01)],
    ['a flipped bit in the middle', () => flipped(0.5)],
    ['a flipped bit late', () => flipped(0.999)],
    ['cut early', () => cut(0.1)],
    ['cut late', () => cut(0.97)],
    ['cut by a byte', () => bytes().subarray(0, -1)],
    ['something else', () => Buffer.from('id,name\n')],
    ['nothing', () => Buffer.from('')],
  ])('%s', async (_, damage) => {
    const path = join(scratchDirectory(), 'damaged.tar.gz')
    writeFileSync(path, damage())
    const target = { dataDir: join(scratchDirectory(), 'data'), databaseUrl: null }
    const { code, out } = await restore(target, path, '--json')
    expect([code, JSON.parse(out).code]).toEqual([1, 'INVALID_FILE'])
    expect(existsSync(target.dataDir)).toBe(false)
  })

  test('a newer schema, and a newer format', async () => {
    const news = [...migrationNames(), { name: '0099_news', sha256: '00' }]
    const schema = await archiveOf({ 'backup.json': { ...HEADER, migrations: news } })
    const format = await archiveOf({ 'backup.json': { ...HEADER, format: 2, migrations: [] } })
    const target = { dataDir: join(scratchDirectory(), 'data'), databaseUrl: null }
    for (const [path, what] of [
      [schema, 'migration 0099_news'],
      [format, 'format 2'],
    ] as const) {
      const { code, log } = await restore(target, path)
      expect([code, log]).toEqual([
        1,
        `saola: The backup was made by Saola 9.9.9, whose ${what} this one does not know. ` +
          'Install that version or a newer one, and restore with it. Nothing was changed.\n',
      ])
    }
    expect(existsSync(target.dataDir)).toBe(false)
  })

  test('what has no place in a database', async () => {
    const migrations = migrationNames()
    const header = { ...HEADER, migrations }
    const path = await archiveOf({ 'backup.json': header, 'tables/pg_class/0.ndjson': '{}' })
    const target = { dataDir: join(scratchDirectory(), 'data'), databaseUrl: null }
    const { code, log } = await restore(target, path)
    expect([code, log]).toEqual([1, expect.stringContaining('has no place in a database')])
  })

  test.each(KINDS)('while others use the %s database', async (kind) => {
    const target = await newOptions(kind)
    const other = startProcess('open', target)
    await other.ready
    const { code, log } = await restore(target, file)
    expect([code, log]).toEqual([
      1,
      expect.stringMatching(/^saola: .*(?:, and restore then)\. Nothing/m),
    ])
    expect(await other.end()).toBe(0)
    expect((await restore(target, file)).code).toBe(0)
  })

  test('where a backup cannot be written nothing is left', async () => {
    const folder = join(scratchDirectory(), 'none')
    const path = join(folder, 'x.tar.gz')
    const { code, log } = await runCommand(backupCommand, ['backup', path], source)
    expect([code, log]).toEqual([1, `saola: ${folder} is no folder. Make it first.\n`])
    expect(readdirSync(join(folder, '..'))).toEqual([])
  })
})

test('a backup of an older schema is migrated', async () => {
  const migrations = migrationNames().slice(0, 2)
  const place = await placeOfOldSchema()
  const path = await archiveOf({
    'backup.json': { ...HEADER, migrations },
    'tables/operator_places/000000.ndjson': place,
  })
  const target = await newOptions('embedded')
  const { code, log } = await restore(target, path)
  expect([code, log.replaceAll(/^Migrated.*\n/gm, '')]).toEqual([0, ''])
  const database = await openDatabase(target)
  try {
    const lists = await placeLists(database.db)
    expect(lists.map(({ name, places }) => [name, places])).toEqual([['old shops', 1]])
  } finally {
    await database.close()
  }
})

/** A row of operator_places before lists had names. */
async function placeOfOldSchema(): Promise<string> {
  const database = await openDatabase(source)
  try {
    return await database.db.transaction(async (tx) => {
      const [lines] = await Array.fromAsync(readRows(tx, 'operator_places'))
      const { list_name, own_id, ...row } = JSON.parse(lines?.[0] ?? '{}')
      expect([list_name, own_id]).toEqual(['shops', '1'])
      return JSON.stringify({ ...row, source_file: 'old shops.csv' })
    })
  } finally {
    await database.close()
  }
}

test('rows come back from their lines as they were', async () => {
  const database = await openDatabase(source)
  try {
    await database.db
      .transaction(async (tx) => {
        const lines = (await Array.fromAsync(readRows(tx, 'switches'))).flat()
        await tx.execute(sql`delete from switches`)
        await insertRows(tx, 'switches', lines)
        expect((await Array.fromAsync(readRows(tx, 'switches'))).flat()).toEqual(lines)
        throw new Error('rolled back')
      })
      .catch((error: Error) => expect(error.message).toBe('rolled back'))
  } finally {
    await database.close()
  }
})

describe.each(KINDS)('killed while it restores into the %s database', (kind) => {
  test('all or nothing, and again', async () => {
    const target = await newOptions(kind)
    await fill(target, 5)
    const before = await sumsOf(target)
    const small = join(scratchDirectory(), 'small.tar.gz')
    expect((await runCommand(backupCommand, ['backup', small], target)).code).toBe(0)
    const start = () =>
      Bun.spawn([process.execPath, MAIN, 'restore', file, '--replace', '--yes'], {
        env: variablesOf(target),
        stdio: ['ignore', 'ignore', 'ignore'],
      })
    const startedMs = performance.now()
    expect(await start().exited).toBe(0)
    const tookMs = performance.now() - startedMs
    expect(await sumsOf(target)).toEqual(sums)
    let [unfinished, isBefore] = [0, false]
    const parts = kind === 'embedded' ? [0.5, 0.7, 0.85] : [0.4, 0.5, 0.6, 0.7, 0.8, 0.9]
    for (const part of parts) {
      if (!isBefore) expect((await restore(target, small, '--replace', '--yes')).code).toBe(0)
      const child = start()
      await Bun.sleep(tookMs * (part + Math.random() / 10))
      child.kill('SIGKILL')
      await child.exited
      const after = await sumsOf(target)
      isBefore = Bun.deepEquals(after, before)
      expect(after).toEqual(isBefore ? before : sums)
      if (isBefore) unfinished++
    }
    expect(unfinished).toBeGreaterThan(0)
    expect((await restore(target, file, '--replace', '--yes')).code).toBe(0)
    expect(await sumsOf(target)).toEqual(sums)
  })
})

test('killed while it writes: the older file stays', async () => {
  const folder = scratchDirectory()
  const path = join(folder, 'backup.tar.gz')
  writeFileSync(path, 'older')
  const child = Bun.spawn([process.execPath, MAIN, 'backup', path], {
    env: variablesOf(source),
    stdio: ['ignore', 'ignore', 'ignore'],
  })
  while (readdirSync(folder).length === 1) await Bun.sleep(5)
  child.kill('SIGKILL')
  await child.exited
  expect(readFileSync(path, 'utf8')).toBe('older')
  // What it left goes with the next one that is made long after.
  const [left = ''] = readdirSync(folder).filter((name) => name.endsWith('.part'))
  utimesSync(join(folder, left), 1, 1)
  expect((await runCommand(backupCommand, ['backup', path], source)).code).toBe(0)
  expect(readdirSync(folder)).toEqual(['backup.tar.gz'])
})

test('from stdout to stdin', async () => {
  const target = await newOptions('embedded')
  const saola = `"${process.execPath}" "${MAIN}"`
  const from = `${saola} backup - --json --data "${source.dataDir}"`
  const to = `${saola} restore - --json --data "${target.dataDir}"`
  const { exitCode, stdout, stderr } = Bun.spawnSync(['sh', '-c', `${from} | ${to}`])
  expect([exitCode, JSON.parse(stdout.toString()).rows.usage_daily]).toEqual([0, 8_000])
  expect(stderr.toString()).toContain('{"file":"-",')
  expect(await sumsOf(target)).toEqual(sums)
})
