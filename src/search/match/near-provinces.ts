import type { Bbox } from '../../geo/bbox.ts'
import { E7, type Point } from '../../geo/point.ts'
import { PROVINCE_ANY, PROVINCE_CODES, provinceCode } from '../index/entry-bits.ts'
import { provinceOf, type SearchIndex } from '../index/layout.ts'

/** Nothing lies farther from the box around the units of its province: 40 km. */
const UNIT_DEGREES = 0.36

/**
 * Which provinces reach so near to a point that their places may lie near it: two or three, and
 * nothing in the others need be looked at.
 *
 *   isNear  Uint8[PROVINCE_CODES]  1: it does; by the codes of entry-bits.ts
 */
export class NearProvinces {
  readonly isNear = new Uint8Array(PROVINCE_CODES).fill(1)
  /** By code; undefined for codes that say nothing of where a place lies. */
  private readonly boxes: (Bbox | undefined)[]

  constructor(index: SearchIndex) {
    this.boxes = boxesOf(index)
  }

  /** Finds those within so many degrees of latitude of a point. */
  find(point: Point, degrees: number): void {
    const y = degrees + UNIT_DEGREES
    const x = y / Math.cos((point.lat * Math.PI) / 180)
    this.boxes.forEach((box, code) => {
      if (box === undefined) return
      const isBeside = point.lon < box.west - x || point.lon > box.east + x
      const isBeyond = point.lat < box.south - y || point.lat > box.north + y
      this.isNear[code] = isBeside || isBeyond ? 0 : 1
    })
  }
}

/** The boxes around the units of each province; those of no province or of any lie anywhere. */
function boxesOf(index: SearchIndex): (Bbox | undefined)[] {
  const boxes: (Bbox | undefined)[] = new Array(PROVINCE_CODES).fill(undefined)
  for (let unit = 0; unit < index.units; unit++) {
    const code = provinceCode(provinceOf(index, unit))
    if (code === 0 || code === PROVINCE_ANY) continue
    const lon = index.lon[unit]! / E7
    const lat = index.lat[unit]! / E7
    const box = boxes[code]
    boxes[code] = {
      west: Math.min(lon, box?.west ?? lon),
      south: Math.min(lat, box?.south ?? lat),
      east: Math.max(lon, box?.east ?? lon),
      north: Math.max(lat, box?.north ?? lat),
    }
  }
  return boxes
}
