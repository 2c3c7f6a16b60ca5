/** Numbers that are added and taken at one end. Its memory stays from use to use. */
export class Uint32Stack {
  /** The first `length` are on it, the last on top. */
  items: Uint32Array
  length = 0

  constructor(capacity: number) {
    this.items = new Uint32Array(capacity)
  }

  push(value: number): void {
    if (this.length === this.items.length) {
      const bigger = new Uint32Array(2 * this.length)
      bigger.set(this.items)
      this.items = bigger
    }
    this.items[this.length++] = value
  }

  /** Turns what was pushed from place `from` on the other way round. */
  reverse(from: number): void {
    const { items } = this
    for (let low = from, high = this.length - 1; low < high; low++, high--) {
      const item = items[low]!
      items[low] = items[high]!
      items[high] = item
    }
  }

  /** Only when `length > 0`. */
  pop(): number {
    return this.items[--this.length]!
  }
}
