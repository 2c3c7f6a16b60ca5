import { afterAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { ServiceError } from '../../src/base/errors.ts'
import type { OsmHeader, OsmWant } from '../../src/osm/block.ts'
import { type OsmOptions, readOsm } from '../../src/osm/read.ts'
import { gather, type PlainObjects } from './objects.ts'
import {
  type Bytes,
  blob,
  bytes,
  bytesOf,
  type Compression,
  deltas,
  dense,
  frame,
  group,
  headerFrame,
  number,
  packed,
  pbfFile,
  strings,
} from './pbf-writer.ts'

const ALL: OsmWant = { nodes: 'all', ways: true, relations: true }
const directory = mkdtempSync(join(tmpdir(), 'saola-osm-'))
afterAll(() => rmSync(directory, { recursive: true }))

const STRINGS = strings('', 'name', 'Hồ Gươm', 'outer')
const NODES = bytesOf(
  STRINGS,
  group(
    dense({
      ids: [1, 2],
      lons: [1_058_000_000, 5],
      lats: [210_000_000, 6],
      keysValues: [1, 2, 0, 0],
    }),
  ),
)
const WAYS = bytesOf(
  STRINGS,
  group(bytes(3, bytesOf(number(1, 10), packed(2, [1]), packed(3, [2]), deltas(8, [1, 2])))),
)
const RELATIONS = bytesOf(
  STRINGS,
  group(bytes(4, bytesOf(number(1, 20), packed(8, [3]), deltas(9, [10]), packed(10, [1])))),
)
const BLOCKS = [NODES, WAYS, RELATIONS]

const EXPECTED: PlainObjects = {
  nodes: [
    { id: 1, lonE7: 1_058_000_000, latE7: 210_000_000, tags: { name: 'Hồ Gươm' } },
    { id: 2, lonE7: 5, latE7: 6, tags: {} },
  ],
  ways: [{ id: 10, refs: [1, 2], tags: { name: 'Hồ Gươm' }, line: null }],
  relations: [{ id: 20, members: ['w10@outer'], tags: {} }],
}

const XML = `<?xml version="1.0" encoding="UTF-8"?>
<osm version="0.6" generator="hand">
  <meta osm_base="2026-03-25T21:20:32Z"/>
  <bounds minlat="20.9" minlon="105.7" maxlat="21.1" maxlon="105.9"/>
  <node id="1" lat="21.0000000" lon="105.8" version="3"><tag k="name" v="Hồ Gươm"/></node>
  <node id="2" lat="0.0000006" lon="5e-7"/>
  <node id="3" visible="false"/>
  <way id="10"><nd ref="1"/><nd ref="2"/><tag k="name" v="Hồ Gươm"/></way>
  <relation id="20"><member type="way" ref="10" role="outer"/></relation>
</osm>
`

let files = 0
function write(content: Uint8Array | string): string {
  const path = join(directory, `${++files}.osm`)
  writeFileSync(path, content)
  return path
}

async function readAll(path: string, options: OsmOptions = { threads: 0 }): Promise<PlainObjects> {
  const { objects, handlers } = gather()
  await readOsm(path, ALL, handlers, options)
  return objects
}

/** The message of the refusal; anything but `INVALID_FILE` fails the test. */
async function refusalOf(path: string, options?: OsmOptions): Promise<string> {
  const error = await readAll(path, options).then(
    () => new Error('the file was accepted'),
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof ServiceError)) throw error
  expect(error.code).toBe('INVALID_FILE')
  expect(error.message).toContain(path)
  return error.message
}

describe('a file is read', () => {
  test.each(['raw', 'zlib', 'zstd'] as const)('PBF, %s blobs', async (compression) => {
    const path = write(pbfFile(BLOCKS, compression))
    expect(await readAll(path)).toEqual(EXPECTED)
    expect(await readAll(path, { threads: 2 })).toEqual(EXPECTED)
  })

  test('XML, plain and gzipped, whatever its name is', async () => {
    expect(await readAll(write(XML))).toEqual(EXPECTED)
    expect(await readAll(write(`\ufeff${XML}`))).toEqual(EXPECTED)
    expect(await readAll(write(gzipSync(XML)))).toEqual(EXPECTED)
    expect(await readAll(write('<osm version="0.6"/>'))).toEqual({
      nodes: [],
      ways: [],
      relations: [],
    })
  })

  test('header first, from PBF and XML', async () => {
    const headers: OsmHeader[] = []
    const handlers = {
      ...gather().handlers,
      header: (header: OsmHeader) => void headers.push(header),
    }
    await readOsm(write(pbfFile(BLOCKS)), ALL, handlers, { threads: 0 })
    await readOsm(write(XML), ALL, handlers)
    const box = { west: 105.7, south: 20.9, east: 105.9, north: 21.1 }
    expect(headers.map((header) => header.bbox)).toEqual([null, box])
    expect(headers[1]?.replicationMs).toBe(Date.UTC(2026, 2, 25, 21, 20, 32))
    expect(headers[1]?.generator).toBe('hand')
  })

  test.each([0, 1, 3])('in file order by %d threads, though handlers are slow', async (threads) => {
    const blocks = Array.from({ length: 40 }, (_, i) =>
      group(dense({ ids: [i], lons: [i], lats: [i] })),
    )
    const path = write(pbfFile(blocks))
    const seen: number[] = []
    let inside = 0
    const want = { nodes: 'all', ways: false, relations: false } as const
    const nodes = async ({ ids }: { ids: Float64Array }) => {
      expect(++inside).toBe(1)
      if (seen.length % 7 === 0) await Bun.sleep(1)
      seen.push(...ids)
      inside--
    }
    await readOsm(path, want, { nodes }, { threads })
    expect(seen).toEqual(blocks.map((_, i) => i))
  })

  test('with blocks of unknown type between', async () => {
    const content = bytesOf(pbfFile([NODES]), frame('Index', bytesOf([1, 2, 3])))
    expect((await readAll(write(content))).nodes).toEqual(EXPECTED.nodes)
  })

  test('a second time only where the wanted kind is', async () => {
    const path = write(pbfFile([NODES, WAYS, NODES, RELATIONS]))
    const want = { nodes: 'none', ways: true, relations: false } as const
    const map = await readOsm(path, want, { ways() {} }, { threads: 0 })
    // A map is right even when the first reading wanted something else.
    const { objects, handlers } = gather()
    const again = await readOsm(path, { ...want, relations: true }, handlers, { threads: 0, map })
    expect(objects).toEqual({ ...EXPECTED, nodes: [] })
    expect(again).toEqual(map)
    const bare = EXPECTED.nodes.map((node) => ({ ...node, tags: {} }))
    expect(await readAll(path, { threads: 0, map })).toEqual({
      ...EXPECTED,
      nodes: [...EXPECTED.nodes, ...bare],
    })
    const other = write(pbfFile([NODES]))
    expect(await refusalOf(other, { threads: 0, map })).toContain('changed')
  })

  const tag = (value: number | string) => `<tag k="name" v="${value}"/>`
  const drawn: Record<string, (id: number, name: string) => string> = {
    node: (id, name) => `<node id="${id}" lat="1" lon="1">${name && tag(name)}</node>`,
    way: (id, name) => `<way id="${id}"><nd ref="1"/>${name && tag(name)}</way>`,
    relation: (id, name) => `<relation id="${id}">${name && tag(name)}</relation>`,
  }
  test.each([
    ['one after the other', [1, 1, 2], [2]],
    ['with others between', [1, 2, 3, 1, 2], [4, 5]],
    ['in no order', [5, 3, 4, 3, 5, 9, 9, 1], [4, 5, 7]],
    ['three times', [7, 7, 7], [2, 3]],
    ['falling, as editors number new ones', [-1, -2, -1], [3]],
    ['never', [3, 1, 2], []],
  ])('with tags the first time only, where it holds objects %s', async (_, ids, repeated) => {
    for (const kind of ['node', 'way', 'relation'] as const) {
      // Eight thousand between fill a block of their own: repeats reach over blocks.
      const long = Array.from({ length: 8_000 }, (_, i) => drawn[kind]?.(1_000 + i, 'x') ?? '')
      const few = ids.map((id, i) => drawn[kind]?.(id, `${i + 1}`) ?? '')
      const bare = drawn[kind]?.(ids[0] ?? 0, '') ?? ''
      for (const objects of [few, [bare, ...few, bare], [...few, ...long, few.at(-1) ?? '']]) {
        const told: number[] = []
        const path = write(`<osm version="0.6">${objects.join('')}</osm>`)
        const onRepeat = (of: string, id: number) => void (of === kind && told.push(id))
        const found = (await readAll(path, { onRepeat }))[`${kind}s`]
        const names = found
          .map(({ tags }) => tags['name'] ?? '')
          .filter((name) => !/^x?$/.test(name))
        const first = ids.map((_, i) => i + 1).filter((at) => !repeated.includes(at))
        expect(names).toEqual(first.map(String))
        expect(found).toHaveLength(objects.length)
        const again = objects.length > 100 ? [ids.at(-1)] : []
        expect<unknown>(told).toEqual([...repeated.map((at) => ids[at - 1]), ...again])
      }
    }
  })

  test('and says how far it is', async () => {
    const content = pbfFile(BLOCKS)
    const progress: number[] = []
    const onProgress = ({ readBytes, totalBytes }: { readBytes: number; totalBytes: number }) => {
      expect(totalBytes).toBe(content.length)
      progress.push(readBytes)
    }
    await readAll(write(content), { threads: 0, onProgress })
    expect(progress.length).toBeGreaterThanOrEqual(BLOCKS.length)
    expect(progress).toEqual(progress.toSorted((a, b) => a - b))
    expect(progress.at(-1)).toBe(content.length)
  })
})

describe('reading stops', () => {
  const blocks = Array.from({ length: 50 }, () => NODES)

  test.each([0, 2])('when told to, with %d threads', async (threads) => {
    const control = new AbortController()
    let seen = 0
    const nodes = () => {
      if (++seen === 3) control.abort()
    }
    const want = { nodes: 'all', ways: false, relations: false } as const
    const options = { threads, signal: control.signal }
    const reading = readOsm(write(pbfFile(blocks)), want, { nodes }, options)
    expect(await reading.catch((error: ServiceError) => error.code)).toBe('INTERRUPTED')
    expect(seen).toBe(3)
  })

  test('before it begins', async () => {
    const signal = AbortSignal.abort()
    const reading = readAll(write(pbfFile(BLOCKS)), { signal })
    expect(await reading.catch((error: ServiceError) => error.code)).toBe('INTERRUPTED')
  })

  test.each([0, 2])('when a handler throws, with its error (%d threads)', async (threads) => {
    const failure = new Error('disk full')
    const nodes = () => Promise.reject(failure)
    const want = { nodes: 'all', ways: false, relations: false } as const
    const reading = readOsm(write(pbfFile(blocks)), want, { nodes }, { threads })
    expect(await reading.catch((error: unknown) => error)).toBe(failure)
  })
})

describe('a file is refused', () => {
  const cases: [string, Uint8Array | string, RegExp][] = [
    ['empty', '', /is empty/],
    ['text', 'hello world', /not OpenStreetMap data.*\.osm\.pbf/],
    ['a page', '<!DOCTYPE html>\n<html>', /web page/],
    ['bzip2', 'BZh91AY&SY', /bunzip2/],
    ['zip', 'PK\x03\x04', /zip archive/],
    ['changes', '<osmChange version="0.6"/>', /change file/],
    ['other XML', '<gpx/>', /root <gpx>/],
    ['XML without end', XML.slice(0, -20), /ends before its <\/osm>.*download it again/],
    ['XML with a slip', XML.replace('</way>', '</wey>'), /line 8.*download it again/],
    ['XML without positions', XML.replace('lat="21.0000000"', ''), /node 1 .*\(in line 5\)/],
    ['XML with an odd id', XML.replace('<way id="10"', '<way id="1x"'), /way without an id/],
    ['XML beyond the world', XML.replace('105.8', '185.8'), /node 1 outside the world/],
    ['XML in Latin 1', bytesOf(new TextEncoder().encode(XML.slice(0, 300)), [0xe9, 0x20]), /UTF-8/],
    [
      'XML with a way in a way',
      XML.replace('<nd ref="1"/>', '<way id="9"/>'),
      /<way> inside.* line 8/,
    ],
    [
      'XML with a node in a note',
      XML.replace('<meta', '<a><node id="9"/></a><meta'),
      /<node> inside/,
    ],
    ['XML with a hexadecimal', XML.replace('105.8"', '0x10"'), /node 1 at '0x10', .*line 5/],
    ['XML with an infinity', XML.replace('105.8"', 'Infinity"'), /node 1 at 'Infinity'/],
    ['XML with a huge id', XML.replace('<way id="10"', '<way id="4503599627370497"'), /497.*2\^52/],
    [
      'XML with a huge ref',
      XML.replace('ref="10"', 'ref="-9007199254740991"'),
      /-9007199254740991/,
    ],
    ['an endless way', XML.replace('<nd ref="1"/>', '<nd ref="1"/>'.repeat(100_001)), /nodes, 10 /],
    ['cut gzip', gzipSync(XML).subarray(0, -30), /middle of its gzip data/],
    ['spoilt gzip', gzipSync(XML).map((byte, i) => (i === 50 ? ~byte : byte)), /gzip data/],
    ['data first', frame('OSMData', blob(bytes(1, 'OSMHeader'), 'raw')), /header/],
    ['history', headerFrame(['OsmSchema-V0.6', 'HistoricalInformation']), /history file/],
    ['unknown feature', headerFrame(['OsmSchema-V0.6', 'Flying']), /"Flying"/],
    ['long header', bytesOf(headerFrame(), [0, 1, 0, 1], new Uint8Array(70_000)), /64 KiB/],
    ['long blob', bytesOf(headerFrame(), hugeFrame()), /more than 32 MiB/],
  ]
  test.each(cases)('%s', async (_name, content, reason) => {
    expect(await refusalOf(write(content))).toMatch(reason)
  })

  test('missing', async () => {
    expect(await refusalOf(join(directory, 'none.osm.pbf'))).toContain('does not exist')
  })

  test('a directory', async () => {
    expect(await refusalOf(directory)).toContain('is a directory')
  })

  test('with the byte of the damaged block, from threads too', async () => {
    const sound = pbfFile([NODES])
    const broken = bytesOf(STRINGS, group(dense({ ids: [1], lons: [1, 2], lats: [1] })))
    const path = write(
      bytesOf(sound, frame('OSMData', blob(broken)), frame('OSMData', blob(NODES))),
    )
    for (const threads of [0, 2]) {
      const message = await refusalOf(path, { threads })
      expect(message).toContain(
        `unlike numbers of ids and positions (in the block at byte ${sound.length})`,
      )
      expect(message).toContain('download it again')
    }
  })
})

function hugeFrame(): Bytes {
  const header = bytesOf(bytes(1, 'OSMData'), number(3, 33_554_433))
  return bytesOf([0, 0, 0, header.length], header)
}

describe('damage never gets through as anything but INVALID_FILE', () => {
  const compression = fc.constantFrom<Compression>('raw', 'zlib', 'zstd')

  test('cut anywhere', async () => {
    const ends = new Map<Compression, Set<number>>()
    for (const way of ['raw', 'zlib', 'zstd'] as const) {
      const lengths = BLOCKS.map((_, i) => pbfFile(BLOCKS.slice(0, i + 1), way).length)
      ends.set(way, new Set([headerFrame().length, ...lengths]))
    }
    await fc.assert(
      fc.asyncProperty(
        compression,
        fc.double({ min: 0, max: 1, noNaN: true }),
        async (way, part) => {
          const whole = pbfFile(BLOCKS, way)
          const length = Math.floor(part * (whole.length - 1))
          // Cut between two blocks, a file is a whole one: nothing in it says how many there are.
          fc.pre(!ends.get(way)?.has(length))
          await refusalOf(write(whole.subarray(0, length)))
        },
      ),
      { numRuns: 300 },
    )
  })

  test('any byte changed, with or without a checksum over it', async () => {
    await fc.assert(
      fc.asyncProperty(
        compression,
        fc.nat(),
        fc.integer({ min: 1, max: 255 }),
        async (way, at, flip) => {
          const content = pbfFile(BLOCKS, way)
          const place = at % content.length
          content[place] = (content[place] ?? 0) ^ flip
          // Without a checksum a changed digit is a number like any other.
          await readAll(write(content)).catch((error: unknown) => {
            if (!(error instanceof ServiceError) || error.code !== 'INVALID_FILE') throw error
          })
        },
      ),
      { numRuns: 1000 },
    )
  })

  test('any bytes as a block', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 60 }), async (content) => {
        const path = write(bytesOf(headerFrame(), frame('OSMData', blob(content, 'raw'))))
        await readAll(path).catch((error: unknown) => {
          if (!(error instanceof ServiceError) || error.code !== 'INVALID_FILE') throw error
        })
      }),
      { numRuns: 500 },
    )
  })
})
