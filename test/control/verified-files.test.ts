import { beforeEach, describe, expect, test } from 'bun:test'
import { renameSync, statSync, truncateSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { VerifiedFiles } from '../../src/control/verified-files.ts'
import { scratchDirectory } from '../scratch.ts'

const SUM = 'a'.repeat(64)
const OTHER_SUM = 'b'.repeat(64)

let directory: string
let path: string

beforeEach(async () => {
  directory = scratchDirectory()
  path = join(directory, 'search.idx')
  writeFileSync(path, 'index')
  await (await VerifiedFiles.of(directory)).add(path, SUM)
})

async function isKnown(sha256 = SUM): Promise<boolean> {
  return (await VerifiedFiles.of(directory)).has(path, sha256)
}

test('a file that nobody touched is known', async () => {
  expect(await isKnown()).toBe(true)
  expect(await isKnown(OTHER_SUM)).toBe(false)
})

describe('not known any more is a file that was', () => {
  /** Gives the file the times it had, as an archiver would. */
  const withTimes = (change: () => void) => () => {
    const { atime, mtime } = statSync(path)
    change()
    utimesSync(path, atime, mtime)
  }
  const replace = () => {
    writeFileSync(`${path}.new`, 'INDEX')
    renameSync(`${path}.new`, path)
  }
  test.each([
    ['cut', () => truncateSync(path, 2)],
    ['written over', () => writeFileSync(path, 'INDEX')],
    ['written over and given its time back', withTimes(() => writeFileSync(path, 'INDEX'))],
    ['replaced', replace],
    ['replaced and given its time back', withTimes(replace)],
  ])('%s', async (_, change) => {
    await Bun.sleep(20) // longer than the clock of a file system ticks
    change()
    expect(await isKnown()).toBe(false)
  })
})

test.each([
  ['nothing', ''],
  ['half of it', '{"format":1,"files":{"sea'],
  ['another format', '{"format":0,"files":{}}'],
  ['something else', '[null]'],
  ['holes', '{"format":1,"files":{"search.idx":null}}'],
])('a memory of %s is none', async (_, content) => {
  writeFileSync(join(directory, 'verified.json'), content)
  expect(await isKnown()).toBe(false)
})

test('only a check that finds no fault in an unchanged file is remembered', async () => {
  const verified = await VerifiedFiles.of(directory)
  const through = (check: () => Promise<string | null>) => verified.through(path, OTHER_SUM, check)
  expect(await through(async () => 'is damaged')).toBe('is damaged')
  expect(await isKnown(OTHER_SUM)).toBe(false)
  await through(async () => {
    truncateSync(path, 1)
    return null
  })
  expect(await isKnown(OTHER_SUM)).toBe(false)
  await through(async () => null)
  expect(await isKnown(OTHER_SUM)).toBe(true)
})
