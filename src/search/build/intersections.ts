import { type OnStep, watchedEach } from '../../base/on-step.ts'
import { distanceM } from '../../geo/distance.ts'
import { E7, type Point } from '../../geo/point.ts'
import { tokenize } from '../../text/tokens.ts'
import { foldedSpan } from '../../text/words.ts'
import { CROSSING_COLUMNS, CROSSING_M } from '../index/layout.ts'
import { withoutTypeWord } from '../index/search-names.ts'
import type { Place } from '../model/place.ts'

const FREE = 0

/** Two streets and a point that both have. */
interface Meeting {
  readonly street: number
  readonly other: number
  readonly lonE7: number
  readonly latE7: number
}

/**
 * The crossings of streets with different names, as rows (layout.ts). Ways that cross on one level
 * share a point in OSM, a bridge and the road below it do not. Cost: one look-up a point of a
 * street's course.
 */
export function intersectionRows(places: readonly Place[], onStep: OnStep): Int32Array {
  const meetings = meetingsOf(places, onStep)
  meetings.sort((a, b) => a.street - b.street || a.other - b.other || byPosition(a, b))
  const crossings: Meeting[] = []
  for (let from = 0; from < meetings.length; ) {
    const { street, other } = meetings[from]!
    let to = from
    while (meetings[to]?.street === street && meetings[to]!.other === other) to++
    for (const { lonE7, latE7 } of crossingsAmong(meetings.slice(from, to))) {
      crossings.push({ street, other, lonE7, latE7 })
      crossings.push({ street: other, other: street, lonE7, latE7 })
    }
    from = to
  }
  crossings.sort((a, b) => a.street - b.street || a.other - b.other || byPosition(a, b))
  const rows = new Int32Array(CROSSING_COLUMNS * crossings.length)
  crossings.forEach(({ street, other, lonE7, latE7 }, i) => {
    rows.set([street, other, lonE7, latE7], CROSSING_COLUMNS * i)
  })
  return rows
}

function byPosition(a: Meeting, b: Meeting): number {
  return a.lonE7 - b.lonE7 || a.latE7 - b.latE7
}

function meetingsOf(places: readonly Place[], onStep: OnStep): Meeting[] {
  const names = places.map((place) => (place.kind === 'street' ? bareName(place.name) : ''))
  const table = new PointTable(places)
  const meetings: Meeting[] = []
  watchedEach(places, 'intersections', onStep, (place, street) => {
    for (const line of coursesOf(place)) {
      for (let at = 0; at + 1 < line.length; at += 2) {
        const [lonE7, latE7] = [line[at]!, line[at + 1]!]
        for (const other of table.add(lonE7, latE7, street)) {
          if (names[other] === names[street]) continue
          meetings.push({ street: other, other: street, lonE7, latE7 })
        }
      }
    }
  })
  return meetings
}

/** The folded name without its type word: `Đường Phan Văn Trị` goes on as `Phan Văn Trị`. */
function bareName(name: string): string {
  const tokens = withoutTypeWord(tokenize(name), 'street')
  return foldedSpan(tokens, 0, tokens.length)
}

/** Names of flyovers, tunnels and ramps: where they meet a road is no crossing. */
const GRADE_SEPARATED = /^(cầu vượt|cầu cạn|hầm|lối lên|lối xuống|lối ra|lối vào)( |$)/iu

function coursesOf({ kind, name, category, lines }: Place): readonly Int32Array[] {
  const meets = kind === 'street' && !category.endsWith('_link') && !GRADE_SEPARATED.test(name)
  return meets ? lines : []
}

/**
 * The streets at each point, by open addressing: the first in a column, more of them in a list.
 *
 *   lon, lat  Int32[2^k]   1e-7 degrees
 *   first     Int32[2^k]   street + 1; 0 is free
 */
class PointTable {
  private readonly lon: Int32Array
  private readonly lat: Int32Array
  private readonly first: Int32Array
  private readonly more = new Map<number, number[]>()
  private readonly mask: number

  constructor(places: readonly Place[]) {
    let points = 0
    for (const place of places) for (const line of coursesOf(place)) points += line.length / 2
    let slots = 2
    while (slots < 2 * points) slots *= 2
    this.lon = new Int32Array(slots)
    this.lat = new Int32Array(slots)
    this.first = new Int32Array(slots)
    this.mask = slots - 1
  }

  /** Adds a street at a point; returns the streets added there before, empty if it was. */
  add(lon: number, lat: number, street: number): readonly number[] {
    const slot = this.slotOf(lon, lat)
    if (this.first[slot] === FREE) {
      this.lon[slot] = lon
      this.lat[slot] = lat
      this.first[slot] = street + 1
      return NO_STREETS
    }
    const before = [this.first[slot]! - 1, ...(this.more.get(slot) ?? NO_STREETS)]
    if (before.includes(street)) return NO_STREETS
    this.more.set(slot, [...before.slice(1), street])
    return before
  }

  private slotOf(lon: number, lat: number): number {
    const hash = Math.imul(lon ^ Math.imul(lat, 0x9e3779b1), 0x85ebca6b)
    let slot = (hash ^ (hash >>> 15)) & this.mask
    while (this.first[slot] !== FREE && (this.lon[slot] !== lon || this.lat[slot] !== lat)) {
      slot = (slot + 1) & this.mask
    }
    return slot
  }
}

const NO_STREETS: readonly number[] = []

/** The meetings of two streets, those near each other as one at their mean point. */
function crossingsAmong(meetings: readonly Meeting[]): { lonE7: number; latE7: number }[] {
  const groups: Meeting[][] = []
  for (const meeting of meetings) {
    const near = groups.find(([first]) => distanceM(pointOf(first!), pointOf(meeting)) < CROSSING_M)
    if (near) near.push(meeting)
    else groups.push([meeting])
  }
  return groups.map((group) => ({
    lonE7: meanOf(group.map(({ lonE7 }) => lonE7)),
    latE7: meanOf(group.map(({ latE7 }) => latE7)),
  }))
}

function pointOf({ lonE7, latE7 }: Meeting): Point {
  return { lon: lonE7 / E7, lat: latE7 / E7 }
}

function meanOf(values: readonly number[]): number {
  return Math.round(values.reduce((sum, value) => sum + value, 0) / values.length)
}
