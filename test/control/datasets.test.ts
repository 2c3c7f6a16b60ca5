import { expect, test } from 'bun:test'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { DatasetStore } from '../../src/control/datasets.ts'
import { onBothDatabases } from '../db/databases.ts'
import { writeTown } from '../running-town.ts'

onBothDatabases('the files of a dataset', (database) => {
  test('that were deleted while it is served are fetched again', async () => {
    const { db, options } = database()
    const id = await writeTown(database(), [])
    const shelf = new DatasetStore(db, options.dataDir, () => {})
    const served = await shelf.refresh()
    expect(served?.id).toBe(id)
    const directory = join(options.dataDir, 'datasets', id)
    rmSync(directory, { recursive: true })
    // Beside what a server left that was killed while it fetched.
    mkdirSync(directory)
    const dead = join(directory, 'search.idx.1.part')
    writeFileSync(dead, '')
    utimesSync(dead, new Date(0), new Date(0))
    expect(await shelf.refresh()).toBeNull()
    expect(existsSync(dead)).toBe(false)
    expect(readdirSync(directory)).toEqual(expect.arrayContaining([...(served?.files ?? ['?'])]))
  })

  test('are told anew when one comes back as another is lost', async () => {
    const { db, options } = database()
    const id = await writeTown(database(), [])
    const [back, lost] = ['boundaries-4.fgb', 'boundaries-8.fgb']
    const damage = (name: string) =>
      db.execute(sql`
        update dataset_files set bytes = set_byte(bytes, 0, get_byte(bytes, 0) # 1)
        where dataset_id = ${id} and name = ${name} and part = 0`)
    const shelf = new DatasetStore(db, options.dataDir, () => {})
    await damage(back)
    const without = await shelf.refresh()
    expect(without?.files).not.toContain(back)
    await damage(back) // the same bit again: it is whole
    await damage(lost)
    rmSync(join(options.dataDir, 'datasets', id, lost))
    const changed = await shelf.refresh()
    expect(changed?.files).toContain(back)
    expect(changed?.files).not.toContain(lost)
  })

  test('that were overwritten while it is served are replaced, and told anew', async () => {
    const { db, options } = database()
    const id = await writeTown(database(), [])
    const lines: string[] = []
    const shelf = new DatasetStore(db, options.dataDir, (line) => lines.push(line))
    await shelf.refresh()
    const file = join(options.dataDir, 'datasets', id, 'search.idx')
    const [whole, before] = [readFileSync(file), statSync(file)]
    expect(await shelf.refresh()).toBeNull()
    expect(before.mode & 0o222).toBe(0)
    chmodSync(file, 0o644)
    // In place, so that whoever has mapped the file reads it, too.
    writeFileSync(file, whole.subarray(0, whole.length - 1), { flag: 'r+' })
    truncateSync(file, whole.length - 1)
    expect(await shelf.refresh()).toMatchObject({ id })
    expect(readFileSync(file).equals(whole)).toBe(true)
    expect(statSync(file).ino).not.toBe(before.ino)
    expect(lines.join()).toContain('search.idx has')
    expect(await shelf.refresh()).toBeNull()
  })

  test('are all read again when they are not trusted', async () => {
    const { db, options } = database()
    const id = await writeTown(database(), [])
    const shelf = new DatasetStore(db, options.dataDir, () => {})
    await shelf.refresh()
    const file = join(options.dataDir, 'datasets', id, 'pois.idx')
    const [whole, { atime, mtime }] = [readFileSync(file), statSync(file)]
    // As a disk does it: other bytes, and nothing tells.
    const spoilt = Uint8Array.from(whole).fill(0, whole.length - 4)
    spoilt[whole.length - 1] = (whole.at(-1) ?? 0) ^ 1
    chmodSync(file, 0o644)
    writeFileSync(file, spoilt, { flag: 'r+' })
    utimesSync(file, atime, mtime)
    shelf.distrust()
    expect(await shelf.refresh()).toMatchObject({ id })
    expect(readFileSync(file).equals(whole)).toBe(true)
  })
})
