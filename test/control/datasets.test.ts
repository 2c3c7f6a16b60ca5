import { expect, test } from 'bun:test'
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatasetShelf } from '../../src/control/datasets.ts'
import { onBothDatabases } from '../db/databases.ts'
import { writeTown } from '../running-town.ts'

onBothDatabases('the files of a dataset', (database) => {
  test('that were deleted while it is served are fetched again', async () => {
    const { db, options } = database()
    const id = await writeTown(database(), [])
    const shelf = new DatasetShelf(db, options.dataDir, () => {})
    const served = await shelf.refresh()
    expect(served?.id).toBe(id)
    const directory = join(options.dataDir, 'datasets', id)
    rmSync(directory, { recursive: true })
    expect(await shelf.refresh()).toBeNull()
    expect(readdirSync(directory)).toEqual(expect.arrayContaining([...(served?.files ?? ['?'])]))
  })
})
