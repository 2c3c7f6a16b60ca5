import { expect, test } from 'bun:test'
import { existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { removeDeadScratch, withScratch } from '../../src/import/scratch.ts'
import { scratchDirectory } from '../scratch.ts'

const GONE = 4_194_304 // no process has a number as high as this

function leftBy(data: string, host: string, pid: number): string {
  const directory = join(data, `importing-${host}.${pid}.abc`)
  mkdirSync(directory)
  writeFileSync(join(directory, 'routing-car.idx'), 'half of it')
  return directory
}

test('is there for the work, in a data directory that is made, and gone afterwards', async () => {
  const data = join(scratchDirectory(), 'data')
  const inside = await withScratch(data, async (directory) => {
    writeFileSync(join(directory, 'x'), 'x')
    await removeDeadScratch(data)
    expect(existsSync(join(directory, 'x'))).toBe(true)
    return directory
  })
  expect(inside.startsWith(join(data, 'importing-'))).toBe(true)
  expect(readdirSync(data)).toEqual([])
})

test('is gone when the work fails', async () => {
  const data = scratchDirectory()
  const failed = withScratch(data, () => Promise.reject(new Error('full')))
  expect(await failed.catch(String)).toBe('Error: full')
  expect(readdirSync(data)).toEqual([])
})

test.each([
  ['a process that is gone', hostname(), GONE, 0, false],
  ['an earlier process of our number', hostname(), process.pid, 0, false],
  ['a process that runs', hostname(), process.ppid, 0, true],
  ['another machine, of late', `not-${hostname()}`, GONE, 0, true],
  ['another machine, long ago', `not-${hostname()}`, GONE, 49, false],
])('of %s', async (_, host, pid, hoursAgo, stays) => {
  const data = scratchDirectory()
  mkdirSync(join(data, 'datasets'))
  const left = leftBy(data, host, pid)
  const then = new Date(Date.now() - hoursAgo * 3_600_000)
  utimesSync(left, then, then)
  await removeDeadScratch(data)
  expect(existsSync(left)).toBe(stays)
  expect(readdirSync(data)).toContain('datasets')
})
