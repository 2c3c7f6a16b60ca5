import { expect, test } from 'bun:test'
import ground from '../../drizzle/0001_ground.sql' with { type: 'text' }
import switches from '../../drizzle/0002_switches.sql' with { type: 'text' }
import { importCommand } from '../../src/commands/import/import.ts'
import { migrate, missingMigrations } from '../../src/db/migrate.ts'
import { listOperatorRows, placeLists } from '../../src/db/operator-places.ts'
import { planList } from '../../src/import/operator/list-plan.ts'
import { readOperatorFile } from '../../src/import/operator/operator-file.ts'
import { runCommand } from '../commands/harness.ts'
import { scratchFile } from '../import/drawing.ts'
import { onBothDatabases, type TestDatabase } from './databases.ts'

/* Lists of places in the database of a Saola that named them by their files. */

const BEFORE = [
  { name: '0001_ground', statements: ground },
  { name: '0002_switches', statements: switches },
]
const NFD = 'Cà phê.csv'.normalize('NFD')

/** Puts back what the migrations before made, with one place for each id and file. */
async function makeOld(
  database: TestDatabase,
  places: readonly (readonly [id: string, file: string, day: number])[],
): Promise<void> {
  await database.sql.unsafe('drop schema public cascade; create schema public')
  await migrate(database, BEFORE)
  for (const [id, file, day] of places) {
    await database.sql`
      insert into operator_places (
        id, kind, source, name, aliases, category, successor_ids, lon_e7, lat_e7, importance,
        lines, tags, source_file, updated_at
      ) values (
        ${id}, 'poi', 'operator', 'Quán', '{}', 'amenity=cafe', '{}', 1060000000, 100000000, 0.3,
        '', '{"phone": "1"}', ${file}, ${`2026-11-0${day}T00:00:00Z`}
      )`
  }
}

onBothDatabases('lists of an older Saola', (database) => {
  test('are named by their files without the ending; none is lost', async () => {
    await makeOld(database(), [
      ['op1', 'shops.csv', 1],
      ['op2', 'shops.csv', 2],
      ['op3', 'Kho.GeoJSON', 1],
      ['op4', 'twice.csv', 1],
      ['op5', 'twice.geojson', 2],
      ['op6', 'twice.json', 1],
      ['op7', 'a.csv.csv', 1],
      ['op8', 'a.csv', 2],
      ['op9', 'far.csv?***', 1],
      ['op10', '.csv', 1],
      ['op11', NFD, 1],
    ])
    expect(await migrate(database())).toEqual({ applied: ['0003_place_lists'] })
    const lists = await placeLists(database().db)
    const found = lists.map(({ name, places, sourceName }) => [name, places, sourceName])
    expect(found).toEqual([
      ['.csv', 1, '.csv'],
      ['Cà phê'.normalize('NFC'), 1, NFD],
      ['Kho', 1, 'Kho.GeoJSON'],
      ['a', 1, 'a.csv'],
      ['a.csv.csv', 1, 'a.csv.csv'],
      ['far', 1, 'far.csv?***'],
      ['shops', 2, 'shops.csv'],
      ['twice', 1, 'twice.geojson'],
      ['twice.csv', 1, 'twice.csv'],
      ['twice.json', 1, 'twice.json'],
    ])
    const shops = lists.find(({ name }) => name === 'shops')
    expect(shops?.importedAt.toISOString()).toBe('2026-11-02T00:00:00.000Z')
    const rows = await listOperatorRows(database().db)
    expect(rows.find(({ place }) => String(place.id) === 'op8')).toMatchObject({
      list: 'a',
      ownId: '8',
    })
    expect(rows).toHaveLength(11)
  })

  test('know their rows again: by ids, by hashes of ids, without ids', async () => {
    const rows = ['7', 'khách 1/2', ''].map((id) => `${id},Quán,cafe,10,106,1\n`)
    const csv = `id,name,category,lat,lon,phone\n${rows.join('')}`
    // As the Saola before made them of `khách 1/2`, and of a name and position.
    await makeOld(database(), [
      ['op7', 'own.csv', 1],
      ['op~c5ff3f2e0ce5ec7b', 'own.csv', 1],
      ['op~164e996ad04c57df', 'own.csv', 1],
    ])
    await migrate(database())
    const stored = await listOperatorRows(database().db)
    const file = readOperatorFile(new TextEncoder().encode(csv), 'csv')
    expect(planList('own', stored, file).change).toMatchObject({ unchanged: 3, new: 0, gone: 0 })
  })

  test('are left alone by a dry run, which says so', async () => {
    const path = scratchFile('own.csv', 'name,lat,lon\nQuán,10,106\n')
    const run = () => runCommand(importCommand, ['import', path, '--dry-run'], database().options)
    await makeOld(database(), [['op1', 'own.csv', 1]])
    const old = await run()
    expect([old.code, old.out]).toEqual([0, expect.stringContaining('1 new, 0 changed, 0 gone')])
    expect(old.log).toContain('warning: the database is of an older Saola')
    expect(await missingMigrations(database().db)).toEqual(['0003_place_lists'])
    await database().sql.unsafe('drop schema public cascade; create schema public')
    expect((await run()).log).toBe('')
    const tables = await database().sql`select 1 from pg_tables where schemaname = 'public'`
    expect([...tables]).toEqual([])
  })
})
