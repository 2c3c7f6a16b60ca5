/**
 * The few nearest candidates of a query so far, nearest first, each place once; of two equally near
 * ones the place that is worth more, whose number is smaller, goes first. Scratch: cleared and
 * filled again by every query.
 *
 *   keys    Float64[c]  what they are ordered by, ascending
 *   places  Float64[c]
 *   lons, lats  Float64[c]  where they are, 1e-7 degrees, not rounded
 */
export class HitList {
  private keys = new Float64Array(8)
  places = new Float64Array(8)
  lons = new Float64Array(8)
  lats = new Float64Array(8)
  private capacity = 0
  size = 0
  /** A candidate with a greater key is of no use. */
  bound = 0

  /** `capacity` ≥ 1. */
  clear(capacity: number, bound: number): void {
    if (capacity > this.keys.length) {
      this.keys = new Float64Array(capacity)
      this.places = new Float64Array(capacity)
      this.lons = new Float64Array(capacity)
      this.lats = new Float64Array(capacity)
    }
    this.capacity = capacity
    this.size = 0
    this.bound = bound
  }

  get isFull(): boolean {
    return this.size === this.capacity
  }

  keyAt(i: number): number {
    return this.keys[i]!
  }

  /** Takes the candidate in when it is among the nearest. `key` ≤ `bound`. */
  offer(key: number, place: number, lon: number, lat: number): void {
    const { keys, places, lons, lats } = this
    let hole = this.size
    for (let i = 0; i < this.size; i++) {
      if (places[i] !== place) continue
      if (keys[i]! <= key) return
      hole = i
      break
    }
    if (hole === this.capacity) {
      const last = hole - 1
      if (keys[last] === key && places[last]! < place) return
      hole = last
    } else if (hole === this.size) this.size++
    while (hole > 0) {
      const before = hole - 1
      const isBefore = keys[before]! < key || (keys[before] === key && places[before]! < place)
      if (isBefore) break
      keys[hole] = keys[before]!
      places[hole] = places[before]!
      lons[hole] = lons[before]!
      lats[hole] = lats[before]!
      hole = before
    }
    keys[hole] = key
    places[hole] = place
    lons[hole] = lon
    lats[hole] = lat
    if (this.isFull) this.bound = keys[this.size - 1]!
  }
}
