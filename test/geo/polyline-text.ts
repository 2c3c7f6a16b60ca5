import type { Line } from '../../src/geo/line.ts'
import { PAIR_BYTES_MAX, writePolyline } from '../../src/geo/polyline.ts'

/** Points of a line as an encoded polyline. */
export function polylineText(line: Line, from = 0, to = line.length / 2 - 1): string {
  const bytes = Buffer.alloc((to - from + 1) * PAIR_BYTES_MAX)
  const length = writePolyline(line, from, to, bytes, 0)
  return String(JSON.parse(`"${bytes.toString('latin1', 0, length)}"`))
}
