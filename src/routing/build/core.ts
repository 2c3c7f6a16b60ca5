import { type Core, coreArcs, coreSize, UNREACHED } from '../graph/core.ts'
import { type Hierarchy, nextRecord } from '../graph/hierarchy.ts'

/** The core of a hierarchy: of a country 256 records, a tenth of a second. */
export function buildCore({ records }: Hierarchy): Core {
  const core = lastRecords(records)
  const size = core.length
  const arcs = coreArcs(records, core)
  // Each after those to its tail: first what leads up, by tails that rise, then what leads down.
  const up = arcs.filter(({ tail, head }) => tail < head).sort((a, b) => a.tail - b.tail)
  const down = arcs.filter(({ tail, head }) => tail > head).sort((a, b) => b.tail - a.tail)
  const order = [...up, ...down]
  const coreMs = new Uint32Array(size * size).fill(UNREACHED)
  for (let from = 0; from < size; from++) {
    const row = coreMs.subarray(from * size, (from + 1) * size)
    row[from] = 0
    for (const { tail, head, cost } of order) {
      // A record that is not reached costs more than anything, with the arc or without it.
      row[head] = Math.min(row[head]!, row[tail]! + cost)
    }
  }
  return { core, coreMs }
}

function lastRecords(records: Uint32Array): Uint32Array {
  let count = 0
  for (let record = 0; record < records.length; record = nextRecord(records, record)) count++
  const core = new Uint32Array(coreSize(count))
  let left = count
  for (let record = 0; left > 0; record = nextRecord(records, record)) {
    if (left <= core.length) core[core.length - left] = record
    left--
  }
  return core
}
