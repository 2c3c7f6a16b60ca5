import { assert } from '../../base/assert.ts'
import { jsonBytesOf, LANE } from '../../routing/model/phrase.ts'

/**
 * Short texts of which each has a number, kept from when they are first asked for.
 *
 *   lanes  Int32[8 texts]  each as a phrase has it, from number 8 times its own on
 *   bytes  Uint8[texts]    how many bytes it has; 0 for one that is not kept
 */
export class NumberedTexts {
  readonly lanes: Int32Array
  readonly bytes: Uint8Array

  constructor(count: number) {
    this.lanes = new Int32Array(ROW * count)
    this.bytes = new Uint8Array(count)
  }

  keep(number: number, text: string): void {
    const bytes = jsonBytesOf(text)
    assert(bytes.length > 0 && bytes.length <= ROW * LANE, 'a text that is kept is short')
    new Uint8Array(this.lanes.buffer, ROW * LANE * number).set(bytes)
    this.bytes[number] = bytes.length
  }
}

/** Numbers of `lanes` for a text. */
export const ROW = 8
