import { expect, test } from 'bun:test'
import { mkdirSync, readdirSync, readFileSync, rmdirSync } from 'node:fs'
import { join } from 'node:path'
import { type OutputPlan, Outputs } from '../../src/bulk/outputs.ts'
import { countFault, emptyTally } from '../../src/bulk/tally.ts'
import { scratchDirectory } from '../scratch.ts'

const bytes = (text: string): Uint8Array => Buffer.from(text)

function planIn(directory: string): OutputPlan {
  return {
    output: join(directory, 'out.csv'),
    standardOutput: process.stdout,
    errors: join(directory, 'errors.csv'),
    basis: { a: 'b' },
    isRestart: false,
  }
}

function blockOf(text: string, end: number): Parameters<Outputs['add']> {
  const tally = emptyTally()
  countFault(tally, 'none')
  return [
    { bytes: bytes(''), end, line: 1 },
    { text: bytes(text), failed: bytes('f\n'), tally },
  ]
}

test('what is behind the last checkpoint is written again', async () => {
  const directory = scratchDirectory()
  const first = await Outputs.open(planIn(directory))
  await first.begin({ text: bytes('h\n'), failed: bytes('e\n') })
  await first.add(...blockOf('1\n', 10))
  await first.leave(true)
  const killed = await Outputs.open(planIn(directory))
  expect([killed.answered, killed.rowsBefore]).toEqual([10, 1])
  await killed.begin({ text: bytes('h\n'), failed: bytes('e\n') })
  await killed.add(...blockOf('lost\n', 20))
  await killed.leave(false)
  const last = await Outputs.open(planIn(directory))
  expect([last.answered, last.rowsBefore]).toEqual([10, 1])
  await last.add(...blockOf('2\n', 20))
  await last.finish()
  expect(last.tally).toMatchObject({ rows: 2, faults: { none: 2 } })
  expect(readdirSync(directory).sort()).toEqual(['errors.csv', 'out.csv'])
  expect(readFileSync(join(directory, 'out.csv'), 'utf8')).toBe('h\n1\n2\n')
  expect(readFileSync(join(directory, 'errors.csv'), 'utf8')).toBe('e\nf\nf\n')
})

test('one that ended between its last row and its name has only that to do', async () => {
  const directory = scratchDirectory()
  const plan = planIn(directory)
  const first = await Outputs.open(plan)
  await first.begin({ text: bytes('h\n'), failed: bytes('e\n') })
  // A rename over a folder fails, as a kill at that moment would end it.
  mkdirSync(plan.output)
  await expect(first.finish()).rejects.toThrow()
  rmdirSync(plan.output)
  const second = await Outputs.open(plan)
  expect(second.isDone).toBe(true)
  await second.finish()
  expect(readdirSync(directory).sort()).toEqual(['errors.csv', 'out.csv'])
  expect(readFileSync(plan.output, 'utf8')).toBe('h\n')
})
