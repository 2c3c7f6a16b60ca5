import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { buildKdTree, checkKdTree, firstItemOf } from '../../src/geo/kd-tree.ts'

const lonE7 = fc.oneof(
  fc.integer({ min: -1_800_000_000, max: 1_800_000_000 }),
  fc.integer({ min: 0, max: 9 }),
)
const latE7 = fc.oneof(
  fc.integer({ min: -900_000_000, max: 900_000_000 }),
  fc.integer({ min: 0, max: 9 }),
)

describe('k-d tree', () => {
  test('holds every item once, those at one position in the order given', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(lonE7, latE7), { maxLength: 300 }), (points) => {
        const { tree, order } = buildKdTree(Int32Array.from(points.flat()))
        checkKdTree(tree)
        expect([...order].sort((a, b) => a - b)).toEqual(points.map((_, i) => i))
        const lastAt = new Map<string, number>()
        order.forEach((item, i) => {
          const position = [...tree.positions.subarray(i * 2, i * 2 + 2)]
          expect(position).toEqual(points[item] ?? [])
          const last = lastAt.get(position.join()) ?? -1
          expect(item).toBeGreaterThan(last)
          lastAt.set(position.join(), item)
        })
      }),
    )
  })

  test.each([0, 1, 16, 17, 33, 1_000])('divides %i items evenly', (count) => {
    const { tree } = buildKdTree(
      Int32Array.from({ length: count * 2 }, (_, i) => (i * 7_919) % 997),
    )
    checkKdTree(tree)
    expect(firstItemOf(tree.items, tree.leaves, 0)).toBe(0)
    expect(firstItemOf(tree.items, tree.leaves, tree.leaves)).toBe(count)
    for (let leaf = 0; leaf < tree.leaves; leaf++) {
      const end = firstItemOf(tree.items, tree.leaves, leaf + 1)
      const held = end - firstItemOf(tree.items, tree.leaves, leaf)
      expect(held).toBeLessThanOrEqual(16)
      expect(held).toBeGreaterThanOrEqual(count > 16 ? 8 : count)
    }
  })

  test.each([
    ['positions', 2, 'knows its bounds'],
    ['splits', 1, 'divides its items'],
    ['axes', 1, 'has two axes'],
    ['bounds', 3, 'knows its bounds'],
  ] as const)('a check finds wrong %s', (array, at, message) => {
    const given = Int32Array.from({ length: 80 }, (_, i) => i * 10)
    const { tree } = buildKdTree(given)
    tree[array][at] = -7
    expect(() => checkKdTree(tree)).toThrow(message)
  })

  test('a check finds arrays that do not fit', () => {
    const { tree } = buildKdTree(new Int32Array(80))
    expect(() => checkKdTree({ ...tree, splits: new Int32Array(1) })).toThrow('the nodes it needs')
    expect(() => checkKdTree({ ...tree, bounds: new Int32Array(3) })).toThrow('four bounds')
    expect(() => checkKdTree({ ...tree, items: 39.5 })).toThrow('two coordinates')
  })
})
