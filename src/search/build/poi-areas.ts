import { DEGREE_M } from '../../geo/distance.ts'
import { boxOfPoints } from '../../geo/line.ts'
import { E7 } from '../../geo/point.ts'
import { type Ring, signedArea2 } from '../../geo/ring.ts'
import { buildRTree } from '../../geo/rtree.ts'
import type { Place } from '../model/place.ts'
import { areaCell, areaCellBit } from '../reverse/poi-areas.ts'

/** The sections of reverse.idx for POIs that are areas (reverse/poi-areas.ts). */
export function poiAreaSections(
  places: readonly Place[],
): Record<string, Uint32Array | Int32Array> {
  const areas = places
    .flatMap(({ kind, lines }, place) =>
      kind === 'poi' && lines.length > 0 ? [{ place, lines, size: groundM2(lines) }] : [],
    )
    .sort((a, b) => a.size - b.size || a.place - b.place)
  const rings = areas.flatMap(({ lines }) => lines)
  const boxes = areas.flatMap(({ lines }) => boxOf(lines))
  const tree = buildRTree(Int32Array.from(boxes))
  return {
    areaBoxes: tree.boxes,
    areaRefs: tree.refs,
    areaCells: cellsOf(boxes),
    areaPlace: Uint32Array.from(areas, ({ place }) => place),
    areaSize: Uint32Array.from(areas, ({ size }) => size),
    areaFirst: startsOf(areas.map(({ lines }) => lines.length)),
    ringFirst: startsOf(rings.map(({ length }) => length)),
    areaCoords: joined(rings),
  }
}

/** Least bits for a cell: of the points outside one in so many hits a bit by chance. */
const BITS_PER_CELL = 16

/** A bit set of the hashes of the cells that the boxes meet. */
function cellsOf(boxes: readonly number[]): Uint32Array {
  const met: [number, number][] = []
  for (let at = 0; at < boxes.length; at += 4) {
    const [west, south, east, north] = boxes.slice(at, at + 4).map(areaCell)
    for (let x = west!; x <= east!; x++) for (let y = south!; y <= north!; y++) met.push([x, y])
  }
  const bits = 2 ** Math.max(5, Math.ceil(Math.log2(BITS_PER_CELL * Math.max(1, met.length))))
  const cells = new Uint32Array(bits / 32)
  for (const [x, y] of met) {
    const bit = areaCellBit(x, y, bits)
    cells[bit >> 5]! |= 1 << (bit & 31)
  }
  return cells
}

/** Whole square metres of the ground that rings enclose; holes run the other way round. */
export function groundM2(rings: readonly Ring[]): number {
  const [first] = rings
  if (first === undefined) return 0
  const doubled = rings.reduce((sum, ring) => sum + signedArea2(ring), 0)
  const metres = DEGREE_M / E7
  const lat = (first[1]! / E7) * (Math.PI / 180)
  return Math.round((Math.abs(doubled) / 2) * metres * metres * Math.cos(lat))
}

function boxOf(lines: readonly Ring[]): number[] {
  const { west, south, east, north } = boxOfPoints(joined(lines))
  return [west, south, east, north]
}

/** The starts of lists of these lengths, one after the other, and the end of the last. */
function startsOf(lengths: readonly number[]): Uint32Array {
  const starts = new Uint32Array(lengths.length + 1)
  lengths.forEach((length, i) => {
    starts[i + 1] = starts[i]! + length
  })
  return starts
}

function joined(lines: readonly Ring[]): Int32Array {
  const coords = new Int32Array(lines.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const line of lines) {
    coords.set(line, at)
    at += line.length
  }
  return coords
}
