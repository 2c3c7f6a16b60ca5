const ROW = 5
const FIRST_CAPACITY = 8

/**
 * The few best candidates of a query so far, best first, each place once: those on this bank before
 * those across the water, then by distance and penalty; of equals the place that is worth more,
 * whose number is smaller. Scratch: cleared and filled again by every query.
 *
 *   rows  Float64[5 c]  a hit is within one line or two of the cache
 *                         1  key: distance and penalty, metres, with the handicap added for a hit
 *                            across the water; ascending
 *                         1  place
 *                         2  lon, lat: its position, 1e-7 degrees, not rounded
 *                         1  squared metres
 */
export class HitList {
  size = 0
  /** Squared metres: a candidate farther away is not taken. */
  bound = 0
  private rows = new Float64Array(ROW * FIRST_CAPACITY)
  private capacity = 0
  private limit = 0
  /** Metres, more than any key on this bank. */
  private handicap = 0

  /** Makes room for `capacity` (≥ 1) hits within `radiusM`; no penalty exceeds `penaltyMaxM`. */
  clear(capacity: number, radiusM: number, penaltyMaxM: number): void {
    if (ROW * capacity > this.rows.length) this.rows = new Float64Array(ROW * capacity)
    this.capacity = capacity
    this.size = 0
    this.limit = radiusM * radiusM
    this.handicap = radiusM + penaltyMaxM + 1
    this.bound = this.limit
  }

  get isFull(): boolean {
    return this.size === this.capacity
  }

  isAcross(i: number): boolean {
    return this.rows[ROW * i]! >= this.handicap
  }

  place(i: number): number {
    return this.rows[ROW * i + 1]!
  }

  lon(i: number): number {
    return this.rows[ROW * i + 2]!
  }

  lat(i: number): number {
    return this.rows[ROW * i + 3]!
  }

  squaredM(i: number): number {
    return this.rows[ROW * i + 4]!
  }

  /** Takes the candidate in if it is among the best; `squared`: its distance, squared metres. */
  offer(
    squared: number,
    penaltyM: number,
    isAcross: boolean,
    place: number,
    lon: number,
    lat: number,
  ): void {
    const { rows, capacity } = this
    const key = Math.sqrt(squared) + (isAcross ? penaltyM + this.handicap : penaltyM)
    const end = ROW * this.size
    let hole = 0
    while (hole < end && rows[hole + 1] !== place) hole += ROW
    if (hole < end) {
      if (rows[hole]! <= key) return
    } else if (this.size < capacity) this.size++
    else {
      hole -= ROW
      if (isBefore(rows, hole, key, place)) return
    }
    while (hole > 0 && !isBefore(rows, hole - ROW, key, place)) {
      const before = hole - ROW
      for (let i = 0; i < ROW; i++) rows[hole + i] = rows[before + i]!
      hole = before
    }
    rows[hole] = key
    rows[hole + 1] = place
    rows[hole + 2] = lon
    rows[hole + 3] = lat
    rows[hole + 4] = squared
    if (this.size === capacity) {
      const worst = rows[ROW * (capacity - 1)]!
      this.bound = Math.min(this.limit, worst * worst)
    }
  }
}

/** Whether the hit at `at` is better than one of that key and place. */
function isBefore(rows: Float64Array, at: number, key: number, place: number): boolean {
  return rows[at]! < key || (rows[at] === key && rows[at + 1]! < place)
}
