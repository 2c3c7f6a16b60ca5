import { assert } from '../base/assert.ts'
import { VARINT_BYTES_MAX, writeVarint } from '../base/varint.ts'

/*
 * The lines of a place as bytes, for the column `lines`. All numbers are unsigned LEB128 varints;
 * coordinates are zigzag-coded differences to the point before (the first point's to 0, 0), which
 * takes a street to about half its plain size:
 *
 *   per line    number of points, then lon, lat of each, 1e-7 degrees
 */

const NONE = new Uint8Array(0)

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
    at = writeVarint(line.length / 2, bytes, at)
    for (let i = 0; i < line.length; i += 2) {
      at = writeVarint(zigzag(line[i]! - lon), bytes, at)
      at = writeVarint(zigzag(line[i + 1]! - lat), bytes, at)
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

/** 0, -1, 1, -2 … ▶ 0, 1, 2, 3 … */
function zigzag(value: number): number {
  return value < 0 ? -2 * value - 1 : 2 * value
}

function unzigzag(value: number): number {
  return value % 2 === 0 ? value / 2 : -(value + 1) / 2
}
