import { assert } from '../base/assert.ts'
import { firstReached } from '../base/binary-search.ts'
import { firstItemOf } from '../geo/kd-tree.ts'
import type { PoiIndex } from './layout.ts'
import { dayClass, type LocalMinute, localMinuteOf, OPENING_FORMS } from './opening.ts'

/**
 * What is open in a minute.
 *
 *   calendars  Uint8[h + 1]  1 for an open calendar, at its number + 1; at 0 what has none
 *   nodes      Uint8[m]      1 for a node of the tree beneath which a POI is open
 */
export interface OpenNow {
  readonly calendars: Uint8Array
  readonly nodes: Uint8Array
}

/**
 * Tells which opening calendars are open. All are looked up once a minute, which takes microseconds
 * for the thousands that a country has, and some nanoseconds a POI; after that a POI costs one
 * byte, and at night a search does not go through all that is shut.
 */
export class Openness {
  readonly #index: PoiIndex
  readonly #open: OpenNow
  #minute = Number.NaN

  constructor(index: PoiIndex) {
    this.#index = index
    const calendars = new Uint8Array(index.hoursForm.length + 1)
    this.#open = { calendars, nodes: new Uint8Array(index.nodeHours.length) }
  }

  /** Valid until the next call. */
  at(nowMs: number): OpenNow {
    const minute = Math.floor(nowMs / 60_000)
    if (minute !== this.#minute) {
      const { calendars, nodes } = this.#open
      const now = localMinuteOf(nowMs)
      for (let calendar = 0; calendar + 1 < calendars.length; calendar++) {
        calendars[calendar + 1] = isOpen(this.#index, calendar, now) ? 1 : 0
      }
      // Children come after their parents.
      for (let node = nodes.length - 1; node > 0; node--)
        nodes[node] = this.#isAnyOpen(node) ? 1 : 0
      this.#minute = minute
    }
    return this.#open
  }

  #isAnyOpen(node: number): boolean {
    const { tree, hours, nodeHours } = this.#index
    if (nodeHours[node] === 0) return false
    const { calendars, nodes } = this.#open
    const leaf = node - tree.leaves
    if (leaf < 0) return nodes[2 * node] === 1 || nodes[2 * node + 1] === 1
    const end = firstItemOf(tree.items, tree.leaves, leaf + 1)
    for (let poi = firstItemOf(tree.items, tree.leaves, leaf); poi < end; poi++) {
      if (calendars[hours[poi]!] === 1) return true
    }
    return false
  }
}

export function isOpen(index: PoiIndex, calendar: number, now: LocalMinute): boolean {
  const span = timesOf(index, calendar, now.day)
  if (span === null) return false
  const { times } = index
  for (let i = span.first; i < span.end; i += 2) {
    if (now.minute >= times[i]! && now.minute < times[i + 1]!) return true
  }
  return false
}

/** Position of a day's opening and closing minutes in `times`; null when they are not known. */
export function timesOf(
  index: PoiIndex,
  calendar: number,
  day: number,
): { readonly first: number; readonly end: number } | null {
  const form = OPENING_FORMS[index.hoursForm[calendar]!]
  assert(form, 'a calendar has a known form')
  const start = index.hoursStart[calendar]!
  const number = dayClass(form, start, day, (each) => isHoliday(index, each))
  const first = index.hoursFirst[calendar]!
  if (number < 0 || first + number >= index.hoursFirst[calendar + 1]!) return null
  const times = index.hoursTimes[first + number]!
  return { first: index.timesFirst[times]!, end: index.timesFirst[times + 1]! }
}

function isHoliday({ holidays }: PoiIndex, day: number): boolean {
  return holidays[firstReached(0, holidays.length, (at) => holidays[at]! >= day)] === day
}
