import { expect, test } from 'bun:test'
import { readdirSync, truncateSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DerivedFiles } from '../../src/serving/derived-files.ts'
import { scratchDirectory } from '../scratch.ts'

const MB = 1_000_000
const HOUR_S = 3600

/** A file of so many bytes, which take no room, that was used so long ago. */
function put(path: string, bytes: number, usedBeforeS: number): void {
  writeFileSync(path, '')
  truncateSync(path, bytes)
  const usedAtS = Date.now() / 1000 - usedBeforeS
  utimesSync(path, usedAtS, usedAtS)
}

/** What is left of files in a directory after one more of 100 MB was kept there. */
async function leftOf(files: Readonly<Record<string, readonly [number, number]>>) {
  const directory = scratchDirectory()
  for (const [name, [megabytes, usedBeforeS]] of Object.entries(files)) {
    put(join(directory, name), megabytes * MB, usedBeforeS)
  }
  const file = await new DerivedFiles(directory).begin('new')
  put(file.path, 100 * MB, 0)
  await file.keep()
  return readdirSync(directory).sort()
}

test('the files that were not used for longest go when they are too many', async () => {
  expect(await leftOf({ a: [200, 50], b: [200, 20], c: [200, 40], d: [200, 30] })).toEqual([
    'b',
    'd',
    'new',
  ])
})

test('a file that was asked for is one that was used', async () => {
  const directory = scratchDirectory()
  const derived = new DerivedFiles(directory)
  for (const [name, usedBeforeS] of [
    ['old', 100],
    ['older', 200],
  ] as const) {
    put(join(directory, name), 250 * MB, usedBeforeS)
  }
  expect(await derived.find('older')).toBe(join(directory, 'older'))
  expect(await derived.find('none')).toBeNull()
  const file = await derived.begin('new')
  put(file.path, 100 * MB, 0)
  await file.keep()
  expect(readdirSync(directory).sort()).toEqual(['new', 'older'])
})

test('what is being written takes room, and is left until its writer must have died', async () => {
  expect(
    await leftOf({
      'a.1.unfinished': [250, 10],
      'a.2.unfinished': [900, 2 * HOUR_S],
      b: [200, 20],
    }),
  ).toEqual(['a.1.unfinished', 'new'])
  expect(await leftOf({ 'a.2.unfinished': [900, 2 * HOUR_S], b: [200, 3 * HOUR_S] })).toEqual([
    'b',
    'new',
  ])
})
