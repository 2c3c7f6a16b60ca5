import { expect, test } from 'bun:test'
import { existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { machineName } from '../../src/db/embedded/machine.ts'
import { removeDeadScratch, withScratch } from '../../src/import/fetch/scratch.ts'
import { scratchDirectory } from '../scratch.ts'

const GONE = 4_194_304 // no process has a number as high as this

function leftBy(data: string, machine: string, pid: number): string {
  const directory = join(data, `importing-${machine}.${pid}.abc`)
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
  ['a process that is gone', machineName(), GONE, 0, false],
  ['an earlier process of our number', machineName(), process.pid, 0, false],
  ['a process that runs', machineName(), process.ppid, 0, true],
  ['another machine, of late', `not-${machineName()}`, GONE, 0, true],
  ['another machine, long ago', `not-${machineName()}`, GONE, 49, false],
])('of %s', async (_, machine, pid, hoursAgo, stays) => {
  const data = scratchDirectory()
  mkdirSync(join(data, 'datasets'))
  const left = leftBy(data, machine, pid)
  const then = new Date(Date.now() - hoursAgo * 3_600_000)
  utimesSync(left, then, then)
  await removeDeadScratch(data)
  expect(existsSync(left)).toBe(stays)
  expect(readdirSync(data)).toContain('datasets')
})
