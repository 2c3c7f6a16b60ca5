import { expect, test } from 'bun:test'
import { buildBoundaries } from '../../src/boundaries/build.ts'
import { readFlatGeobuf } from '../../src/boundaries/fgb.ts'
import { importCommand } from '../../src/commands/import/import.ts'
import type { Db } from '../../src/db/client.ts'
import { loadFileBytes, verifyFile } from '../../src/db/dataset-files.ts'
import { activeDataset, type Dataset, rollbackDataset } from '../../src/db/datasets.ts'
import { readPlaces } from '../../src/db/places.ts'
import { DATASET_FILES } from '../../src/import/dataset/dataset-files.ts'
import { replaceUnits } from '../../src/import/operator/boundary-units.ts'
import type { Place } from '../../src/search/model/place.ts'
import { ring } from '../boundaries/drawing.ts'
import { runCommand } from '../commands/harness.ts'
import { onBothDatabases } from '../db/databases.ts'
import { EAST_WARD, osmXml, scratchFile, TWO_WARDS, WEST_WARD } from './drawing.ts'

/* A café in the western ward of two, whose border an operator's file moves to the west of it. */

const TOWN = scratchFile(
  'town.osm',
  osmXml(`${TWO_WARDS}
    n1 60 50
    n2 90 50
    w1 n1 n2  highway=residential | name=Nguyễn Trãi
    n10 80 51  amenity=cafe | name=Cà phê Sân | opening_hours=khi nào vui`),
)
const OWN_PLACES = scratchFile('own.csv', 'id,name,category,lat,lon\n1,Tiệm,cafe,10.705,106.708\n')
const ARGUMENTS = ['--name-field', 'ten', '--code-field', 'ma']

/** From column to column of the drawing, over its whole height and more. */
function strip(code: string, name: string, from: number, to: number) {
  const [west, east] = [106.7 + from * 0.0001, 106.7 + to * 0.0001]
  const ring = [
    [west, 10.69],
    [east, 10.69],
    [east, 10.74],
    [west, 10.74],
    [west, 10.69],
  ]
  return {
    type: 'Feature',
    properties: { ma: code, ten: name },
    geometry: { type: 'Polygon', coordinates: [ring] },
  }
}

function boundaryFile(...features: readonly object[]): string {
  const text = JSON.stringify({ type: 'FeatureCollection', features })
  return scratchFile('boundaries.geojson', text)
}

const WARDS = boundaryFile(
  strip('26740', 'Phường Sài Gòn', 0, 50),
  strip('26737', 'Phường Tân Định Mới', 50, 150),
  strip('99999', 'Phường Mới', 150, 200),
  { ...strip('', 'Phường Hỏng', 0, 1) },
)

async function theActive(db: Db): Promise<Dataset> {
  const active = await activeDataset(db)
  if (active === null) throw new Error('a dataset should be active')
  return active
}

async function activePlaces(db: Db): Promise<Place[]> {
  const places: Place[] = []
  for await (const page of readPlaces(db, (await theActive(db)).id)) places.push(...page)
  return places
}

async function boundariesOf(db: Db, level: 4 | 8) {
  const active = await theActive(db)
  const file = active.manifest.find(({ name }) => name === `boundaries-${level}.fgb`)
  if (file === undefined) throw new Error('a dataset has boundaries')
  return readFlatGeobuf(await loadFileBytes(db, active.id, file)).map(({ unit }) => unit)
}

onBothDatabases('boundaries from a file', (database) => {
  const run = (...argv: string[]) => {
    const { options } = database()
    return runCommand(importCommand, ['import', ...argv, '--json'], options)
  }
  const named = (places: readonly Place[], name: string) =>
    places.find((each) => each.name === name)

  test('need a dataset to go into', async () => {
    const { code, out } = await run(WARDS, '--level', '8', ...ARGUMENTS)
    expect([code, JSON.parse(out).code]).toEqual([1, 'CONFLICT'])
  })

  test('are only looked at in a dry run', async () => {
    const { code, out } = await run(WARDS, '--level', '8', ...ARGUMENTS, '--dry-run')
    expect([code, JSON.parse(out)]).toMatchObject([
      0,
      { dataset: null, accepted: 3, rejected: [{ row: 4, name: 'Phường Hỏng' }] },
    ])
    expect(await activeDataset(database().db)).toBeNull()
  })

  test('replace those of the level, and places move to the wards that hold them', async () => {
    const { db } = database()
    expect((await run(TOWN)).code).toBe(0)
    expect((await run(OWN_PLACES)).code).toBe(0)
    const before = await activePlaces(db)
    expect(named(before, 'Cà phê Sân')?.wardId as string).toBe(WEST_WARD)

    const { code, out, log } = await run(WARDS, '--level', '8', ...ARGUMENTS)
    expect([code, JSON.parse(out).rejected.length]).toEqual([0, 1])
    expect(log).toContain('of the dataset not in the file')
    expect(log).toContain("1 × opening_hours not understood: n10 'khi nào vui'")
    const after = await activePlaces(db)
    for (const name of ['Cà phê Sân', 'Nguyễn Trãi', 'Tiệm']) {
      expect(named(after, name)).toMatchObject({ wardId: EAST_WARD, provinceId: 'vn79' })
    }
    expect(named(after, 'Phường Tân Định Mới')).toMatchObject({
      id: EAST_WARD,
      aliases: expect.arrayContaining(['Tân Định Mới', 'Phường Tân Định']),
      provinceId: 'vn79',
    })
    expect(named(after, 'Phường Mới')).toMatchObject({ id: 'vn99999', kind: 'ward', code: '99999' })
    expect(after).toHaveLength(before.length + 1)
    expect(await boundariesOf(db, 8)).toMatchObject([
      { id: WEST_WARD, parentCode: '79' },
      { id: EAST_WARD, parentCode: '79' },
      { id: 'vn99999', parentCode: '79', name: 'Phường Mới' },
    ])
    const active = await theActive(db)
    expect(active.sourceDescription).toContain('boundaries of level 8: boundaries.geojson')
    expect(active.report).toMatchObject({ country: 'VN', boundaries: { accepted: 3 } })
    expect(active.manifest.map(({ name }) => name)).toEqual(DATASET_FILES.map(({ name }) => name))
    for (const file of active.manifest) await verifyFile(db, active.id, file)
  })

  test('of provinces take the wards with them', async () => {
    const { db } = database()
    const file = boundaryFile(
      strip('79', 'Thành phố Sài Gòn', 0, 100),
      strip('80', 'Tỉnh Đông', 100, 300),
    )
    expect((await run(file, '--level', '4', ...ARGUMENTS)).code).toBe(0)
    expect(await boundariesOf(db, 4)).toMatchObject([{ code: '79' }, { code: '80' }])
    const after = await activePlaces(db)
    expect(named(after, 'Thành phố Sài Gòn')?.aliases).toContain('Thành phố Hồ Chí Minh')
    expect(named(after, 'Tỉnh Đông')).toMatchObject({ id: 'vn80', kind: 'province' })
    expect(named(after, 'Cà phê Sân')?.provinceId as string).toBe('vn79')
  })

  test('can be rolled back', async () => {
    const { db } = database()
    await rollbackDataset(db)
    await rollbackDataset(db)
    expect(named(await activePlaces(db), 'Cà phê Sân')?.wardId as string).toBe(WEST_WARD)
  })

  test.each([
    [['--level', '8'], 2, '--name-field FIELD'],
    [['--level', '6', ...ARGUMENTS], 2, '--level 4 (provinces) or 8 (wards)'],
    [['--name-field', 'ten'], 2, 'needs --level'],
    [['--level', '8', '--name-field', 'name', '--code-field', 'ma'], 1, 'It has: ma, ten'],
  ])('asked for with %p say what is wrong', async (argv, code, message) => {
    const outcome = await run(WARDS, ...argv)
    expect([outcome.code, JSON.parse(outcome.out).error]).toEqual([
      code,
      expect.stringContaining(message),
    ])
  })

  test('are not looked for in other files', async () => {
    const outcome = await run(OWN_PLACES, '--level', '8', ...ARGUMENTS)
    expect([outcome.code, JSON.parse(outcome.out).error]).toEqual([
      2,
      'Boundaries are read from .fgb and .geojson files only.',
    ])
    const shape = await run('wards.shp', '--level', '8', ...ARGUMENTS)
    expect([shape.code, JSON.parse(shape.out).error]).toEqual([
      2,
      expect.stringContaining('ogr2ogr -t_srs EPSG:4326 boundaries.fgb wards.shp'),
    ])
  })
})

test('a code of letters may be that of a province and of a ward', () => {
  const polygons = [[ring(1e7, [105, 20], [106, 20], [106, 21], [105, 21])] as const]
  const area = { code: 'A1', name: 'Một', nameEn: null, polygons }
  const provinces = replaceUnits([], [], 4, [area])
  const places = provinces.places(buildBoundaries(provinces.boundaries))
  const { boundaries } = replaceUnits(places, provinces.boundaries, 8, [area])
  expect(boundaries.map(({ unit }) => `${unit.level} ${unit.id}`)).toEqual(['4 vnA1', '8 vnA1~8'])
})
