import { describe, expect, test } from 'bun:test'
import { ServiceError } from '../../src/base/errors.ts'
import { UNWATCHED } from '../../src/base/on-step.ts'
import { locate } from '../../src/boundaries/locate.ts'
import { openBoundaries, unitAt } from '../../src/boundaries/open.ts'
import { BOUNDARIES_FILE, DATASET_FILES } from '../../src/import/dataset/dataset-files.ts'
import { countsOf } from '../../src/import/dataset/write-dataset.ts'
import { type ExtractContent, readExtract } from '../../src/import/extract.ts'
import { bytesOf } from '../../src/import/fetch/built-file.ts'
import type { Place } from '../../src/search/model/place.ts'
import { wrongPoints } from '../boundaries/points.ts'
import { sharedData } from '../shared-data.ts'
import { quietProgress } from './drawing.ts'
import { hasVietnam, vietnam } from './vietnam.ts'

/** Real extracts, and how much of what at least comes out of them. */
const EXTRACTS: readonly (readonly [string, string, Readonly<Record<string, number>>])[] = [
  ['hcmc-an-dong.osm.pbf', 'VN', { house: 500, poi: 500, street: 25, alley: 280 }],
  ['hanoi-roads-2025.osm.pbf', 'VN', { street: 640, alley: 2_700 }],
  ['andorra.osm.pbf', 'AD', { poi: 3_000, street: 800, settlement: 75 }],
  ['liechtenstein.osm.pbf', 'LI', { house: 11_000, poi: 1_500, street: 1_000 }],
]

function read(path: string): Promise<ExtractContent> {
  return readExtract(path, quietProgress(), new AbortController().signal)
}

function checkIds(places: readonly Place[]): void {
  const ids = new Set<string>(places.map(({ id }) => id))
  expect(ids.size).toBe(places.length)
  const dangling = places.filter(({ streetId, wardId, provinceId }) =>
    [streetId, wardId, provinceId].some((id) => id !== null && !ids.has(id)),
  )
  expect(dangling).toEqual([])
}

describe.each(EXTRACTS)('%s', (name, country, minima) => {
  const path = sharedData(name)
  test.skipIf(path === null)('becomes places whose parents are there, and files', async () => {
    const content = await read(path ?? '')
    const counts = countsOf(content.places)
    for (const [kind, min] of Object.entries(minima)) {
      expect(counts[kind] ?? 0).toBeGreaterThanOrEqual(min)
    }
    expect(content.country).toBe(country)
    checkIds(content.places)
    for (const { build, check } of DATASET_FILES) {
      const bytes = await build(content, UNWATCHED)
      if (bytes) check(bytes, content)
    }
  })
})

describe('vietnam-dev.osm.pbf', () => {
  const table = sharedData('tables/points_in_wards.csv')
  test.skipIf(!hasVietnam || table === null)(
    'knows the province and the ward of every point',
    async () => {
      const content = await vietnam()
      checkIds(content.places)
      const units = content.boundaries.map(({ unit }) => unit.level)
      expect(units.filter((level) => level === 4)).toHaveLength(34)
      expect(units.filter((level) => level === 8)).toHaveLength(3_321)
      const index = content.built.get(BOUNDARIES_FILE) ?? new Uint8Array(0)
      const boundaries = openBoundaries(bytesOf(index))
      const codeAt = (level: 4 | 8, lon: number, lat: number) =>
        unitAt(boundaries, locate(boundaries, level, { lon, lat }))?.code ?? ''
      expect(wrongPoints(await Bun.file(table ?? '').text(), codeAt)).toEqual([])
    },
  )
})

describe('truncated.osm.pbf', () => {
  const path = sharedData('truncated.osm.pbf')
  test.skipIf(path === null)('is refused with what to do', async () => {
    const failure = await read(path ?? '').catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(ServiceError)
    expect(failure).toMatchObject({ code: 'INVALID_FILE' })
    expect(String(failure)).toContain('download it again')
  })
})
