import { writeContainer } from '../../base/container.ts'
import { type OnStep, UNWATCHED, watchedEach } from '../../base/on-step.ts'
import {
  type CellFrame,
  CellGridWriter,
  type CellLists,
  cellGridArrays,
} from '../../geo/cell-grid.ts'
import { byWorth, type Place } from '../model/place.ts'
import { COUNTS, POINT, REVERSE_KIND, REVERSE_VERSION, SEGMENT } from '../reverse/layout.ts'
import { poiAreaSections } from './poi-areas.ts'

/** The parts of a record, in its order. */
const ADDRESS = 0
const OTHER = 1
const SETTLEMENT = 2
const STRETCH = 3
const PARTS = [ADDRESS, OTHER, SETTLEMENT, STRETCH]

const ENDS = 4

/**
 * The items of the cells: points, and segments of lines.
 *
 *   part    Uint8[n]     the part of a record that it belongs in
 *   place   Uint32[n]
 *   coords  Int32[4 n]   lon, lat of its start and of its end, of a point twice the same
 */
interface Items {
  readonly part: Uint8Array
  readonly place: Uint32Array
  readonly coords: Int32Array
}

/** Builds reverse.idx from every place of a dataset, numbering them as `buildSearch` does. */
export function buildReverse(
  places: readonly Place[],
  onStep: OnStep = UNWATCHED,
): Uint8Array<ArrayBuffer> {
  const numbered = byWorth(places)
  const items = itemsOf(numbered, onStep)
  const { frame, lists } = listsOf(items, onStep)
  const { cells, records } = recordsOf(lists, items, onStep)
  const arrays = cellGridArrays(frame, lists, records)
  const areas = poiAreaSections(numbered)
  return writeContainer(REVERSE_KIND, REVERSE_VERSION, { ...arrays, cells, ...areas })
}

/** The items of each cell. The writer, as large as the lists, is freed when this returns. */
function listsOf({ part, coords }: Items, onStep: OnStep): { frame: CellFrame; lists: CellLists } {
  const writer = new CellGridWriter([coords])
  for (let item = 0; item < part.length; item++) {
    onStep('cells', item / part.length)
    const at = item * ENDS
    const [lon, lat] = [coords[at]!, coords[at + 1]!]
    if (part[item] !== STRETCH) writer.addPoint(lon, lat, item)
    else writer.addSegment(lon, lat, coords[at + 2]!, coords[at + 3]!, item)
  }
  return { frame: writer.frame, lists: writer.lists() }
}

function itemsOf(places: readonly Place[], onStep: OnStep): Items {
  let count = 0
  for (const place of places) count += itemsIn(place)
  const items = {
    part: new Uint8Array(count),
    place: new Uint32Array(count),
    coords: new Int32Array(count * ENDS),
  }
  const ids = new Set(places.map(({ id }) => id))
  let item = 0
  const add = (part: number, place: number, line: Int32Array, start: number, end: number): void => {
    items.part[item] = part
    items.place[item] = place
    const at = item++ * ENDS
    items.coords[at] = line[start]!
    items.coords[at + 1] = line[start + 1]!
    items.coords[at + 2] = line[end]!
    items.coords[at + 3] = line[end + 1]!
  }
  const point = new Int32Array(2)
  watchedEach(places, 'lines', onStep, (place, number) => {
    const { kind, streetId } = place
    point[0] = place.lonE7
    point[1] = place.latE7
    if (kind === 'settlement') add(SETTLEMENT, number, point, 0, 0)
    if (kind === 'house') add(ADDRESS, number, point, 0, 0)
    const hasStreet = streetId !== null && ids.has(streetId)
    if (kind === 'poi') add(hasStreet ? ADDRESS : OTHER, number, point, 0, 0)
    if (kind !== 'street' && kind !== 'alley') return
    for (const line of place.lines) {
      for (let at = 0; at + 3 < line.length; at += 2) add(STRETCH, number, line, at, at + 2)
    }
  })
  return items
}

/** The number of items of a place. */
function itemsIn({ kind, lines }: Place): number {
  if (kind === 'settlement' || kind === 'house' || kind === 'poi') return 1
  if (kind !== 'street' && kind !== 'alley') return 0
  return lines.reduce((sum, line) => sum + Math.max(0, line.length / 2 - 1), 0)
}

/** The records of all cells, and the start of each. */
function recordsOf(
  { first, items: held }: CellLists,
  items: Items,
  onStep: OnStep,
): { cells: Int32Array; records: Uint32Array } {
  const { part, place, coords } = items
  const records = new Uint32Array(first.length - 1)
  let length = records.length * COUNTS
  for (const item of held) length += part[item] === STRETCH ? SEGMENT : POINT
  const cells = new Int32Array(length)
  let at = 0
  for (let cell = 0; cell < records.length; cell++) {
    onStep('records', cell / records.length)
    const start = at
    records[cell] = start
    at += COUNTS
    for (const each of PARTS) {
      const width = (each === STRETCH ? SEGMENT : POINT) - 1
      for (let i = first[cell]!; i < first[cell + 1]!; i++) {
        const item = held[i]!
        if (part[item] !== each) continue
        cells[start + each]!++
        for (let k = 0; k < width; k++) cells[at++] = coords[item * ENDS + k]!
        cells[at++] = place[item]!
      }
    }
  }
  return { cells, records }
}
