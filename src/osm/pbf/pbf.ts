import { type Column, uint32Column } from '../../base/column.ts'
import type { NodeColumns, OsmHeader, OsmWant, RelationColumns, WayColumns } from '../block.ts'
import { NodeScratch, RelationScratch, WayScratch } from '../columns.ts'
import { fault } from '../fault.ts'
import { checkObjects, checkStrings } from './limits.ts'
import { readDenseNodes, readNode } from './pbf-nodes.ts'
import { readRelation } from './pbf-relations.ts'
import { readWay } from './pbf-ways.ts'
import { Fields, NO_BYTES, type Range } from './protobuf.ts'
import type { Scale } from './scale.ts'
import type { StringColumns } from './strings.ts'

/*
 * The content of the blobs of an OSM PBF file, inflated.
 * Source: wiki.openstreetmap.org, "PBF Format", and its osmformat.proto.
 */

/** One PrimitiveBlock; null where nothing was wanted or there. All its memory can be moved. */
export interface DecodedBlock {
  /** null when no object that was decoded can refer to a string. */
  readonly strings: StringColumns | null
  readonly nodes: NodeColumns | null
  readonly ways: WayColumns | null
  readonly relations: RelationColumns | null
  /** Kinds in the block, wanted or not: HAS_NODES | HAS_WAYS | HAS_RELATIONS. */
  readonly kinds: number
}

export const HAS_NODES = 1
export const HAS_WAYS = 2
export const HAS_RELATIONS = 4

const FEATURES_KNOWN = ['OsmSchema-V0.6', 'DenseNodes', 'LocationsOnWays']
const GRANULARITY_DEFAULT = 100
const NANODEGREES = 1e9

// Scratch memory, reused from block to block: decoding is synchronous, one thread has one of each.
const nodes = new NodeScratch()
const ways = new WayScratch()
const relations = new RelationScratch()
const stringFirst = uint32Column()
const stringEnd = uint32Column()

/** Decodes a HeaderBlock. Refuses a file that requires what this reader does not know. */
export function decodeHeader(bytes: Uint8Array): OsmHeader {
  let bbox: OsmHeader['bbox'] = null
  let replicationMs: number | null = null
  let generator: string | null = null
  let replicationUrl: string | null = null
  const features: string[] = []
  const fields = new Fields(bytes, 0, bytes.length)
  while (fields.next()) {
    switch (fields.field) {
      case 1:
        bbox = readBbox(fields.message())
        break
      case 4:
        checkFeature(fields.text())
        features.push(fields.text())
        break
      case 5:
        features.push(fields.text())
        break
      case 16:
        generator = fields.text()
        break
      case 32:
        replicationMs = fields.int() * 1000
        break
      case 34:
        replicationUrl = fields.text()
        break
    }
  }
  return {
    bbox,
    replicationMs,
    generator,
    replicationUrl,
    isSorted: features.includes('Sort.Type_then_ID'),
    hasLocationsOnWays: features.includes('LocationsOnWays'),
  }
}

function checkFeature(feature: string): void {
  if (FEATURES_KNOWN.includes(feature)) return
  if (feature === 'HistoricalInformation') {
    fault(
      'is a history file (it requires HistoricalInformation)',
      "Make a plain one: 'osmium time-filter IN -o OUT.osm.pbf'.",
    )
  }
  fault(
    `requires the feature ${JSON.stringify(feature)}, which this version of Saola cannot read`,
    "Convert it: 'osmium cat IN -o OUT.osm.pbf'.",
  )
}

function readBbox(fields: Fields): OsmHeader['bbox'] {
  const sides = [0, 0, 0, 0]
  while (fields.next()) {
    if (fields.field >= 1 && fields.field <= 4)
      sides[fields.field - 1] = fields.sint() / NANODEGREES
  }
  const [west = 0, east = 0, north = 0, south = 0] = sides
  return { west, south, east, north }
}

/**
 * Decodes the wanted kinds of one PrimitiveBlock. Throws `OsmFault` for bytes that are none, and
 * never anything else.
 */
export function decodeBlock(bytes: Uint8Array, want: OsmWant): DecodedBlock {
  const layout = readLayout(bytes)
  nodes.begin()
  ways.begin()
  relations.begin()
  let kinds = 0
  for (const group of layout.groups) kinds |= readGroup(bytes, group, layout.scale, want)
  const tables = [nodes.tags, ways.tags, relations.tags]
  const indexes = [...tables.flatMap((tags) => [tags.key, tags.value]), relations.memberRole]
  for (const column of indexes) checkStringIndexes(column)
  const usesStrings = indexes.some((column) => column.length > 0)
  return {
    strings: usesStrings ? takeStrings(bytes, layout.strings) : null,
    nodes: nodes.take(),
    ways: ways.take(),
    relations: relations.take(),
    kinds,
  }
}

interface Layout {
  readonly scale: Scale
  /** The string table; its strings are in `stringFirst` and `stringEnd`. */
  readonly strings: Range
  readonly groups: readonly Range[]
}

/** The scale stands behind the groups that need it: look at the whole block first. */
function readLayout(bytes: Uint8Array): Layout {
  let strings = NO_BYTES
  const groups: Range[] = []
  let granularity = GRANULARITY_DEFAULT
  let lonOffset = 0
  let latOffset = 0
  stringFirst.length = 0
  stringEnd.length = 0
  const fields = new Fields(bytes, 0, bytes.length)
  while (fields.next()) {
    switch (fields.field) {
      case 1:
        if (strings.to > 0) fault('has a block with two string tables')
        strings = fields.range()
        readStrings(fields.message())
        break
      case 2:
        groups.push(fields.range())
        checkObjects(groups.length)
        break
      case 17:
        granularity = fields.int()
        break
      case 19:
        latOffset = fields.int()
        break
      case 20:
        lonOffset = fields.int()
        break
    }
  }
  if (granularity <= 0) fault(`has a block of granularity ${granularity}`)
  return { scale: { granularity, lonOffset, latOffset }, strings, groups }
}

function readStrings(table: Fields): void {
  while (table.next()) {
    if (table.field !== 1) continue
    const { from, to } = table.range()
    stringFirst.push(from)
    stringEnd.push(to)
    checkStrings(stringEnd.length)
  }
}

function takeStrings(bytes: Uint8Array, table: Range): StringColumns {
  const first = stringFirst.take()
  const end = stringEnd.take()
  for (let i = 0; i < first.length; i++) {
    first[i]! -= table.from
    end[i]! -= table.from
  }
  const copy = new Uint8Array(table.to - table.from)
  copy.set(bytes.subarray(table.from, table.to))
  return { bytes: copy, first, end }
}

function checkStringIndexes(column: Column<Uint32Array<ArrayBuffer>>): void {
  const indexes = column.reserve(0)
  let largest = -1
  for (let i = 0; i < column.length; i++) if (indexes[i]! > largest) largest = indexes[i]!
  if (largest >= stringFirst.length) fault('has a tag or role that is not in its string table')
}

/** Reads one PrimitiveGroup into the scratch columns. Returns the kinds that it holds. */
function readGroup(bytes: Uint8Array, group: Range, scale: Scale, want: OsmWant): number {
  let kinds = 0
  const fields = new Fields(bytes, group.from, group.to)
  while (fields.next()) {
    switch (fields.field) {
      case 1:
        kinds |= HAS_NODES
        if (want.nodes !== 'none') readNode(bytes, fields.message(), scale, want.nodes, nodes)
        break
      case 2:
        kinds |= HAS_NODES
        if (want.nodes !== 'none') readDenseNodes(bytes, fields.message(), scale, want.nodes, nodes)
        break
      case 3:
        kinds |= HAS_WAYS
        if (want.ways) readWay(bytes, fields.message(), scale, ways)
        break
      case 4:
        kinds |= HAS_RELATIONS
        if (want.relations) readRelation(bytes, fields.message(), relations)
        break
    }
  }
  return kinds
}
