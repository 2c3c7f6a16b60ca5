/**
 * Text of an answer, written once and copied into every answer that says it: as UTF-8, as it stands
 * in a JSON string, without the quotes.
 *
 *   lanes   Int32[…]  its bytes, four a number in the order of the machine, the last filled up with
 *                     zeros
 *   bytes   how many it has
 */
export interface Phrase {
  readonly lanes: Int32Array
  readonly bytes: number
}

/** Bytes of a number. */
export const LANE = 4

/** `text` as UTF-8 in the form of a JSON string, without the quotes. */
export function jsonBytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(text).slice(1, -1))
}

export function phraseOf(text: string): Phrase {
  const bytes = jsonBytesOf(text)
  const lanes = new Int32Array(Math.ceil(bytes.length / LANE))
  new Uint8Array(lanes.buffer).set(bytes)
  return { lanes, bytes: bytes.length }
}
