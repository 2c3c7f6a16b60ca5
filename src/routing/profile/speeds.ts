import type { Tags } from '../../base/tags.ts'
import type { RoadClass } from '../model/road.ts'
import type { Vehicle } from '../model/vehicle.ts'
import type { Direction } from './access-tags.ts'
import { CAR_WIDTH_M, fits, metres } from './vehicle-size.ts'

/*
 * Driving speeds, km/h: this file is for experts on the roads to read and change. Every pair is
 * [car, motorbike].
 *
 * Limits by law: Circular 38/2024/TT-BGTVT, articles 6 to 9, in force since 1 January 2025.
 * Class speeds: free-flow speeds below the limits, set by judgement to what the two vehicles reach
 * between stops; compare with OSRM's car profile (profiles/car.lua), which is tuned for Europe.
 *
 * Tables by the value of a tag are Maps: a mapper may write `constructor`, which every plain object
 * has.
 */

type Kmh = readonly [car: number, motorbike: number]

/** Built-up areas: dual carriageways and one-way roads of several lanes, other roads. */
export const URBAN_WIDE: Kmh = [60, 60]
export const URBAN: Kmh = [50, 50]
/** Outside: the same two kinds. */
export const RURAL_WIDE: Kmh = [90, 70]
export const RURAL: Kmh = [80, 60]
export const EXPRESSWAY: Kmh = [120, 70]

/** Speeds without a posted limit, on a sound road of the class. */
export const CLASS_SPEED: Readonly<Record<RoadClass, Kmh>> = {
  motorway: [95, 65],
  trunk: [62, 52],
  primary: [48, 43],
  secondary: [40, 38],
  tertiary: [33, 33],
  unclassified: [27, 28],
  residential: [20, 22],
  living_street: [10, 12],
  road: [20, 20],
  busway: [25, 25],
  service: [13, 15],
  track: [14, 16],
  path: [6, 9],
  ferry: [8, 8],
}

/** Slip roads bend and merge. */
export const LINK_SPEED: Readonly<Partial<Record<RoadClass, Kmh>>> = {
  motorway: [50, 45],
  trunk: [38, 36],
  primary: [32, 32],
  secondary: [28, 28],
  tertiary: [24, 24],
}

/** `service=*`: the alley is where cars crawl and motorbikes do not. */
export const SERVICE_SPEED: ReadonlyMap<string, Kmh> = new Map<string, Kmh>([
  ['alley', [8, 14]],
  ['driveway', [8, 8]],
  ['parking_aisle', [7, 7]],
  ['drive-through', [6, 6]],
])

/** On roads of these classes a posted limit is the speed; elsewhere it only caps. */
export const FAST_CLASSES: ReadonlySet<RoadClass> = new Set([
  ...(['motorway', 'trunk', 'primary', 'secondary', 'tertiary', 'unclassified'] as const),
])
/** Part of a posted limit that is driven on average. */
export const PART_OF_LIMIT = 0.85

/** The most that a surface lets one drive. */
export const SURFACE_CAP: ReadonlyMap<string, Kmh> = new Map<string, Kmh>([
  ['concrete:plates', [70, 60]],
  ['concrete:lanes', [40, 30]],
  ['paving_stones', [40, 40]],
  ['sett', [30, 30]],
  ['cobblestone', [25, 25]],
  ['unhewn_cobblestone', [20, 20]],
  ['brick', [35, 35]],
  ['bricks', [35, 35]],
  ['metal', [30, 25]],
  ['wood', [20, 15]],
  ['compacted', [45, 40]],
  ['fine_gravel', [35, 30]],
  ['gravel', [30, 25]],
  ['pebblestone', [25, 18]],
  ['unpaved', [25, 25]],
  ['dirt', [20, 20]],
  ['earth', [20, 20]],
  ['ground', [20, 20]],
  ['grass', [10, 12]],
  ['grass_paver', [15, 15]],
  ['mud', [8, 8]],
  ['sand', [10, 8]],
  ['rock', [8, 8]],
])
export const UNPAVED: ReadonlySet<string> = new Set([
  ...['compacted', 'fine_gravel', 'gravel', 'pebblestone', 'unpaved', 'dirt', 'earth', 'ground'],
  ...['grass', 'mud', 'sand', 'rock'],
])

/** The most that holes let one drive; 0 is out. */
export const SMOOTHNESS_CAP: ReadonlyMap<string, Kmh> = new Map<string, Kmh>([
  ['intermediate', [70, 60]],
  ['bad', [35, 35]],
  ['very_bad', [18, 22]],
  ['horrible', [8, 14]],
  ['very_horrible', [0, 7]],
  ['impassable', [0, 0]],
])

export const TRACKTYPE_CAP: ReadonlyMap<string, Kmh> = new Map<string, Kmh>([
  ['grade1', [30, 30]],
  ['grade2', [22, 25]],
  ['grade3', [16, 20]],
  ['grade4', [9, 14]],
  ['grade5', [5, 9]],
])

/** Two directions on one lane: cars wait for each other, motorbikes hardly. */
export const ONE_LANE_PART: Kmh = [0.75, 0.95]
export const NARROW_CAP: Kmh = [12, 20]
/** Up to here a car creeps. */
export const CAR_EASE_M = 3
export const FORD_CAP: Kmh = [6, 6]

export const KMH_MAX: Kmh = [120, 70]
export const KMH_MIN = 2
export const MILE_KM = 1.609344

/** Facts on a way besides its tags. */
export interface SpeedFacts {
  readonly roadClass: RoadClass
  readonly isLink: boolean
  readonly isOneway: boolean
}

/** Speed along the way in a direction, km/h; 0 when the vehicle cannot get through. */
export function speedKmh(
  tags: Tags,
  facts: SpeedFacts,
  vehicle: Vehicle,
  direction: Direction,
): number {
  if (!fits(tags, vehicle, direction)) return 0
  const v = vehicle === 'car' ? 0 : 1
  let kmh = roadSpeed(tags, facts, vehicle, direction)
  kmh = Math.min(kmh, SURFACE_CAP.get(tags['surface'] ?? '')?.[v] ?? kmh)
  kmh = Math.min(kmh, SMOOTHNESS_CAP.get(tags['smoothness'] ?? '')?.[v] ?? kmh)
  if (facts.roadClass === 'track') {
    kmh = Math.min(kmh, TRACKTYPE_CAP.get(tags['tracktype'] ?? '')?.[v] ?? kmh)
  }
  const ford = tags['ford']
  if (ford === 'stepping_stones') return 0
  if (ford !== undefined && ford !== 'no') kmh = Math.min(kmh, FORD_CAP[v])
  kmh = squeezed(tags, facts, kmh, v)
  return kmh <= 0 ? 0 : Math.max(KMH_MIN, Math.min(kmh, KMH_MAX[v]))
}

/** Whether the surface is not a made one. */
export function isUnpaved(tags: Tags): boolean {
  const surface = tags['surface']
  if (surface !== undefined) return UNPAVED.has(surface)
  return tags['highway'] === 'track' && tags['tracktype'] !== 'grade1'
}

function roadSpeed(tags: Tags, facts: SpeedFacts, vehicle: Vehicle, direction: Direction): number {
  const v = vehicle === 'car' ? 0 : 1
  const { roadClass, isLink } = facts
  const service = roadClass === 'service' ? SERVICE_SPEED.get(tags['service'] ?? '') : undefined
  const link = isLink ? LINK_SPEED[roadClass] : undefined
  const usual = (service ?? link ?? CLASS_SPEED[roadClass])[v]
  const limit = limitKmh(tags, facts, vehicle, direction)
  if (limit === null) return usual
  const atLimit = limit * PART_OF_LIMIT
  return FAST_CLASSES.has(roadClass) && !isLink ? atLimit : Math.min(usual, atLimit)
}

/** The posted limit, or the law's limit that the tags name; null without either. */
function limitKmh(
  tags: Tags,
  facts: SpeedFacts,
  vehicle: Vehicle,
  direction: Direction,
): number | null {
  const mode = vehicle === 'car' ? 'motorcar' : 'motorcycle'
  for (const key of [
    `maxspeed:${mode}:${direction}`,
    `maxspeed:${mode}`,
    `maxspeed:${direction}`,
    'maxspeed',
    'maxspeed:type',
    'source:maxspeed',
    'zone:traffic',
    'zone:maxspeed',
  ]) {
    const limit = limitValue(tags[key], tags, facts, vehicle)
    if (limit !== null) return limit
  }
  return null
}

function limitValue(
  value: string | undefined,
  tags: Tags,
  facts: SpeedFacts,
  vehicle: Vehicle,
): number | null {
  if (value === undefined) return null
  const v = vehicle === 'car' ? 0 : 1
  const isWide = facts.isOneway && Number.parseInt(tags['lanes'] ?? '1', 10) >= 2
  const zone = value.replace(/^VN:/, '')
  if (zone === 'urban') return (isWide ? URBAN_WIDE : URBAN)[v]
  if (zone === 'rural') return (isWide ? RURAL_WIDE : RURAL)[v]
  if (zone === 'motorway' || zone === 'expressway') return EXPRESSWAY[v]
  if (value === 'none') return KMH_MAX[v]
  if (value === 'walk') return 5
  const posted = /^(\d{1,3}(?:\.\d+)?) ?(km\/h|kmh|kph|mph)?$/.exec(value)
  if (posted === null) return null
  const kmh = Number(posted[1]) * (posted[2] === 'mph' ? MILE_KM : 1)
  return kmh > 0 ? kmh : null
}

function squeezed(tags: Tags, facts: SpeedFacts, kmh: number, v: 0 | 1): number {
  const limit = tags['maxwidth'] ?? tags['maxwidth:physical']
  const widthM = metres(limit ?? tags['width'] ?? tags['est_width'] ?? '')
  if (v === 0 && widthM < CAR_WIDTH_M) return 0
  const isNarrow = tags['narrow'] === 'yes' || widthM <= CAR_EASE_M
  const eased = isNarrow && facts.roadClass !== 'ferry' ? Math.min(kmh, NARROW_CAP[v]) : kmh
  const isOneLane = tags['lanes'] === '1' && !facts.isOneway
  return isOneLane ? eased * ONE_LANE_PART[v] : eased
}
