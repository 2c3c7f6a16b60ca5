const EMPTY = 0xffffffff
/** No parent: the search began here. */
export const SEED = 0xffffffff

/**
 * One side of a search: what it has reached, in a table that is a few thousand entries whatever the
 * size of the graph, and a heap of what is to be visited. Memory is kept from search to search and
 * the table is emptied by its list of used slots.
 *
 *   keys     Uint32[slots]  record, or EMPTY; open addressing, slots is a power of two
 *   costs    Uint32[slots]  cost to reach it so far
 *   parents  Uint32[slots]  record it was reached from, or SEED
 */
export class Frontier {
  keys = new Uint32Array(1 << 13).fill(EMPTY)
  costs = new Uint32Array(1 << 13)
  parents = new Uint32Array(1 << 13)
  private used = new Uint32Array(1 << 12)
  private usedCount = 0
  private mask = (1 << 13) - 1
  private heapCosts = new Uint32Array(1 << 12)
  private heapRecords = new Uint32Array(1 << 12)
  /** Entries of the heap; a record whose cost fell is there several times. */
  size = 0

  clear(): void {
    for (let i = 0; i < this.usedCount; i++) this.keys[this.used[i]!] = EMPTY
    this.usedCount = 0
    this.size = 0
  }

  /** Slot of a record, −1 when it has not been reached. */
  find(record: number): number {
    const { keys, mask } = this
    let slot = Math.imul(record, 0x9e3779b1) >>> 7
    for (;;) {
      slot &= mask
      const key = keys[slot]!
      if (key === record) return slot
      if (key === EMPTY) return -1
      slot++
    }
  }

  /** Notes that `record` can be reached for `cost`; nothing changes when that is no better. */
  reach(record: number, cost: number, parent: number): void {
    const { keys, mask } = this
    let slot = Math.imul(record, 0x9e3779b1) >>> 7
    for (;;) {
      slot &= mask
      const key = keys[slot]!
      if (key === record) {
        if (this.costs[slot]! <= cost) return
        break
      }
      if (key === EMPTY) {
        keys[slot] = record
        this.used[this.usedCount++] = slot
        break
      }
      slot++
    }
    this.costs[slot] = cost
    this.parents[slot] = parent
    this.push(cost, record)
    if (2 * this.usedCount >= keys.length) this.grow()
  }

  minCost(): number {
    return this.size === 0 ? EMPTY : this.heapCosts[0]!
  }

  /** Removes the cheapest entry and returns its record; only when `size > 0`. */
  pop(): number {
    const { heapCosts, heapRecords } = this
    const top = heapRecords[0]!
    const size = --this.size
    const cost = heapCosts[size]!
    const record = heapRecords[size]!
    let i = 0
    for (;;) {
      let child = 2 * i + 1
      if (child >= size) break
      if (child + 1 < size && heapCosts[child + 1]! < heapCosts[child]!) child++
      if (heapCosts[child]! >= cost) break
      heapCosts[i] = heapCosts[child]!
      heapRecords[i] = heapRecords[child]!
      i = child
    }
    heapCosts[i] = cost
    heapRecords[i] = record
    return top
  }

  private push(cost: number, record: number): void {
    if (this.size === this.heapCosts.length) {
      this.heapCosts = doubled(this.heapCosts)
      this.heapRecords = doubled(this.heapRecords)
    }
    const { heapCosts, heapRecords } = this
    let i = this.size++
    while (i > 0) {
      const parent = (i - 1) >> 1
      if (heapCosts[parent]! <= cost) break
      heapCosts[i] = heapCosts[parent]!
      heapRecords[i] = heapRecords[parent]!
      i = parent
    }
    heapCosts[i] = cost
    heapRecords[i] = record
  }

  private grow(): void {
    const { keys, costs, parents, used } = this
    this.keys = new Uint32Array(2 * keys.length).fill(EMPTY)
    this.costs = new Uint32Array(2 * keys.length)
    this.parents = new Uint32Array(2 * keys.length)
    this.mask = this.keys.length - 1
    this.used = new Uint32Array(2 * used.length)
    for (let i = 0; i < this.usedCount; i++) {
      const old = used[i]!
      let slot = (Math.imul(keys[old]!, 0x9e3779b1) >>> 7) & this.mask
      while (this.keys[slot] !== EMPTY) slot = (slot + 1) & this.mask
      this.keys[slot] = keys[old]!
      this.costs[slot] = costs[old]!
      this.parents[slot] = parents[old]!
      this.used[i] = slot
    }
  }
}

function doubled(array: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  const bigger = new Uint32Array(array.length * 2)
  bigger.set(array)
  return bigger
}
