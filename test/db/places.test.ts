import { beforeEach, expect, test } from 'bun:test'
import fc from 'fast-check'
import type { DatasetId, PlaceId } from '../../src/base/ids.ts'
import { activateDataset, createDataset, deleteDataset, markReady } from '../../src/db/datasets.ts'
import {
  deleteOperatorPlaces,
  deletePlaceList,
  listOperatorPlaces,
  listOperatorRows,
  noteImportedList,
  type OwnRow,
  operatorPlacesEdition,
  placeList,
  placeLists,
  upsertOperatorRows,
} from '../../src/db/operator-places.ts'
import { copyPlaces, countPlaces, insertPlaces, readPlaces } from '../../src/db/places.ts'
import type { Place } from '../../src/search/model/place.ts'
import { onBothDatabases, type TestDatabase } from './databases.ts'
import { arbitraryPlace, somePlace } from './place-samples.ts'

async function readAll({ db }: TestDatabase, id: DatasetId, rowsMax?: number): Promise<Place[]> {
  return (await Array.fromAsync(readPlaces(db, id, rowsMax))).flat()
}

function newDataset({ db }: TestDatabase): Promise<DatasetId> {
  return createDataset(db, { name: 'town.osm.pbf', description: 'a hand-drawn town' })
}

function byId(a: Place, b: Place): number {
  return Buffer.compare(Buffer.from(a.id), Buffer.from(b.id))
}

onBothDatabases('places', (database) => {
  let dataset: DatasetId
  beforeEach(async () => {
    dataset = await newDataset(database())
  })

  test('any place comes back as it went in, by the bytes of its id', async () => {
    const places = fc.uniqueArray(arbitraryPlace, { selector: ({ id }) => id, maxLength: 30 })
    await fc.assert(
      fc.asyncProperty(places, async (written) => {
        const id = await newDataset(database())
        expect(await insertPlaces(database().db, id, written)).toBe(written.length)
        expect(await readAll(database(), id, 7)).toEqual([...written].sort(byId))
      }),
      { numRuns: 25 },
    )
  })

  test('more than one batch, from an asynchronous source, in pages', async () => {
    async function* source() {
      for (let i = 0; i < 12_000; i++) yield somePlace(`n${i}`)
    }
    expect(await insertPlaces(database().db, dataset, source())).toBe(12_000)
    const pages = await Array.fromAsync(readPlaces(database().db, dataset, 5_000))
    expect(pages.map((page) => page.length)).toEqual([5_000, 5_000, 2_000])
    expect(new Set(pages.flat().map(({ id }) => id)).size).toBe(12_000)
  })

  test('a source that fails leaves with its own error', async () => {
    function* source() {
      for (let i = 0; i < 6_000; i++) yield somePlace(`n${i}`)
      throw new Error('the extract is cut short')
    }
    await expect(insertPlaces(database().db, dataset, source())).rejects.toThrow('cut short')
  })

  test('within a transaction that fails nothing stays', async () => {
    const { db } = database()
    const failing = db.transaction(async (tx) => {
      await insertPlaces(tx, dataset, [somePlace('n1')])
      throw new Error('on purpose')
    })
    await expect(failing).rejects.toThrow('on purpose')
    expect(await readAll(database(), dataset)).toEqual([])
  })

  test('only a dataset that is being built takes places', async () => {
    const { db } = database()
    await markReady(db, dataset, { counts: {}, report: {} })
    const late = insertPlaces(db, dataset, [somePlace('n1')])
    await expect(late).rejects.toMatchObject({ code: 'CONFLICT' })
    await deleteDataset(db, dataset)
    await expect(insertPlaces(db, dataset, [somePlace('n1')])).rejects.toMatchObject({
      code: 'CONFLICT',
    })
  })

  test('a dataset takes its places with it', async () => {
    const other = await newDataset(database())
    await insertPlaces(database().db, dataset, [somePlace('n1'), somePlace('n2')])
    await insertPlaces(database().db, other, [somePlace('n1')])
    await deleteDataset(database().db, dataset)
    expect(await readAll(database(), dataset)).toEqual([])
    expect(await readAll(database(), other)).toHaveLength(1)
  })

  test('copyPlaces takes what the filter lets through and keeps what is there', async () => {
    const { db } = database()
    const to = await newDataset(database())
    const ward = somePlace('vn00070', { kind: 'ward', source: 'builtin', name: 'Hoàn Kiếm' })
    await insertPlaces(db, dataset, [
      ward,
      somePlace('n1', { name: 'from' }),
      somePlace('n2', { kind: 'house' }),
    ])
    await insertPlaces(db, to, [somePlace('n1', { name: 'there before' })])
    expect(await copyPlaces(db, dataset, to, { sources: ['osm'], kinds: ['poi'] })).toBe(0)
    expect(await copyPlaces(db, dataset, to, { sources: ['builtin'] })).toBe(1)
    expect(await copyPlaces(db, dataset, to)).toBe(1)
    const names = (await readAll(database(), to)).map(({ id, name }) => [id, name])
    expect(names).toEqual([
      ['n1', 'there before'],
      ['n2', 'Cà phê Giảng'],
      ['vn00070', 'Hoàn Kiếm'],
    ] as never)
    expect(await countPlaces(db, to)).toEqual({ poi: 1, house: 1, ward: 1 })
    await markReady(db, to, { counts: {}, report: {} })
    await activateDataset(db, to)
    await expect(copyPlaces(db, dataset, to)).rejects.toMatchObject({ code: 'CONFLICT' })
  })

  test("lists of an operator's own places: replaced by id, deleted by id and by list", async () => {
    const { db } = database()
    const own = (id: string, name: string): OwnRow => ({
      ownId: `${id} "{}\\'`,
      place: somePlace(id, { source: 'operator', name }),
    })
    await noteImportedList(db, 'shops', 'shops.csv')
    await noteImportedList(db, 'other', 'other.csv')
    await noteImportedList(db, 'shops', 'new/shops.csv')
    await upsertOperatorRows(db, 'shops', [own('op2', 'Kho 2'), own('op1', 'Kho 1')])
    await upsertOperatorRows(db, 'shops', [own('op1', 'Kho 1 mới'), own('op3', 'Kho 3')])
    const rows = [own('op1', 'Kho 1 mới'), own('op2', 'Kho 2'), own('op3', 'Kho 3')]
    const listed = rows.map((row) => ({ ...row, list: 'shops' }))
    expect(await listOperatorRows(db)).toEqual(listed)
    expect(await listOperatorRows(db, 'other')).toEqual([])
    expect(await listOperatorRows(db, 'shops', 2)).toEqual(listed.slice(0, 2))
    const importedAt: Date = expect.any(Date)
    expect(await placeLists(db)).toEqual([
      { name: 'other', places: 0, sourceName: 'other.csv', importedAt },
      { name: 'shops', places: 3, sourceName: 'new/shops.csv', importedAt },
    ])
    const edition = await operatorPlacesEdition(db)
    await deleteOperatorPlaces(db, 'other', ['op1' as PlaceId])
    expect(await operatorPlacesEdition(db)).toBe(edition)
    await deleteOperatorPlaces(db, 'shops', ['op1' as PlaceId])
    expect((await listOperatorPlaces(db)).map(({ name }) => name)).toEqual(['Kho 2', 'Kho 3'])
    expect(await operatorPlacesEdition(db)).not.toBe(edition)
    await deletePlaceList(db, 'shops')
    expect(await listOperatorPlaces(db)).toEqual([])
    await expect(placeList(db, 'shops')).rejects.toThrow(
      "There is no list 'shops'. There are 'other'.",
    )
  })
})
