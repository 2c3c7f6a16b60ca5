import { RECENT_TABLE_BYTES, RecentTable } from './recent-table.ts'
import { minuteOf, minuteStartMs } from './window.ts'

export const DEMO_PER_MINUTE = 30 // interface, Limits
/** Of tiles for the map page: a large screen that is panned all the time takes fewer. */
export const MAP_TILES_PER_MINUTE = 1_200

/** Counts requests by client address in UTC minutes; bounded memory, shareable by workers. */
export class IpLimiter {
  readonly #table: RecentTable
  readonly #perMinute: number

  /** `memory`: `RECENT_TABLE_BYTES` bytes, zero or those of another limiter to share. */
  constructor(perMinute: number, memory: ArrayBufferLike = new ArrayBuffer(RECENT_TABLE_BYTES)) {
    this.#perMinute = perMinute
    this.#table = new RecentTable(memory)
  }

  /**
   * Counts one request of `ip`, unless its minute is used up: then the whole seconds until the
   * next one, at least 1, and nothing is counted. 0 means allowed.
   */
  retryAfterS(ip: string, nowMs: number): number {
    const minute = minuteOf(nowMs)
    const row = this.#table.claim(clientOf(ip))
    const counted = this.#table.timeOf(row)
    // One minute ahead is a clock set back a little, and no second allowance.
    if (counted !== minute && counted !== minute + 1) {
      this.#table.setTime(row, minute)
      this.#table.setValue(row, 0)
    }
    if (this.#table.add(row, 1) <= this.#perMinute) return 0
    this.#table.add(row, -1)
    const endMs = minuteStartMs(this.#table.timeOf(row) + 1)
    return Math.max(1, Math.ceil((endMs - nowMs) / 1000))
  }
}

/** The unit of one client: an IPv4 address, or an IPv6 network of 64 bits (one subscriber). */
export function clientOf(ip: string): string {
  if (!ip.includes(':')) return ip
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)
  if (mapped?.[1]) return mapped[1]
  const [head = '', tail] = ip.toLowerCase().split('::')
  const groups = head === '' ? [] : head.split(':')
  const after = tail === undefined || tail === '' ? [] : tail.split(':')
  const missing = Math.max(0, 8 - groups.length - after.length)
  const all = tail === undefined ? groups : [...groups, ...Array(missing).fill('0'), ...after]
  const network = all.slice(0, 4).map((group) => group.replace(/^0+(?=.)/, ''))
  return `${network.join(':')}::/64`
}
