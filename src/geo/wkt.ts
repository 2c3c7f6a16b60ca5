import { E7 } from './point.ts'
import type { MultiPolygonE7, Ring } from './ring.ts'

/**
 * Well-known text of the polygons, lon lat in decimal degrees with up to 7 decimals (OGC 06-103r4,
 * 7.2): always a MULTIPOLYGON, `MULTIPOLYGON EMPTY` when there is none.
 */
export function toWkt(polygons: MultiPolygonE7): string {
  if (polygons.length === 0) return 'MULTIPOLYGON EMPTY'
  const parts = polygons.map((polygon) => `(${polygon.map(ringText).join(', ')})`)
  return `MULTIPOLYGON (${parts.join(', ')})`
}

function ringText(ring: Ring): string {
  let text = '('
  for (let i = 0; i < ring.length; i += 2) {
    // Dividing gives the double nearest to the decimal, which prints as that decimal.
    text += `${i === 0 ? '' : ', '}${ring[i]! / E7} ${ring[i + 1]! / E7}`
  }
  return `${text})`
}
