import type { Tags } from '../../base/tags.ts'
import { DEGREE_M } from '../../geo/distance.ts'
import { E7 } from '../../geo/point.ts'
import type { Ring } from '../../geo/ring.ts'
import { simplifyLine } from '../../geo/simplify.ts'
import { groundM2 } from '../../search/build/poi-areas.ts'
import type { TaggedObject } from '../report/object.ts'
import type { Draft } from './interpret.ts'

/** Smaller ground is about its point. */
export const GROUND_M2_MIN = 150
/** A nature reserve or airport of such size is not the place of somebody within it. */
export const GROUND_M2_MAX = 25_000_000
/** Distance of the kept outline from the drawn one, at most. */
export const OUTLINE_TOLERANCE_M = 2

/**
 * Areas with finer addresses within, or with none: someone in an estate, on an island or in a
 * square is at the door or on the street there.
 */
export const HOLDS_ADDRESSES = [
  ...['landuse=residential', 'landuse=industrial', 'landuse=commercial'],
  ...['place=*', 'boundary=*', 'natural=*', 'highway=*', 'waterway=*'],
]

/** A closed line has at least these numbers: three corners, the first twice. */
export const RING_NUMBERS_MIN = 8

/**
 * The drafts of an object that is drawn as an area, the POI among them with its outline. `rings`:
 * of the area, asked for where there is such a POI; none for a line.
 */
export function withOutline(
  { tags }: TaggedObject,
  drafts: readonly Draft[],
  rings: () => readonly Ring[],
): readonly Draft[] {
  return drafts.map((draft) =>
    draft.kind === 'poi' && isGround(draft.category, tags)
      ? { ...draft, lines: outlineOf(rings()) }
      : draft,
  )
}

/** Whether who is within the area of a POI is at that POI. `category`: its primary tag. */
function isGround(category: string, tags: Tags): boolean {
  if (tags['name'] === undefined) return false
  const [key] = category.split('=')
  return !HOLDS_ADDRESSES.some((each) => each === category || each === `${key}=*`)
}

/** The rings, simplified; none where the ground is too small or too large. */
function outlineOf(rings: readonly Ring[]): readonly Ring[] {
  const size = groundM2(rings)
  if (size < GROUND_M2_MIN || size > GROUND_M2_MAX) return []
  return rings.map(simplified)
}

function simplified(ring: Ring): Ring {
  const lat = (ring[1]! / E7) * (Math.PI / 180)
  const tolerance = (OUTLINE_TOLERANCE_M / DEGREE_M) * E7
  const simple = simplifyLine(ring, tolerance, Math.cos(lat))
  return simple.length < RING_NUMBERS_MIN ? ring : simple
}

/** The line as the ring of an area; none if it is open. */
export function ringsOfLine(line: Ring): readonly Ring[] {
  const isClosed =
    line.length >= RING_NUMBERS_MIN && line[0] === line.at(-2) && line[1] === line.at(-1)
  return isClosed ? [line] : []
}
