/*
 * A text as a value of a vector tile's layer (MVT 2.1, section 4.1; Protocol Buffers encoding):
 *
 *   22 length      field 4 of the layer, values
 *     0a length      field 1 of the value, string_value
 *       UTF-8
 */

export const LAYER_VALUE = 0x22
export const STRING_VALUE = 0x0a

const encoder = new TextEncoder()

export function encodeValue(text: string): Uint8Array {
  const utf8 = encoder.encode(text)
  const length = varint(utf8.length)
  const inner = 1 + length.length + utf8.length
  return Uint8Array.of(LAYER_VALUE, ...varint(inner), STRING_VALUE, ...length, ...utf8)
}

/** A whole number, 0 … 2^31 − 1, in groups of 7 bits, the lowest first. */
function varint(value: number): number[] {
  const bytes: number[] = []
  for (; value > 0x7f; value >>>= 7) bytes.push((value & 0x7f) | 0x80)
  bytes.push(value)
  return bytes
}
