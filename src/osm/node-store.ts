import { assert } from '../base/assert.ts'
import { lowerBound } from '../base/binary-search.ts'
import type { NodeColumns } from './block.ts'

/*
 * Positions of the nodes that ways need, of a whole country in memory. Two steps: `NodeIds` gathers
 * the ids while ways are read, `NodeStore` takes the positions in a pass over the nodes.
 *
 *   runs                     one for each span of 2^32 ids that occurs; three in OSM of today
 *     high    number         ids of the run are high × 2^32 + low
 *     first   number         entries of the run: first .. end
 *     end     number
 *     base    number         smallest low of the run
 *     shift   number         low - base >>> shift is the bucket
 *     bucket  Uint32[b+1]    first entry of each bucket, then `end`; b <= entries / 4 + 1
 *   low       Uint32[n]      low 32 bits of the id, rising within a run
 *   lonE7     Int32[n]       1e-7 degrees; ABSENT until the node was seen
 *   latE7     Int32[n]
 *
 * 13 bytes a node: three columns of 4 and a quarter of a bucket entry.
 */

const TWO_32 = 2 ** 32
const ENTRIES_A_BUCKET = 4
const ABSENT = 0x7fffffff

/** Gathers wanted ids: in any order, any number of times. Up to 16 bytes an id while it grows. */
export class NodeIds {
  private ids = new Float64Array(1 << 16)
  private length = 0

  add(refs: Float64Array): void {
    if (this.length + refs.length > this.ids.length) this.makeRoom(refs.length)
    this.ids.set(refs, this.length)
    this.length += refs.length
  }

  /** The ids rising, each once; a view, the gatherer is spent. */
  finish(): Float64Array {
    this.length = sortUnique(this.ids, this.length)
    return this.ids.subarray(0, this.length)
  }

  /** Most ids come several times: dropping repeats often makes the room, without more memory. */
  private makeRoom(extra: number): void {
    this.length = sortUnique(this.ids, this.length)
    const needed = this.length + extra
    if (needed <= this.ids.length / 2) return
    const bigger = new Float64Array(Math.max(needed, this.ids.length * 2))
    bigger.set(this.ids.subarray(0, this.length))
    this.ids = bigger
  }
}

function sortUnique(ids: Float64Array, length: number): number {
  ids.subarray(0, length).sort()
  let kept = 0
  for (let i = 0; i < length; i++) {
    if (i === 0 || ids[i] !== ids[kept - 1]) ids[kept++] = ids[i]!
  }
  return kept
}

interface Run {
  readonly high: number
  readonly first: number
  readonly end: number
  readonly base: number
  readonly shift: number
  readonly bucket: Uint32Array
}

export class NodeStore {
  private readonly runs: readonly Run[]
  private readonly low: Uint32Array
  private readonly lonE7: Int32Array
  private readonly latE7: Int32Array

  /** `ids` rising, each once, whole: what `NodeIds.finish` gives. They are not kept. */
  constructor(ids: Float64Array) {
    this.low = new Uint32Array(ids.length)
    this.lonE7 = new Int32Array(ids.length).fill(ABSENT)
    this.latE7 = new Int32Array(ids.length).fill(ABSENT)
    this.runs = fillLows(ids, this.low)
  }

  get length(): number {
    return this.low.length
  }

  /** Takes the positions of the wanted nodes of a block, in whatever order it has them. */
  fill(block: Pick<NodeColumns, 'ids' | 'lonE7' | 'latE7'>): void {
    const { ids, lonE7, latE7 } = block
    for (let i = 0; i < ids.length; i++) {
      const entry = this.indexOf(ids[i]!)
      if (entry < 0) continue
      this.lonE7[entry] = lonE7[i]!
      this.latE7[entry] = latE7[i]!
    }
  }

  /** Number of wanted nodes without a position: those that the extract cut off. */
  countMissing(): number {
    let missing = 0
    for (let i = 0; i < this.lonE7.length; i++) if (this.lonE7[i] === ABSENT) missing++
    return missing
  }

  /**
   * Positions of the nodes of one way as `lon, lat, …`, 1e-7 degrees. Null when one is missing, be
   * it never wanted or never seen.
   */
  lineOf(refs: Float64Array): Int32Array | null {
    const line = new Int32Array(refs.length * 2)
    for (let i = 0; i < refs.length; i++) {
      const entry = this.indexOf(refs[i]!)
      if (entry < 0 || this.lonE7[entry] === ABSENT) return null
      line[2 * i] = this.lonE7[entry]!
      line[2 * i + 1] = this.latE7[entry]!
    }
    return line
  }

  /** Entry of a wanted id, for `lonE7At` and `latE7At`; -1 when it is not wanted or not seen. */
  find(id: number): number {
    const entry = this.indexOf(id)
    return entry >= 0 && this.lonE7[entry] !== ABSENT ? entry : -1
  }

  lonE7At(entry: number): number {
    return this.lonE7[entry]!
  }

  latE7At(entry: number): number {
    return this.latE7[entry]!
  }

  private indexOf(id: number): number {
    const high = Math.floor(id / TWO_32)
    const runs = this.runs
    for (let r = 0; r < runs.length; r++) {
      const run = runs[r]!
      if (run.high === high) return search(this.low, run, id - high * TWO_32)
    }
    return -1
  }
}

function search(low: Uint32Array, run: Run, wanted: number): number {
  const bucket = run.bucket
  const b = (wanted - run.base) >>> run.shift
  if (wanted < run.base || b >= bucket.length - 1) return -1
  const end = bucket[b + 1]!
  const at = lowerBound(low, bucket[b]!, end, wanted)
  return at < end && low[at] === wanted ? at : -1
}

function fillLows(ids: Float64Array, low: Uint32Array): Run[] {
  const runs: Run[] = []
  let first = 0
  while (first < ids.length) {
    const high = Math.floor(ids[first]! / TWO_32)
    let end = first
    while (end < ids.length && Math.floor(ids[end]! / TWO_32) === high) {
      assert(end === 0 || ids[end]! > ids[end - 1]!, 'wanted node ids rise')
      low[end] = ids[end]! - high * TWO_32
      end++
    }
    runs.push(makeRun(low, high, first, end))
    first = end
  }
  return runs
}

function makeRun(low: Uint32Array, high: number, first: number, end: number): Run {
  const base = low[first]!
  const span = low[end - 1]! - base
  const bucketsMax = Math.max(1, Math.floor((end - first) / ENTRIES_A_BUCKET))
  let shift = 0
  while (span / 2 ** shift >= bucketsMax && shift < 31) shift++
  const bucket = new Uint32Array((span >>> shift) + 2)
  let entry = first
  for (let b = 0; b < bucket.length; b++) {
    while (entry < end && (low[entry]! - base) >>> shift < b) entry++
    bucket[b] = entry
  }
  bucket[bucket.length - 1] = end
  return { high, first, end, base, shift, bucket }
}
