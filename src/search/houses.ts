import { compareAt } from '../base/string-pool.ts'
import { leadingNumber } from '../text/house-number.ts'
import { NONE, type SearchIndex } from './layout.ts'

const encoder = new TextEncoder()

/** The place at number `key` of the street `street`, or NONE. A door goes before an alley mouth. */
export function houseAt(index: SearchIndex, street: number, key: string): number {
  const { houseFirst, houseLeading, houseKey, housePlace, strings } = index
  const end = houseFirst[street + 1]!
  let at = houseFirst[street]!
  if (at === end) return NONE
  const leading = leadingNumber(key)
  let high = end
  while (at < high) {
    const middle = (at + high) >>> 1
    if (houseLeading[middle]! < leading) at = middle + 1
    else high = middle
  }
  const text = encoder.encode(key)
  for (; at < end && houseLeading[at] === leading; at++) {
    if (compareAt(strings, houseKey[at]!, text) === 0) return housePlace[at]!
  }
  return NONE
}
