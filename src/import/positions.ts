import { assert } from '../base/assert.ts'
import { float64Column } from '../osm/column.ts'

/** A node that the file does not hold: extracts cut ways and relations at their border. */
const ABSENT = 0x7fff_ffff

/**
 * Where the nodes are that somebody asked for: first all `want`, then `seal`, then `put` for every
 * node that comes by. 16 bytes a node.
 *
 *   ids    Float64[n]  wanted node ids, ascending, each once
 *   lonE7  Int32[n]    1e-7 degrees, ABSENT until the node came by
 *   latE7  Int32[n]
 */
export class Positions {
  private readonly wanted = float64Column()
  private ids = new Float64Array(0)
  private lonE7 = new Int32Array(0)
  private latE7 = new Int32Array(0)
  /** Where the last node was put: files are sorted, so the next one is near. */
  private last = 0

  want(refs: Float64Array): void {
    const room = this.wanted.reserve(refs.length)
    room.set(refs, this.wanted.length)
    this.wanted.length += refs.length
  }

  seal(): void {
    const sorted = this.wanted.take().sort()
    let count = 0
    for (let i = 0; i < sorted.length; i++) {
      if (i === 0 || sorted[i] !== sorted[i - 1]) sorted[count++] = sorted[i]!
    }
    this.ids = sorted.slice(0, count)
    this.lonE7 = new Int32Array(count).fill(ABSENT)
    this.latE7 = new Int32Array(count)
  }

  get count(): number {
    return this.ids.length
  }

  /** Takes the node when it is wanted. */
  put(id: number, lonE7: number, latE7: number): void {
    const { ids } = this
    let at = this.last
    if (at < ids.length && ids[at]! < id) {
      // A few steps forward cost less than a search through all.
      let steps = 8
      while (at < ids.length && ids[at]! < id && steps-- > 0) at++
    }
    if (at >= ids.length || ids[at]! < id || (at > 0 && ids[at - 1]! >= id)) at = this.search(id)
    this.last = at
    if (at >= ids.length || ids[at] !== id) return
    this.lonE7[at] = lonE7
    this.latE7[at] = latE7
  }

  /** The line through those nodes, those that are absent left out. */
  lineOf(refs: Float64Array): Int32Array {
    const line = new Int32Array(refs.length * 2)
    let length = 0
    for (const ref of refs) {
      const at = this.search(ref)
      assert(this.ids[at] === ref, 'a position was wanted before it is asked for')
      const lonE7 = this.lonE7[at]!
      if (lonE7 === ABSENT) continue
      line[length] = lonE7
      line[length + 1] = this.latE7[at]!
      length += 2
    }
    return length === line.length ? line : line.slice(0, length)
  }

  /** Position of the first id that is not below `id`. */
  private search(id: number): number {
    const { ids } = this
    let low = 0
    let high = ids.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if (ids[middle]! < id) low = middle + 1
      else high = middle
    }
    return low
  }
}
