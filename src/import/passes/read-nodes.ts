import type { PointE7 } from '../../geo/ring.ts'
import { isTagged, type NodeBlock, tagsOf } from '../../osm/block.ts'
import { type OsmMap, type OsmOptions, readOsm } from '../../osm/read.ts'
import { interestIn, type TaggedObject } from '../report/object.ts'
import type { WaysRead } from './read-ways.ts'

/** A node that may be places. */
export interface NodeObject extends TaggedObject {
  readonly point: PointE7
}

/** The node at an end of an interpolated row of houses. */
export interface NumberedNode {
  readonly number: string
  readonly street: string | null
}

/** The third pass's output for the next ones. */
export interface NodesRead {
  readonly objects: readonly NodeObject[]
  /** Nodes with a house number on ways of `addr:interpolation`, by id. */
  readonly numbered: ReadonlyMap<number, NumberedNode>
  readonly count: number
  /** Count of nodes within `home`. */
  readonly atHome: number
}

/** A box in 1e-7 degrees. */
export interface Bounds {
  readonly west: number
  readonly south: number
  readonly east: number
  readonly north: number
}

export async function readNodes(
  path: string,
  map: OsmMap,
  ways: WaysRead,
  home: Bounds,
  options: OsmOptions,
): Promise<NodesRead> {
  const interpolated = new Set(ways.interpolations.flatMap((way) => [...way.refs]))
  const objects: NodeObject[] = []
  const numbered = new Map<number, NumberedNode>()
  let count = 0
  let atHome = 0
  const nodes = (block: NodeBlock) => {
    const { ids, lonE7, latE7 } = block
    const isOfInterest = interestIn(block)
    ways.positions.fill(block)
    for (let i = 0; i < ids.length; i++) {
      const lon = lonE7[i]!
      const lat = latE7[i]!
      if (lon >= home.west && lon <= home.east && lat >= home.south && lat <= home.north) atHome++
      if (!isTagged(block, i) || !isOfInterest(i)) continue
      const tags = tagsOf(block, i)
      objects.push({ id: `n${ids[i]!}`, tags, point: { lonE7: lon, latE7: lat } })
      const number = tags['addr:housenumber']
      if (number !== undefined && interpolated.has(ids[i]!)) {
        numbered.set(ids[i]!, { number, street: tags['addr:street'] ?? null })
      }
    }
    count += ids.length
  }
  const want = { nodes: 'all', ways: false, relations: false } as const
  await readOsm(path, want, { nodes }, { ...options, map })
  return { objects, numbered, count, atHome }
}
