import { readFileSync } from 'node:fs'
import type { PlaceId } from '../../src/base/ids.ts'
import { readFgbTable } from '../../src/boundaries/fgb-read.ts'
import type { BoundaryFeature } from '../../src/boundaries/unit.ts'

/** The polygons of `boundaries/provinces.fgb` and `wards.fgb` of the test data. */
export function officialFeatures(path: string, level: 4 | 8): BoundaryFeature[] {
  return readFgbTable(readFileSync(path)).map(({ properties, polygons }) => {
    const text = (name: string) => String(properties[name] ?? '')
    const code = text('code')
    return {
      unit: {
        id: `vn${code}` as PlaceId,
        code,
        name: text('fullName'),
        nameEn: text('fullNameEn'),
        level,
        parentCode: level === 4 ? null : text('src_province_dir').slice(0, 2),
        countryCode: 'VN',
      },
      polygons,
    }
  })
}
