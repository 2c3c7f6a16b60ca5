import type { TagColumns } from './block.ts'

export type OsmKind = 'node' | 'way' | 'relation'

/** The part of any block that is compared. */
interface Block extends TagColumns {
  readonly ids: Float64Array
}

/**
 * Finds objects that a file holds twice, as one that was merged from several does, and takes the
 * tags of the second: what has none is no place and no road, and its position or nodes do no harm.
 *
 * Costs eight bytes for each object with tags while ids rise, as they do in nearly every file:
 * then nothing can have been there before. From the first one on that does not rise, a set of
 * them all is asked.
 */
export class Repeats {
  private readonly kinds = { node: new Seen(), way: new Seen(), relation: new Seen() }
  private readonly onRepeat: (kind: OsmKind, id: number) => void

  constructor(onRepeat: (kind: OsmKind, id: number) => void) {
    this.onRepeat = onRepeat
  }

  /** The block itself when it repeats nothing. */
  without<B extends Block>(kind: OsmKind, block: B): B {
    const repeated = this.kinds[kind].add(block)
    if (repeated.length === 0) return block
    for (const i of repeated) this.onRepeat(kind, block.ids[i]!)
    return { ...block, ...withoutTags(block, new Set(repeated)) }
  }
}

/** The ids of one kind that had tags. */
class Seen {
  private highest = -Infinity
  /** Until an id does not rise. */
  private parts: Float64Array[] = []
  private all: Set<number> | null = null

  /** Takes the objects with tags; indexes of those that were there before. */
  add(block: Block): readonly number[] {
    const tagged = taggedOf(block)
    if (this.all === null) {
      if (this.rises(tagged, block)) return []
      this.all = new Set()
      for (const part of this.parts) for (const id of part) this.all.add(id)
      this.parts = []
    }
    const { all } = this
    return [...tagged].filter((i) => {
      const before = all.size
      return all.add(block.ids[i]!).size === before
    })
  }

  /** Keeps the ids when each is higher than all before it; else keeps none of them. */
  private rises(tagged: Uint32Array, { ids }: Block): boolean {
    let highest = this.highest
    const part = new Float64Array(tagged.length)
    for (let t = 0; t < tagged.length; t++) {
      const id = ids[tagged[t]!]!
      if (id <= highest) return false
      highest = id
      part[t] = id
    }
    if (part.length > 0) this.parts.push(part)
    this.highest = highest
    return true
  }
}

function taggedOf({ ids, tagFirst }: Block): Uint32Array {
  const tagged = new Uint32Array(ids.length)
  let count = 0
  for (let i = 0; i < ids.length; i++) if (tagFirst[i + 1]! > tagFirst[i]!) tagged[count++] = i
  return tagged.subarray(0, count)
}

function withoutTags(block: TagColumns, bare: ReadonlySet<number>): TagColumns {
  const tagFirst = block.tagFirst.slice()
  const tagKey = block.tagKey.slice()
  const tagValue = block.tagValue.slice()
  let kept = 0
  for (let i = 0; i + 1 < tagFirst.length; i++) {
    const [from, to] = [block.tagFirst[i]!, block.tagFirst[i + 1]!]
    if (!bare.has(i)) {
      tagKey.set(block.tagKey.subarray(from, to), kept)
      tagValue.set(block.tagValue.subarray(from, to), kept)
      kept += to - from
    }
    tagFirst[i + 1] = kept
  }
  return { tagFirst, tagKey: tagKey.slice(0, kept), tagValue: tagValue.slice(0, kept) }
}
