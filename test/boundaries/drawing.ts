import type { PlaceId } from '../../src/base/ids.ts'
import type { BoundaryFeature } from '../../src/boundaries/unit.ts'
import type { MultiPolygonE7 } from '../../src/geo/ring.ts'

export const DEGREE = 1e7

/** A unit of the drawing: `vn01` has code `01`. */
export function unit(id: string, level: 4 | 8, polygons: MultiPolygonE7): BoundaryFeature {
  const code = id.slice(2)
  return {
    unit: {
      id: id as PlaceId,
      code,
      name: level === 4 ? `Tỉnh ${code}` : `Xã ${code}`,
      nameEn: level === 4 ? `Province ${code}` : null,
      level,
      parentCode: level === 4 ? null : '01',
      countryCode: 'VN',
    },
    polygons,
  }
}

/** A closed ring from points in the unit of the drawing. */
export function ring(
  unitE7: number,
  ...points: readonly (readonly [number, number])[]
): Int32Array {
  const first = points[0]!
  return Int32Array.from([...points, first].flat().map((value) => Math.round(value * unitE7)))
}
