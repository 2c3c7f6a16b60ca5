import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import type { KeyId } from '../../src/access/key.ts'
import { LIMITER_BYTES, Limiter } from '../../src/access/limiter.ts'
import { dayOf, minuteOf } from '../../src/access/window.ts'

const KEY = 'lan' as KeyId
const NOON = Date.parse('2026-11-20T05:00:30Z') // 12:00:30 in Vietnam
const AMPLE = 1_000_000_000

describe('the minute', () => {
  test('lets through its allowance and no more', () => {
    const limiter = new Limiter()
    const limits = { perMinute: 2, perDay: AMPLE }
    expect(limiter.allow(KEY, limits, NOON)).toEqual({
      minuteLimit: 2,
      minuteRemaining: 1,
      dayLimit: AMPLE,
      dayRemaining: AMPLE - 1,
      refusedBy: null,
      retryAfterS: 0,
    })
    expect(limiter.allow(KEY, limits, NOON).minuteRemaining).toBe(0)
    const refused = limiter.allow(KEY, limits, NOON + 10_500)
    expect(refused.refusedBy).toBe('minute')
    expect(refused.retryAfterS).toBe(20) // 19.5 s to the next minute
    expect(refused.dayRemaining).toBe(AMPLE - 2)
  })

  test('begins anew with the UTC minute', () => {
    const limiter = new Limiter()
    const limits = { perMinute: 1, perDay: AMPLE }
    limiter.allow(KEY, limits, NOON)
    expect(limiter.allow(KEY, limits, NOON + 29_999).refusedBy).toBe('minute')
    expect(limiter.allow(KEY, limits, NOON + 30_000).refusedBy).toBeNull()
  })

  test('tells to wait at least a second', () => {
    const limiter = new Limiter()
    const limits = { perMinute: 0, perDay: 1 }
    expect(limiter.allow(KEY, limits, NOON + 29_999).retryAfterS).toBe(1)
  })
})

describe('the day', () => {
  const limits = { perMinute: AMPLE, perDay: 1 }

  test('is the Vietnamese one, and refuses without cost to the minute', () => {
    const limiter = new Limiter()
    limiter.allow(KEY, limits, NOON)
    const refused = limiter.allow(KEY, limits, NOON)
    expect(refused.refusedBy).toBe('day')
    expect(refused.retryAfterS).toBe(12 * 3600 - 30)
    expect(refused.minuteRemaining).toBe(AMPLE - 1)
    const midnight = Date.parse('2026-11-20T17:00:00Z')
    expect(limiter.allow(KEY, limits, midnight - 1).refusedBy).toBe('day')
    expect(limiter.allow(KEY, limits, midnight).refusedBy).toBeNull()
  })

  test('goes on from what was counted before', () => {
    const limiter = new Limiter()
    limiter.seedDay(KEY, 4, NOON)
    expect(limiter.allow(KEY, { perMinute: 10, perDay: 6 }, NOON).dayRemaining).toBe(1)
  })
})

describe('a clock set back', () => {
  const limits = { perMinute: 1, perDay: 10 }

  test('a little gives no second allowance', () => {
    const limiter = new Limiter()
    limiter.allow(KEY, limits, NOON + 30_000)
    expect(limiter.allow(KEY, limits, NOON).refusedBy).toBe('minute')
  })

  test('by an hour starts afresh instead of refusing for an hour', () => {
    const limiter = new Limiter()
    limiter.allow(KEY, limits, NOON + 3_600_000)
    expect(limiter.allow(KEY, limits, NOON).refusedBy).toBeNull()
  })
})

test('a look at the state counts nothing', () => {
  const limiter = new Limiter()
  const limits = { perMinute: 3, perDay: 3 }
  limiter.allow(KEY, limits, NOON)
  expect(limiter.peek(KEY, limits, NOON).minuteRemaining).toBe(2)
  expect(limiter.peek(KEY, limits, NOON).dayRemaining).toBe(2)
})

test('an allowance that shrank leaves nothing, not less than nothing', () => {
  const limiter = new Limiter()
  for (let i = 0; i < 5; i++) limiter.allow(KEY, { perMinute: 9, perDay: 9 }, NOON)
  const decision = limiter.peek(KEY, { perMinute: 2, perDay: 3 }, NOON)
  expect([decision.minuteRemaining, decision.dayRemaining]).toEqual([0, 0])
})

test('keys do not count for each other, and limiters on one memory do', () => {
  const memory = new SharedArrayBuffer(LIMITER_BYTES)
  const [one, other] = [new Limiter(memory), new Limiter(memory)]
  const limits = { perMinute: 2, perDay: 2 }
  for (let i = 0; i < 1000; i++) {
    const id = `key${i}` as KeyId
    expect(one.allow(id, limits, NOON).minuteRemaining).toBe(1)
    expect(other.allow(id, limits, NOON).minuteRemaining).toBe(0)
    expect(one.allow(id, limits, NOON).refusedBy).toBe('minute')
  }
})

test('counts as a plain table of windows does, while the clock goes forward', () => {
  const step = fc.record({
    id: fc.constantFrom('a', 'b', 'c'),
    aheadMs: fc.oneof(fc.nat(5_000), fc.nat(40_000_000)),
  })
  const limits = { perMinute: 3, perDay: 7 }
  fc.assert(
    fc.property(fc.array(step, { maxLength: 100 }), (steps) => {
      const limiter = new Limiter()
      const counts = new Map<string, number>()
      const count = (window: string) => counts.get(window) ?? 0
      let nowMs = NOON
      for (const { id, aheadMs } of steps) {
        nowMs += aheadMs
        const minute = `${id} minute ${minuteOf(nowMs)}`
        const day = `${id} day ${dayOf(nowMs)}`
        const full = count(minute) >= 3 ? 'minute' : count(day) >= 7 ? 'day' : null
        if (full === null) {
          counts.set(minute, count(minute) + 1)
          counts.set(day, count(day) + 1)
        }
        const decision = limiter.allow(id as KeyId, limits, nowMs)
        expect(decision.refusedBy).toBe(full)
        expect(decision.minuteRemaining).toBe(3 - count(minute))
        expect(decision.dayRemaining).toBe(7 - count(day))
      }
    }),
    { numRuns: 20 }, // each run takes 4 MB
  )
})

test('a worker that died while it began a window keeps no other waiting', async () => {
  const memory = new SharedArrayBuffer(LIMITER_BYTES)
  new Limiter(memory).allow(KEY, { perMinute: 5, perDay: AMPLE }, NOON)
  const state = new Int32Array(memory)
  const slot = state.findIndex((word) => word !== 0)
  state[slot + 1] = -1 // its minute is being rolled over
  // In a worker: a loop without an end would stop this whole run, and not this test.
  const { worker, told } = limiting(
    memory,
    `limiter.allow('lan', { perMinute: 5, perDay: ${AMPLE} }, data.nowMs).minuteRemaining`,
  )
  expect(await told).toBe(4)
  worker.terminate()
})

test('workers at once let through exactly the allowance', async () => {
  const memory = new SharedArrayBuffer(LIMITER_BYTES)
  const limits = '{ perMinute: 5000, perDay: 1000000 }'
  const allowed = `Array.from({ length: 4000 }, () =>
    limiter.allow('lan', ${limits}, data.nowMs)).filter((each) => each.refusedBy === null).length`
  const workers = [0, 1, 2].map(() => limiting(memory, allowed))
  const counts = await Promise.all(workers.map(({ told }) => told))
  for (const { worker } of workers) worker.terminate()
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(5000)
})

/** A worker with a limiter on the memory, and what it says of an expression. */
function limiting(memory: SharedArrayBuffer, expression: string) {
  const source = `
    import { Limiter } from ${JSON.stringify(import.meta.resolve('../../src/access/limiter.ts'))}
    self.onmessage = ({ data }) => {
      const limiter = new Limiter(data.memory)
      postMessage(${expression})
    }`
  const worker = new Worker(URL.createObjectURL(new Blob([source], { type: 'text/javascript' })))
  const told = new Promise<number>((resolve, reject) => {
    worker.onmessage = ({ data }) => resolve(data)
    worker.onerror = reject
    worker.postMessage({ memory, nowMs: NOON })
  })
  return { worker, told }
}
