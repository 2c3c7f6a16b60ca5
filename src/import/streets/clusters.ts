import type { Line } from '../../geo/line.ts'

/**
 * Parts lines of one name into those that belong together: lines that pass through the same or
 * neighbouring cells of a grid. `cellE7` is the side of a cell: lines nearer than it are together,
 * lines farther apart than twice as much are not (in between the grid decides).
 */
export function clusterLines<T extends { readonly line: Line }>(
  items: readonly T[],
  cellE7: number,
): readonly (readonly T[])[] {
  if (items.length < 2) return [items]
  const parent = items.map((_, i) => i)
  const owner = new Map<number, number>()
  items.forEach((item, i) => {
    eachCell(item.line, cellE7, (x, y) => {
      for (let dx = -1; dx <= 1; dx++) {
        for (let dy = -1; dy <= 1; dy++) {
          const other = owner.get(cellKey(x + dx, y + dy))
          if (other !== undefined) parent[root(parent, other)] = root(parent, i)
        }
      }
      owner.set(cellKey(x, y), i)
    })
  })
  const clusters = new Map<number, T[]>()
  items.forEach((item, i) => {
    const at = root(parent, i)
    const cluster = clusters.get(at)
    if (cluster === undefined) clusters.set(at, [item])
    else cluster.push(item)
  })
  return [...clusters.values()]
}

/** Every cell that the line passes, sampled at half a cell. */
function eachCell(line: Line, cellE7: number, visit: (x: number, y: number) => void): void {
  let last = Number.NaN
  for (let i = 0; i < line.length; i += 2) {
    const from = Math.max(0, i - 2)
    const dx = line[i]! - line[from]!
    const dy = line[i + 1]! - line[from + 1]!
    const steps = Math.max(1, Math.ceil((2 * Math.max(Math.abs(dx), Math.abs(dy))) / cellE7))
    for (let step = 1; step <= steps; step++) {
      const x = Math.floor((line[from]! + (dx * step) / steps) / cellE7)
      const y = Math.floor((line[from + 1]! + (dy * step) / steps) / cellE7)
      const key = cellKey(x, y)
      if (key !== last) visit(x, y)
      last = key
    }
  }
}

/** Cells of a kilometre and of 10 m fit: at most 2^28 either way. */
function cellKey(x: number, y: number): number {
  return x * 0x1000_0000 + y
}

function root(parent: number[], i: number): number {
  let at = i
  while (parent[at] !== at) {
    const next = parent[parent[at] ?? at] ?? at
    parent[at] = next
    at = next
  }
  return at
}

/** Joins lines end to end wherever exactly two of them meet; the rest stay as they are. */
export function joinLines(lines: readonly Line[]): readonly Line[] {
  if (lines.length < 2) return lines
  const atEnd = new Map<string, number[]>()
  lines.forEach((line, i) => {
    for (const end of [endKey(line, 0), endKey(line, line.length - 2)]) {
      const there = atEnd.get(end)
      if (there === undefined) atEnd.set(end, [i])
      else there.push(i)
    }
  })
  const used = new Uint8Array(lines.length)
  const joined: Line[] = []
  lines.forEach((line, i) => {
    if (used[i] === 1) return
    used[i] = 1
    const forward = follow(lines, atEnd, used, i, line.length - 2)
    const backward = follow(lines, atEnd, used, i, 0)
    joined.push(concatenate([...backward.reverse().map(reversed), line, ...forward]))
  })
  return joined
}

/** The lines that continue line `start` beyond its end at `end`, turned to run away from it. */
function follow(
  lines: readonly Line[],
  atEnd: ReadonlyMap<string, readonly number[]>,
  used: Uint8Array,
  start: number,
  end: number,
): Line[] {
  const path: Line[] = []
  let at = start
  let key = endKey(lines[start] ?? new Int32Array(2), end)
  for (;;) {
    const there = atEnd.get(key) ?? []
    const next = there.length === 2 ? there.find((i) => i !== at) : undefined
    const line = next === undefined ? undefined : lines[next]
    if (next === undefined || line === undefined || used[next] === 1) return path
    used[next] = 1
    const runs = endKey(line, 0) === key ? line : reversed(line)
    path.push(runs)
    key = endKey(runs, runs.length - 2)
    at = next
  }
}

function endKey(line: Line, i: number): string {
  return `${line[i]},${line[i + 1]}`
}

function reversed(line: Line): Line {
  const result = new Int32Array(line.length)
  for (let i = 0; i < line.length; i += 2) {
    result[i] = line[line.length - 2 - i]!
    result[i + 1] = line[line.length - 1 - i]!
  }
  return result
}

/** One line of lines that each begin where the one before ends. */
function concatenate(lines: readonly Line[]): Line {
  const [first] = lines
  if (lines.length === 1 && first) return first
  const length = lines.reduce((sum, line) => sum + line.length - 2, 2)
  const result = new Int32Array(length)
  let at = 0
  for (const line of lines) {
    result.set(at === 0 ? line : line.subarray(2), at)
    at += at === 0 ? line.length : line.length - 2
  }
  return result
}
