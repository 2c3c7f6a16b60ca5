import { describe, expect, test } from 'bun:test'
import type { Tags } from '../../src/base/tags.ts'
import { NODE_RESTRICTED, NODE_SIGNALS, NODE_STOP } from '../../src/routing/model/road.ts'
import type { Vehicle } from '../../src/routing/model/vehicle.ts'
import { wayAccess } from '../../src/routing/profile/access-tags.ts'
import { nodeMeaning } from '../../src/routing/profile/barrier-tags.ts'

/** `highway=service oneway=yes` */
function tagsOf(text: string): Tags {
  return Object.fromEntries(text.split(' ').map((pair) => pair.split('=', 2)))
}

/** `<>` both ways, `>` along, `<` against, `-` neither; `p` after a direction: restricted. */
function drives(text: string, vehicle: Vehicle): string {
  const { forward, backward } = wayAccess(tagsOf(text), vehicle)
  const side = (access: string, sign: string) =>
    access === 'no' ? '' : access === 'restricted' ? `${sign}p` : sign
  return side(backward, '<') + side(forward, '>') || '-'
}

describe('ways', () => {
  test.each([
    // class of road
    ['highway=primary', '<>', '<>'],
    ['highway=residential', '<>', '<>'],
    ['highway=track', '<>', '<>'],
    ['highway=motorway', '>', '-'],
    ['highway=motorway oneway=no', '<>', '-'],
    ['highway=motorway_link', '<>', '-'],
    ['highway=motorway motorcycle=yes', '>', '>'],
    ['highway=trunk motorroad=yes', '<>', '-'],
    ['highway=trunk motorroad=yes motorcycle=yes', '<>', '<>'],
    ['highway=construction', '-', '-'],
    ['highway=proposed', '-', '-'],
    ['highway=steps', '-', '-'],
    ['highway=corridor', '-', '-'],
    ['highway=residential construction=yes', '-', '-'],
    ['highway=residential construction=no', '<>', '<>'],
    ['highway=residential construction=minor', '<>', '<>'],
    ['highway=service service=emergency_access', '-', '-'],
    ['highway=service service=emergency_access access=private', '-', '-'],
    ['highway=service service=emergency_access motor_vehicle=yes', '<>', '<>'],
    ['highway=raceway', '-', '-'],
    ['highway=residential area=yes', '-', '-'],
    ['highway=track impassable=yes', '-', '-'],
    // ways that are not for vehicles
    ['highway=path', '-', '-'],
    ['highway=footway access=yes', '-', '-'],
    ['highway=footway motorcycle=yes', '-', '<>'],
    ['highway=footway motor_vehicle=yes', '<>', '<>'],
    ['highway=path vehicle=permissive', '<>', '<>'],
    ['highway=path motorcycle=private', '-', '<p>p'],
    ['highway=footway access=private', '-', '-'],
    ['highway=pedestrian motorcycle=designated', '-', '<>'],
    ['highway=busway', '-', '-'],
    // the most special mode decides
    ['highway=residential access=no', '-', '-'],
    ['highway=residential access=no motor_vehicle=yes', '<>', '<>'],
    ['highway=residential motor_vehicle=no motorcycle=yes', '-', '<>'],
    ['highway=residential vehicle=no motor_vehicle=destination', '<p>p', '<p>p'],
    ['highway=residential motorcar=no', '-', '<>'],
    ['highway=residential motorcycle=no', '<>', '-'],
    ['highway=residential motorcar=destination', '<p>p', '<>'],
    ['highway=residential access=private motorcycle=yes', '<p>p', '<>'],
    ['highway=residential access=agricultural', '-', '-'],
    ['highway=residential access=permit', '<p>p', '<p>p'],
    ['highway=residential access=customers', '<p>p', '<p>p'],
    ['highway=residential access=private;customers', '<p>p', '<p>p'],
    ['highway=residential access=private;yes', '<p>p', '<p>p'],
    ['highway=residential access=yes;private', '<>', '<>'],
    ['highway=residential access=unheard_of', '<>', '<>'],
    ['highway=residential motorcar=unheard_of access=no', '-', '-'],
    // one direction
    ['highway=residential vehicle:backward=no', '>', '>'],
    ['highway=residential motorcar:forward=no', '<', '<>'],
    ['highway=residential motorcycle:backward=private', '<>', '<p>'],
    ['highway=residential access:forward=no motorcar=yes', '<>', '<'],
    ['highway=primary oneway=yes', '>', '>'],
    ['highway=primary oneway=true', '>', '>'],
    ['highway=primary oneway=1', '>', '>'],
    ['highway=primary oneway=-1', '<', '<'],
    ['highway=primary oneway=reverse', '<', '<'],
    ['highway=primary oneway=no', '<>', '<>'],
    ['highway=primary oneway=reversible', '-', '-'],
    ['highway=primary oneway=reversible motorcar:forward=yes', '-', '-'],
    ['highway=primary oneway=alternating', '<>', '<>'],
    ['highway=primary oneway=yes oneway:motorcycle=no', '>', '<>'],
    ['highway=primary oneway=yes oneway:motorcar=no', '<>', '>'],
    ['highway=primary oneway:motorcycle=yes', '<>', '>'],
    ['highway=primary oneway=yes oneway:motor_vehicle=no', '<>', '<>'],
    ['highway=primary oneway=yes motorcycle:backward=yes', '>', '<>'],
    ['highway=primary oneway=-1 motorcycle:forward=yes', '<', '<>'],
    ['highway=primary junction=roundabout', '>', '>'],
    ['highway=primary junction=circular', '>', '>'],
    ['highway=primary junction=roundabout oneway=no', '<>', '<>'],
    ['highway=primary junction=roundabout oneway=-1', '<', '<'],
    // ferries
    ['route=ferry', '<>', '<>'],
    ['route=ferry foot=yes', '-', '<>'],
    ['route=ferry bicycle=yes', '-', '<>'],
    ['route=ferry foot=yes bicycle=no', '-', '-'],
    ['route=ferry foot=yes motor_vehicle=no', '-', '-'],
    ['route=ferry foot=yes motorcycle=yes', '-', '<>'],
    ['route=ferry motor_vehicle=yes', '<>', '<>'],
    ['route=ferry motorcar=no', '-', '<>'],
    ['route=bus', '-', '-'],
  ])('%s: a car %s, a motorbike %s', (text, car, motorbike) => {
    expect([drives(text, 'car'), drives(text, 'motorbike')]).toEqual([car, motorbike])
  })
})

/** `blocked`, `free`, or what holds one up: `stop`, `lights`, `private`. */
function meets(text: string, vehicle: Vehicle): string {
  const meaning = nodeMeaning(tagsOf(text), vehicle)
  if (meaning === null) return 'free'
  if (meaning.isBlocked) return 'blocked'
  const { flags } = meaning
  return [
    (flags & NODE_STOP) !== 0 ? 'stop' : null,
    (flags & NODE_SIGNALS) !== 0 ? 'lights' : null,
    (flags & NODE_RESTRICTED) !== 0 ? 'private' : null,
  ]
    .filter((word) => word !== null)
    .join(' ')
}

describe('nodes', () => {
  test.each([
    ['highway=crossing', 'free', 'free'],
    ['highway=traffic_signals', 'lights', 'lights'],
    ['barrier=gate', 'stop', 'stop'],
    ['barrier=gate locked=yes', 'blocked', 'blocked'],
    ['barrier=gate locked=yes motorcycle=yes', 'blocked', 'stop'],
    ['barrier=gate access=private', 'stop private', 'stop private'],
    ['barrier=gate access=no', 'blocked', 'blocked'],
    ['barrier=gate access=no motorcycle=yes', 'blocked', 'stop'],
    ['barrier=lift_gate', 'stop', 'free'],
    ['barrier=lift_gate access=private motorcycle=yes', 'stop private', 'free'],
    ['barrier=lift_gate motorcar=no', 'blocked', 'free'],
    ['barrier=bollard', 'blocked', 'free'],
    ['barrier=bollard motorcycle=no', 'blocked', 'blocked'],
    ['barrier=bollard motor_vehicle=yes', 'stop', 'free'],
    ['barrier=bollard bollard=rising', 'stop', 'free'],
    ['barrier=block', 'blocked', 'free'],
    ['barrier=cycle_barrier', 'blocked', 'blocked'],
    ['barrier=turnstile', 'blocked', 'blocked'],
    ['barrier=yes', 'blocked', 'free'],
    ['barrier=yes access=no', 'blocked', 'blocked'],
    ['barrier=yes motor_vehicle=no', 'blocked', 'blocked'],
    ['barrier=yes motorcar=yes', 'stop', 'free'],
    ['barrier=unheard_of', 'blocked', 'blocked'],
    ['barrier=toll_booth', 'stop', 'free'],
    ['barrier=border_control', 'stop', 'stop'],
    ['barrier=height_restrictor maxheight=2.1', 'free', 'free'],
    ['barrier=height_restrictor maxheight=1.9', 'blocked', 'free'],
    ['barrier=height_restrictor maxheight=6\'6"', 'blocked', 'free'],
    ['barrier=gate maxwidth:physical=1.5', 'blocked', 'stop'],
    ['barrier=entrance maxwidth=1.9', 'free', 'free'],
    ['barrier=entrance', 'free', 'free'],
    ['motor_vehicle=no', 'blocked', 'blocked'],
    ['motorcar=no', 'blocked', 'free'],
    ['access=no shop=books', 'free', 'free'],
    ['access=private entrance=main', 'free', 'free'],
  ])('%s: a car %s, a motorbike %s', (text, car, motorbike) => {
    expect([meets(text, 'car'), meets(text, 'motorbike')]).toEqual([car, motorbike])
  })

  test.each([
    ['highway=traffic_signals', [true, true]],
    ['highway=traffic_signals direction=forward', [true, false]],
    ['highway=traffic_signals traffic_signals:direction=backward', [false, true]],
    ['highway=traffic_signals traffic_signals:direction=both', [true, true]],
  ])('%s: for those who come along the way, against it: %j', (text, [along, against]) => {
    const meaning = nodeMeaning(tagsOf(text), 'car')
    expect(meaning?.signalsForward).toBe(along)
    expect(meaning?.signalsBackward).toBe(against)
  })
})
