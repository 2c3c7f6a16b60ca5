import type { Tags } from '../../base/tags.ts'
import type { Meaning } from '../../basemap/build/shapes.ts'
import type { Attributes } from '../../basemap/schema.ts'
import { nameAttributes } from './name-attributes.ts'
import { valuesOf } from './names.ts'

/** The map feature of a class of road: Protomaps' kind, zooms of the line and its name. */
interface RoadClass {
  readonly kind: string
  readonly zoomMin: number
  readonly nameZoom: number
  readonly rank: number
}

const road = (kind: string, zoomMin: number, nameZoom: number, rank: number): RoadClass => ({
  kind,
  zoomMin,
  nameZoom,
  rank,
})

const CLASSES: Readonly<Record<string, RoadClass>> = {
  motorway: road('highway', 5, 8, 20),
  trunk: road('major_road', 6, 8, 30),
  primary: road('major_road', 7, 10, 40),
  secondary: road('major_road', 9, 11, 60),
  tertiary: road('major_road', 10, 12, 80),
  motorway_link: road('highway', 10, 14, 90),
  trunk_link: road('major_road', 11, 14, 95),
  primary_link: road('major_road', 11, 14, 96),
  secondary_link: road('major_road', 12, 14, 97),
  tertiary_link: road('major_road', 12, 14, 98),
  unclassified: road('minor_road', 12, 13, 150),
  residential: road('minor_road', 12, 13, 160),
  living_street: road('minor_road', 12, 13, 170),
  road: road('minor_road', 13, 14, 180),
  busway: road('minor_road', 13, 14, 185),
  pedestrian: road('path', 13, 14, 190),
  service: road('minor_road', 13, 14, 400),
  track: road('path', 13, 14, 410),
  footway: road('path', 14, 14, 500),
  cycleway: road('path', 14, 14, 500),
  path: road('path', 14, 14, 500),
  steps: road('path', 14, 14, 510),
  bridleway: road('path', 14, 14, 510),
}

const RAILS: Readonly<Record<string, RoadClass>> = {
  rail: road('rail', 8, 13, 110),
  subway: road('rail', 12, 14, 140),
  light_rail: road('rail', 11, 14, 130),
  monorail: road('rail', 12, 14, 140),
  tram: road('rail', 12, 14, 140),
  narrow_gauge: road('rail', 12, 14, 140),
}
/** Tracks of stations and works. */
const SIDE_TRACK = road('rail', 13, 14, 430)
const FERRY = road('ferry', 9, 12, 200)

/** Null for what is no road, railway or ferry. */
export function roadOf(tags: Tags): Meaning | null {
  const { highway = '', railway = '', route } = tags
  const known = CLASSES[highway]
  if (known !== undefined) return meaningOf(tags, isFootpath(tags) ? aside(known) : known, highway)
  const rail = RAILS[railway]
  if (rail !== undefined) {
    return meaningOf(tags, tags['service'] === undefined ? rail : SIDE_TRACK, railway)
  }
  return route === 'ferry' ? meaningOf(tags, FERRY, 'ferry') : null
}

/** A pavement beside its road, or a way into a car park. */
function isFootpath(tags: Tags): boolean {
  return tags['footway'] === 'sidewalk' || tags['service'] === 'parking_aisle'
}

function aside(known: RoadClass): RoadClass {
  return { ...known, zoomMin: 14, rank: known.rank + 100 }
}

function meaningOf(
  tags: Tags,
  { kind, zoomMin, nameZoom, rank }: RoadClass,
  detail: string,
): Meaning {
  const isLink = detail.endsWith('_link')
  return {
    layer: 'roads',
    zoomMin,
    detailZoom: nameZoom,
    rank,
    base: {
      kind,
      kind_detail: isLink ? detail.slice(0, -'_link'.length) : detail,
      sort_rank: 1000 - rank,
      ...(isLink ? { is_link: true } : {}),
    },
    detail: {
      ...nameAttributes(tags),
      ...shieldOf(tags['ref']),
      ...(isSet(tags['bridge']) ? { is_bridge: true } : {}),
      ...(isSet(tags['tunnel']) ? { is_tunnel: true } : {}),
      ...(kind === 'rail' ? {} : onewayOf(tags)),
    },
  }
}

function isSet(value: string | undefined): boolean {
  return value !== undefined && value !== 'no'
}

function onewayOf(tags: Tags): Attributes {
  const value = tags['oneway'] ?? (tags['junction'] === 'roundabout' ? 'yes' : 'no')
  if (value === 'yes' || value === '1' || value === 'true') return { oneway: 'yes' }
  return value === '-1' || value === 'reverse' ? { oneway: 'reverse' } : {}
}

/** Signs of numbered roads: expressways, national and provincial roads. */
const NETWORKS: readonly (readonly [sign: RegExp, network: string])[] = [
  [/^CT/u, 'expressway'],
  [/^(QL|AH)/u, 'national'],
  [/^(ĐT|TL|DT|ĐH|HL|DH|VĐ)/u, 'provincial'],
]
const SHIELD_CHARS_MAX = 8

function shieldOf(ref: string | undefined): Attributes {
  const first = valuesOf(ref).find((value) => !value.startsWith('AH')) ?? valuesOf(ref)[0]
  if (first === undefined) return {}
  const text = first.toUpperCase().replace(/[ .-]/g, '').normalize('NFC')
  const network = NETWORKS.find(([sign]) => sign.test(text))?.[1]
  if (network === undefined || text.length > SHIELD_CHARS_MAX) return {}
  return { ref: first, shield_text: text, network }
}
