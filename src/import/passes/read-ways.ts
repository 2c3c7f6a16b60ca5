import { float64Column, uint32Column } from '../../base/column.ts'
import type { Tags } from '../../base/tags.ts'
import { refsOf, tagsOf, type WayBlock } from '../../osm/block.ts'
import { NodeIds, NodeStore } from '../../osm/node-store.ts'
import { type OsmOptions, readOsm } from '../../osm/read.ts'
import { interestIn, type TaggedObject } from '../report/object.ts'
import { interpolationOf } from '../tags/address-tags.ts'
import { mapInterestIn } from '../tags/map-feature-tags.ts'
import { ROAD_KEYS, type RoadMeaning, roadMeaning } from '../tags/road-tags.ts'
import { waterInterestIn } from '../tags/water-tags.ts'
import { MapWayCollector, type MapWays } from './map-ways.ts'
import type { AreaRelation, RelationsRead } from './read-relations.ts'
import { WaterCollector, type WaterWays } from './water.ts'

/** A way that may be places, with its nodes. */
export interface WayObject extends TaggedObject {
  readonly refs: Float64Array
}

/**
 * Named roads in columns: there are a million of them in a country.
 *
 *   meanings  [n]          equal tags share one record
 *   first     Uint32[n+1]  nodes of road i: refs[first[i]] .. refs[first[i+1]]
 *   refs      Float64[]    node ids
 */
export interface RoadWays {
  readonly meanings: readonly RoadMeaning[]
  readonly first: Uint32Array
  readonly refs: Float64Array
}

/** The second pass's output for the next ones. */
export interface WaysRead {
  readonly roads: RoadWays
  readonly objects: readonly WayObject[]
  readonly interpolations: readonly WayObject[]
  readonly water: WaterWays
  readonly mapWays: MapWays
  /** Nodes of the ways that relations name. */
  readonly members: ReadonlyMap<number, Float64Array>
  /** Positions of their nodes, filled by the next pass. */
  readonly positions: NodeStore
  readonly count: number
}

/** Ways name nodes: this pass finds out which ones the next has to look for. */
export async function readWays(
  path: string,
  relations: RelationsRead,
  options: OsmOptions,
): Promise<WaysRead> {
  const { boundaries, areas, countries } = relations
  const memberIds = memberWays([
    ...[...boundaries, ...areas, ...countries],
    ...[...relations.water, ...relations.mapAreas],
  ])
  const roads = new RoadCollector()
  const water = new WaterCollector()
  const mapWays = new MapWayCollector()
  const objects: WayObject[] = []
  const interpolations: WayObject[] = []
  const members = new Map<number, Float64Array>()
  const nodeIds = new NodeIds()
  nodeIds.add(labelNodes([...boundaries, ...areas]))
  let count = 0
  const want = { nodes: 'none', ways: true, relations: false } as const
  const ways = (block: WayBlock) => {
    count += block.ids.length
    const isOfInterest = interestIn(block)
    const mayBeWater = waterInterestIn(block)
    const mayBeShown = mapInterestIn(block)
    for (let i = 0; i < block.ids.length; i++) {
      const id = block.ids[i]!
      const isMember = memberIds.has(id)
      if (!isMember && !isOfInterest(i) && !mayBeWater(i) && !mayBeShown(i)) continue
      // The block's memory goes when it has been read; kept data is copied.
      const refs = refsOf(block, i).slice()
      if (isMember) members.set(id, refs)
      const tags = tagsOf(block, i)
      const road = roads.add(tags, refs)
      const isWater = mayBeWater(i) && water.add(tags, refs)
      const isShown = mayBeShown(i) && mapWays.add(tags, refs)
      const isInterpolation = interpolationOf(tags) !== null
      if (isInterpolation) interpolations.push({ id: `w${id}`, tags, refs })
      else if (!road && isOfInterest(i)) objects.push({ id: `w${id}`, tags, refs })
      else if (!road && !isMember && !isWater && !isShown) continue
      nodeIds.add(refs)
    }
  }
  await readOsm(path, want, { ways }, { ...options, map: relations.map })
  const positions = new NodeStore(nodeIds.finish())
  return {
    roads: roads.finish(),
    objects,
    interpolations,
    water: water.finish(),
    mapWays: mapWays.finish(),
    members,
    positions,
    count,
  }
}

function memberWays(relations: readonly AreaRelation[]): ReadonlySet<number> {
  return new Set(relations.flatMap((relation) => relation.ways.map((way) => way.id)))
}

function labelNodes(relations: readonly AreaRelation[]): Float64Array {
  return Float64Array.from(relations.flatMap((relation) => relation.labelNode ?? []))
}

class RoadCollector {
  /** By the tags that make it: equal ones are interpreted once. */
  private readonly known = new Map<string, RoadMeaning | null>()
  private readonly meanings: RoadMeaning[] = []
  private readonly first = uint32Column()
  private readonly refs = float64Column()

  /** False when the way is no named road. */
  add(tags: Tags, refs: Float64Array): boolean {
    if (tags['highway'] === undefined) return false
    const key = ROAD_KEYS.map((name) => tags[name] ?? '').join('\u0000')
    let meaning = this.known.get(key)
    if (meaning === undefined) {
      meaning = roadMeaning(tags)
      this.known.set(key, meaning)
    }
    if (meaning === null) return false
    this.meanings.push(meaning)
    this.first.push(this.refs.length)
    this.refs.reserve(refs.length).set(refs, this.refs.length)
    this.refs.length += refs.length
    return true
  }

  finish(): RoadWays {
    this.first.push(this.refs.length)
    return { meanings: this.meanings, first: this.first.take(), refs: this.refs.take() }
  }
}
