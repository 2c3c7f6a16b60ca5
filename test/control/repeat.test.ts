import { expect, test } from 'bun:test'
import { repeat } from '../../src/control/repeat.ts'

const NEVER_MS = 1_000_000

/** A task that takes a while, or fails when told to; counts its runs. */
function counted(pauseMs: number) {
  const seen = { runs: 0, running: 0, atOnce: 0, lines: [] as string[], fault: '' }
  const repeating = repeat({
    name: 'Counting',
    pauseMs,
    log: (line) => seen.lines.push(line),
    async task() {
      seen.runs++
      seen.running++
      seen.atOnce = Math.max(seen.atOnce, seen.running)
      await Bun.sleep(2)
      seen.running--
      if (seen.fault !== '') throw new Error(seen.fault)
    },
  })
  return { seen, repeating }
}

test('runs after every pause until stopped', async () => {
  const { seen, repeating } = counted(1)
  while (seen.runs < 3) await Bun.sleep(1)
  await repeating.stop()
  const { runs } = seen
  await Bun.sleep(20)
  expect([seen.runs, seen.running]).toEqual([runs, 0])
})

test('all who call during a run share the one after it', async () => {
  const { seen, repeating } = counted(NEVER_MS)
  const first = repeating.runNow()
  await Promise.all([first, repeating.runNow(), repeating.runNow()])
  expect(seen.runs).toBe(2)
  await repeating.stop()
})

test('no two runs at once, whoever calls when one has just ended', async () => {
  const { seen, repeating } = counted(NEVER_MS)
  async function caller(delayMs: number): Promise<void> {
    await Bun.sleep(delayMs)
    for (let i = 0; i < 20; i++) await repeating.runNow()
  }
  await Promise.all([caller(0), caller(1), caller(1), caller(3)])
  expect(seen.atOnce).toBe(1)
  await repeating.stop()
})

test('no run begins after it was stopped, not even one that was waited for', async () => {
  const { seen, repeating } = counted(NEVER_MS)
  const running = repeating.runNow()
  const waiting = repeating.runNow().catch((error: unknown) => error)
  await repeating.stop()
  await running
  expect(await waiting).toBeInstanceOf(Error)
  await expect(repeating.runNow()).rejects.toThrow('stopped')
  expect(seen.runs).toBe(1)
})

test('a failure is told when it begins, changes and ends', async () => {
  const { seen, repeating } = counted(NEVER_MS)
  for (const fault of ['', 'away', 'away', 'full', '', '']) {
    seen.fault = fault
    if (fault === '') await repeating.runNow()
    else await expect(repeating.runNow()).rejects.toThrow(fault)
  }
  await repeating.stop()
  expect(seen.lines).toEqual([
    'Counting failed and is tried again: away',
    'Counting failed and is tried again: full',
    'Counting works again.',
  ])
})

test('goes on after a failure', async () => {
  const { seen, repeating } = counted(1)
  seen.fault = 'away'
  while (seen.runs < 3) await Bun.sleep(1)
  await repeating.stop()
  expect(seen.lines).toHaveLength(1)
})
