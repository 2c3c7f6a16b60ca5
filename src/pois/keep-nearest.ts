/** So many of the last ones are looked at, or moved, one by one; of more at once. */
const FEW = 32

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
  /** Greater keys are not kept. */
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
    const limit = this.#limit
    // When there is no room the last one falls off, or what is offered comes after it.
    if (this.#size < limit) this.#size++
    else if (!this.#isBefore(key, number, limit - 1)) return
    let at = this.#size - 1
    if (at > FEW && this.#isBefore(key, number, at - FEW)) {
      const place = this.#placeOf(key, number, at - FEW)
      keys.copyWithin(place + 1, place, at)
      numbers.copyWithin(place + 1, place, at)
      at = place
    } else {
      while (at > 0) {
        const before = keys[at - 1]!
        if (key > before || (key === before && !this.#isAfter(numbers[at - 1]!, number))) break
        keys[at] = before
        numbers[at] = numbers[at - 1]!
        at--
      }
    }
    keys[at] = key
    numbers[at] = number
    if (this.#size === limit) this.keyMax = keys[limit - 1]!
  }

  /** Count of the first `high` that come before it. */
  #placeOf(key: number, number: number, high: number): number {
    let low = 0
    let end = high
    while (low < end) {
      const middle = (low + end) >>> 1
      if (this.#isBefore(key, number, middle)) end = middle
      else low = middle + 1
    }
    return low
  }

  /** Whether what is offered comes before the one at `at`. */
  #isBefore(key: number, number: number, at: number): boolean {
    const other = this.#keys[at]!
    return key < other || (key === other && this.#isAfter(this.#numbers[at]!, number))
  }

  /** Numbers of what is kept, the nearest first. */
  list(): number[] {
    const numbers = this.#numbers
    const listed = new Array<number>(this.#size)
    for (let i = 0; i < listed.length; i++) listed[i] = numbers[i]!
    return listed
  }
}
