import { describe, expect, test } from 'bun:test'
import { clientOf, DEMO_PER_MINUTE, IpLimiter } from '../../src/access/ip-limiter.ts'
import { RECENT_NAMES_MAX, RECENT_TABLE_BYTES } from '../../src/access/recent-table.ts'

const NOW = Date.parse('2026-11-20T05:00:30Z')

function use(limiter: IpLimiter, ip: string, times: number, nowMs = NOW): number[] {
  return Array.from({ length: times }, () => limiter.retryAfterS(ip, nowMs))
}

describe('an address', () => {
  test('has 30 requests a minute', () => {
    const limiter = new IpLimiter(DEMO_PER_MINUTE)
    expect(use(limiter, '203.0.113.7', DEMO_PER_MINUTE)).toEqual(Array(30).fill(0))
    expect(use(limiter, '203.0.113.7', 2)).toEqual([30, 30])
    expect(use(limiter, '203.0.113.8', 1)).toEqual([0])
    expect(use(limiter, '203.0.113.7', 1, NOW + 30_000)).toEqual([0])
  })

  test('gets no second allowance when the clock is set back a little', () => {
    const limiter = new IpLimiter(DEMO_PER_MINUTE)
    use(limiter, '203.0.113.7', 30, NOW + 60_000)
    expect(use(limiter, '203.0.113.7', 1)).toEqual([90])
  })

  test('is counted by limiters on one memory together', () => {
    const memory = new SharedArrayBuffer(RECENT_TABLE_BYTES)
    use(new IpLimiter(DEMO_PER_MINUTE, memory), '203.0.113.7', 30)
    expect(use(new IpLimiter(DEMO_PER_MINUTE, memory), '203.0.113.7', 1)).toEqual([30])
  })
})

test('a flood of addresses does not lift the limit of one that keeps asking', () => {
  const limiter = new IpLimiter(DEMO_PER_MINUTE)
  use(limiter, '203.0.113.7', 31)
  for (let i = 0; i < RECENT_NAMES_MAX / 4; i++) {
    limiter.retryAfterS(`10.${i >> 16}.${(i >> 8) & 255}.${i & 255}`, NOW)
  }
  expect(use(limiter, '203.0.113.7', 1)).toEqual([30])
})

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2::9', '2001:db8:1:2::/64'],
  ['2001:0db8:0001:0002::9', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
])('%s counts as %s', (ip, client) => {
  expect(clientOf(ip)).toBe(client)
})
