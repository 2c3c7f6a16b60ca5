import { assert } from '../base/assert.ts'

/*
 * The lines of a place as bytes, for the column `lines`. All numbers are unsigned LEB128 varints;
 * coordinates are zigzag-coded differences to the point before (the first point's to 0, 0), which
 * takes a street to about half its plain size:
 *
 *   per line    number of points, then lon, lat of each, 1e-7 degrees
 */

const NONE = new Uint8Array(0)
const VARINT_BYTES_MAX = 5 // 32 bits in sevens

/** `lines` are lon, lat pairs, 1e-7 degrees; no lines make no bytes. */
export function packLines(lines: readonly Int32Array[]): Uint8Array {
  if (lines.length === 0) return NONE
  let numbers = 0
  for (const line of lines) numbers += 1 + line.length
  const bytes = new Uint8Array(numbers * VARINT_BYTES_MAX)
  let at = 0
  let lon = 0
  let lat = 0
  for (const line of lines) {
    at = putVarint(bytes, at, line.length / 2)
    for (let i = 0; i < line.length; i += 2) {
      at = putVarint(bytes, at, zigzag(line[i]! - lon))
      at = putVarint(bytes, at, zigzag(line[i + 1]! - lat))
      lon = line[i]!
      lat = line[i + 1]!
    }
  }
  return bytes.subarray(0, at)
}

/** The inverse of `packLines`. */
export function unpackLines(bytes: Uint8Array): Int32Array[] {
  const lines: Int32Array[] = []
  let at = 0
  let lon = 0
  let lat = 0
  function next(): number {
    let value = 0
    let scale = 1
    for (;;) {
      const byte = bytes[at++]
      assert(byte !== undefined, 'packed lines end with a whole number')
      value += (byte & 0x7f) * scale
      if (byte < 0x80) return value
      scale *= 128
    }
  }
  while (at < bytes.length) {
    const line = new Int32Array(next() * 2)
    for (let i = 0; i < line.length; i += 2) {
      lon += unzigzag(next())
      lat += unzigzag(next())
      line[i] = lon
      line[i + 1] = lat
    }
    lines.push(line)
  }
  return lines
}

function putVarint(bytes: Uint8Array, at: number, value: number): number {
  let rest = value
  let end = at
  // Differences of two Int32 need 33 bits: arithmetic instead of shifts.
  while (rest >= 128) {
    bytes[end++] = (rest % 128) + 128
    rest = Math.floor(rest / 128)
  }
  bytes[end++] = rest
  return end
}

/** 0, -1, 1, -2 … ▶ 0, 1, 2, 3 … */
function zigzag(value: number): number {
  return value < 0 ? -2 * value - 1 : 2 * value
}

function unzigzag(value: number): number {
  return value % 2 === 0 ? value / 2 : -(value + 1) / 2
}
