import { assert } from '../../base/assert.ts'
import { withoutControls } from '../../base/shown-text.ts'

/** The parts of a string table that move between threads without a copy. */
export interface StringColumns {
  /** UTF-8, one string after another in any layout. */
  readonly bytes: Uint8Array<ArrayBuffer>
  //   first  Uint32[n]  first byte of string i in `bytes`
  //   end    Uint32[n]  byte after its last; first[i] <= end[i] <= bytes.length
  readonly first: Uint32Array<ArrayBuffer>
  readonly end: Uint32Array<ArrayBuffer>
}

/**
 * The strings of one block by index. A string is decoded when it is asked for and then kept: most
 * strings of a country are never looked at.
 */
export class StringTable {
  private readonly columns: StringColumns
  private readonly buffer: Buffer
  private readonly decoded: (string | undefined)[] = []

  constructor(columns: StringColumns) {
    this.columns = columns
    const { buffer, byteOffset, length } = columns.bytes
    this.buffer = Buffer.from(buffer, byteOffset, length)
  }

  get length(): number {
    return this.columns.first.length
  }

  /** String `index` without control characters; bytes that are no UTF-8 come out as U+FFFD. */
  at(index: number): string {
    const known = this.decoded[index]
    if (known !== undefined) return known
    assert(index < this.length, 'a string index lies inside its table')
    const { first, end } = this.columns
    const text = withoutControls(this.buffer.toString('utf8', first[index], end[index]))
    this.decoded[index] = text
    return text
  }

  /**
   * Index of `text`, or -1. Compares bytes and decodes nothing; linear in the table. To filter a
   * block by a key, find it once and compare `tagKey` with the answer.
   */
  find(text: string): number {
    const wanted = Buffer.from(text)
    const { first, end } = this.columns
    for (let i = 0; i < first.length; i++) {
      const from = first[i]!
      const to = end[i]!
      if (
        to - from === wanted.length &&
        this.buffer.compare(wanted, 0, to - from, from, to) === 0
      ) {
        return i
      }
    }
    return -1
  }
}

/** A table of those strings, for blocks that do not come from a PBF. */
export function stringTable(strings: readonly string[]): StringTable {
  const first = new Uint32Array(strings.length)
  const end = new Uint32Array(strings.length)
  const parts = strings.map((text) => Buffer.from(text))
  let size = 0
  parts.forEach((part, i) => {
    first[i] = size
    size += part.length
    end[i] = size
  })
  const bytes = new Uint8Array(size)
  parts.forEach((part, i) => {
    bytes.set(part, first[i])
  })
  return new StringTable({ bytes, first, end })
}

/** The table of blocks without tags. */
export const NO_STRINGS = stringTable([])
