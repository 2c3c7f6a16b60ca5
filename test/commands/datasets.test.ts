import { afterEach, expect, test } from 'bun:test'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { rulesIn, setRules, writeContainer } from '../../src/base/container.ts'
import type { DatasetId } from '../../src/base/ids.ts'
import { type CheckFiles, datasetsCommand } from '../../src/commands/datasets/datasets.ts'
import { storeFile } from '../../src/db/dataset-files.ts'
import {
  activateDataset,
  activeDataset,
  createDataset,
  getDataset,
  markReady,
  setManifest,
} from '../../src/db/datasets.ts'
import { machineName } from '../../src/db/embedded/machine.ts'
import { datasets } from '../../src/db/schema.ts'
import { recordRules } from '../../src/import/dataset/rules.ts'
import { onBothDatabases } from '../db/databases.ts'
import { writeTown } from '../running-town.ts'
import { place } from '../search/town.ts'
import { type Outcome, runCommand } from './harness.ts'

interface Listed {
  readonly datasets: readonly { readonly id: string; readonly other_rules: readonly string[] }[]
}

const BYTES = new TextEncoder().encode('an index')

onBothDatabases('saola datasets', (database) => {
  afterEach(async () => {
    await database().db.delete(datasets)
  })

  async function activated(name: string, bytes = BYTES): Promise<DatasetId> {
    const { db } = database()
    const id = await createDataset(db, { name, description: '' })
    await setManifest(db, id, [await storeFile(db, id, 'search.idx', [bytes])])
    await markReady(db, id, { counts: { poi: 2, street: 3 }, report: {} })
    await activateDataset(db, id)
    return id
  }
  function run(argv: readonly string[], checkFiles: CheckFiles = () => []): Promise<Outcome> {
    return runCommand(
      (env) => datasetsCommand(env, checkFiles),
      ['datasets', ...argv],
      database().options,
    )
  }

  test('list, activate, rollback, prune', async () => {
    const [first, second] = [await activated('first.pbf'), await activated('second.pbf')]
    expect(JSON.parse((await run(['rollback', '--json'])).out)).toMatchObject({ id: first })
    expect((await run(['activate', second])).out).toContain(`${second} (second.pbf) is active`)
    const { out } = await run(['list'])
    expect(out).toMatch(/^ID +STATE +CREATED \(UTC\+7\) +ACTIVATED \(UTC\+7\) /)
    const moment = '\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d'
    expect(out).toMatch(new RegExp(`${second} +active +${moment} +${moment} +5 +0.0 +second.pbf`))
    const pruned = await run(['prune', '--keep', '0', '--json'])
    expect(JSON.parse(pruned.out)).toEqual({ deleted: [first], directories: [] })
    expect((await run(['prune'])).out).toBe('Nothing to delete.\n')
    const refused = await run(['rollback', '--json'])
    expect(refused.code).toBe(1)
    expect(JSON.parse(refused.out)).toMatchObject({ code: 'CONFLICT' })
  })

  test('list: what was made by other rules', async () => {
    const own = writeContainer('search', 1, { a: BYTES })
    recordRules('search.idx', own, null)
    const others = own.slice()
    setRules(others, { ...rulesIn(own), lexicon: 'of another Saola' })
    const [first, second] = [await activated('first.pbf', others), await activated('2.pbf', own)]
    const line = `Made with other rules (lexicon) than this Saola has: search.idx.`
    expect((await run(['list'])).out).toEndWith(`${first}: ${line} Run 'saola datasets rebuild'.\n`)
    const { datasets: listed } = JSON.parse((await run(['list', '--json'])).out) as Listed
    expect(listed.map(({ id, other_rules }) => [id, other_rules.length])).toEqual([
      [second, 0],
      [first, 1],
    ])
  })

  test('prune: files of datasets that are gone, here', async () => {
    const { db, options } = database()
    const kept = await createDataset(db, { name: 'kept.pbf', description: '' })
    const root = join(options.dataDir, 'datasets')
    for (const name of ['20261120-aaaaaa', kept, 'notes']) {
      mkdirSync(join(root, name), { recursive: true })
    }
    const { out } = await run(['prune'])
    expect(out).toBe(`Deleted ${join('datasets', '20261120-aaaaaa')}.\n`)
    expect(readdirSync(root).toSorted()).toEqual([kept, 'notes'].toSorted())
    rmSync(root, { recursive: true })
  })

  test('prune: what an import has left that was killed on this machine', async () => {
    const { db, options } = database()
    const builder = { machine: machineName(), pid: 999_999_999 }
    const id = await createDataset(db, { name: 'dead.pbf', description: '' })
    await db.update(datasets).set({ report: { builder } })
    const scratch = `importing-${builder.machine}.${builder.pid}.abc`
    mkdirSync(join(options.dataDir, scratch), { recursive: true })
    const { out } = await run(['prune'])
    expect(out).toBe(`Deleted ${id}.\nDeleted ${scratch}.\n`)
    expect(readdirSync(options.dataDir)).not.toContain(scratch)
  })

  test('verify: the files of the database, looked into, and those on this disk', async () => {
    const id = await activated('town.pbf')
    const local = join(database().options.dataDir, 'datasets', id)
    const { out } = await run(['verify'])
    expect(out).toContain('is whole: 1 file, 8 bytes')
    expect(out).toContain('Not on this disk: search.idx;')
    const seen: string[] = []
    const looked = await run(['verify', id], (directory, files) => {
      expect(directory).toStartWith(database().options.dataDir)
      seen.push(...files.map((file) => readFileSync(join(directory, file), 'utf8')))
      return ['search.idx: a posting lies outside']
    })
    expect(seen).toEqual(['an index'])
    expect([looked.code, looked.log]).toEqual([
      1,
      expect.stringContaining('a posting lies outside'),
    ])
    const json = await run(['verify', '--json'], () => ['search.idx: a posting lies outside'])
    expect(JSON.parse(json.out)).toMatchObject({
      code: 'INVALID_DATASET',
      id,
      faults: ['search.idx: a posting lies outside'],
    })
    expect(readdirSync(database().options.dataDir).join()).not.toContain('importing-')
    const full = await run(['verify'], () => {
      throw Object.assign(new Error('ENOSPC: no space left'), { code: 'ENOSPC' })
    })
    expect(full.log).toContain('No space is left on the disk of')
    mkdirSync(local, { recursive: true })
    writeFileSync(join(local, 'search.idx'), 'an indeX')
    const here = (await run(['verify'])).log
    expect(here).toContain('has 1 fault:')
    expect(here).toContain('does not have its checksum: delete it')
    expect(here).not.toContain('Import again')
    await database().sql`update dataset_files set bytes = 'damaged!'`
    const there = (await run(['verify'])).log
    expect(there).toContain('part 0 has changed')
    expect(there).toContain('Import again')
  })

  test('rebuild: the same files again, of the places that the database has', async () => {
    const tags = { opening_hours: 'khi nào vui' }
    const named = { id: 'op1', source: 'operator', name: 'Của Tôi', tags } as const
    const first = await writeTown(database(), [place('poi', { ...named, at: [105, 20] })])
    const rebuilt = await run(['rebuild', '--json'])
    expect(rebuilt.log).toContain("warning: 1 × opening_hours not understood: op1 'khi nào vui'")
    const { id } = JSON.parse(rebuilt.out)
    expect(id).not.toBe(first)
    const [before, after] = [
      await getDataset(database().db, first),
      await activeDataset(database().db),
    ]
    expect(after?.id).toBe(id)
    expect(after?.counts).toEqual(before.counts)
    expect(after?.manifest.map(({ name }) => name)).toContain('search.idx')
    expect(after?.manifest).toEqual(before.manifest)
    expect((await run(['rollback'])).out).toContain(first)
  })

  test.each([
    ['nothing to rebuild', ['rebuild'], 1, 'saola import'],
    ['an unknown id', ['activate', '20261120-nothere'], 1, 'saola datasets list'],
    ['nothing to verify', ['verify'], 1, 'No dataset is active'],
    ['an odd number to keep', ['prune', '--keep', '-1'], 2, 'whole number'],
  ])('%s: exit code and words', async (_, argv, code, words) => {
    const refused = await run(argv)
    expect([refused.code, refused.out]).toEqual([code, ''])
    expect(refused.log).toContain(words)
  })
})
