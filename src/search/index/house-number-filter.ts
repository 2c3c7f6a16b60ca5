import { BETWEEN_NUMBERS_MAX, isDoor } from './houses.ts'
import type { SearchIndex } from './layout.ts'

/*
 * Which numbers a street or an alley may have, in one word: its mapped ones and those between two
 * of its doors. Most streets that are called as the query says have none of the numbers it says,
 * and need not be looked through.
 *
 *   bit i    numbers 8 i to 8 i + 7; the last bit all from there on
 */

const NUMBERS_SHIFT = 3
const LAST_BIT = 31

/** The bit of a number. */
export function numberFilterOf(number: number): number {
  return 1 << Math.min(number >>> NUMBERS_SHIFT, LAST_BIT)
}

/** Of every place, 0 where no number lies along it. */
export function numberFilters(index: SearchIndex): Uint32Array {
  const { houseFirst } = index
  return Uint32Array.from({ length: index.places }, (_, street) =>
    reachAlong(index, houseFirst[street]!, houseFirst[street + 1]!),
  )
}

/** Of the entries `start` to `end` of one street, which ascend. */
function reachAlong(index: SearchIndex, start: number, end: number): number {
  let reach = 0
  const lastDoor = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY] // of the even and odd side
  for (let at = start; at < end; at++) {
    const number = index.houseLeading[at]!
    reach |= numberFilterOf(number)
    if (!isDoor(index, at, number)) continue
    const side = number & 1
    const last = lastDoor[side]!
    lastDoor[side] = number
    if (number - last > BETWEEN_NUMBERS_MAX) continue
    for (let between = last; between < number; between++) reach |= numberFilterOf(between)
  }
  return reach
}
