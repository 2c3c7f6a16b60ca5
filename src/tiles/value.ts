import { writeVarint } from '../base/varint.ts'

/*
 * A text as a value of a vector tile's layer (MVT 2.1, section 4.1; Protocol Buffers encoding):
 *
 *   22 length      field 4 of the layer, values
 *     0a length      field 1 of the value, string_value
 *       UTF-8
 */

export const LAYER_VALUE = 0x22
export const STRING_VALUE = 0x0a

/** Two heads, and two lengths of up to 5 bytes. */
const HEAD_BYTES_MAX = 12
const UTF8_BYTES_MAX = 3 // of a UTF-16 unit

/** Values one after the other, in a buffer that grows by doubling. */
export class ValueWriter {
  #bytes = new Uint8Array(1 << 16)
  #length = 0
  readonly #encoder = new TextEncoder()

  /** Bytes written so far. */
  get length(): number {
    return this.#length
  }

  /** The bytes written so far. */
  get bytes(): Uint8Array {
    return this.#bytes.subarray(0, this.#length)
  }

  add(text: string): void {
    this.#reserve(HEAD_BYTES_MAX + text.length * UTF8_BYTES_MAX)
    const bytes = this.#bytes
    const start = this.#length
    // The text's length stands before it, in as many bytes as it needs: written, then moved there.
    const draft = start + HEAD_BYTES_MAX
    const textBytes = this.#encoder.encodeInto(text, bytes.subarray(draft)).written
    const innerBytes = 1 + varintBytes(textBytes) + textBytes
    let at = start
    bytes[at++] = LAYER_VALUE
    at = writeVarint(innerBytes, bytes, at)
    bytes[at++] = STRING_VALUE
    at = writeVarint(textBytes, bytes, at)
    bytes.copyWithin(at, draft, draft + textBytes)
    this.#length = at + textBytes
  }

  #reserve(more: number): void {
    const needed = this.#length + more
    if (needed <= this.#bytes.length) return
    const grown = new Uint8Array(Math.max(needed, this.#bytes.length * 2))
    grown.set(this.#bytes)
    this.#bytes = grown
  }
}

function varintBytes(value: number): number {
  let bytes = 1
  for (; value > 0x7f; value >>>= 7) bytes++
  return bytes
}
