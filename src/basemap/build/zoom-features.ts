import { simplifyLine } from '../../geo/simplify.ts'
import { type Attributes, MAP_ZOOM_MAX } from '../schema.ts'
import { AREA, LINE, POINT } from './encode-tile.ts'
import { type GroupedLine, joinLines } from './join-lines.ts'
import { area2, type Meaning, type PointFeature, type Shapes } from './shapes.ts'
import { type Rings, simplifyRings } from './simplify-rings.ts'
import type { ZoomFeature } from './tile-zoom.ts'

/** All that the map is made of. */
export interface MapFeatures {
  readonly lines: readonly Shapes[]
  readonly areas: readonly Shapes[]
  readonly points: readonly PointFeature[]
}

/** Units of a tile, of which 8 are a pixel of a screen: what a line may be off before zoom 14. */
const TOLERANCE = 4
/** Smaller areas are not drawn before zoom 14: about 4 × 4 pixels; below it, one unit. */
const AREA_MIN = 32 * 32
const AREA_MIN_LAST = 4
/** Shorter lines are not drawn before zoom 13: about 2 pixels. */
const LENGTH_MIN = 16

/** The features of one zoom: joined, simplified, without those that are too small. */
export function featuresAt(z: number, features: MapFeatures): ZoomFeature[] {
  const unit = 2 ** (20 - z)
  return [
    ...areasAt(z, features.areas, unit),
    ...linesAt(z, features.lines, unit),
    ...features.points
      .filter(({ meaning }) => meaning.zoomMin <= z)
      .map(
        ({ meaning, x, y }): ZoomFeature => ({
          ...shownAt(z, meaning),
          type: POINT,
          parts: [Int32Array.of(x, y)],
        }),
      ),
  ]
}

function shownAt(z: number, { layer, rank, base, detail, detailZoom }: Meaning) {
  return { layer, rank, attributes: z >= detailZoom ? { ...base, ...detail } : base }
}

function areasAt(z: number, shapes: readonly Shapes[], unit: number): ZoomFeature[] {
  const isLast = z === MAP_ZOOM_MAX
  const sizeMin = 2 * unit * unit * (isLast ? AREA_MIN_LAST : AREA_MIN)
  const shown: Rings[] = []
  const meanings: Meaning[] = []
  for (const areas of shapes) {
    for (let i = 0; i < areas.meaning.length; i++) {
      const meaning = areas.meanings[areas.meaning[i]!]!
      if (meaning.zoomMin > z) continue
      const rings = largeRings(areas, i, sizeMin)
      if (rings.length === 0) continue
      shown.push(rings)
      meanings.push(meaning)
    }
  }
  const simple = isLast ? shown : simplifyRings(shown, unit * TOLERANCE)
  return simple.map((parts, i) => ({ ...shownAt(z, meanings[i]!), type: AREA, parts }))
}

/** The rings of an area that are large enough to be seen; no hole without its outer ring. */
function largeRings(areas: Shapes, i: number, sizeMin: number): Int32Array[] {
  const rings: Int32Array[] = []
  let isOuterThere = false
  for (let part = areas.partFirst[i]!; part < areas.partFirst[i + 1]!; part++) {
    const ring = areas.xy.subarray(areas.xyFirst[part], areas.xyFirst[part + 1])
    const size = area2(ring)
    if (size > 0) isOuterThere = size >= sizeMin
    if (isOuterThere && Math.abs(size) >= sizeMin) rings.push(ring)
  }
  return rings
}

function linesAt(z: number, shapes: readonly Shapes[], unit: number): ZoomFeature[] {
  const groups = new Map<string, number>()
  const shown: ReturnType<typeof shownAt>[] = []
  const grouped: GroupedLine[] = []
  for (const lines of shapes) {
    const groupOf = lines.meanings.map((meaning) => {
      if (meaning.zoomMin > z) return -1
      const at = shownAt(z, meaning)
      const key = JSON.stringify([at.layer, at.rank, at.attributes])
      const group = groups.get(key) ?? shown.push(at) - 1
      groups.set(key, group)
      return group
    })
    for (let i = 0; i < lines.meaning.length; i++) {
      const group = groupOf[lines.meaning[i]!]!
      if (group < 0) continue
      const part = lines.partFirst[i]!
      grouped.push({ group, xy: lines.xy.subarray(lines.xyFirst[part], lines.xyFirst[part + 1]) })
    }
  }
  const tolerance = z === MAP_ZOOM_MAX ? unit : unit * TOLERANCE
  const lengthMin = z < MAP_ZOOM_MAX - 1 ? unit * LENGTH_MIN : 0
  return joinLines(grouped, (group) => isDirected(shown[group]!.attributes)).flatMap(
    ({ group, xy }): ZoomFeature[] => {
      if (isShorter(xy, lengthMin)) return []
      return [{ ...shown[group]!, type: LINE, parts: [simplifyLine(xy, tolerance, 1)] }]
    },
  )
}

/** A one-way road and a stream have a direction, which joining must keep. */
function isDirected(attributes: Attributes): boolean {
  return attributes['oneway'] !== undefined || attributes['kind'] === 'stream'
}

/** Whether its box is smaller each way. */
function isShorter(xy: Int32Array, length: number): boolean {
  if (length === 0) return false
  let [west, east, north, south] = [xy[0]!, xy[0]!, xy[1]!, xy[1]!]
  for (let i = 2; i < xy.length; i += 2) {
    west = Math.min(west, xy[i]!)
    east = Math.max(east, xy[i]!)
    north = Math.min(north, xy[i + 1]!)
    south = Math.max(south, xy[i + 1]!)
  }
  return east - west < length && south - north < length
}
