/**
 * The few best candidates of a query so far, best first, each place once: those on this bank before
 * those across the water, then the nearer; of two equally near ones the place that is worth more,
 * whose number is smaller. Scratch: cleared and filled again by every query.
 *
 *   keys    Float64[c]  squared metres, for what is across with the handicap added; ascending
 *   places  Float64[c]
 *   lons, lats  Float64[c]  where they are, 1e-7 degrees, not rounded
 */
export class HitList {
  places = new Float64Array(8)
  lons = new Float64Array(8)
  lats = new Float64Array(8)
  size = 0
  /** A candidate whose squared metres are more is of no use. */
  bound = 0
  private keys = new Float64Array(8)
  private capacity = 0
  private limit = 0
  /** More than any key without it. */
  private handicap = 0

  /** For at most `capacity` (≥ 1) hits within `radiusM`. */
  clear(capacity: number, radiusM: number): void {
    if (capacity > this.keys.length) {
      this.keys = new Float64Array(capacity)
      this.places = new Float64Array(capacity)
      this.lons = new Float64Array(capacity)
      this.lats = new Float64Array(capacity)
    }
    this.capacity = capacity
    this.size = 0
    this.limit = radiusM * radiusM
    this.handicap = 2 * this.limit + 1
    this.bound = this.limit
  }

  /** How many of the hits are on this bank. */
  get onBank(): number {
    let count = 0
    while (count < this.size && this.keys[count]! <= this.limit) count++
    return count
  }

  distanceM(i: number): number {
    const key = this.keys[i]!
    return Math.sqrt(key <= this.limit ? key : key - this.handicap)
  }

  /** Takes the candidate in when it is among the best. */
  offer(squared: number, isAcross: boolean, place: number, lon: number, lat: number): void {
    const { keys, places, lons, lats, capacity } = this
    const key = isAcross ? squared + this.handicap : squared
    let hole = 0
    while (hole < this.size && places[hole] !== place) hole++
    if (hole < this.size) {
      if (keys[hole]! <= key) return
    } else if (hole < capacity) this.size++
    else {
      hole--
      if (keys[hole]! < key || (keys[hole] === key && places[hole]! < place)) return
    }
    while (hole > 0) {
      const before = hole - 1
      if (keys[before]! < key || (keys[before] === key && places[before]! < place)) break
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
    if (this.size === capacity) this.bound = Math.min(this.limit, keys[capacity - 1]!)
  }
}
