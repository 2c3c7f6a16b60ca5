/**
 * The first number from `from` up to `to` that `reached` is true of, `to` if there is none. It has
 * to be true of all that follow, too.
 */
export function firstReached(from: number, to: number, reached: (at: number) => boolean): number {
  let low = from
  let high = to
  while (low < high) {
    const middle = (low + high) >>> 1
    if (reached(middle)) high = middle
    else low = middle + 1
  }
  return low
}

/** The first place from `from` up to `to` in ascending values that is not below `value`. */
export function lowerBound(values: Uint32Array, from: number, to: number, value: number): number {
  let low = from
  let high = to
  while (low < high) {
    const middle = (low + high) >>> 1
    if (values[middle]! < value) low = middle + 1
    else high = middle
  }
  return low
}
