import { describe, expect, test } from 'bun:test'
import type { OsmWant } from '../../src/osm/block.ts'
import { decodeBlock } from '../../src/osm/pbf/pbf.ts'
import { XmlReader } from '../../src/osm/xml/xml.ts'
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

describe('XML that packs well is refused before it fills the memory', () => {
  const MIB = 2 ** 20
  const letters = new Uint8Array(MIB).fill(0x61)
  const write = (reader: XmlReader, text: string) => reader.write(new TextEncoder().encode(text))
  const NODE = '<osm><node id="1" lat="20" lon="105">'

  test.each([
    ['an attribute', '<tag k="a" v="'],
    ['a name', '<'],
    ['a text', ''],
    ['a comment', '<!-- '],
  ])('%s of a gigabyte', (_, start) => {
    const reader = new XmlReader(ALL)
    write(reader, NODE + start)
    let mib = 0
    const writeAll = () => {
      for (; mib < 1024; mib++) reader.write(letters)
    }
    expect(writeAll).toThrow('of more than 4194304 bytes')
    expect(mib).toBeLessThan(8)
  })

  test('an object with tags of a gigabyte', () => {
    const reader = new XmlReader(ALL)
    write(reader, NODE)
    let mib = 0
    const writeAll = () => {
      for (; mib < 1024; mib++) {
        write(reader, `<tag k="a" v="${mib}`)
        reader.write(letters)
        write(reader, '"/>')
      }
    }
    expect(writeAll).toThrow('has object 1 with more than 33554432 characters of tags')
    expect(mib).toBeLessThan(64)
  })

  test('but not many objects, of which each has a large one', () => {
    const reader = new XmlReader(ALL)
    write(reader, '<osm>')
    let blocks = 0
    for (let id = 1; id <= 64; id++) {
      write(reader, `<node id="${id}" lat="20" lon="105"><tag k="a" v="${id}`)
      reader.write(letters)
      blocks += write(reader, '"/></node>').length
    }
    write(reader, '</osm>')
    expect(blocks + reader.end().length).toBe(4)
  })
})
