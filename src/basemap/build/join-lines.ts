/** A line of a zoom: `group` is equal for those that may be joined. */
export interface GroupedLine {
  readonly group: number
  readonly xy: Int32Array
}

const NONE = -1
const CROSSING = -2

/**
 * Joins lines of one group where exactly two of them end, so that a road is one line again and its
 * name has room. Directions stay: only the end of one and the start of the other meet when
 * `isDirected(group)`. Linear.
 */
export function joinLines(
  lines: readonly GroupedLine[],
  isDirected: (group: number) => boolean,
): GroupedLine[] {
  const ends = new EndTable(lines)
  const used = new Uint8Array(lines.length)
  const joined: GroupedLine[] = []
  const parts: Part[] = []
  for (let i = 0; i < lines.length; i++) {
    if (used[i] === 1) continue
    used[i] = 1
    const { group } = lines[i]!
    parts.length = 0
    parts.push({ line: i, isBackwards: false })
    const directed = isDirected(group)
    const walk = (from: Part, isForwards: boolean): Part | null => {
      // The end we stand at: the last point going forwards, the first going back.
      const atStart = from.isBackwards === isForwards
      const next = ends.other(from.line, atStart)
      if (next === null || used[next.line] === 1) return null
      const isBackwards = next.atStart !== isForwards
      if (directed && isBackwards) return null
      used[next.line] = 1
      return { line: next.line, isBackwards }
    }
    for (let part = walk(parts[0]!, true); part !== null; part = walk(part, true)) parts.push(part)
    for (let part = walk(parts[0]!, false); part !== null; part = walk(part, false)) {
      parts.unshift(part)
    }
    joined.push(parts.length === 1 ? lines[i]! : { group, xy: chained(lines, parts) })
  }
  return joined
}

interface Part {
  readonly line: number
  readonly isBackwards: boolean
}

function chained(lines: readonly GroupedLine[], parts: readonly Part[]): Int32Array {
  const length = parts.reduce((sum, { line }) => sum + lines[line]!.xy.length - 2, 2)
  const xy = new Int32Array(length)
  let at = 0
  parts.forEach(({ line, isBackwards }, k) => {
    const from = lines[line]!.xy
    for (let i = k === 0 ? 0 : 2; i < from.length; i += 2) {
      const j = isBackwards ? from.length - 2 - i : i
      xy[at++] = from[j]!
      xy[at++] = from[j + 1]!
    }
  })
  return xy
}

/**
 * Where lines end, by group and position, in an open-addressing table. An end is twice the number
 * of its line, plus 1 for the last point.
 *
 *   first, second  Int32[size]  the ends that meet; NONE; `second` CROSSING for three and more
 */
class EndTable {
  readonly #lines: readonly GroupedLine[]
  readonly #first: Int32Array
  readonly #second: Int32Array
  readonly #mask: number

  constructor(lines: readonly GroupedLine[]) {
    this.#lines = lines
    const size = 2 ** Math.ceil(Math.log2(Math.max(16, lines.length * 4)))
    this.#mask = size - 1
    this.#first = new Int32Array(size).fill(NONE)
    this.#second = new Int32Array(size).fill(NONE)
    for (let end = 0; end < lines.length * 2; end++) {
      const slot = this.#slotOf(end)
      if (this.#first[slot] === NONE) this.#first[slot] = end
      else this.#second[slot] = this.#second[slot] === NONE ? end : CROSSING
    }
  }

  /** The one other line that ends where this one does; null when there is none, or several. */
  other(line: number, atStart: boolean): { line: number; atStart: boolean } | null {
    const end = line * 2 + (atStart ? 0 : 1)
    const slot = this.#slotOf(end)
    const [a, b] = [this.#first[slot]!, this.#second[slot]!]
    if (b < 0) return null
    const found = a === end ? b : a
    return { line: found >> 1, atStart: (found & 1) === 0 }
  }

  #slotOf(end: number): number {
    const { group, x, y } = this.#endOf(end)
    let hash = Math.imul(x, 0x9e3779b1) ^ Math.imul(y, 0x85ebca6b) ^ Math.imul(group, 0xc2b2ae35)
    hash ^= hash >>> 15
    for (let slot = hash & this.#mask; ; slot = (slot + 1) & this.#mask) {
      const known = this.#first[slot]!
      if (known === NONE) return slot
      const other = this.#endOf(known)
      if (other.group === group && other.x === x && other.y === y) return slot
    }
  }

  #endOf(end: number): { group: number; x: number; y: number } {
    const { group, xy } = this.#lines[end >> 1]!
    const at = (end & 1) === 0 ? 0 : xy.length - 2
    return { group, x: xy[at]!, y: xy[at + 1]! }
  }
}
