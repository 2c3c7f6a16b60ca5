import type { Tags } from '../../base/tags.ts'
import {
  ROAD_ALLEY,
  ROAD_BRIDGE,
  ROAD_LINK,
  ROAD_NO_FOOT,
  ROAD_RAISED,
  ROAD_RESTRICTED,
  ROAD_ROUNDABOUT,
  ROAD_TOLL,
  ROAD_TUNNEL,
  ROAD_UNPAVED,
  type Road,
  type RoadClass,
} from '../model/road.ts'
import type { Vehicle } from '../model/vehicle.ts'
import { type Access, type Direction, isRoad, wayAccess } from './access-tags.ts'
import { isUnpaved, type SpeedFacts, speedKmh } from './speeds.ts'

/** A way as one vehicle drives it. */
export interface WayMeaning {
  readonly road: Road
  /** Speed along the way and against it, km/h; 0: not that way. One of them is more. */
  readonly forwardKmh: number
  readonly backwardKmh: number
  /** A ferry's crossing time from end to end, ms, instead of the speeds; null when not mapped. */
  readonly durationMs: number | null
}

export const CLASS_OF: ReadonlyMap<string, RoadClass> = new Map<string, RoadClass>([
  ['motorway', 'motorway'],
  ['trunk', 'trunk'],
  ['primary', 'primary'],
  ['secondary', 'secondary'],
  ['tertiary', 'tertiary'],
  ['unclassified', 'unclassified'],
  ['residential', 'residential'],
  ['living_street', 'living_street'],
  ['road', 'road'],
  ['busway', 'busway'],
  ['service', 'service'],
  ['track', 'track'],
  ['path', 'path'],
  ['footway', 'path'],
  ['pedestrian', 'path'],
  ['cycleway', 'path'],
  ['bridleway', 'path'],
])

/** Null when the vehicle cannot use the way in any direction. */
export function wayMeaning(tags: Tags, vehicle: Vehicle): WayMeaning | null {
  if (!isRoad(tags)) return null
  const access = wayAccess(tags, vehicle)
  const facts = factsOf(tags, access.forward, access.backward)
  const kmh = (direction: Direction) =>
    access[direction] === 'no' ? 0 : speedKmh(tags, facts, vehicle, direction)
  const forwardKmh = kmh('forward')
  const backwardKmh = kmh('backward')
  if (forwardKmh === 0 && backwardKmh === 0) return null
  const isRestricted = access.forward === 'restricted' || access.backward === 'restricted'
  return {
    road: {
      name: tidy(tags['name:vi'] ?? tags['name']),
      nameEn: tidy(tags['name:en']),
      ref: tidy(tags['ref']),
      destination: tidy(tags['destination']),
      destinationRef: tidy(tags['destination:ref']),
      exitRef: tidy(tags['junction:ref']),
      roadClass: facts.roadClass,
      flags:
        flagsOf(tags, facts.isLink, vehicle) |
        standingFlags(tags, facts) |
        (isRestricted ? ROAD_RESTRICTED : 0),
    },
    forwardKmh,
    backwardKmh,
    durationMs: facts.roadClass === 'ferry' ? durationMs(tags['duration']) : null,
  }
}

/** Texts come as they were typed: with double spaces, or with marks that combine. */
export function tidy(text = ''): string {
  return text.normalize('NFC').replace(/\s+/g, ' ').trim()
}

function factsOf(tags: Tags, forward: Access, backward: Access): SpeedFacts {
  const highway = tags['highway'] ?? ''
  const isLink = highway.endsWith('_link')
  const kind = isLink ? highway.slice(0, -'_link'.length) : highway
  const roadClass = CLASS_OF.get(kind) ?? 'ferry'
  return { roadClass, isLink, isOneway: forward === 'no' || backward === 'no' }
}

function flagsOf(tags: Tags, isLink: boolean, vehicle: Vehicle): number {
  const junction = tags['junction']
  const toll = tags[vehicle === 'car' ? 'toll:motorcar' : 'toll:motorcycle'] ?? tags['toll']
  return (
    (isLink ? ROAD_LINK : 0) |
    (junction === 'roundabout' || junction === 'circular' ? ROAD_ROUNDABOUT : 0) |
    (isSet(tags['tunnel']) ? ROAD_TUNNEL : 0) |
    (isSet(tags['bridge']) ? ROAD_BRIDGE : 0) |
    (isSet(toll) ? ROAD_TOLL : 0) |
    (tags['highway'] === 'service' && tags['service'] === 'alley' ? ROAD_ALLEY : 0) |
    (isUnpaved(tags) ? ROAD_UNPAVED : 0)
  )
}

/** Whether a passenger can stand there to be picked up. */
function standingFlags(tags: Tags, { roadClass, isLink }: SpeedFacts): number {
  if (isSet(tags['bridge']) && Number(tags['layer']) >= 1) return ROAD_RAISED
  if (isSet(tags['foot']) || isSet(tags['sidewalk'])) return 0
  if (roadClass === 'motorway') return ROAD_RAISED
  return roadClass === 'trunk' || isLink ? ROAD_NO_FOOT : 0
}

function isSet(value: string | undefined): boolean {
  return value !== undefined && value !== 'no'
}

/** The longest line of the world takes some three days; `999:59` is a slip. */
export const DURATION_MS_MAX = 72 * 3_600_000

/**
 * `hh:mm`, `hh:mm:ss`, minutes, or ISO 8601 (`PT20M`); null when it is none, zero, or longer than
 * a crossing can be.
 */
export function durationMs(value: string | undefined): number | null {
  if (value === undefined) return null
  const clock = /^(\d{1,3}):([0-5]\d)(?::([0-5]\d))?$/.exec(value)
  const iso = /^PT(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?$/.exec(value)
  const minutes = /^(\d{1,4})$/.exec(value)
  const parts = clock ?? iso ?? (minutes === null ? null : [value, '0', value, '0'])
  if (parts === null) return null
  const [, h = '0', m = '0', s = '0'] = parts
  const ms = ((Number(h) * 60 + Number(m)) * 60 + Number(s)) * 1_000
  return ms > 0 && ms <= DURATION_MS_MAX ? ms : null
}
