import { t } from 'elysia'
import type { Bbox } from '../../geo/bbox.ts'
import { type Param, refused } from './params.ts'
import { plainDecimals } from './plain-decimal.ts'

const NUMBER = '-?\\d+(\\.\\d+)?'
const FORM = `^${NUMBER}(,${NUMBER}){3}$`
const ACCEPTS =
  'must be minLng,minLat,maxLng,maxLat in decimal degrees of WGS84, each min below its max'

/** `bbox` that may be absent: then null. */
export function optionalBbox(description: string): Param<Bbox | null> {
  return {
    name: 'bbox',
    description: `${description} \`minLng,minLat,maxLng,maxLat\`, degrees, WGS84.`,
    example: '105.8,20.9,105.9,21.1',
    required: false,
    schema: t.String({ pattern: FORM }),
    read(query) {
      const raw = query.get('bbox', 'INVALID_BBOX')
      return raw === null ? null : readBbox(raw)
    },
  }
}

/** Throws `INVALID_BBOX` for what is no box of the globe. */
export function readBbox(raw: string): Bbox {
  const [west = NaN, south = NaN, east = NaN, north = NaN] = plainDecimals(raw, 4) ?? []
  const isInside = west >= -180 && east <= 180 && south >= -90 && north <= 90
  if (!(isInside && west < east && south < north)) {
    throw refused('bbox', ACCEPTS, raw, 'INVALID_BBOX')
  }
  return { west, south, east, north }
}
