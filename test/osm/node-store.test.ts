import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { NodeIds, NodeStore } from '../../src/osm/node-store.ts'

/** Clustered as OSM ids are, with negative ones as editors make, and beyond 2^32. */
const nodeId = fc.oneof(
  fc.integer({ min: -40, max: 40 }),
  fc.integer({ min: 2 ** 32 - 20, max: 2 ** 32 + 20 }),
  fc.integer({ min: 12_000_000_000, max: 12_000_000_300 }),
  fc.maxSafeInteger(),
)

function storeOf(ids: readonly number[]): NodeStore {
  const gathered = new NodeIds()
  gathered.add(Float64Array.from(ids))
  return new NodeStore(gathered.finish())
}

function blockOf(nodes: readonly (readonly [id: number, lonE7: number, latE7: number])[]) {
  return {
    ids: Float64Array.from(nodes, ([id]) => id),
    lonE7: Int32Array.from(nodes, ([, lonE7]) => lonE7),
    latE7: Int32Array.from(nodes, ([, , latE7]) => latE7),
  }
}

describe('NodeIds', () => {
  test('gives each id once, rising', () => {
    fc.assert(
      fc.property(fc.array(fc.array(nodeId)), (parts) => {
        const gathered = new NodeIds()
        for (const part of parts) gathered.add(Float64Array.from(part))
        expect([...gathered.finish()]).toEqual([...new Set(parts.flat())].sort((a, b) => a - b))
      }),
    )
  })

  test('survives growing', () => {
    const gathered = new NodeIds()
    const part = Float64Array.from({ length: 50_000 }, (_, i) => i)
    for (let round = 0; round < 8; round++) gathered.add(part.map((i) => i + round * 25_000))
    const ids = gathered.finish()
    expect(ids.length).toBe(225_000)
    expect(ids.every((id, i) => id === i)).toBe(true)
  })
})

describe('NodeStore', () => {
  test('answers as a map does, whatever the ids', () => {
    fc.assert(
      fc.property(fc.array(nodeId), fc.array(nodeId), fc.array(nodeId), (wanted, seen, asked) => {
        const store = storeOf(wanted)
        const map = new Map<number, readonly [number, number]>()
        const nodes = [...wanted.slice(wanted.length / 3), ...seen].map((id, i) => {
          if (wanted.includes(id)) map.set(id, [i, 1000 + i])
          return [id, i, 1000 + i] as const
        })
        store.fill(blockOf(nodes))
        expect(store.length).toBe(new Set(wanted).size)
        expect(store.countMissing()).toBe(new Set(wanted).size - map.size)
        for (const id of [...asked, ...wanted, ...seen]) {
          const entry = store.find(id)
          const found = entry < 0 ? undefined : [store.lonE7At(entry), store.latE7At(entry)]
          expect(found).toEqual(map.get(id) as number[] | undefined)
        }
      }),
    )
  })

  test('makes the line of a way, and none when a node was cut off', () => {
    const store = storeOf([7, 8, 9])
    store.fill(
      blockOf([
        [9, 90, 91],
        [5, 50, 51],
        [7, 70, 71],
      ]),
    )
    expect(store.lineOf(Float64Array.of(7, 9, 7))).toEqual(Int32Array.of(70, 71, 90, 91, 70, 71))
    expect(store.lineOf(Float64Array.of(7, 8))).toBeNull()
    expect(store.lineOf(Float64Array.of(7, 5))).toBeNull()
    expect(store.countMissing()).toBe(1)
  })

  test('holds nothing', () => {
    const store = storeOf([])
    store.fill(blockOf([[1, 2, 3]]))
    expect(store.find(1)).toBe(-1)
  })
})
