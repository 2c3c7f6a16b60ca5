import { describe, expect, test } from 'bun:test'
import type { OsmWant } from '../../src/osm/block.ts'
import { inflateBlob, readBlobHeader } from '../../src/osm/pbf/blob.ts'
import {
  decodeBlock,
  decodeHeader,
  HAS_NODES,
  HAS_RELATIONS,
  HAS_WAYS,
} from '../../src/osm/pbf/pbf.ts'
import { NO_STRINGS, StringTable } from '../../src/osm/pbf/strings.ts'
import { nodesOf, relationsOf, waysOf } from './objects.ts'
import {
  type Bytes,
  blob,
  bytes,
  bytesOf,
  deltas,
  dense,
  FEATURES,
  group,
  number,
  packed,
  strings,
  zigzag,
} from './pbf-writer.ts'

const ALL: OsmWant = { nodes: 'all', ways: true, relations: true }

function decode(block: Bytes, want: OsmWant = ALL) {
  const { nodes, ways, relations, strings: table, kinds } = decodeBlock(block, want)
  const texts = table ? new StringTable(table) : NO_STRINGS
  return {
    nodes: nodes ? nodesOf({ ...nodes, strings: texts }) : null,
    ways: ways ? waysOf({ ...ways, strings: texts }) : null,
    relations: relations ? relationsOf({ ...relations, strings: texts }) : null,
    kinds,
    hasStrings: table !== null,
  }
}

const STRINGS = strings('', 'amenity', 'cafe', 'name', 'Cà phê Hẻm', 'highway', 'primary', 'outer')
const DENSE = dense({
  ids: [7, 12_000_000_001, 9],
  lons: [1_066_000_000, 1_066_000_001, -1_800_000_000],
  lats: [108_000_000, 107_999_999, -900_000_000],
  keysValues: [1, 2, 3, 4, 0, 0, 1, 2, 0],
})
const CAFE = { amenity: 'cafe', name: 'Cà phê Hẻm' }

describe('dense nodes', () => {
  const block = bytesOf(STRINGS, group(DENSE))

  test('have ids beyond 2^32, both signs, and their tags', () => {
    expect(decode(block).nodes).toEqual([
      { id: 7, lonE7: 1_066_000_000, latE7: 108_000_000, tags: CAFE },
      { id: 12_000_000_001, lonE7: 1_066_000_001, latE7: 107_999_999, tags: {} },
      { id: 9, lonE7: -1_800_000_000, latE7: -900_000_000, tags: { amenity: 'cafe' } },
    ])
  })

  test('without a tag are left out when only tagged ones are wanted', () => {
    const tagged = decode(block, { ...ALL, nodes: 'tagged' }).nodes
    expect(tagged?.map((node) => [node.id, node.tags])).toEqual([
      [7, CAFE],
      [9, { amenity: 'cafe' }],
    ])
  })

  test('come without tags and strings when only coordinates are wanted', () => {
    const { nodes, hasStrings } = decode(block, { ...ALL, nodes: 'coordinates' })
    expect(nodes?.map((node) => [node.id, node.tags])).toEqual([
      [7, {}],
      [12_000_000_001, {}],
      [9, {}],
    ])
    expect(hasStrings).toBe(false)
  })

  test('are not there when they are not wanted, but their kind is known', () => {
    const { nodes, kinds } = decode(block, { ...ALL, nodes: 'none' })
    expect(nodes).toBeNull()
    expect(kinds).toBe(HAS_NODES)
  })

  test.each(['all', 'tagged', 'coordinates'] as const)(
    'that are deleted: skipped (%s)',
    (nodes) => {
      const deleted = dense({
        ids: [1, 2, 3],
        // Deleted nodes are written with positions that are none.
        lons: [10, 9_999_999_999, 30],
        lats: [10, 9_999_999_999, 30],
        keysValues: [1, 2, 0, 3, 4, 0, 5, 6, 0],
        visible: [1, 0, 1],
      })
      const found = decode(bytesOf(STRINGS, group(deleted)), { ...ALL, nodes }).nodes
      expect(found?.map((node) => node.id)).toEqual([1, 3])
      if (nodes !== 'coordinates') expect(found?.[1]?.tags).toEqual({ highway: 'primary' })
    },
  )

  test('of several groups follow one another', () => {
    const more = dense({ ids: [20], lons: [5], lats: [6], keysValues: [5, 6, 0] })
    const bare = dense({ ids: [21], lons: [5], lats: [6] })
    const found = decode(bytesOf(STRINGS, group(DENSE), group(more), group(bare))).nodes
    expect(found?.map((node) => node.id)).toEqual([7, 12_000_000_001, 9, 20, 21])
    expect(found?.[3]?.tags).toEqual({ highway: 'primary' })
    expect(found?.[4]?.tags).toEqual({})
  })

  test.each([
    ['granularity 1000', [number(17, 1000)], 10_660_000, 1_080_000],
    ['granularity 1, rounded', [number(17, 1)], 10_660, 1_080],
    ['an offset', [number(19, -1_000_000_000), number(20, 550)], 1_066_006, -9_892_000],
    ['an offset of ten bytes', [number(20, -1)], 1_066_000, 108_000],
  ] as const)('are scaled by %s, which stands behind them', (_name, scale, lonE7, latE7) => {
    const one = dense({ ids: [1], lons: [1_066_000], lats: [108_000] })
    const { nodes } = decode(bytesOf(group(one), ...scale))
    expect(nodes).toEqual([{ id: 1, lonE7, latE7, tags: {} }])
  })
})

describe('plain nodes', () => {
  const node = bytesOf(
    number(1, zigzag(-5)),
    packed(2, [1]),
    packed(3, [2]),
    bytes(4, bytesOf(number(1, 3), number(2, 1_700_000_000))),
    number(8, zigzag(108_000_000)),
    number(9, zigzag(-1_066_000_000)),
  )
  const bare = bytesOf(number(1, zigzag(6)), number(8, zigzag(1)), number(9, zigzag(2)))
  const deleted = bytesOf(number(1, zigzag(7)), bytes(4, number(6, 0)))
  const block = bytesOf(STRINGS, group(bytes(1, node), bytes(1, bare), bytes(1, deleted)))

  test('are the same as dense ones', () => {
    expect(decode(block).nodes).toEqual([
      { id: -5, lonE7: -1_066_000_000, latE7: 108_000_000, tags: { amenity: 'cafe' } },
      { id: 6, lonE7: 2, latE7: 1, tags: {} },
    ])
  })

  test('can be had by tags or as coordinates', () => {
    const tagged = decode(block, { ...ALL, nodes: 'tagged' })
    const coordinates = decode(block, { ...ALL, nodes: 'coordinates' })
    expect(tagged.nodes?.map((found) => found.id)).toEqual([-5])
    expect(coordinates.nodes?.map((found) => found.tags)).toEqual([{}, {}])
  })
})

describe('ways', () => {
  const road = bytesOf(
    number(1, 5_000_000_000),
    packed(2, [5, 3]),
    packed(3, [6, 4]),
    bytes(4, number(1, 1)),
    deltas(8, [9, 12_000_000_001, 7, 9]),
  )
  const deleted = bytesOf(number(1, 2), bytes(4, number(6, 0)))
  const empty = number(1, -3)

  test('have refs and tags', () => {
    const block = bytesOf(STRINGS, group(bytes(3, road), bytes(3, deleted), bytes(3, empty)))
    const { ways, kinds, nodes } = decode(block)
    expect(ways).toEqual([
      {
        id: 5_000_000_000,
        refs: [9, 12_000_000_001, 7, 9],
        tags: { highway: 'primary', name: 'Cà phê Hẻm' },
        line: null,
      },
      { id: -3, refs: [], tags: {}, line: null },
    ])
    expect(nodes).toBeNull()
    expect(kinds).toBe(HAS_WAYS)
    expect(decode(block, { ...ALL, ways: false }).ways).toBeNull()
  })

  test('have positions in files with LocationsOnWays, where the writer knew them', () => {
    const none = 0x7fffffff
    const located = bytesOf(
      number(1, 1),
      deltas(8, [4, 5]),
      deltas(9, [108_000_000, none]),
      deltas(10, [1_066_000_000, none]),
    )
    const other = bytesOf(number(1, 2), deltas(8, [6]))
    const block = bytesOf(group(bytes(3, other), bytes(3, located), bytes(3, other)))
    expect(decode(block).ways?.map((way) => way.line)).toEqual([
      [none, none],
      [1_066_000_000, 108_000_000, none, none],
      [none, none],
    ])
  })
})

test('relations have members of all types, roles and tags', () => {
  const relation = bytesOf(
    number(1, 77),
    packed(2, [1]),
    packed(3, [2]),
    packed(8, [7, 0, 7]),
    deltas(9, [100, 5_000_000_000, 3]),
    packed(10, [1, 0, 2]),
  )
  const deleted = bytesOf(number(1, 78), bytes(4, number(6, 0)))
  const block = bytesOf(STRINGS, group(bytes(4, relation), bytes(4, deleted)))
  const { relations, kinds } = decode(block)
  expect(relations).toEqual([
    { id: 77, members: ['w100@outer', 'n5000000000@', 'r3@outer'], tags: { amenity: 'cafe' } },
  ])
  expect(kinds).toBe(HAS_RELATIONS)
  expect(decode(block, { ...ALL, relations: false }).relations).toBeNull()
})

test('fields of later versions and changesets are skipped', () => {
  const unknown = bytesOf(number(200, 5), bytes(201, 'x'), [...bytesOf([0xcd, 0x0c]), 1, 2, 3, 4])
  const block = bytesOf(STRINGS, unknown, group(bytes(5, number(1, 9)), DENSE, unknown))
  expect(decode(block).nodes?.length).toBe(3)
})

test('strings are found without being decoded', () => {
  const { strings: table } = decodeBlock(bytesOf(STRINGS, group(DENSE)), ALL)
  const texts = table ? new StringTable(table) : NO_STRINGS
  expect(texts.length).toBe(8)
  expect(texts.find('Cà phê Hẻm')).toBe(4)
  expect(texts.find('')).toBe(0)
  expect(texts.find('Cà phê')).toBe(-1)
  expect(texts.at(4)).toBe('Cà phê Hẻm')
})

test('strings come without control characters, but with tabs and line ends', () => {
  const table = strings('', 'na\u0000me', '\u0001Bến\u007f xe\u0000\t1\r\n')
  const one = dense({ ids: [1], lons: [1], lats: [1], keysValues: [1, 2, 0] })
  expect(decode(bytesOf(table, group(one))).nodes?.[0]?.tags).toEqual({ name: 'Bến xe\t1\r\n' })
})

describe('a block is refused', () => {
  const node = (...fields: Bytes[]) => group(bytes(1, bytesOf(...fields)))
  const relation = (...fields: Bytes[]) => group(bytes(4, bytesOf(number(1, 1), ...fields)))
  test.each<[string, Bytes]>([
    ['unlike numbers', group(dense({ ids: [1, 2], lons: [1], lats: [1, 2] }))],
    ['do not match', group(dense({ ids: [1], lons: [1], lats: [1], keysValues: [1, 2] }))],
    ['do not match', group(dense({ ids: [1], lons: [1], lats: [1], keysValues: [1, 2, 0, 0] }))],
    ['do not match', group(dense({ ids: [1], lons: [1], lats: [1], keysValues: [1] }))],
    [
      'short list of flags',
      group(dense({ ids: [1, 2], lons: [1, 2], lats: [1, 2], visible: [1] })),
    ],
    ['string table', group(dense({ ids: [1], lons: [1], lats: [1], keysValues: [1, 2, 0] }))],
    ['outside the world', group(dense({ ids: [1], lons: [1_800_000_001], lats: [1] }))],
    ['outside the world', group(dense({ ids: [1], lons: [1], lats: [-900_000_001] }))],
    ['without id or position', node(number(1, 2), number(8, 2))],
    ['unlike numbers', node(number(1, 2), number(8, 2), number(9, 2), packed(2, [0]))],
    ['without an id', group(bytes(3, deltas(8, [1])))],
    ['unlike numbers', group(bytes(3, bytesOf(number(1, 1), deltas(8, [1, 2]), deltas(9, [1]))))],
    ['unlike numbers', relation(deltas(9, [1, 2]), packed(8, [0, 0]), packed(10, [1]))],
    ['type 3', relation(deltas(9, [1]), packed(8, [0]), packed(10, [3]))],
    ['string table', relation(deltas(9, [1]), packed(8, [0]), packed(10, [1]))],
    ['too large', relation(deltas(9, [1]), packed(8, [2 ** 32]), packed(10, [1]))],
    ['granularity 0', number(17, 0)],
    ['two string tables', bytesOf(STRINGS, STRINGS)],
    ['wire type', number(2, 5)],
    ['wire type 3', Uint8Array.of(0x13)],
    ['without a number', Uint8Array.of(0x00, 0x00)],
    ['longer than its message', Uint8Array.of(0x12, 0x7f)],
    ['middle of a number', Uint8Array.of(0x88, 0x80)],
    ['middle of a number', group(bytes(2, bytes(1, Uint8Array.of(0x80))))],
    ['more than ten bytes', bytesOf([0x88], new Uint8Array(10).fill(0x80), [0x01])],
    ['too large', group(bytes(2, packed(1, [zigzag(2n ** 53n)])))],
    ['too large', group(bytes(2, packed(1, [zigzag(2 ** 52 + 1), zigzag(1)])))],
    ['too large', group(bytes(3, number(1, 2n ** 60n)))],
    ['beyond 2^52', group(bytes(3, number(1, 2n ** 52n + 1n)))],
    ['beyond 2^52', group(bytes(4, number(1, 2n ** 52n + 1n)))],
    ['beyond 2^52', node(number(1, zigzag(-(2n ** 52n) - 1n)), number(8, 2), number(9, 2))],
    ['in pieces', group(bytes(2, bytesOf(deltas(1, [1]), deltas(1, [2]))))],
  ])('%s', (reason, block) => {
    expect(() => decode(block)).toThrow(reason)
  })
})

describe('header', () => {
  const features = (names: readonly string[], field = 4) =>
    bytesOf(...names.map((name) => bytes(field, name)))

  test('says what the file is', () => {
    const box = bytesOf(
      number(1, zigzag(102_100_000_000)),
      number(2, zigzag(109_500_000_000)),
      number(3, zigzag(23_400_000_000)),
      number(4, zigzag(-8_500_000_000)),
    )
    const header = bytesOf(
      bytes(1, box),
      features([...FEATURES, 'LocationsOnWays']),
      features(['Sort.Type_then_ID'], 5),
      bytes(16, 'osmium/1.15.0'),
      number(32, 1_774_473_632),
      number(33, 4734),
      bytes(34, 'updates'),
    )
    expect(decodeHeader(header)).toEqual({
      bbox: { west: 102.1, east: 109.5, north: 23.4, south: -8.5 },
      replicationMs: 1_774_473_632_000,
      generator: 'osmium/1.15.0',
      replicationUrl: 'updates',
      isSorted: true,
      hasLocationsOnWays: true,
    })
  })

  test('may be nearly empty', () => {
    expect(decodeHeader(features(FEATURES))).toEqual({
      bbox: null,
      replicationMs: null,
      generator: null,
      replicationUrl: null,
      isSorted: false,
      hasLocationsOnWays: false,
    })
  })

  test.each(['HistoricalInformation', 'OsmSchema-V0.7', 'Flying'])('refuses %s', (feature) => {
    expect(() => decodeHeader(features([...FEATURES, feature]))).toThrow(feature)
    // Optional features are for those who know them.
    expect(() => decodeHeader(features([feature], 5))).not.toThrow()
  })
})

describe('blob', () => {
  const content = new TextEncoder().encode('Xin chào '.repeat(1000))

  test.each(['raw', 'zlib', 'zstd'] as const)('%s', (compression) => {
    expect(Buffer.from(inflateBlob(blob(content, compression))).equals(content)).toBe(true)
  })

  const damaged = blob(content, 'zlib').map((byte, i) => (i === 40 ? byte ^ 8 : byte))
  test.each<[string, Bytes]>([
    ['without content', bytesOf()],
    ['lzma, bzip2 or lz4', bytesOf(number(2, 1), bytes(6, 'x'))],
    ['zlib data is damaged', damaged],
    ['zlib data is damaged', bytesOf(number(2, 5), bytes(3, 'hello'))],
    ['zstd data is damaged', bytesOf(number(2, 5), bytes(7, 'hello'))],
    ['without its size', bytes(3, 'x')],
    ['more than 32 MiB', bytesOf(number(2, 33_554_433), bytes(3, 'x'))],
    ['should have 8', bytesOf(number(2, 8), bytes(1, 'xxxxxxx'))],
    ['two contents', bytesOf(bytes(1, 'x'), bytes(1, 'x'))],
  ])('is refused: %s', (reason, bad) => {
    expect(() => inflateBlob(bad)).toThrow(reason)
  })

  test.each([
    ['zlib', 9_999],
    ['zlib', 1],
    ['zstd', 9_999],
    ['zstd', 1],
  ] as const)('%s that inflates to another size than %d is refused', (compression, size) => {
    const sound = blob(content, compression)
    const claimed = bytesOf(number(2, size), sound.subarray(number(2, content.length).length))
    expect(() => inflateBlob(claimed)).toThrow(/damaged|should have/)
  })

  test('header is refused beyond 32 MiB or without type', () => {
    expect(() => readBlobHeader(bytesOf(bytes(1, 'OSMData'), number(3, 33_554_433)))).toThrow('32')
    expect(() => readBlobHeader(number(3, 5))).toThrow('without type')
    expect(readBlobHeader(bytesOf(bytes(1, 'OSMData'), bytes(2, 'index'), number(3, 5)))).toEqual({
      type: 'OSMData',
      blobBytes: 5,
    })
  })
})
