import { expect, test } from 'bun:test'
import { inArray, sql } from 'drizzle-orm'
import { createDataset } from '../../src/db/datasets.ts'
import { insertPlaces, readPlaces } from '../../src/db/places.ts'
import { rewriteTable } from '../../src/db/rewrite-table.ts'
import { places } from '../../src/db/schema.ts'
import type { Place } from '../../src/search/model/place.ts'
import { TOWN } from '../search/town.ts'
import { onBothDatabases } from './databases.ts'

onBothDatabases('a table that is written anew', (database) => {
  /** Names and definitions of all that belongs to a table, its columns and storage too. */
  async function shapeOf(table: string): Promise<unknown> {
    const { db } = database()
    return [
      await db.execute(sql`select conname, pg_get_constraintdef(oid) as text from pg_constraint
        where conrelid = ${table}::regclass order by 1`),
      await db.execute(sql`select indexname, indexdef from pg_indexes where tablename = ${table}`),
      await db.execute(sql`select attname, attstorage, attnotnull, attcollation::int, atttypid::int
        from pg_attribute where attrelid = ${table}::regclass and attnum > 0 order by attnum`),
    ].map((rows) => [...rows])
  }

  test.each(['places', 'dataset_files'])('%s: the same in shape', async (table) => {
    const before = await shapeOf(table)
    expect(await rewriteTable(database().db, table, 1)).toBe(true)
    expect(await shapeOf(table)).toEqual(before)
  })

  test.each([1, 7, 1_000])(
    '%d rows a statement: has the same rows, in less room',
    async (rowsMax) => {
      const { db } = database()
      const gone = await Promise.all(Array.from({ length: 20 }, filled))
      const kept = await filled()
      await db.delete(places).where(inArray(places.datasetId, gone))
      const size = async () => {
        const [row] = await db.execute<{ bytes: number }>(
          sql`select pg_total_relation_size('places')::float8 as bytes`,
        )
        return row?.bytes ?? 0
      }
      const [before, rows] = [await size(), await rowsOf(kept)]
      expect(await rewriteTable(db, 'places', rowsMax)).toBe(true)
      expect(await size()).toBeLessThan(before)
      expect(await rowsOf(kept)).toEqual(rows)
      expect(rows).toHaveLength(TOWN.length)
    },
  )

  test('stays as it is when somebody writes to it meanwhile', async () => {
    const { db, sql: driver } = database()
    const kept = await filled()
    const lock = Promise.withResolvers<void>()
    // What an import does between the copy of the rows and the exchange of the tables.
    const writing = Object.assign(Object.create(db), {
      transaction: async (work: Parameters<typeof db.transaction>[0]) => {
        await driver`update places set importance = 0.123 where dataset_id = ${kept}`
        lock.resolve()
        return db.transaction(work)
      },
    })
    expect(await rewriteTable(writing, 'places', 1)).toBe(false)
    await lock.promise
    const rows = await rowsOf(kept)
    expect(rows).toHaveLength(TOWN.length)
    expect(rows.every(({ importance }) => importance === 0.123)).toBe(true)
    expect(await db.execute(sql`select to_regclass('places_rewritten') as left`)).toMatchObject([
      { left: null },
    ])
  })

  async function filled() {
    const { db } = database()
    const id = await createDataset(db, { name: 'town', description: '' })
    await insertPlaces(db, id, TOWN)
    return id
  }

  async function rowsOf(id: Awaited<ReturnType<typeof filled>>): Promise<Place[]> {
    const rows: Place[] = []
    for await (const page of readPlaces(database().db, id)) rows.push(...page)
    return rows
  }
})
