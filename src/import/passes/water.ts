import { float64Column, uint8Column, uint32Column } from '../../base/column.ts'
import type { Tags } from '../../base/tags.ts'
import { DEGREE_M } from '../../geo/distance.ts'
import { boxOfPoints, type Line } from '../../geo/line.ts'
import { E7 } from '../../geo/point.ts'
import { reverseRing, ringOrientation } from '../../geo/ring.ts'
import { assembleRings, RING_ROLES } from '../../osm/rings/rings.ts'
import type { Water } from '../../search/build/water.ts'
import { type WaterMeaning, waterMeaning } from '../tags/water-tags.ts'
import { lineThrough } from './position.ts'
import type { AreaRelation } from './read-relations.ts'
import type { WaysRead } from './read-ways.ts'

/**
 * Water drawn as ways, in columns: a country has half a million ponds.
 *
 *   meaning  Uint8[n]      position in MEANINGS
 *   first    Uint32[n+1]   nodes of way i: refs[first[i]] .. refs[first[i+1]]
 *   refs     Float64[]     node ids
 */
export interface WaterWays {
  readonly meaning: Uint8Array
  readonly first: Uint32Array
  readonly refs: Float64Array
}

const MEANINGS: readonly WaterMeaning[] = ['middle', 'river', 'lake']

export class WaterCollector {
  private readonly meaning = uint8Column()
  private readonly first = uint32Column()
  private readonly refs = float64Column()

  /** False when the way is no water that matters. */
  add(tags: Tags, refs: Float64Array): boolean {
    const meaning = waterMeaning(tags)
    if (meaning === null) return false
    // An area that is not closed is drawn wrongly, or by a relation.
    if (meaning !== 'middle' && (refs.length < 4 || refs[0] !== refs.at(-1))) return false
    this.meaning.push(MEANINGS.indexOf(meaning))
    this.first.push(this.refs.length)
    this.refs.reserve(refs.length).set(refs, this.refs.length)
    this.refs.length += refs.length
    return true
  }

  finish(): WaterWays {
    this.first.push(this.refs.length)
    return { meaning: this.meaning.take(), first: this.first.take(), refs: this.refs.take() }
  }
}

/**
 * A lake whose box has a shorter diagonal is no barrier: one walks around it within the radius in
 * which `reverse` looks at most (interface: 100 m each way).
 */
const LAKE_M = 200

/** Barriers for `reverse` from all water of the extract. */
export function waterOf(areas: readonly AreaRelation[], ways: WaysRead): Water {
  const middles: Line[] = []
  const banks: Line[] = []
  const { meaning, first, refs } = ways.water
  for (let i = 0; i < meaning.length; i++) {
    const line = lineThrough(ways.positions, refs.subarray(first[i], first[i + 1]))
    const isWhole = line.length === 2 * (first[i + 1]! - first[i]!)
    const isArea = MEANINGS[meaning[i]!] !== 'middle'
    if (line.length < 4 || (MEANINGS[meaning[i]!] === 'lake' && !isWide(line))) continue
    if (isArea && isWhole) banks.push(withWaterLeft(line))
    else middles.push(line)
  }
  for (const area of areas) addArea(area, ways, middles, banks)
  return { middles, banks }
}

/** Outlines of an area that is whole; of one that the extract has cut, what is there of them. */
function addArea(area: AreaRelation, ways: WaysRead, middles: Line[], banks: Line[]): void {
  const drawn = area.ways.flatMap(({ id, role }) => {
    const refs = ways.members.get(id)
    return refs === undefined || !RING_ROLES.has(role) ? [] : [{ id, refs }]
  })
  const isLake = waterMeaning(area.tags) === 'lake'
  const isWhole = drawn.length === area.ways.filter(({ role }) => RING_ROLES.has(role)).length
  const lines = drawn.map(({ id, refs }) => ({ id, refs, line: ways.positions.lineOf(refs) }))
  const polygons = isWhole ? assembleRings(lines).polygons : null
  for (const polygon of polygons ?? []) {
    // Holes are clockwise: the water is on the left of every ring.
    if (!isLake || isWide(polygon[0])) banks.push(...polygon)
  }
  if (polygons !== null) return
  for (const { refs } of drawn) {
    const line = lineThrough(ways.positions, refs)
    if (line.length >= 4 && (!isLake || isWide(line))) middles.push(line)
  }
}

function withWaterLeft(ring: Line): Line {
  if (ringOrientation(ring) < 0) reverseRing(ring)
  return ring
}

function isWide(line: Line): boolean {
  const { west, south, east, north } = boxOfPoints(line)
  const metres = DEGREE_M / E7
  const width = (east - west) * metres * Math.cos(((south + north) / 2 / E7) * (Math.PI / 180))
  return Math.hypot(width, (north - south) * metres) >= LAKE_M
}
