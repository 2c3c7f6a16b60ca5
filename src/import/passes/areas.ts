import type { MultiPolygonE7, PointE7, Ring } from '../../geo/ring.ts'
import { assembleRings, RING_ROLES } from '../../osm/rings/rings.ts'
import { lineThrough, pointInside, standOf } from './position.ts'
import type { AreaRelation, MemberWay } from './read-relations.ts'
import type { WaysRead } from './read-ways.ts'

/**
 * Position of an area drawn as a relation: at its label, inside its largest polygon, or for one
 * that the extract has torn inside the first of its ways. Null when the extract has nothing of it.
 */
export function standOfArea(area: AreaRelation, ways: WaysRead): PointE7 | null {
  const { positions } = ways
  const label = labelOf(area, ways)
  if (label !== null) return label
  const drawn = drawnWays(area, ways)
  const polygons = polygonsOf(drawn, ways)
  const largest = polygons?.[0]
  if (largest !== undefined) return pointInside(largest[0])
  const first = drawn.find(({ role }) => role !== 'inner')
  return first === undefined ? null : standOf(lineThrough(positions, first.refs))
}

/** The rings of an area drawn as a relation; none for one that the extract has torn. */
export function ringsOfArea(area: AreaRelation, ways: WaysRead): readonly Ring[] {
  return polygonsOf(drawnWays(area, ways), ways)?.flat() ?? []
}

interface DrawnWay extends MemberWay {
  readonly refs: Float64Array
}

function drawnWays(area: AreaRelation, { members }: WaysRead): readonly DrawnWay[] {
  return area.ways.flatMap(({ id, role }) => {
    const refs = members.get(id)
    return refs === undefined || !RING_ROLES.has(role) ? [] : [{ id, role, refs }]
  })
}

function polygonsOf(drawn: readonly DrawnWay[], { positions }: WaysRead): MultiPolygonE7 | null {
  return assembleRings(drawn.map(({ id, refs }) => ({ id, refs, line: positions.lineOf(refs) })))
    .polygons
}

/** Position of the relation's label; null without one. */
export function labelOf(area: AreaRelation, ways: WaysRead): PointE7 | null {
  const { positions } = ways
  const entry = area.labelNode === null ? -1 : positions.find(area.labelNode)
  if (entry < 0) return null
  return { lonE7: positions.lonE7At(entry), latE7: positions.latE7At(entry) }
}
