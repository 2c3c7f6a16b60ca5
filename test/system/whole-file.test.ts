import { beforeEach, expect, test } from 'bun:test'
import { existsSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { removeDeadParts, writeAll, writeWhole } from '../../src/system/whole-file.ts'
import { scratchDirectory } from '../db/databases.ts'

let directory: string
let path: string

beforeEach(() => {
  directory = scratchDirectory()
  path = join(directory, 'search.idx')
})

/** `letter` three times, with time for others in between. */
async function* slowly(letter: string): AsyncGenerator<Uint8Array, void, void> {
  for (let i = 0; i < 3; i++) {
    await Bun.sleep(5)
    yield Buffer.from(letter)
  }
}

// As of two containers on one volume, which both have the number 1.
test('two that write one file at once each write their own', async () => {
  const other = writeWhole(path, slowly('b'))
  await writeWhole(path, [Buffer.from('a'), Buffer.from('a')])
  expect(readFileSync(path, 'utf8')).toBe('aa')
  await other
  expect(readFileSync(path, 'utf8')).toBe('bbb')
  expect(readdirSync(directory)).toEqual(['search.idx'])
})

test('what fails half-way leaves the file as it was', async () => {
  writeFileSync(path, 'before')
  async function* failing(): AsyncGenerator<Uint8Array, void, void> {
    yield* slowly('a')
    throw new Error('the database went away')
  }
  await expect(writeWhole(path, failing())).rejects.toThrow('went away')
  expect(readFileSync(path, 'utf8')).toBe('before')
  expect(readdirSync(directory)).toEqual(['search.idx'])
})

test('a disk that takes a few bytes at a time gets all of them', async () => {
  const taken: number[] = []
  const file = {
    async write(bytes: Uint8Array) {
      taken.push(...bytes.subarray(0, 3))
      return { bytesWritten: Math.min(3, bytes.length) }
    },
  }
  await writeAll(file, Uint8Array.of(1, 2, 3, 4, 5, 6, 7))
  expect(taken).toEqual([1, 2, 3, 4, 5, 6, 7])
})

test('what a killed process left is deleted, what one is writing is not', async () => {
  const dead = join(directory, 'a.idx.1.part')
  const alive = join(directory, 'b.idx.2.part')
  for (const name of [dead, alive, path]) writeFileSync(name, '')
  const longAgo = new Date(Date.now() - 3_600_000)
  for (const name of [dead, path]) utimesSync(name, longAgo, longAgo)
  await removeDeadParts(directory)
  expect([dead, alive, path].map((name) => existsSync(name))).toEqual([false, true, true])
})
