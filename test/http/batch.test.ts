import { expect, test } from 'bun:test'
import { Batch } from '../../src/http/request/batch.ts'

/** A request that notes when it is worked on, and answers with its name. */
function request(name: string, log: string[]) {
  return {
    step() {
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

test('requests go through their stages together, whoever has more of them', async () => {
  const batch = new Batch()
  const log: string[] = []
  const staged = (name: string, stages: number) => {
    let left = stages
    return {
      step() {
        log.push(`${name}${left}`)
        return --left === 0 ? new Response(name) : null
      },
    }
  }
  const responses = [staged('a', 2), staged('b', 1), staged('c', 3)].map((each) => batch.add(each))
  const texts = await Promise.all(responses.map(async (response) => (await response).text()))
  expect(texts).toEqual(['a', 'b', 'c'])
  expect(log).toEqual(['a2', 'b1', 'c3', 'a1', 'c2', 'c1'])
})

test('who comes while responses are made is answered in the next batch', async () => {
  const batch = new Batch()
  const later: Promise<Response>[] = []
  const first = batch.add({
    step() {
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
  const waits = batch.add({ step: () => slow.promise })
  expect(await (await batch.add(request('quick', []))).text()).toBe('quick')
  slow.resolve(new Response('slow'))
  expect(await (await waits).text()).toBe('slow')
})
