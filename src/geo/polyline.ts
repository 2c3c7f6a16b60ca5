import type { Line } from './line.ts'

/*
 * Encoded Polyline Algorithm Format, precision 5: latitude before longitude, each the difference
 * to the one before in 1e-5 degrees, zigzag, then five bits a character from the lowest, 0x20 set
 * on all but the last, plus 63.
 * Source: developers.google.com/maps/documentation/utilities/polylinealgorithm
 */

const UNITS = 100 // 1e-7 degrees in one of 1e-5
const CHAR_BASE = 63
/** One difference spans at most twice 360 degrees, 27 bits with its sign: six characters. */
const PAIR_CHARS_MAX = 12

let scratch = Buffer.alloc(1 << 14)

/**
 * Points `from` to `to`, both included, of a line. A line of one place, or a range of one point,
 * is one pair. Cost: about 10 ns a point.
 */
export function encodePolyline(line: Line, from = 0, to = line.length / 2 - 1): string {
  const charsMax = (to - from + 1) * PAIR_CHARS_MAX
  if (scratch.length < charsMax) scratch = Buffer.alloc(charsMax * 2)
  const chars = scratch
  let length = 0
  let lastLat = 0
  let lastLon = 0
  for (let i = 2 * from; i <= 2 * to; i += 2) {
    const lat = roundToE5(line[i + 1]!)
    const lon = roundToE5(line[i]!)
    let difference = lat - lastLat
    let bits = (difference << 1) ^ (difference >> 31)
    while (bits >= 0x20) {
      chars[length++] = (0x20 | (bits & 0x1f)) + CHAR_BASE
      bits >>>= 5
    }
    chars[length++] = bits + CHAR_BASE
    difference = lon - lastLon
    bits = (difference << 1) ^ (difference >> 31)
    while (bits >= 0x20) {
      chars[length++] = (0x20 | (bits & 0x1f)) + CHAR_BASE
      bits >>>= 5
    }
    chars[length++] = bits + CHAR_BASE
    lastLat = lat
    lastLon = lon
  }
  return chars.toString('latin1', 0, length)
}

/** Halves go away from zero, as in Google's reference. */
function roundToE5(e7: number): number {
  return e7 >= 0 ? ((e7 + UNITS / 2) / UNITS) | 0 : -(((UNITS / 2 - e7) / UNITS) | 0)
}
