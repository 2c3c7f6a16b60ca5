import { expect, test } from 'bun:test'
import type { KeyId } from '../../src/access/key.ts'
import { Turns } from '../../src/http/request/turns.ts'

const { signal } = new AbortController()
const KEY = 'a' as KeyId

/** Long requests whose items take `itemMs` each, on a clock that only they move. */
class Thread {
  nowMs = 0
  readonly turns = new Turns(() => this.nowMs)
  /** Which request each item was of. */
  readonly log: string[] = []

  async do(key: string, name: string, items: number, itemMs: number): Promise<void> {
    let left = items
    await this.turns.work(key as KeyId, signal, () => {
      if (left-- === 0) return true
      this.log.push(name)
      this.nowMs += itemMs
      return false
    })
  }
}

test('requests of several keys take turns', async () => {
  const thread = new Thread()
  await Promise.all(['x', 'y', 'z'].map((key) => thread.do(key, key, 2, 10)))
  expect(thread.log).toEqual(['x', 'y', 'z', 'x', 'y', 'z'])
})

test('a key has one at work, the others wait in their order', async () => {
  const thread = new Thread()
  await Promise.all(['1', '2', '3'].map((name) => thread.do('a', name, 2, 10)))
  expect(thread.log).toEqual(['1', '1', '2', '2', '3', '3'])
})

test('one that fails lets the next of its key go on', async () => {
  const thread = new Thread()
  const failing = thread.turns.work(KEY, signal, () => {
    throw new Error('a fault')
  })
  const other = thread.do('a', 'next', 1, 1)
  await expect(failing).rejects.toThrow('a fault')
  await other
  expect(thread.log).toEqual(['next'])
})

test('one whose client went while it waited does nothing', async () => {
  const thread = new Thread()
  const client = new AbortController()
  const first = thread.do('a', 'first', 3, 10)
  let items = 0
  const second = thread.turns.work(KEY, client.signal, () => {
    items++
    return true
  })
  client.abort()
  const fault: unknown = await second.catch((error: unknown) => error)
  expect(fault).toMatchObject({ message: 'The client is gone.' })
  await first
  expect(items).toBe(0)
})

test('too many of one key are refused, and the next is let in when they are done', async () => {
  const thread = new Thread()
  const done = Array.from({ length: 65 }, (_, i) => thread.do('a', String(i), 1, 1))
  await expect(thread.do('a', 'one too many', 1, 1)).rejects.toMatchObject({
    code: 'RATE_LIMIT_MINUTE',
    refusedBy: 'batch',
    retryAfterS: 5,
  })
  const other = thread.do('b', 'other key', 1, 1)
  await Promise.all([...done, other])
  await thread.do('a', 'later', 1, 1)
  expect(thread.log).toHaveLength(67)
})

test('while others come, a turn is followed by as long a rest', async () => {
  let nowMs = 0
  const turns = new Turns(() => nowMs)
  const startsMs: number[] = []
  let isDone = false
  // Another request whenever it is others' turn; each takes a millisecond.
  const come = () => {
    turns.see()
    nowMs++
    if (!isDone) setImmediate(come)
  }
  setImmediate(come)
  await turns.work(KEY, signal, () => {
    startsMs.push(nowMs)
    nowMs += 8
    return startsMs.length === 2
  })
  isDone = true
  expect(startsMs[0]).toBe(0)
  expect(startsMs[1]).toBeWithin(16, 19)
})
