import type { Tags } from '../../base/tags.ts'
import type { Vehicle } from '../model/vehicle.ts'

/*
 * Access of vehicles to roads, by the tags of OSM.
 * Source: wiki.openstreetmap.org/wiki/Key:access (hierarchy of modes, values), Key:oneway.
 */

/** `restricted`: private, or only for those with business there. */
export type Access = 'yes' | 'restricted' | 'no'
export type Direction = 'forward' | 'backward'

/** Modes from the most special to the most general: the first that is tagged decides. */
export const MODES: Readonly<Record<Vehicle, readonly string[]>> = {
  car: ['motorcar', 'motor_vehicle', 'vehicle', 'access'],
  motorbike: ['motorcycle', 'motor_vehicle', 'vehicle', 'access'],
}

/** Other values mean nothing for cars and motorbikes: the next mode decides. */
export const VALUES: ReadonlyMap<string, Access> = new Map([
  ...['yes', 'designated', 'official', 'permissive', 'public', 'allowed'].map(
    (value) => [value, 'yes'] as const,
  ),
  ...['private', 'destination', 'delivery', 'customers', 'permit', 'residents', 'employees'].map(
    (value) => [value, 'restricted'] as const,
  ),
  ...['no', 'agricultural', 'forestry', 'emergency', 'military', 'use_sidepath', 'dismount'].map(
    (value) => [value, 'no'] as const,
  ),
  ...['psv', 'bus', 'taxi', 'hgv', 'foot', 'bicycle', 'none'].map(
    (value) => [value, 'no'] as const,
  ),
])

/** Roads that carry both vehicles when no tag says otherwise. */
export const OPEN_HIGHWAYS: ReadonlySet<string> = new Set([
  ...['trunk', 'trunk_link', 'primary', 'primary_link', 'secondary', 'secondary_link'],
  ...['tertiary', 'tertiary_link', 'unclassified', 'residential', 'living_street', 'road'],
  ...['service', 'track'],
])
/** Carry cars; in Vietnam motorbikes are kept out (Law on Road Traffic 2024, article 25). */
export const MOTORWAYS: ReadonlySet<string> = new Set(['motorway', 'motorway_link'])
/** Closed to all vehicles but those that a tag for a motor vehicle allows. */
export const CLOSED_HIGHWAYS: ReadonlySet<string> = new Set([
  ...['path', 'footway', 'pedestrian', 'cycleway', 'bridleway', 'busway'],
])

export interface WayAccess {
  readonly forward: Access
  readonly backward: Access
}

export const NOWHERE: WayAccess = { forward: 'no', backward: 'no' }

/** Keys with which `yes` means that the road is closed to all, whatever their access. */
export const CLOSED_BY = ['area', 'impassable', 'construction'] as const

/** Whether the vehicle may drive along a way, in each of its directions. */
export function wayAccess(tags: Tags, vehicle: Vehicle): WayAccess {
  if (CLOSED_BY.some((key) => tags[key] === 'yes')) return NOWHERE
  const fallback = accessByKind(tags, vehicle)
  const directions = directionsOf(tags, vehicle)
  return {
    forward: directions.forward ? (taggedAccess(tags, vehicle, 'forward') ?? fallback) : 'no',
    backward: directions.backward ? (taggedAccess(tags, vehicle, 'backward') ?? fallback) : 'no',
  }
}

/**
 * The value of the access tags for the vehicle; null when there is none. `direction` null leaves
 * out the tags for one direction.
 */
export function taggedAccess(
  tags: Tags,
  vehicle: Vehicle,
  direction: Direction | null,
): Access | null {
  for (const mode of modesFor(tags, vehicle)) {
    const sided = direction === null ? undefined : tags[`${mode}:${direction}`]
    const access = accessValue(sided) ?? accessValue(tags[mode])
    if (access !== null) return access
  }
  return null
}

/**
 * On a path `access` is about walkers, on the way of a fire brigade about others than these: only a
 * tag for vehicles lets vehicles in.
 */
function modesFor(tags: Tags, vehicle: Vehicle): readonly string[] {
  const highway = tags['highway']
  const isClosed = highway !== undefined && CLOSED_HIGHWAYS.has(highway)
  return isClosed || isForEmergencies(tags) ? MODES[vehicle].slice(0, -1) : MODES[vehicle]
}

function isForEmergencies(tags: Tags): boolean {
  return tags['service'] === 'emergency_access'
}

function accessValue(value: string | undefined): Access | null {
  if (value === undefined) return null
  const known = VALUES.get(value)
  if (known !== undefined) return known
  // `private;customers`: the first is the one that is meant.
  const first = value.split(';')[0]?.trim()
  return (first === undefined ? undefined : VALUES.get(first)) ?? null
}

function accessByKind(tags: Tags, vehicle: Vehicle): Access {
  const highway = tags['highway']
  if (highway === undefined) return isOpenFerry(tags, vehicle) ? 'yes' : 'no'
  if (isForEmergencies(tags)) return 'no'
  if (MOTORWAYS.has(highway)) return vehicle === 'car' ? 'yes' : 'no'
  if (!OPEN_HIGHWAYS.has(highway)) return 'no'
  return vehicle === 'motorbike' && tags['motorroad'] === 'yes' ? 'no' : 'yes'
}

/**
 * A ferry with tags only for walkers or cyclists carries no cars. In Vietnam it takes motorbikes,
 * as small as it may be, unless it leaves even bicycles behind.
 */
function isOpenFerry(tags: Tags, vehicle: Vehicle): boolean {
  if (tags['route'] !== 'ferry') return false
  if (vehicle === 'motorbike') return tags['bicycle'] !== 'no'
  return tags['foot'] === undefined && tags['bicycle'] === undefined
}

/** Ways that the tags of access can open at all. */
export function isRoad(tags: Tags): boolean {
  const highway = tags['highway']
  if (highway === undefined) return tags['route'] === 'ferry'
  return OPEN_HIGHWAYS.has(highway) || MOTORWAYS.has(highway) || CLOSED_HIGHWAYS.has(highway)
}

export const ONEWAY_KEYS: Readonly<Record<Vehicle, readonly string[]>> = {
  car: ['oneway:motorcar', 'oneway:motor_vehicle', 'oneway:vehicle', 'oneway'],
  motorbike: ['oneway:motorcycle', 'oneway:motor_vehicle', 'oneway:vehicle', 'oneway'],
}
export const BOTH = { forward: true, backward: true }
export const ALONG = { forward: true, backward: false }
export const AGAINST = { forward: false, backward: true }
/** The open direction changes with the hour, which is not known: neither is open. */
export const NEITHER = { forward: false, backward: false }
export const ONEWAY_VALUES: ReadonlyMap<string, typeof BOTH> = new Map([
  ...['yes', 'true', '1'].map((value) => [value, ALONG] as const),
  ...['-1', 'reverse'].map((value) => [value, AGAINST] as const),
  ...['no', 'false', '0', 'alternating'].map((value) => [value, BOTH] as const),
  ['reversible', NEITHER],
])

function directionsOf(tags: Tags, vehicle: Vehicle): typeof BOTH {
  const tagged = taggedOneway(tags, vehicle)
  const isRound = tags['junction'] === 'roundabout' || tags['junction'] === 'circular'
  const implied = isRound || tags['highway'] === 'motorway' ? ALONG : BOTH
  const directions = tagged ?? implied
  if (directions === BOTH || directions === NEITHER) return directions
  // `motorcycle:backward=yes` would mean nothing if it did not open the other direction.
  const mode = vehicle === 'car' ? 'motorcar' : 'motorcycle'
  return {
    forward: directions.forward || accessValue(tags[`${mode}:forward`]) === 'yes',
    backward: directions.backward || accessValue(tags[`${mode}:backward`]) === 'yes',
  }
}

function taggedOneway(tags: Tags, vehicle: Vehicle): typeof BOTH | null {
  for (const key of ONEWAY_KEYS[vehicle]) {
    const value = tags[key]
    const known = value === undefined ? undefined : ONEWAY_VALUES.get(value)
    if (known !== undefined) return known
  }
  return null
}
