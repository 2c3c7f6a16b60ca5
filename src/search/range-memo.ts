const COLUMNS = 2

/**
 * What was made of ranges of names, as far as it was asked for of late: the same prefixes are typed
 * again and again. A slot is overwritten by the next range that falls on it.
 *
 *   ranges  Uint32[2 * slots]  `from` and `to` of the range in each slot; 0 and 0 in a free one
 */
export class RangeMemo<Value extends object> {
  private readonly make: (from: number, to: number) => Value
  private readonly ranges: Uint32Array
  private readonly values: (Value | null)[]

  /** `slots`: a power of two. */
  constructor(slots: number, make: (from: number, to: number) => Value) {
    this.make = make
    this.ranges = new Uint32Array(COLUMNS * slots)
    this.values = new Array<Value | null>(slots).fill(null)
  }

  /** For the names `from` up to `to`. */
  of(from: number, to: number): Value {
    const { ranges, values } = this
    const hash = Math.imul(from ^ Math.imul(to, 0x9e3779b1), 0x85ebca6b)
    const slot = (hash ^ (hash >>> 15)) & (values.length - 1)
    const known = values[slot]
    const row = COLUMNS * slot
    if (known && ranges[row] === from && ranges[row + 1] === to) return known
    const value = this.make(from, to)
    ranges[row] = from
    ranges[row + 1] = to
    values[slot] = value
    return value
  }
}
