import { assert } from '../base/assert.ts'
import { openContainer } from '../base/container.ts'
import { checkRTree, openRTree, type RTree } from '../geo/rtree.ts'

/*
 * The reverse index, one file beside search.idx; places bear the same numbers in both.
 *
 *   points         an R-tree over houses, POIs and settlements
 *   pointPlace     Uint32[p]      the place of each item of that tree
 *   segments       an R-tree over the pieces of streets and alleys
 *   segmentPlace   Uint32[g]      the place of each item of that tree
 *   segmentCoords  Int32[4 g]     lon, lat of its start and of its end, 1e-7 degrees
 */

export const REVERSE_KIND = 'reverse'
export const REVERSE_VERSION = 1

export interface ReverseIndex {
  readonly points: RTree
  readonly pointPlace: Uint32Array
  readonly segments: RTree
  readonly segmentPlace: Uint32Array
  readonly segmentCoords: Int32Array
}

/** Opens reverse.idx over its mapped bytes. Throws `INVALID_DATASET`. */
export function openReverseIndex(bytes: Uint8Array): ReverseIndex {
  const file = openContainer(bytes, REVERSE_KIND, REVERSE_VERSION)
  const pointPlace = file.section('pointPlace', 'u32')
  const segmentPlace = file.section('segmentPlace', 'u32')
  const tree = (name: string, items: number) =>
    openRTree(file.section(`${name}Boxes`, 'i32'), file.section(`${name}Refs`, 'u32'), items)
  return {
    points: tree('points', pointPlace.length),
    pointPlace,
    segments: tree('segments', segmentPlace.length),
    segmentPlace,
    segmentCoords: file.section('segmentCoords', 'i32'),
  }
}

/** Throws when a tree is none, or leads to a place that `places` do not hold. */
export function checkReverseIndex(index: ReverseIndex, places: number): void {
  checkRTree(index.points)
  checkRTree(index.segments)
  for (const place of index.pointPlace) assert(place < places, 'a point is a known place')
  for (const place of index.segmentPlace) assert(place < places, 'a segment is of a known place')
  const coords = index.segmentCoords.length
  assert(coords === 4 * index.segmentPlace.length, 'a segment has two ends')
}
