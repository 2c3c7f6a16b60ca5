import type { KeyId } from './key.ts'

/** Requests of one key to one endpoint on one Vietnamese day. */
export interface UsageRow {
  readonly keyId: KeyId
  /** The path as the contract writes it: `/v1/place/resolve`. */
  readonly endpoint: string
  /** Days since 1970-01-01, see `window.ts`. */
  readonly day: number
  readonly requests: number
  readonly billable: number
}

interface Cell {
  readonly day: number
  requests: number
  billable: number
}

/**
 * Requests that were counted and not yet written down. Whoever writes them takes a batch with
 * `drain` and, when that failed, puts the same batch back with `restore`: nothing is lost, and
 * nothing is counted twice.
 */
export class UsageCounter {
  /** The day being counted, by key and endpoint: the two look-ups of the hot path. */
  #today = new Map<KeyId, Map<string, Cell>>()
  /** Cells of days that ended, and batches that came back. */
  #earlier: UsageRow[] = []

  record(keyId: KeyId, endpoint: string, day: number, billable: boolean): void {
    let byEndpoint = this.#today.get(keyId)
    if (!byEndpoint) {
      byEndpoint = new Map()
      this.#today.set(keyId, byEndpoint)
    }
    let cell = byEndpoint.get(endpoint)
    if (!cell || cell.day !== day) {
      if (cell) this.#earlier.push({ keyId, endpoint, ...cell })
      cell = { day, requests: 0, billable: 0 }
      byEndpoint.set(endpoint, cell)
    }
    cell.requests++
    if (billable) cell.billable++
  }

  /** Everything counted since the last call, one row a key, endpoint and day; then forgets it. */
  drain(): UsageRow[] {
    const rows = this.#earlier
    for (const [keyId, byEndpoint] of this.#today) {
      for (const [endpoint, cell] of byEndpoint) rows.push({ keyId, endpoint, ...cell })
    }
    this.#today = new Map()
    this.#earlier = []
    return mergedUsage(rows)
  }

  /** Takes back a batch that could not be written down. */
  restore(batch: readonly UsageRow[]): void {
    // Merged at once, so that a long outage costs memory by key and day, not by attempt.
    this.#earlier = mergedUsage([...this.#earlier, ...batch])
  }
}

/** Rows of one key, endpoint and day as one; what else a row holds is that of the last. */
export function mergedUsage<Row extends Countable>(rows: readonly Row[]): Row[] {
  const byName = new Map<string, Row>()
  for (const row of rows) {
    const name = `${row.day} ${row.endpoint} ${row.keyId}`
    const other = byName.get(name)
    byName.set(name, {
      ...row,
      requests: row.requests + (other?.requests ?? 0),
      billable: row.billable + (other?.billable ?? 0),
    })
  }
  return [...byName.values()]
}

type Countable = Omit<UsageRow, 'day'> & { readonly day: number | string }
