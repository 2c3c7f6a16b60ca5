const DIGIT_BITS = 16
const DIGITS = 1 << DIGIT_BITS

/** Positions of the keys in ascending order, equal keys as they stand. Radix sort, two rounds. */
export function radixOrder(keys: Uint32Array): Uint32Array {
  let order = new Uint32Array(keys.length)
  let next = new Uint32Array(keys.length)
  for (let i = 0; i < order.length; i++) order[i] = i
  const place = new Uint32Array(DIGITS + 1)
  for (let shift = 0; shift < 32; shift += DIGIT_BITS) {
    place.fill(0)
    for (let i = 0; i < keys.length; i++) place[((keys[i]! >>> shift) & (DIGITS - 1)) + 1]!++
    for (let digit = 0; digit < DIGITS; digit++) place[digit + 1]! += place[digit]!
    for (let i = 0; i < order.length; i++) {
      const item = order[i]!
      next[place[(keys[item]! >>> shift) & (DIGITS - 1)]!++] = item
    }
    ;[order, next] = [next, order]
  }
  return order
}
