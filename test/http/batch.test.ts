import { expect, test } from 'bun:test'
import { Batch } from '../../src/http/batch.ts'

/** A request that notes when it is worked on, and answers with its name. */
function request(name: string, log: string[]) {
  return {
    run() {
      log.push(`run ${name}`)
      return new Response(name)
    },
  }
}

function names(count: number): string[] {
  return Array.from({ length: count }, (_, i) => `r${i}`)
}

test('a request alone is answered, and again after it', async () => {
  const batch = new Batch()
  for (const name of names(3)) {
    expect(await (await batch.add(request(name, []))).text()).toBe(name)
  }
})

test('each of many gets its own response', async () => {
  for (const count of [2, 15, 16, 17, 32, 100]) {
    const batch = new Batch()
    const responses = await Promise.all(names(count).map((name) => batch.add(request(name, []))))
    expect(await Promise.all(responses.map((each) => each.text()))).toEqual(names(count))
  }
})

test('sixteen are answered once they are there, fewer when no more are to be read', async () => {
  const batch = new Batch()
  const log: string[] = []
  const responses = names(17).map((name) => batch.add(request(name, log)))
  expect(log).toEqual(names(16).map((name) => `run ${name}`))
  await Promise.all(responses)
  expect(log.at(-1)).toBe('run r16')
})

test('responses go out after the work of all', async () => {
  const batch = new Batch()
  const log: string[] = []
  const done = names(3).map((name) =>
    batch.add(request(name, log)).then(() => log.push(`out ${name}`)),
  )
  await Promise.all(done)
  expect(log).toEqual(['run r0', 'run r1', 'run r2', 'out r0', 'out r1', 'out r2'])
})

test('who comes while responses are made is answered in the next batch', async () => {
  const batch = new Batch()
  const later: Promise<Response>[] = []
  const first = batch.add({
    run() {
      later.push(batch.add(request('later', [])))
      return new Response('first')
    },
  })
  expect(await (await first).text()).toBe('first')
  expect(await (await later[0]!).text()).toBe('later')
})

test('a response that is still to come keeps nobody else waiting', async () => {
  const batch = new Batch()
  const slow = Promise.withResolvers<Response>()
  const waits = batch.add({ run: () => slow.promise })
  expect(await (await batch.add(request('quick', []))).text()).toBe('quick')
  slow.resolve(new Response('slow'))
  expect(await (await waits).text()).toBe('slow')
})
