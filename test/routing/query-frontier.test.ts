import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { Frontier, SEED } from '../../src/routing/path/frontier.ts'

test('is a table and a heap, however much it holds, and forgets all when cleared', () => {
  const frontier = new Frontier()
  let largest = 0
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 20_000 }), fc.integer({ min: 1 }), (count, seed) => {
      frontier.clear()
      expect(frontier.size).toBe(0)
      expect(frontier.minCost()).toBe(0xffffffff)
      const best = new Map<number, number>()
      let state = seed
      for (let i = 0; i < count; i++) {
        state = (state * 48_271) % 2_147_483_647
        // Some ranks are a multiple of the table's size apart: they meet in it.
        const rank = (state & 7) === 0 ? (state >>> 20) * 8_192 : (state >>> 3) % 30_000
        const cost = state % 5_000
        frontier.reach(rank, cost, SEED)
        best.set(rank, Math.min(best.get(rank) ?? Infinity, cost))
      }
      largest = Math.max(largest, best.size)
      const wrong = [...best].filter(([key, cost]) => {
        const slot = frontier.find(key)
        return slot < 0 || frontier.costs[slot] !== cost || frontier.parents[slot] !== SEED
      })
      expect(wrong).toEqual([])
      expect(frontier.find(39_999)).toBe(-1)
      const left = new Set(best.keys())
      for (let last = 0; frontier.size > 0; ) {
        const cost = frontier.minCost()
        if (cost < last) expect(cost).toBeGreaterThanOrEqual(last)
        last = cost
        left.delete(frontier.pop())
      }
      expect(left.size).toBe(0)
    }),
    { numRuns: 40 },
  )
  expect(largest).toBeGreaterThan(10_000)
}, 120_000)
