/**
 * A binary min-heap of (key, value) pairs of numbers on typed arrays that grow by doubling; reused
 * between queries, so that a query allocates nothing. Ties leave in no promised order.
 */
export class MinHeap {
  private keys: Float64Array
  private values: Uint32Array
  size = 0

  constructor(capacity = 256) {
    this.keys = new Float64Array(capacity)
    this.values = new Uint32Array(capacity)
  }

  clear(): void {
    this.size = 0
  }

  push(key: number, value: number): void {
    if (this.size === this.keys.length) this.grow()
    const { keys, values } = this
    let i = this.size++
    while (i > 0) {
      const parent = (i - 1) >> 1
      if (keys[parent]! <= key) break
      keys[i] = keys[parent]!
      values[i] = values[parent]!
      i = parent
    }
    keys[i] = key
    values[i] = value
  }

  /** The smallest key; only when `size > 0`. */
  minKey(): number {
    return this.keys[0]!
  }

  /** Removes the pair with the smallest key and returns its value; only when `size > 0`. */
  pop(): number {
    const { keys, values } = this
    const top = values[0]!
    const size = --this.size
    const key = keys[size]!
    const value = values[size]!
    let i = 0
    for (;;) {
      let child = 2 * i + 1
      if (child >= size) break
      if (child + 1 < size && keys[child + 1]! < keys[child]!) child++
      if (keys[child]! >= key) break
      keys[i] = keys[child]!
      values[i] = values[child]!
      i = child
    }
    keys[i] = key
    values[i] = value
    return top
  }

  private grow(): void {
    const keys = new Float64Array(this.keys.length * 2)
    const values = new Uint32Array(this.keys.length * 2)
    keys.set(this.keys)
    values.set(this.values)
    this.keys = keys
    this.values = values
  }
}
