const SLOTS = 32_768 // a power of two
const WORDS_MAX = SLOTS / 2

interface Known<Value> {
  readonly word: string
  readonly value: Value
}

/**
 * What is known of words that were met before, found by a stretch of a text without cutting it
 * out. Open addressing with linear probing, at most half full; emptied when it is.
 */
export class WordMemo<Value> {
  private readonly slots = new Array<Known<Value> | undefined>(SLOTS).fill(undefined)
  private size = 0

  /** What is known of the word at `first` up to `end` of the text. */
  get(text: string, first: number, end: number): Value | undefined {
    return this.slots[this.slotOf(text, first, end)]?.value
  }

  /** Remembers a word that was not known. */
  add(word: string, value: Value): void {
    if (this.size === WORDS_MAX) {
      this.slots.fill(undefined)
      this.size = 0
    }
    this.slots[this.slotOf(word, 0, word.length)] = { word, value }
    this.size++
  }

  /** The slot of the word, or the free one where it would go. */
  private slotOf(text: string, first: number, end: number): number {
    let hash = 0x811c9dc5
    for (let i = first; i < end; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
    let slot = (hash ^ (hash >>> 15)) & (SLOTS - 1)
    for (;;) {
      const known = this.slots[slot]
      if (!known || isAt(known.word, text, first, end)) return slot
      slot = (slot + 1) & (SLOTS - 1)
    }
  }
}

function isAt(word: string, text: string, first: number, end: number): boolean {
  if (word.length !== end - first) return false
  for (let i = 0; i < word.length; i++) {
    if (word.charCodeAt(i) !== text.charCodeAt(first + i)) return false
  }
  return true
}
