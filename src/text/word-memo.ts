/** Longer words are not remembered. */
export const WORD_CHARS_MAX = 24

const SLOTS = 32_768 // a power of two
const WORDS_MAX = SLOTS / 2
const COLUMNS = 32

/**
 * Values kept for words that were met before, found by a stretch of a text without cutting it out.
 * Open addressing with linear probing, at most half full; emptied when it is.
 *
 *   rows    Uint16[32 · SLOTS]  how long the word is, 0 for a free slot, then its UTF-16 units: a
 *                               line of the processor's cache, where a string would be three
 *   values  Value[SLOTS]
 */
export class WordMemo<Value> {
  private readonly rows = new Uint16Array(COLUMNS * SLOTS)
  private readonly values = new Array<Value | undefined>(SLOTS).fill(undefined)
  private size = 0

  /** The value kept for the word at `first` up to `end` of the text, at least one unit. */
  get(text: string, first: number, end: number): Value | undefined {
    return end - first > WORD_CHARS_MAX ? undefined : this.values[this.slotOf(text, first, end)]
  }

  /** Remembers a word of 1 to WORD_CHARS_MAX units that was not known. */
  add(word: string, value: Value): void {
    if (this.size === WORDS_MAX) {
      this.rows.fill(0)
      this.values.fill(undefined)
      this.size = 0
    }
    const slot = this.slotOf(word, 0, word.length)
    const row = COLUMNS * slot
    this.rows[row] = word.length
    for (let i = 0; i < word.length; i++) this.rows[row + 1 + i] = word.charCodeAt(i)
    this.values[slot] = value
    this.size++
  }

  /** The slot of the word, or the free one where it would go. */
  private slotOf(text: string, first: number, end: number): number {
    let hash = 0x811c9dc5
    for (let i = first; i < end; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
    let slot = (hash ^ (hash >>> 15)) & (SLOTS - 1)
    while (!this.isAt(slot, text, first, end)) slot = (slot + 1) & (SLOTS - 1)
    return slot
  }

  /** Whether the slot has the word, or is free. */
  private isAt(slot: number, text: string, first: number, end: number): boolean {
    const { rows } = this
    const row = COLUMNS * slot
    const length = rows[row]!
    if (length === 0) return true
    if (length !== end - first) return false
    for (let i = 0; i < length; i++) {
      if (rows[row + 1 + i] !== text.charCodeAt(first + i)) return false
    }
    return true
  }
}
