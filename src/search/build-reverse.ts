import { writeContainer } from '../base/container.ts'
import { CellGridWriter } from '../geo/cell-grid.ts'
import { byWorth } from './order.ts'
import type { Place } from './place.ts'
import { COUNTS, POINT, REVERSE_KIND, REVERSE_VERSION, SEGMENT } from './reverse-layout.ts'

/** In the order in which a record has them. */
const ADDRESS = 0
const OTHER = 1
const SETTLEMENT = 2
const STRETCH = 3

/** What the cells hold: points and segments, numbered alike. */
interface Items {
  /** Which part of a record it belongs in. */
  readonly part: number[]
  readonly place: number[]
  /** Where its coordinates begin: two of a point, four of a segment. */
  readonly first: number[]
  readonly coords: number[]
}

/** Builds reverse.idx from every place of a dataset, numbering them as `buildSearch` does. */
export function buildReverse(places: readonly Place[]): Uint8Array<ArrayBuffer> {
  const items = itemsOf(byWorth(places))
  const { part, first, coords } = items
  const writer = new CellGridWriter(coords)
  part.forEach((each, item) => {
    const at = first[item]!
    const [lon, lat] = [coords[at]!, coords[at + 1]!]
    if (each !== STRETCH) writer.addPoint(lon, lat, item)
    else writer.addSegment(lon, lat, coords[at + 2]!, coords[at + 3]!, item)
  })
  const cells: number[] = []
  const { frame, slots } = writer.finish((held) => writeRecord(cells, held, items))
  return writeContainer(REVERSE_KIND, REVERSE_VERSION, {
    frame,
    slots,
    cells: Int32Array.from(cells),
  })
}

function itemsOf(places: readonly Place[]): Items {
  const items: Items = { part: [], place: [], first: [], coords: [] }
  const add = (part: number, place: number, ...coords: number[]): void => {
    items.part.push(part)
    items.place.push(place)
    items.first.push(items.coords.length)
    items.coords.push(...coords)
  }
  const ids = new Set(places.map(({ id }) => id))
  places.forEach((place, number) => {
    const { kind, lonE7, latE7, streetId } = place
    if (kind === 'settlement') add(SETTLEMENT, number, lonE7, latE7)
    if (kind === 'house') add(ADDRESS, number, lonE7, latE7)
    const hasStreet = streetId !== null && ids.has(streetId)
    if (kind === 'poi') add(hasStreet ? ADDRESS : OTHER, number, lonE7, latE7)
    if (kind !== 'street' && kind !== 'alley') return
    for (const line of place.lines) {
      for (let at = 0; at + 3 < line.length; at += 2) {
        add(STRETCH, number, line[at]!, line[at + 1]!, line[at + 2]!, line[at + 3]!)
      }
    }
  })
  return items
}

/** Appends a cell's record; returns where it begins. */
function writeRecord(cells: number[], held: readonly number[], items: Items): number {
  const { part, place, first, coords } = items
  const start = cells.length
  for (let count = 0; count < COUNTS; count++) cells.push(0)
  for (const each of [ADDRESS, OTHER, SETTLEMENT, STRETCH]) {
    const width = (each === STRETCH ? SEGMENT : POINT) - 1
    for (const item of held) {
      if (part[item] !== each) continue
      cells[start + each]!++
      const at = first[item]!
      for (let i = at; i < at + width; i++) cells.push(coords[i]!)
      cells.push(place[item]!)
    }
  }
  return start
}
