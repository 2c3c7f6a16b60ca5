import type { Tags } from '../../base/tags.ts'
import { NODE_RESTRICTED, NODE_SIGNALS, NODE_STOP } from '../model/road.ts'
import type { Vehicle } from '../model/vehicle.ts'
import { taggedAccess } from './access-tags.ts'
import { fits } from './vehicle-size.ts'

/*
 * Barriers at nodes.
 * Source: wiki.openstreetmap.org/wiki/Key:barrier; which of them a motorbike slips through is
 * Vietnamese custom: bollards and lift gates at the mouth of an alley keep cars out, not bikes.
 */

type Passage = 'pass' | 'stop' | 'block'
type Passages = readonly [car: Passage, motorbike: Passage]

/** Barriers by what they do to a car and to a motorbike. Whatever is not here blocks both. */
export const BARRIERS: ReadonlyMap<string, Passages> = new Map<string, Passages>([
  ['no', ['pass', 'pass']],
  ['entrance', ['pass', 'pass']],
  ['cattle_grid', ['pass', 'pass']],
  ['height_restrictor', ['pass', 'pass']],
  ['sally_port', ['pass', 'pass']],
  ['arch', ['pass', 'pass']],
  ['kerb', ['pass', 'pass']],
  ['toll_booth', ['stop', 'pass']],
  ['border_control', ['stop', 'stop']],
  ['gate', ['stop', 'stop']],
  ['sliding_gate', ['stop', 'stop']],
  ['hampshire_gate', ['stop', 'stop']],
  ['bump_gate', ['stop', 'stop']],
  ['lift_gate', ['stop', 'pass']],
  ['swing_gate', ['stop', 'pass']],
  ['sliding_beam', ['stop', 'pass']],
  ['wicket_gate', ['block', 'pass']],
  ['bollard', ['block', 'pass']],
  ['block', ['block', 'pass']],
  ['planter', ['block', 'pass']],
  // A barrier of some kind; at the mouth of an alley it is mostly bollards.
  ['yes', ['block', 'pass']],
])

/** The effect of a node on a vehicle that comes along a way. */
export interface NodeMeaning {
  /** Not passable: the ways end here. */
  readonly isBlocked: boolean
  /** Bits `NODE_…`. */
  readonly flags: number
  /** Traffic lights may be for one direction of their way only. */
  readonly signalsForward: boolean
  readonly signalsBackward: boolean
}

/** Null when the node is nothing special for the vehicle. */
export function nodeMeaning(tags: Tags, vehicle: Vehicle): NodeMeaning | null {
  const hasSignals = tags['highway'] === 'traffic_signals'
  const passage = passageOf(tags, vehicle)
  const access = taggedAccess(tags, vehicle, null)
  const isBlocked = passage === 'block'
  const isRestricted = tags['barrier'] !== undefined && access === 'restricted'
  const flags =
    (hasSignals ? NODE_SIGNALS : 0) |
    (passage === 'stop' ? NODE_STOP : 0) |
    (isRestricted ? NODE_RESTRICTED : 0)
  if (flags === 0 && !isBlocked) return null
  const side = tags['traffic_signals:direction'] ?? tags['direction']
  return {
    isBlocked,
    flags,
    signalsForward: hasSignals && side !== 'backward',
    signalsBackward: hasSignals && side !== 'forward',
  }
}

function passageOf(tags: Tags, vehicle: Vehicle): Passage {
  const barrier = tags['barrier']
  const access = taggedAccess(tags, vehicle, null)
  if (barrier === undefined) {
    // Without a barrier only a tag for this very vehicle closes a node; `access=no` is a shop's.
    const vehicleAccess =
      tags[vehicle === 'car' ? 'motorcar' : 'motorcycle'] ?? tags['motor_vehicle']
    return vehicleAccess === 'no' ? 'block' : 'pass'
  }
  if (!fits(tags, vehicle, null)) return 'block'
  const usual = BARRIERS.get(barrier)?.[vehicle === 'car' ? 0 : 1] ?? 'block'
  if (access === 'no') return 'block'
  if (access !== null) return usual === 'block' ? 'stop' : usual
  if (tags['locked'] === 'yes') return 'block'
  // One that sinks into the ground opens for those who may pass.
  if (tags['bollard'] === 'rising' && usual === 'block') return 'stop'
  return usual
}
