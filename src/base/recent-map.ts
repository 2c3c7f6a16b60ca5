/**
 * A map of what was asked for of late. Entries are kept in two generations: when the young one is
 * full it becomes the old one, and the old one is forgotten, but for what was asked for since. So
 * a look-up costs one or two of a Map's, and at most `2 generation` entries are held.
 */
export class RecentMap<Key, Value> {
  private readonly generation: number
  private young = new Map<Key, Value>()
  private old = new Map<Key, Value>()

  /** `generation`: how many entries are surely kept. */
  constructor(generation: number) {
    this.generation = generation
  }

  get(key: Key): Value | undefined {
    const known = this.young.get(key)
    if (known !== undefined) return known
    const older = this.old.get(key)
    if (older !== undefined) this.set(key, older)
    return older
  }

  set(key: Key, value: Value): void {
    if (this.young.size >= this.generation) {
      this.old = this.young
      this.young = new Map()
    }
    this.young.set(key, value)
  }
}
