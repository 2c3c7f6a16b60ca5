import type { Line } from './line.ts'

/*
 * Encoded Polyline Algorithm Format, precision 5: latitude before longitude, each the difference
 * to the one before in 1e-5 degrees, zigzag, then five bits a character from the lowest, 0x20 set
 * on all but the last, plus 63.
 * Source: developers.google.com/maps/documentation/utilities/polylinealgorithm
 *
 * The package `polyline`, against which the tests check this, takes an array of pairs and returns a
 * string: answers of directions would take a quarter longer or more.
 */

const UNITS = 100 // 1e-7 degrees in one of 1e-5
const CHAR_BASE = 63
/** The only character of the format that JSON escapes. */
const BACKSLASH = 92
/** One difference spans at most twice 360 degrees, 27 bits with its sign: six characters. */
export const PAIR_BYTES_MAX = 2 * 6 * 2

/**
 * Writes points `from` to `to`, both included, of a line in the form of a JSON string, with every
 * backslash doubled, into `out` from `at` on; it has room for PAIR_BYTES_MAX a point. Returns the
 * position behind them. A line of one place, or a range of one point, is one pair. Cost: about 10
 * ns a point.
 */
export function writePolyline(
  line: Line,
  from: number,
  to: number,
  out: Uint8Array,
  at: number,
): number {
  let next = at
  let lastLat = 0
  let lastLon = 0
  for (let i = 2 * from; i <= 2 * to; i += 2) {
    const lat = roundToE5(line[i + 1]!)
    const lon = roundToE5(line[i]!)
    next = writeDifference(lat - lastLat, out, next)
    next = writeDifference(lon - lastLon, out, next)
    lastLat = lat
    lastLon = lon
  }
  return next
}

function writeDifference(difference: number, out: Uint8Array, at: number): number {
  let next = at
  let bits = (difference << 1) ^ (difference >> 31)
  while (bits >= 0x20) {
    const char = (0x20 | (bits & 0x1f)) + CHAR_BASE
    out[next++] = char
    if (char === BACKSLASH) out[next++] = char
    bits >>>= 5
  }
  out[next++] = bits + CHAR_BASE
  if (bits + CHAR_BASE === BACKSLASH) out[next++] = BACKSLASH
  return next
}

/** Halves go away from zero, as in Google's reference. */
function roundToE5(e7: number): number {
  return e7 >= 0 ? ((e7 + UNITS / 2) / UNITS) | 0 : -(((UNITS / 2 - e7) / UNITS) | 0)
}
