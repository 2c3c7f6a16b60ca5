import { beforeEach, expect, test } from 'bun:test'
import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Checkpoint, Journal } from '../../src/bulk/journal.ts'
import { emptyTally } from '../../src/bulk/tally.ts'
import { scratchDirectory } from '../scratch.ts'

const BASIS = { '--lang': 'vi', dataset: 'a' }
const at = (input: number): Checkpoint => {
  return { input, text: 2 * input, failed: 0, tally: emptyTally(), isDone: false }
}
let path = ''
beforeEach(() => {
  path = join(scratchDirectory(), 'out.csv.journal')
})

function write(...checkpoints: readonly Checkpoint[]): void {
  const { journal } = Journal.open(path, BASIS)
  for (const each of checkpoints) journal.add(each)
  journal.close()
}

test('a new one begins at the beginning; the last checkpoint is what it goes on from', () => {
  expect(Journal.open(path, BASIS).last).toBeNull()
  write(at(1), at(2))
  write(at(3))
  expect(Journal.open(path, BASIS).last).toEqual(at(3))
})

test('a line that was cut is as if it were not there, and is written over', () => {
  write(at(1))
  const whole = readFileSync(path, 'utf8')
  appendFileSync(path, '{"input":99,"te')
  expect(Journal.open(path, BASIS).last).toEqual(at(1))
  expect(readFileSync(path, 'utf8')).toBe(whole)
})

test('the first line cut: it begins at the beginning', () => {
  appendFileSync(path, '{"--la')
  expect(Journal.open(path, BASIS).last).toBeNull()
  expect(Journal.open(path, BASIS).last).toBeNull()
})

test('one that is damaged is refused', () => {
  appendFileSync(path, 'x\n')
  expect(() => Journal.open(path, BASIS)).toThrow('is damaged. Add --restart')
})

test('one of another run is refused, with what is other in it, and kept', () => {
  write(at(1))
  const open = () => Journal.open(path, { '--lang': 'en', dataset: 'b' })
  expect(open).toThrow('had another --lang, another dataset. Run the same command as then')
  expect(Journal.open(path, BASIS).last).toEqual(at(1))
  Journal.remove(path)
  expect(existsSync(path)).toBe(false)
})
