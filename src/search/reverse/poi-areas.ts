import { assert } from '../../base/assert.ts'
import type { Container } from '../../base/container.ts'
import { MinHeap } from '../../base/heap.ts'
import type { Point } from '../../geo/point.ts'
import { sideOfRing } from '../../geo/ring.ts'
import { checkRTree, openRTree, type RTree, visitNearest } from '../../geo/rtree.ts'
import { NONE } from '../index/layout.ts'

/*
 * The ground of POIs that are drawn as areas, a part of reverse.idx; older files have none. The
 * areas, a, are numbered by their size, the smallest first.
 *
 *   areaBoxes, areaRefs   an R-tree over their boxes (geo/rtree.ts)
 *   areaCells   Uint32[2^k]   a bit for each cell of 91 m that a box meets, at its hash: most
 *                             points are in none
 *   areaPlace   Uint32[a]     the place of each
 *   areaSize    Uint32[a]     square metres, ascending
 *   areaFirst   Uint32[a + 1] its rings, holes among them, are areaFirst[i] … areaFirst[i + 1]
 *   ringFirst   Uint32[r + 1] where each ring begins in areaCoords
 *   areaCoords  Int32[…]      lon, lat of their points, 1e-7 degrees; the last is the first
 */
export interface PoiAreas {
  readonly tree: RTree
  readonly cells: Uint32Array
  readonly place: Uint32Array
  readonly size: Uint32Array
  readonly first: Uint32Array
  readonly ringFirst: Uint32Array
  readonly coords: Int32Array
}

const CELL_BITS = 13

/** The column or row of a position, 1e-7 degrees. */
export function areaCell(e7: number): number {
  return e7 >> CELL_BITS
}

/** The bit of a cell among `bits` of them, a power of two. */
export function areaCellBit(column: number, row: number, bits: number): number {
  const mixed = Math.imul(column, 0x9e3779b1) ^ Math.imul(row, 0x85ebca6b)
  return (mixed ^ (mixed >>> 15)) & (bits - 1)
}

/** Null where the file has none. Throws `INVALID_DATASET`. */
export function openPoiAreas(file: Container): PoiAreas | null {
  const boxes = file.find('areaBoxes', 'i32')
  if (boxes === null) return null
  const place = file.section('areaPlace', 'u32')
  return {
    tree: openRTree(boxes, file.section('areaRefs', 'u32'), place.length),
    cells: file.section('areaCells', 'u32'),
    place,
    size: file.section('areaSize', 'u32'),
    first: file.section('areaFirst', 'u32'),
    ringFirst: file.section('ringFirst', 'u32'),
    coords: file.section('areaCoords', 'i32'),
  }
}

/** Throws when the layout does not hold, or an area is of a place not below `places`. */
export function checkPoiAreas(areas: PoiAreas, places: number): void {
  const { tree, cells, place, size, first, ringFirst, coords } = areas
  checkRTree(tree)
  assert(cells.length > 0 && (cells.length & (cells.length - 1)) === 0, 'areas have cells')
  assert(size.length === place.length, 'every area has a size')
  for (let i = 0; i < place.length; i++) {
    assert(place[i]! < places, 'an area is of a known place')
    assert(i === 0 || size[i - 1]! <= size[i]!, 'areas are numbered by their size')
  }
  checkStarts(first, place.length, ringFirst.length - 1)
  checkStarts(ringFirst, ringFirst.length - 1, coords.length)
}

/** Throws unless `starts` are the starts of `count` lists that fill `length`. */
function checkStarts(starts: Uint32Array, count: number, length: number): void {
  assert(starts.length === count + 1 && starts[0] === 0, 'lists of areas begin at the start')
  assert(starts[count] === length, 'lists of areas end with what they list')
  for (let i = 0; i < count; i++) {
    assert(starts[i]! < starts[i + 1]!, 'lists of areas follow one another')
  }
}

/** Finds the area that holds a point. Scratch of queries. */
export class AreaAt {
  /** The place of the smallest area that holds the point; NONE for none. */
  place = NONE
  /** Its square metres. */
  size = 0
  private readonly areas: PoiAreas
  private readonly queue = new MinHeap()

  constructor(areas: PoiAreas) {
    this.areas = areas
  }

  find(point: Point, lonE7: number, latE7: number): void {
    const { areas, queue } = this
    const { cells } = areas
    this.place = NONE
    const bit = areaCellBit(areaCell(lonE7), areaCell(latE7), cells.length * 32)
    if (((cells[bit >> 5]! >> (bit & 31)) & 1) === 0) return
    let smallest = areas.place.length
    visitNearest(areas.tree, point, 0, queue, (item) => {
      if (item < smallest && isWithin(areas, item, lonE7, latE7)) smallest = item
      return true
    })
    this.place = areas.place[smallest] ?? NONE
    this.size = areas.size[smallest] ?? 0
  }
}

/** Whether the point is in one of its rings, and in no hole: in an odd number of them. */
function isWithin(areas: PoiAreas, item: number, lonE7: number, latE7: number): boolean {
  const { first, ringFirst, coords } = areas
  let isInside = false
  for (let ring = first[item]!; ring < first[item + 1]!; ring++) {
    const line = coords.subarray(ringFirst[ring], ringFirst[ring + 1])
    if (sideOfRing(line, { lonE7, latE7 }) >= 0) isInside = !isInside
  }
  return isInside
}
