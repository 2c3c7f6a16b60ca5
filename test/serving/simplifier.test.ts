import { expect, test } from 'bun:test'
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { Simplifier, type SimplifyTask } from '../../src/serving/simplifier.ts'
import { until } from '../running-town.ts'
import { scratchDirectory } from '../scratch.ts'

/** Writes its file and then waits to be ended. */
const ENDLESS = `
  import { writeFileSync } from 'node:fs'
  import { parentPort } from 'node:worker_threads'
  parentPort.once('message', ({ target }) => writeFileSync(target, 'half of it'))
  setInterval(() => {}, 1000)`

/** Ends without a word, as one does that the system kills. */
const DYING = `
  import { parentPort } from 'node:worker_threads'
  parentPort.once('message', () => process.exit(1))`

/** Says that it is done, having written what it was told to copy. */
const DONE = `
  import { copyFileSync } from 'node:fs'
  import { parentPort } from 'node:worker_threads'
  parentPort.once('message', ({ source, target }) => {
    copyFileSync(source, target)
    parentPort.postMessage({ fault: null })
  })`

/** A simplifier whose threads run this, a task, and how many threads there were. */
function running(source: string) {
  const root = scratchDirectory()
  const script = join(root, 'thread.mjs')
  writeFileSync(script, source)
  const threads: Worker[] = []
  const simplifier = new Simplifier(() => {
    const thread = new Worker(script)
    threads.push(thread)
    return thread
  })
  const directory = join(root, 'derived')
  const task: SimplifyTask = { source: script, tolerance: 0.1, directory, name: 'out' }
  return { simplifier, task, threads, files: () => readdirSync(directory) }
}

test('what is asked for twice at once is worked out once', async () => {
  const { simplifier, task, threads, files } = running(DONE)
  const [one, other] = await Promise.all([simplifier.run(task), simplifier.run(task)])
  expect(one).toBe(join(task.directory, 'out'))
  expect(other).toBe(one)
  expect([threads.length, files()]).toEqual([1, ['out']])
  await simplifier.close()
})

test('a thread that dies is not told as a server that stops, and leaves no file', async () => {
  const { simplifier, task, files } = running(DYING)
  await expect(simplifier.run(task)).rejects.toThrow('ended before it was done')
  expect(files()).toEqual([])
  await simplifier.close()
})

test('closed, it has ended what runs and what waits, and no file is left', async () => {
  const { simplifier, task, files } = running(ENDLESS)
  const told = [task, { ...task, name: 'next' }].map((each) =>
    simplifier.run(each).then(
      () => 'done',
      (error: unknown) => String(error),
    ),
  )
  await until(async () => readdirSync(join(task.directory, '..')).includes('derived'))
  await until(async () => files().length === 1)
  await simplifier.close()
  expect(files()).toEqual([])
  for (const each of await Promise.all(told)) expect(each).toContain('The server is stopping')
})
