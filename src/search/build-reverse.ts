import { writeContainer } from '../base/container.ts'
import { buildRTree } from '../geo/rtree.ts'
import { byWorth } from './order.ts'
import type { Place } from './place.ts'
import { REVERSE_KIND, REVERSE_VERSION } from './reverse-layout.ts'

/** Builds reverse.idx from every place of a dataset, numbering them as `buildSearch` does. */
export function buildReverse(places: readonly Place[]): Uint8Array<ArrayBuffer> {
  const pointPlace: number[] = []
  const pointBoxes: number[] = []
  const segmentPlace: number[] = []
  const coords: number[] = []
  byWorth(places).forEach((place, number) => {
    if (place.kind === 'house' || place.kind === 'poi' || place.kind === 'settlement') {
      pointPlace.push(number)
      pointBoxes.push(place.lonE7, place.latE7, place.lonE7, place.latE7)
    } else if (place.kind === 'street' || place.kind === 'alley') {
      for (const line of place.lines) {
        for (let at = 0; at + 3 < line.length; at += 2) {
          segmentPlace.push(number)
          coords.push(line[at]!, line[at + 1]!, line[at + 2]!, line[at + 3]!)
        }
      }
    }
  })
  const points = buildRTree(Int32Array.from(pointBoxes))
  const segments = buildRTree(boxesOf(coords))
  return writeContainer(REVERSE_KIND, REVERSE_VERSION, {
    pointPlace: Uint32Array.from(pointPlace),
    pointsBoxes: points.boxes,
    pointsRefs: points.refs,
    segmentPlace: Uint32Array.from(segmentPlace),
    segmentCoords: Int32Array.from(coords),
    segmentsBoxes: segments.boxes,
    segmentsRefs: segments.refs,
  })
}

/** West, south, east, north of every segment. */
function boxesOf(coords: readonly number[]): Int32Array {
  const boxes = new Int32Array(coords.length)
  for (let at = 0; at < coords.length; at += 4) {
    boxes[at] = Math.min(coords[at]!, coords[at + 2]!)
    boxes[at + 1] = Math.min(coords[at + 1]!, coords[at + 3]!)
    boxes[at + 2] = Math.max(coords[at]!, coords[at + 2]!)
    boxes[at + 3] = Math.max(coords[at + 1]!, coords[at + 3]!)
  }
  return boxes
}
