/** So many of the last ones are looked at, or moved, one by one; of more at once. */
const FEW = 8

/**
 * The nearest of what is offered, at most so many, in order: a sorted list on typed arrays that
 * grow to the largest limit met; reused between queries. An offer finds its place from the end:
 * what is near tends to be offered first.
 */
export class KeepNearest {
  /** Whether number `a` comes after number `b` when they are equally far away. */
  readonly #isAfter: (a: number, b: number) => boolean
  #keys = new Float64Array(0)
  #numbers = new Uint32Array(0)
  #limit = 0
  #size = 0
  /** What is farther away than this is not kept. */
  keyMax = Number.POSITIVE_INFINITY

  constructor(isAfter: (a: number, b: number) => boolean) {
    this.#isAfter = isAfter
  }

  /** Forgets everything; from now on the nearest `limit` are kept. `limit` is 1 or more. */
  begin(limit: number): void {
    this.#limit = limit
    this.#size = 0
    this.keyMax = Number.POSITIVE_INFINITY
    if (this.#keys.length >= limit) return
    this.#keys = new Float64Array(limit)
    this.#numbers = new Uint32Array(limit)
  }

  /** `key` is at most `keyMax`. */
  offer(key: number, number: number): void {
    const keys = this.#keys
    const numbers = this.#numbers
    const at = this.#placeOf(key, number)
    const limit = this.#limit
    if (at === limit) return
    // When there is no room the last one falls off.
    const last = this.#size === limit ? limit - 1 : this.#size++
    if (last - at > FEW) {
      keys.copyWithin(at + 1, at, last)
      numbers.copyWithin(at + 1, at, last)
    } else {
      for (let i = last; i > at; i--) {
        keys[i] = keys[i - 1]!
        numbers[i] = numbers[i - 1]!
      }
    }
    keys[at] = key
    numbers[at] = number
    if (this.#size === limit) this.keyMax = keys[limit - 1]!
  }

  /** How many of those that are kept come before it. */
  #placeOf(key: number, number: number): number {
    const keys = this.#keys
    const numbers = this.#numbers
    let high = this.#size
    const few = Math.max(0, high - FEW)
    for (; high > few; high--) {
      const other = keys[high - 1]!
      if (other < key || (other === key && !this.#isAfter(numbers[high - 1]!, number))) return high
    }
    let low = 0
    while (low < high) {
      const middle = (low + high) >>> 1
      const other = keys[middle]!
      const isBefore = other < key || (other === key && !this.#isAfter(numbers[middle]!, number))
      if (isBefore) low = middle + 1
      else high = middle
    }
    return low
  }

  /** Numbers of what is kept, the nearest first. */
  list(): number[] {
    const numbers = this.#numbers
    const listed = new Array<number>(this.#size)
    for (let i = 0; i < listed.length; i++) listed[i] = numbers[i]!
    return listed
  }
}
