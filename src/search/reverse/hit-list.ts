const ROW = 5
const FIRST_CAPACITY = 8

/**
 * The few best candidates of a query so far, best first, each place once: those on this bank before
 * those across the water, then the nearer, counting what each is set behind; of two equally near
 * ones the place that is worth more, whose number is smaller. Scratch: cleared and filled again by
 * every query.
 *
 *   rows  Float64[5 c]  so that a hit is within one line or two of the cache
 *                         1  key: metres and those it is set behind, for what is across with the
 *                            handicap added; ascending
 *                         1  place
 *                         2  lon, lat: where it is, 1e-7 degrees, not rounded
 *                         1  squared metres
 */
export class HitList {
  size = 0
  /** A candidate whose squared metres are more is of no use. */
  bound = 0
  private rows = new Float64Array(ROW * FIRST_CAPACITY)
  private capacity = 0
  private limit = 0
  /** More than any key without it. */
  private handicap = 0

  /** For at most `capacity` (≥ 1) hits within `radiusM`, set behind by at most `behindMaxM`. */
  clear(capacity: number, radiusM: number, behindMaxM: number): void {
    if (ROW * capacity > this.rows.length) this.rows = new Float64Array(ROW * capacity)
    this.capacity = capacity
    this.size = 0
    this.limit = radiusM * radiusM
    this.handicap = radiusM + behindMaxM + 1
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

  /** Takes the candidate in when it is among the best. */
  offer(
    squared: number,
    behindM: number,
    isAcross: boolean,
    place: number,
    lon: number,
    lat: number,
  ): void {
    const { rows, capacity } = this
    const key = Math.sqrt(squared) + (isAcross ? behindM + this.handicap : behindM)
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
