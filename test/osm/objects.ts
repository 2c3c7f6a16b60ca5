import { type NodeBlock, type RelationBlock, tagsOf, type WayBlock } from '../../src/osm/block.ts'
import type { OsmHandlers } from '../../src/osm/read.ts'

/** OSM objects as plain records, for comparing. */
export interface PlainNode {
  readonly id: number
  readonly lonE7: number
  readonly latE7: number
  readonly tags: Record<string, string>
}

export interface PlainWay {
  readonly id: number
  readonly refs: readonly number[]
  readonly tags: Record<string, string>
  /** lon, lat in turn; null without positions. */
  readonly line: readonly number[] | null
}

export interface PlainRelation {
  readonly id: number
  /** `n12@stop` as OPL writes it. */
  readonly members: readonly string[]
  readonly tags: Record<string, string>
}

export interface PlainObjects {
  readonly nodes: PlainNode[]
  readonly ways: PlainWay[]
  readonly relations: PlainRelation[]
}

export function nodesOf(block: NodeBlock): PlainNode[] {
  return [...block.ids].map((id, i) => ({
    id,
    lonE7: block.lonE7[i] ?? Number.NaN,
    latE7: block.latE7[i] ?? Number.NaN,
    tags: { ...tagsOf(block, i) },
  }))
}

export function waysOf(block: WayBlock): PlainWay[] {
  const { lonE7, latE7 } = block
  return [...block.ids].map((id, i) => {
    const [from, to] = [block.refFirst[i], block.refFirst[i + 1]]
    const lats = latE7 ? [...latE7.subarray(from, to)] : []
    const line = lonE7
      ? [...lonE7.subarray(from, to)].flatMap((lon, k) => [lon, lats[k] ?? Number.NaN])
      : null
    return { id, refs: [...block.refs.subarray(from, to)], tags: { ...tagsOf(block, i) }, line }
  })
}

export function relationsOf(block: RelationBlock): PlainRelation[] {
  return [...block.ids].map((id, i) => {
    const members: string[] = []
    for (let m = block.memberFirst[i] ?? 0; m < (block.memberFirst[i + 1] ?? 0); m++) {
      const type = 'nwr'[block.memberType[m] ?? 3]
      const role = block.strings.at(block.memberRole[m] ?? -1)
      members.push(`${type}${block.memberId[m]}@${role}`)
    }
    return { id, members, tags: { ...tagsOf(block, i) } }
  })
}

/** Handlers that gather everything into `objects`. */
export function gather(): { objects: PlainObjects; handlers: OsmHandlers } {
  const objects: PlainObjects = { nodes: [], ways: [], relations: [] }
  return {
    objects,
    handlers: {
      nodes: (block) => void objects.nodes.push(...nodesOf(block)),
      ways: (block) => void objects.ways.push(...waysOf(block)),
      relations: (block) => void objects.relations.push(...relationsOf(block)),
    },
  }
}
