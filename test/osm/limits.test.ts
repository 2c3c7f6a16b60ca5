import { describe, expect, test } from 'bun:test'
import type { OsmWant } from '../../src/osm/block.ts'
import { decodeBlock } from '../../src/osm/pbf/pbf.ts'
import { type Bytes, bytes, bytesOf, group, number, strings } from './pbf-writer.ts'

const ALL: OsmWant = { nodes: 'all', ways: true, relations: true }

describe('a block that packs well is refused before it fills the memory', () => {
  const zeros = (field: number, count: number) => bytes(field, new Uint8Array(count))
  const many = (part: Bytes, count: number) => {
    const all = new Uint8Array(part.length * count)
    for (let i = 0; i < count; i++) all.set(part, i * part.length)
    return all
  }
  const [MILLION, SIXTEEN] = [2 ** 20, 2 ** 24]
  const way = (...fields: Bytes[]) => bytes(3, bytesOf(number(1, 5), ...fields))
  const relation = (count: number) =>
    bytes(4, bytesOf(number(1, 6), zeros(8, count), zeros(9, count), zeros(10, count)))
  const nodes = (count: number, ...more: Bytes[]) =>
    bytes(2, bytesOf(zeros(1, count), zeros(8, count), zeros(9, count), ...more))
  const plain = bytes(1, bytesOf(number(1, 0), number(8, 0), number(9, 0)))
  test.each<[string, () => Bytes]>([
    ['more than 1048576 objects', () => group(nodes(MILLION), nodes(1))],
    ['more than 1048576 objects', () => group(many(plain, MILLION + 1))],
    ['more than 1048576 objects', () => group(many(way(), MILLION + 1))],
    ['more than 1048576 objects', () => group(many(relation(0), MILLION + 1))],
    ['more than 1048576 objects', () => many(group(), MILLION + 1)],
    ['way of more than 100000 nodes, 5', () => group(way(zeros(8, 100_001)))],
    ['relation of more than 1000000 members, 6', () => group(relation(1_000_001))],
    ['more than 16777216 entries', () => group(many(way(zeros(8, 100_000)), 168))],
    ['more than 16777216 entries', () => group(many(relation(1_000_000), 17))],
    ['more than 16777216 entries', () => group(way(zeros(2, SIXTEEN + 1), zeros(3, SIXTEEN + 1)))],
    ['more than 16777216 entries', () => group(nodes(1, zeros(10, SIXTEEN + 1)))],
    ['more than 4194304 strings', () => bytes(1, many(bytes(1, ''), 2 ** 22 + 1))],
  ])('%s: %#', (reason, block) => {
    expect(() => decodeBlock(block(), ALL)).toThrow(reason)
  })

  test('but not what is as large as tools write it', () => {
    const ways = many(way(zeros(8, 2_000), zeros(2, 20), zeros(3, 20)), 8_000)
    const { ways: found } = decodeBlock(bytesOf(strings(''), group(ways)), ALL)
    expect(found?.refs.length).toBe(16_000_000)
  })
})
