import type { StringTable } from './pbf/strings.ts'

/*
 * Some thousand OSM objects of one kind, a column an attribute. Objects and their tags stand in
 * the order of the file. n is the number of objects, t of tags, r of way nodes, m of members.
 *
 * Every kind:
 *   ids         Float64[n]    whole, |id| <= 2^52; not in order unless the file is sorted
 *   tagFirst    Uint32[n+1]   tags of object i: tagFirst[i] .. tagFirst[i+1]; tagFirst[n] = t
 *   tagKey      Uint32[t]     index into `strings`
 *   tagValue    Uint32[t]     index into `strings`
 * Nodes:
 *   lonE7       Int32[n]      1e-7 degrees, |lon| <= 180°
 *   latE7       Int32[n]      1e-7 degrees, |lat| <= 90°
 * Ways:
 *   refFirst    Uint32[n+1]   nodes of way i: refFirst[i] .. refFirst[i+1]; refFirst[n] = r
 *   refs        Float64[r]    node ids along the way
 *   lonE7       Int32[r]      where those nodes are, NO_POSITION where the file does not know;
 *   latE7       Int32[r]      both null in blocks without LocationsOnWays
 * Relations:
 *   memberFirst Uint32[n+1]   members of relation i; memberFirst[n] = m
 *   memberType  Uint8[m]      MEMBER_NODE, MEMBER_WAY, MEMBER_RELATION
 *   memberId    Float64[m]
 *   memberRole  Uint32[m]     index into `strings`
 *
 * Indexes are checked when a block is decoded: an accessor never leaves its column.
 */

export interface TagColumns {
  readonly tagFirst: Uint32Array<ArrayBuffer>
  readonly tagKey: Uint32Array<ArrayBuffer>
  readonly tagValue: Uint32Array<ArrayBuffer>
}

export interface NodeColumns extends TagColumns {
  readonly ids: Float64Array<ArrayBuffer>
  readonly lonE7: Int32Array<ArrayBuffer>
  readonly latE7: Int32Array<ArrayBuffer>
}

export interface WayColumns extends TagColumns {
  readonly ids: Float64Array<ArrayBuffer>
  readonly refFirst: Uint32Array<ArrayBuffer>
  readonly refs: Float64Array<ArrayBuffer>
  readonly lonE7: Int32Array<ArrayBuffer> | null
  readonly latE7: Int32Array<ArrayBuffer> | null
}

export interface RelationColumns extends TagColumns {
  readonly ids: Float64Array<ArrayBuffer>
  readonly memberFirst: Uint32Array<ArrayBuffer>
  readonly memberType: Uint8Array<ArrayBuffer>
  readonly memberId: Float64Array<ArrayBuffer>
  readonly memberRole: Uint32Array<ArrayBuffer>
}

export interface NodeBlock extends NodeColumns {
  readonly strings: StringTable
}

export interface WayBlock extends WayColumns {
  readonly strings: StringTable
}

export interface RelationBlock extends RelationColumns {
  readonly strings: StringTable
}

/** In `lonE7` and `latE7` of ways: the writer did not find the node. As libosmium writes it. */
export const NO_POSITION = 0x7fffffff

export const MEMBER_NODE = 0
export const MEMBER_WAY = 1
export const MEMBER_RELATION = 2

/** The part of any block that an accessor of tags needs. */
export interface Tagged extends TagColumns {
  readonly strings: StringTable
}

/** All tags of object `i`; of a key given twice the last one. Has no prototype. */
export function tagsOf(block: Tagged, i: number): Record<string, string> {
  const tags: Record<string, string> = Object.create(null)
  const end = block.tagFirst[i + 1]!
  for (let t = block.tagFirst[i]!; t < end; t++) {
    tags[block.strings.at(block.tagKey[t]!)] = block.strings.at(block.tagValue[t]!)
  }
  return tags
}

/** Tells for objects of one block whether they have one of the keys, without reading their tags. */
export function anyKeyIn(block: Tagged, keys: Iterable<string>): (i: number) => boolean {
  const isWanted = new Uint8Array(block.strings.length)
  for (const key of keys) {
    const index = block.strings.find(key)
    if (index >= 0) isWanted[index] = 1
  }
  const { tagFirst, tagKey } = block
  return (i) => {
    const end = tagFirst[i + 1]!
    for (let t = tagFirst[i]!; t < end; t++) if (isWanted[tagKey[t]!] === 1) return true
    return false
  }
}

export function isTagged(block: TagColumns, i: number): boolean {
  return block.tagFirst[i + 1]! > block.tagFirst[i]!
}

/**
 * The value of one tag of object `i`, null when it has none. `key` is an index into the block's
 * strings from `strings.find`, once a block; -1 (the block knows no such string) finds nothing.
 */
export function tagValueOf(block: Tagged, i: number, key: number): string | null {
  const end = block.tagFirst[i + 1]!
  for (let t = block.tagFirst[i]!; t < end; t++) {
    if (block.tagKey[t] === key) return block.strings.at(block.tagValue[t]!)
  }
  return null
}

/** Nodes of way `i`, a view into the block. */
export function refsOf(block: WayColumns, i: number): Float64Array<ArrayBuffer> {
  return block.refs.subarray(block.refFirst[i], block.refFirst[i + 1])
}

/** Replication and coverage, from the header of the file. */
export interface OsmHeader {
  /** The area that the file claims, WGS84 degrees; null when it claims none. */
  readonly bbox: { west: number; south: number; east: number; north: number } | null
  /** State of the data, milliseconds since 1970 UTC; null when the file does not say. */
  readonly replicationMs: number | null
  readonly generator: string | null
  /** Source of updates; null when the file has none. */
  readonly replicationUrl: string | null
  /** True when the writer promises nodes, ways, relations in this order, each by rising id. */
  readonly isSorted: boolean
  /** True when ways carry the positions of their nodes. */
  readonly hasLocationsOnWays: boolean
}

/**
 * What to decode. What is not wanted costs little more than inflating it.
 *
 *   none         no nodes
 *   tagged       nodes that have a tag
 *   coordinates  all nodes without their tags (`tagFirst` is all 0)
 *   all          all nodes with their tags
 */
export interface OsmWant {
  readonly nodes: 'none' | 'tagged' | 'coordinates' | 'all'
  readonly ways: boolean
  readonly relations: boolean
}
