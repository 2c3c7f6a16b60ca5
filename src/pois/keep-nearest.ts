/**
 * The nearest of what is offered, at most so many: a binary heap with the farthest on top, on typed
 * arrays that grow to the largest limit met; reused between queries. Those equally far away are
 * told apart by the order that the caller gives.
 */
export class KeepNearest {
  /** Whether number `a` comes after number `b` when they are equally far away. */
  readonly #isAfter: (a: number, b: number) => boolean
  #keys = new Float64Array(0)
  #numbers = new Uint32Array(0)
  #limit = 0
  #size = 0

  constructor(isAfter: (a: number, b: number) => boolean) {
    this.#isAfter = isAfter
  }

  /** Forgets everything; from now on the nearest `limit` are kept. `limit` is 1 or more. */
  begin(limit: number): void {
    this.#limit = limit
    this.#size = 0
    if (this.#keys.length >= limit) return
    this.#keys = new Float64Array(limit)
    this.#numbers = new Uint32Array(limit)
  }

  /** What is farther away than this is not kept. */
  get keyMax(): number {
    return this.#size < this.#limit ? Number.POSITIVE_INFINITY : this.#keys[0]!
  }

  offer(key: number, number: number): void {
    if (this.#size < this.#limit) this.#siftUp(this.#size++, key, number)
    else if (this.#comesAfter(this.#keys[0]!, this.#numbers[0]!, key, number)) {
      this.#siftDown(this.#size, key, number)
    }
  }

  /** Numbers of what was kept, the nearest first. Nothing is kept after that. */
  take(): number[] {
    const keys = this.#keys
    const numbers = this.#numbers
    const taken = new Array<number>(this.#size)
    for (let size = this.#size - 1; size >= 0; size--) {
      taken[size] = numbers[0]!
      this.#siftDown(size, keys[size]!, numbers[size]!)
    }
    this.#size = 0
    return taken
  }

  #siftUp(hole: number, key: number, number: number): void {
    const keys = this.#keys
    const numbers = this.#numbers
    let i = hole
    while (i > 0) {
      const parent = (i - 1) >> 1
      if (!this.#comesAfter(key, number, keys[parent]!, numbers[parent]!)) break
      keys[i] = keys[parent]!
      numbers[i] = numbers[parent]!
      i = parent
    }
    keys[i] = key
    numbers[i] = number
  }

  /** Puts it in place of the top of the first `size`. */
  #siftDown(size: number, key: number, number: number): void {
    const keys = this.#keys
    const numbers = this.#numbers
    let i = 0
    for (;;) {
      let child = 2 * i + 1
      if (child >= size) break
      const other = child + 1
      if (
        other < size &&
        this.#comesAfter(keys[other]!, numbers[other]!, keys[child]!, numbers[child]!)
      ) {
        child = other
      }
      if (!this.#comesAfter(keys[child]!, numbers[child]!, key, number)) break
      keys[i] = keys[child]!
      numbers[i] = numbers[child]!
      i = child
    }
    keys[i] = key
    numbers[i] = number
  }

  #comesAfter(aKey: number, a: number, bKey: number, b: number): boolean {
    return aKey === bKey ? this.#isAfter(a, b) : aKey > bKey
  }
}
