import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { RecentMap } from '../../src/base/recent-map.ts'

const GENERATION = 5

test('answers what was set, keeps the latest, and never holds more than two generations', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(30), { maxLength: 200 }), (keys) => {
      const map = new RecentMap<number, string>(GENERATION)
      const asked: number[] = []
      for (const key of keys) {
        const found = map.get(key)
        if (found === undefined) map.set(key, `v${key}`)
        else expect(found).toBe(`v${key}`)
        asked.push(key)
      }
      // The last distinct keys of one generation are all there.
      const latest = new Set<number>()
      for (const key of asked.reverse()) if (latest.size < GENERATION) latest.add(key)
      const held = Array.from({ length: 31 }, (_, key) => key).filter(
        (key) => map.get(key) !== undefined,
      )
      expect(held.length).toBeLessThanOrEqual(2 * GENERATION)
      expect(held).toEqual(expect.arrayContaining([...latest].slice(0, 1)))
    }),
  )
})

test('what is asked for again and again outlives what is not', () => {
  const map = new RecentMap<number, string>(GENERATION)
  map.set(0, 'often')
  for (let key = 1; key < 100; key++) {
    map.set(key, 'once')
    expect(map.get(0)).toBe('often')
  }
  expect(map.get(1)).toBeUndefined()
})
