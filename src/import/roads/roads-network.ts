import { float64Column, uint32Column } from '../../base/column.ts'
import { ServiceError } from '../../base/errors.ts'
import type { Tags } from '../../base/tags.ts'
import {
  MEMBER_NODE,
  MEMBER_WAY,
  type NodeBlock,
  type RelationBlock,
  refsOf,
  type Tagged,
  tagsOf,
  tagValueOf,
  type WayBlock,
} from '../../osm/block.ts'
import { NodeIds, NodeStore } from '../../osm/node-store.ts'
import { type OsmMap, type OsmOptions, readOsm } from '../../osm/read.ts'
import type { Restriction, RoadNetwork } from '../../routing/model/network.ts'
import { isRoad } from '../../routing/profile/access-tags.ts'
import { isRestriction } from '../../routing/profile/restriction-tags.ts'
import { isRoutingKey } from '../../routing/profile/tag-keys.ts'

/** Keys of nodes of which one at least must be there to stop a driver. */
const NODE_KEYS = ['barrier', 'highway', 'motorcar', 'motorcycle', 'motor_vehicle'] as const

/**
 * Reads the roads of an extract, in three passes: relations, ways, nodes. Null when it has none.
 * Throws what `readOsm` throws.
 */
export async function readRoadNetwork(
  path: string,
  options: OsmOptions,
): Promise<RoadNetwork | null> {
  const { relations, map } = await readRestrictions(path, options)
  const again = { ...options, map }
  const ways = new WayGatherer()
  await readOsm(
    path,
    { nodes: 'none', ways: true, relations: false },
    { ways: (block) => ways.add(block) },
    again,
  )
  if (ways.count === 0) return null
  const positions = new NodeStore(ways.nodeIds.finish())
  const nodes = new NodeGatherer(positions, ways.tagSets)
  await readOsm(
    path,
    { nodes: 'all', ways: false, relations: false },
    { nodes: (block) => nodes.add(block) },
    again,
  )
  return join(ways, nodes, positions, relations)
}

interface RestrictionRelation extends Omit<Restriction, 'viaNode'> {
  readonly viaNodeId: number | null
}

async function readRestrictions(
  path: string,
  options: OsmOptions,
): Promise<{ relations: RestrictionRelation[]; map: OsmMap }> {
  const relations: RestrictionRelation[] = []
  const want = { nodes: 'none', ways: false, relations: true } as const
  const map = await readOsm(
    path,
    want,
    {
      relations: (block) => {
        const typeKey = block.strings.find('type')
        for (let i = 0; i < block.ids.length; i++) {
          const type = tagValueOf(block, i, typeKey)
          if (type?.startsWith('restriction') !== true) continue
          const tags = tagsOf(block, i)
          if (isRestriction(tags)) relations.push(restrictionOf(block, i, tags))
        }
      },
    },
    options,
  )
  return { relations, map }
}

function restrictionOf(block: RelationBlock, i: number, tags: Tags): RestrictionRelation {
  const ways: Record<'from' | 'via' | 'to', number[]> = { from: [], via: [], to: [] }
  let viaNodeId: number | null = null
  const end = block.memberFirst[i + 1]!
  for (let m = block.memberFirst[i]!; m < end; m++) {
    const role = block.strings.at(block.memberRole[m]!)
    const id = block.memberId[m]!
    if (role !== 'from' && role !== 'via' && role !== 'to') continue
    if (block.memberType[m] === MEMBER_WAY) ways[role].push(id)
    else if (block.memberType[m] === MEMBER_NODE && role === 'via') viaNodeId = id
  }
  return { id: block.ids[i]!, tags, from: ways.from, to: ways.to, viaNodeId, viaWays: ways.via }
}

/** Distinct sets of tags, reduced to those that routing reads. */
class TagSets {
  readonly all: Tags[] = []
  private readonly known = new Map<string, number>()
  private keysOf: Tagged['strings'] | null = null
  /** Of each string of the current block: 0 not yet asked, 1 a key that routing reads, 2 not. */
  private asked = new Uint8Array(0)

  /** Number of the set of tags of object `i`. */
  add(block: Tagged, i: number): number {
    const { strings, tagFirst, tagKey, tagValue } = block
    if (this.keysOf !== strings) {
      this.keysOf = strings
      this.asked = new Uint8Array(strings.length)
    }
    let signature = ''
    const end = tagFirst[i + 1]!
    for (let t = tagFirst[i]!; t < end; t++) {
      const key = tagKey[t]!
      if (this.asked[key] === 0) this.asked[key] = isRoutingKey(strings.at(key)) ? 1 : 2
      if (this.asked[key] === 1)
        signature += `${strings.at(key)}\u0000${strings.at(tagValue[t]!)}\u0000`
    }
    const known = this.known.get(signature)
    if (known !== undefined) return known
    const tags: Record<string, string> = {}
    const parts = signature.split('\u0000')
    for (let p = 0; p + 1 < parts.length; p += 2) tags[parts[p]!] = parts[p + 1]!
    this.known.set(signature, this.all.length)
    this.all.push(tags)
    return this.all.length - 1
  }
}

class WayGatherer {
  readonly tagSets = new TagSets()
  readonly nodeIds = new NodeIds()
  readonly ids = float64Column()
  readonly tags = uint32Column()
  readonly first = uint32Column()
  readonly refs = float64Column()

  get count(): number {
    return this.ids.length
  }

  add(block: WayBlock): void {
    const highway = block.strings.find('highway')
    const route = block.strings.find('route')
    for (let i = 0; i < block.ids.length; i++) {
      const isFerry = tagValueOf(block, i, route) === 'ferry'
      if (!isFerry && tagValueOf(block, i, highway) === null) continue
      const set = this.tagSets.add(block, i)
      if (!isRoad(this.tagSets.all[set]!)) continue
      const refs = refsOf(block, i)
      this.ids.push(block.ids[i]!)
      this.tags.push(set)
      this.first.push(this.refs.length)
      this.refs.reserve(refs.length).set(refs, this.refs.length)
      this.refs.length += refs.length
      this.nodeIds.add(refs)
    }
  }
}

class NodeGatherer {
  private readonly positions: NodeStore
  private readonly tagSets: TagSets
  private readonly ids = float64Column()
  private readonly sets = uint32Column()

  constructor(positions: NodeStore, tagSets: TagSets) {
    this.positions = positions
    this.tagSets = tagSets
  }

  add(block: NodeBlock): void {
    this.positions.fill(block)
    const keys = NODE_KEYS.map((key) => block.strings.find(key)).filter((key) => key >= 0)
    if (keys.length === 0) return
    for (let i = 0; i < block.ids.length; i++) {
      const end = block.tagFirst[i + 1]!
      for (let t = block.tagFirst[i]!; t < end; t++) {
        if (!keys.includes(block.tagKey[t]!)) continue
        if (this.positions.find(block.ids[i]!) >= 0) {
          this.ids.push(block.ids[i]!)
          this.sets.push(this.tagSets.add(block, i))
        }
        break
      }
    }
  }

  finish(): Pick<RoadNetwork, 'taggedNode' | 'nodeTags'> {
    const taggedNode = shared(Uint32Array, this.ids.length)
    this.ids.take().forEach((id, i) => {
      taggedNode[i] = this.positions.find(id)
    })
    const nodeTags = shared(Uint32Array, this.ids.length)
    nodeTags.set(this.sets.take())
    return { taggedNode, nodeTags }
  }
}

/** Ways by the numbers of their nodes, cut where the extract has no node. */
function join(
  ways: WayGatherer,
  nodes: NodeGatherer,
  positions: NodeStore,
  relations: readonly RestrictionRelation[],
): RoadNetwork {
  if (positions.length >= 2 ** 31) {
    throw new ServiceError('INVALID_FILE', 'The extract has more than 2^31 nodes on roads.')
  }
  const [ids, tags, refs] = [ways.ids.take(), ways.tags.take(), ways.refs.take()]
  ways.first.push(refs.length)
  const first = ways.first.take()
  const parts = { id: float64Column(), tags: uint32Column(), first: uint32Column() }
  const wayNodes = uint32Column()
  const close = (way: number, from: number) => {
    if (wayNodes.length - from < 2) wayNodes.length = from
    else {
      parts.id.push(ids[way]!)
      parts.tags.push(tags[way]!)
      parts.first.push(from)
    }
    return wayNodes.length
  }
  for (let way = 0; way < ids.length; way++) {
    let from = wayNodes.length
    for (let r = first[way]!; r < first[way + 1]!; r++) {
      const node = positions.find(refs[r]!)
      if (node < 0) from = close(way, from)
      // A node given twice in a row is no stretch of road.
      else if (wayNodes.length === from || refs[r] !== refs[r - 1]) wayNodes.push(node)
    }
    close(way, from)
  }
  parts.first.push(wayNodes.length)
  return {
    ...sharedPositions(positions),
    wayFirst: sharedCopy(Uint32Array, parts.first.take()),
    wayNodes: sharedCopy(Uint32Array, wayNodes.take()),
    wayId: sharedCopy(Float64Array, parts.id.take()),
    wayTags: sharedCopy(Uint32Array, parts.tags.take()),
    ...nodes.finish(),
    tagSets: ways.tagSets.all,
    restrictions: relations.map((relation) => withViaNode(relation, positions)),
  }
}

function withViaNode(relation: RestrictionRelation, positions: NodeStore): Restriction {
  const { viaNodeId, ...rest } = relation
  const viaNode = viaNodeId === null ? -1 : positions.find(viaNodeId)
  return { ...rest, viaNode: viaNode < 0 ? null : viaNode }
}

function sharedPositions(positions: NodeStore): Pick<RoadNetwork, 'nodeLonE7' | 'nodeLatE7'> {
  const nodeLonE7 = shared(Int32Array, positions.length)
  const nodeLatE7 = shared(Int32Array, positions.length)
  for (let node = 0; node < positions.length; node++) {
    nodeLonE7[node] = positions.lonE7At(node)
    nodeLatE7[node] = positions.latE7At(node)
  }
  return { nodeLonE7, nodeLatE7 }
}

interface Shareable<A> {
  new (memory: SharedArrayBuffer): A
  readonly BYTES_PER_ELEMENT: number
}

function shared<A>(ctor: Shareable<A>, length: number): A {
  return new ctor(new SharedArrayBuffer(length * ctor.BYTES_PER_ELEMENT))
}

function sharedCopy<A extends { set(from: ArrayLike<number>): void }>(
  ctor: Shareable<A>,
  from: ArrayLike<number>,
): A {
  const copy = shared(ctor, from.length)
  copy.set(from)
  return copy
}
