import { describe, expect, test } from 'bun:test'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deserialize } from 'flatgeobuf/lib/mjs/geojson.js'
import { ServiceError } from '../../src/base/errors.ts'
import { signedArea2 } from '../../src/geo/ring.ts'
import {
  MEMBER_WAY,
  type NodeBlock,
  type RelationBlock,
  refsOf,
  tagsOf,
  type WayBlock,
} from '../../src/osm/block.ts'
import { NodeIds, NodeStore } from '../../src/osm/node-store.ts'
import { readOsm } from '../../src/osm/read.ts'
import {
  type Assembly,
  assembleRings,
  type MemberWay,
  RING_ROLES,
} from '../../src/osm/rings/rings.ts'
import { sharedData } from '../shared-data.ts'
import { relationsOf } from './objects.ts'

/*
 * Real extracts. Without the shared data the tests are skipped, and those that compare with osmium
 * without osmium-tool too, except in CI.
 */

const EXTRACTS = [
  'hcmc-an-dong.osm.pbf',
  'hanoi-roads-2025.osm.pbf',
  'liechtenstein.osm.pbf',
  'andorra.osm.pbf',
  'vietnam-dev.osm.pbf',
]
const hasOsmium = Bun.which('osmium') !== null || process.env['CI'] === 'true'

describe('every object is the one that osmium reads', () => {
  for (const name of EXTRACTS) {
    const path = sharedData(name)
    const why = path === null ? ' (skipped: no shared data)' : ' (skipped: no osmium-tool)'
    test.skipIf(path === null || !hasOsmium)(`${name}${hasOsmium && path ? '' : why}`, async () => {
      expect(await checksumOf(path ?? '')).toEqual(await osmiumChecksumOf(path ?? ''))
    })
  }
})

const small = sharedData('hcmc-an-dong.osm.pbf')
test.skipIf(small === null || !hasOsmium).each(['osm', 'osm.gz'])('as %s too', async (format) => {
  const directory = mkdtempSync(join(tmpdir(), 'saola-osm-'))
  try {
    const path = join(directory, `town.${format}`)
    const convert = Bun.spawnSync(['osmium', 'cat', small ?? '', '-o', path])
    expect(convert.exitCode).toBe(0)
    expect(await checksumOf(path)).toEqual(await checksumOf(small ?? ''))
  } finally {
    rmSync(directory, { recursive: true })
  }
})

interface Checksum {
  readonly objects: number
  readonly sha1: string
}

class Summing {
  private readonly hash = new Bun.CryptoHasher('sha1')
  private objects = 0

  add(line: string): void {
    this.hash.update(line)
    this.objects++
  }

  sum(): Checksum {
    return { objects: this.objects, sha1: this.hash.digest('hex') }
  }
}

/** Checksum over all objects as lines of OPL without its escapes. */
async function checksumOf(path: string): Promise<Checksum> {
  const sum = new Summing()
  const want = { nodes: 'all', ways: true, relations: true } as const
  await readOsm(path, want, {
    nodes: (block) => addNodes(block, sum),
    ways: (block) => addWays(block, sum),
    relations: (block) => addRelations(block, sum),
  })
  return sum.sum()
}

function addNodes(block: NodeBlock, sum: Summing): void {
  for (let i = 0; i < block.ids.length; i++) {
    const position = `x${degrees(block.lonE7[i])} y${degrees(block.latE7[i])}`
    sum.add(`n${block.ids[i]} T${tagText(tagsOf(block, i))} ${position}`)
  }
}

function addWays(block: WayBlock, sum: Summing): void {
  for (let i = 0; i < block.ids.length; i++) {
    const refs = [...refsOf(block, i)].map((ref) => `n${ref}`).join(',')
    sum.add(`w${block.ids[i]} T${tagText(tagsOf(block, i))} N${refs}`)
  }
}

function addRelations(block: RelationBlock, sum: Summing): void {
  for (const { id, tags, members } of relationsOf(block)) {
    sum.add(`r${id} T${tagText(tags)} M${members.join(',')}`)
  }
}

function tagText(tags: Readonly<Record<string, string>>): string {
  let text = ''
  for (const key in tags) text += `${text === '' ? '' : ','}${key}=${tags[key]}`
  return text
}

/** As osmium prints it: whole digits, no zeros at the end. */
function degrees(e7 = Number.NaN): string {
  const digits = String(Math.abs(e7)).padStart(8, '0')
  const fraction = digits.slice(-7).replace(/0+$/, '')
  const whole = `${e7 < 0 ? '-' : ''}${digits.slice(0, -7)}`
  return fraction === '' ? whole : `${whole}.${fraction}`
}

async function osmiumChecksumOf(path: string): Promise<Checksum> {
  const sum = new Summing()
  const command = ['osmium', 'cat', path, '-f', 'opl,add_metadata=false', '-o', '-']
  const osmium = Bun.spawn(command, { stdout: 'pipe', stderr: 'ignore' })
  let rest = ''
  for await (const text of osmium.stdout.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) sum.add(line.includes('%') ? unescapeOpl(line) : line)
  }
  expect(await osmium.exited).toBe(0)
  return sum.sum()
}

function unescapeOpl(line: string): string {
  return line.replace(/%([0-9a-f]+)%/g, (_all, hex: string) =>
    String.fromCodePoint(Number.parseInt(hex, 16)),
  )
}

const truncated = sharedData('truncated.osm.pbf')
test.skipIf(truncated === null)('a download that was cut is refused', async () => {
  let nodes = 0
  const want = { nodes: 'coordinates', ways: true, relations: true } as const
  const reading = readOsm(truncated ?? '', want, {
    nodes(block) {
      nodes += block.ids.length
    },
    ways() {},
    relations() {},
  })
  const error = await reading.catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(ServiceError)
  expect(error).toHaveProperty('code', 'INVALID_FILE')
  expect(String(error)).toMatch(
    /truncated\.osm\.pbf ends in the middle of a block.*\(at byte 4048174\).*download it again/,
  )
  expect(nodes).toBeGreaterThan(0)
})

const vietnam = sharedData('vietnam-dev.osm.pbf')
const provinces = sharedData('boundaries/provinces.fgb')
const wards = sharedData('boundaries/wards.fgb')

describe.skipIf(!vietnam || !provinces || !wards)('boundaries of Vietnam', () => {
  test('all 34 provinces and 3,321 wards assemble, with the areas of the reference', async () => {
    const units = await assembleUnits(vietnam ?? '')
    for (const [level, file, count] of [
      ['4', provinces ?? '', 34],
      ['6', wards ?? '', 3321],
    ] as const) {
      const found = units.filter((unit) => unit.level === level)
      expect(
        found.filter((unit) => unit.assembly.polygons === null).map((unit) => unit.code),
      ).toEqual([])
      expect(found.length).toBe(count)
      expect(problemsOf(found)).toEqual(level === '6' ? ['03460 flat ring'] : [])
      const expected = await referenceAreas(file)
      expect(expected.size).toBe(count)
      let total = 0
      let expectedTotal = 0
      for (const { code, assembly } of found) {
        const area = areaOf(assembly)
        const reference = expected.get(code) ?? Number.NaN
        total += area
        expectedTotal += reference
        // Simplified to 0.0001 degrees, its line is on either side of ours by turns.
        expect(Math.abs(area - reference)).toBeLessThan(0.00005 * outlineOf(assembly))
      }
      expect(Math.abs(total / expectedTotal - 1)).toBeLessThan(1e-5)
    }
  })
})

interface AssembledUnit {
  readonly level: string
  readonly code: string
  readonly assembly: Assembly
}

function problemsOf(units: readonly AssembledUnit[]): string[] {
  return units.flatMap(({ code, assembly }) =>
    assembly.problems
      .filter((problem) => problem.kind !== 'repeated points')
      .map((problem) => `${code} ${problem.kind}`),
  )
}

/** Square degrees. */
function areaOf(assembly: Assembly): number {
  const rings = assembly.polygons?.flat() ?? []
  return rings.reduce((sum, ring) => sum + signedArea2(ring) / 2e14, 0)
}

/** Length of all rings, degrees. */
function outlineOf(assembly: Assembly): number {
  let length = 0
  for (const ring of assembly.polygons?.flat() ?? []) {
    for (let i = 2; i < ring.length; i += 2) {
      const dx = (ring[i] ?? 0) - (ring[i - 2] ?? 0)
      const dy = (ring[i + 1] ?? 0) - (ring[i - 1] ?? 0)
      length += Math.hypot(dx, dy) / 1e7
    }
  }
  return length
}

async function assembleUnits(path: string): Promise<AssembledUnit[]> {
  const units: { level: string; code: string; ways: number[] }[] = []
  const map = await readOsm(
    path,
    { nodes: 'none', ways: false, relations: true },
    {
      relations(block) {
        for (let i = 0; i < block.ids.length; i++) {
          // The boundaries that the data's README speaks of: those with an official code.
          const tags = tagsOf(block, i)
          const code = tags['ref']
          const isUnit = tags['boundary'] === 'administrative' && (block.ids[i] ?? 0) >= 100_000_000
          if (!isUnit || code === undefined) continue
          units.push({ level: tags['admin_level'] ?? '', code, ways: waysOfRelation(block, i) })
        }
      },
    },
  )
  const refs = new Map<number, Float64Array>(
    units.flatMap((unit) => unit.ways.map((id) => [id, NONE])),
  )
  const wanted = new NodeIds()
  await readOsm(
    path,
    { nodes: 'none', ways: true, relations: false },
    {
      ways(block) {
        for (let i = 0; i < block.ids.length; i++) {
          const id = block.ids[i] ?? 0
          if (!refs.has(id)) continue
          refs.set(id, refsOf(block, i))
          wanted.add(refsOf(block, i))
        }
      },
    },
    { map },
  )
  const store = new NodeStore(wanted.finish())
  const nodes = (block: NodeBlock) => store.fill(block)
  await readOsm(path, { nodes: 'coordinates', ways: false, relations: false }, { nodes }, { map })
  const memberOf = (id: number): MemberWay => {
    const found = refs.get(id) ?? NONE
    return { id, refs: found, line: found === NONE ? null : store.lineOf(found) }
  }
  return units.map(({ level, code, ways }) => ({
    level,
    code,
    assembly: assembleRings(ways.map(memberOf)),
  }))
}

const NONE = new Float64Array(0)

function waysOfRelation(block: RelationBlock, i: number): number[] {
  const ways: number[] = []
  for (let m = block.memberFirst[i] ?? 0; m < (block.memberFirst[i + 1] ?? 0); m++) {
    const role = block.strings.at(block.memberRole[m] ?? -1)
    if (block.memberType[m] === MEMBER_WAY && RING_ROLES.has(role))
      ways.push(block.memberId[m] ?? 0)
  }
  return ways
}

async function referenceAreas(path: string): Promise<Map<string, number>> {
  const areas = new Map<string, number>()
  for await (const feature of deserialize(new Uint8Array(readFileSync(path)))) {
    const { geometry, properties } = feature
    const polygons =
      geometry.type === 'MultiPolygon'
        ? geometry.coordinates
        : geometry.type === 'Polygon'
          ? [geometry.coordinates]
          : []
    let area = 0
    for (const polygon of polygons) {
      polygon.forEach((ring, i) => {
        const size = Math.abs(
          signedArea2(
            Int32Array.from(ring.flatMap(([lon = 0, lat = 0]) => [lon * 1e7, lat * 1e7])),
          ),
        )
        area += (i === 0 ? size : -size) / 2e14
      })
    }
    areas.set(String(properties?.['code']), area)
  }
  return areas
}
