import { describe, expect, test } from 'bun:test'
import type { Tags } from '../../src/base/tags.ts'
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
} from '../../src/routing/model/road.ts'
import { VEHICLES, type Vehicle } from '../../src/routing/model/vehicle.ts'
import { turnCosts } from '../../src/routing/profile/turn-costs.ts'
import { durationMs, wayMeaning } from '../../src/routing/profile/way-tags.ts'

function tagsOf(text: string): Tags {
  const pairs = text.split(' ').map((pair) => pair.split('=', 2))
  return Object.fromEntries(pairs.map(([key = '', value = '']) => [key, value.replace('~', ' ')]))
}

/** Speed along the way, whole km/h; 0 when the vehicle may not. */
function kmh(text: string, vehicle: Vehicle): number {
  return Math.round(wayMeaning(tagsOf(text), vehicle)?.forwardKmh ?? 0)
}

describe('speed along a way', () => {
  test.each([
    // class
    ['highway=motorway', 95, 0],
    ['highway=motorway_link', 50, 0],
    ['highway=trunk', 62, 52],
    ['highway=primary', 48, 43],
    ['highway=primary_link', 32, 32],
    ['highway=residential', 20, 22],
    ['highway=service', 13, 15],
    ['highway=service service=alley', 8, 14],
    ['highway=service service=parking_aisle', 7, 7],
    ['highway=living_street', 10, 12],
    ['highway=path motorcycle=yes', 0, 9],
    // posted limits
    ['highway=primary maxspeed=60', 51, 51],
    ['highway=primary maxspeed=30', 26, 26],
    ['highway=trunk maxspeed=90', 77, 70],
    ['highway=trunk maxspeed=90 maxspeed:motorcycle=60', 77, 51],
    ['highway=trunk maxspeed=50 maxspeed:forward=80', 68, 68],
    ['highway=trunk maxspeed=50 maxspeed:backward=80', 43, 43],
    ['highway=trunk maxspeed:motorcar:forward=100 maxspeed=50', 85, 43],
    ['highway=motorway maxspeed=120', 102, 0],
    ['highway=motorway maxspeed=none', 102, 0],
    ['highway=residential maxspeed=50', 20, 22],
    ['highway=residential maxspeed=20', 17, 17],
    ['highway=primary_link maxspeed=80', 32, 32],
    ['highway=primary maxspeed=30_mph', 48, 43],
    ['highway=primary maxspeed=fast', 48, 43],
    ['highway=primary maxspeed=0', 48, 43],
    ['highway=primary maxspeed=walk', 4, 4],
    // limits by law
    ['highway=primary maxspeed=VN:urban', 43, 43],
    ['highway=primary maxspeed:type=VN:urban oneway=yes lanes=3', 51, 51],
    ['highway=primary maxspeed:type=VN:urban oneway=yes lanes=1', 43, 43],
    ['highway=primary maxspeed:type=VN:urban lanes=2', 43, 43],
    ['highway=primary source:maxspeed=VN:rural', 68, 51],
    ['highway=trunk zone:traffic=VN:rural oneway=yes lanes=2', 77, 60],
    ['highway=motorway maxspeed:type=VN:motorway', 102, 0],
    // the ground
    ['highway=primary surface=asphalt', 48, 43],
    ['highway=primary surface=paving_stones', 40, 40],
    ['highway=primary surface=dirt', 20, 20],
    ['highway=tertiary surface=unhewn_cobblestone', 20, 20],
    ['highway=primary smoothness=very_bad', 18, 22],
    ['highway=track smoothness=very_horrible', 0, 7],
    ['highway=track smoothness=impassable', 0, 0],
    ['highway=track', 14, 16],
    ['highway=track tracktype=grade4', 9, 14],
    ['highway=primary ford=yes', 6, 6],
    ['highway=primary ford=no', 48, 43],
    ['highway=path motorcycle=yes ford=stepping_stones', 0, 0],
    // room
    ['highway=service service=alley width=1.8', 0, 14],
    ['highway=residential width=1.5', 0, 20],
    ['highway=residential est_width=2.5', 12, 20],
    ['highway=residential width=6', 20, 22],
    ['highway=residential maxwidth=1.8', 0, 20],
    ['highway=residential narrow=yes', 12, 20],
    ['highway=residential maxwidth:physical=1.8', 0, 20],
    ['highway=residential maxwidth:physical=1.9', 12, 20],
    ['highway=residential width=6 maxwidth:physical=1.5', 0, 20],
    ['highway=primary maxheight=2.0', 48, 43],
    ['highway=primary maxheight=2', 48, 43],
    ['highway=primary maxheight=1.9', 0, 43],
    ['highway=primary maxheight=1,9', 0, 43],
    ['highway=primary maxheight=1.8~m', 0, 43],
    ['highway=primary maxheight=6\'6"', 0, 43],
    ["highway=primary maxheight=7'", 48, 43],
    ['highway=primary maxheight=4.5 maxheight:physical=1.7', 0, 43],
    ['highway=primary maxheight=default', 48, 43],
    ['highway=primary maxheight=below_default', 48, 43],
    ['highway=primary maxheight:forward=1.8', 0, 43],
    ['highway=primary maxheight:backward=1.8', 48, 43],
    ['highway=residential maxweight=1.5', 0, 22],
    ['highway=residential maxweight=2', 20, 22],
    ['highway=residential maxweight=1500~kg', 0, 22],
    ['highway=residential maxweight=4000~lbs', 0, 22],
    ['highway=residential maxweight=unsigned', 20, 22],
    ['highway=tertiary lanes=1', 25, 31],
    ['highway=tertiary lanes=1 oneway=yes', 33, 33],
  ])('%s: a car %d, a motorbike %d', (text, car, motorbike) => {
    expect([kmh(text, 'car'), kmh(text, 'motorbike')]).toEqual([car, motorbike])
  })

  test('each direction has its own', () => {
    const way = wayMeaning(
      tagsOf('highway=trunk maxspeed:forward=80 maxspeed:backward=40 motorcar:backward=yes'),
      'car',
    )
    expect([way?.forwardKmh, way?.backwardKmh]).toEqual([68, 34])
  })
})

describe('what a way is', () => {
  test.each([
    ['highway=primary_link', ROAD_LINK | ROAD_NO_FOOT],
    ['highway=primary_link sidewalk=right', ROAD_LINK],
    ['highway=trunk foot=no', ROAD_NO_FOOT],
    ['highway=trunk foot=yes', 0],
    ['highway=motorway', ROAD_RAISED],
    ['highway=motorway foot=no bridge=yes layer=1', ROAD_BRIDGE | ROAD_RAISED],
    ['highway=residential bridge=yes layer=1 foot=yes', ROAD_BRIDGE | ROAD_RAISED],
    ['highway=residential bridge=yes layer=-1', ROAD_BRIDGE],
    ['highway=residential layer=1', 0],
    ['highway=primary junction=roundabout', ROAD_ROUNDABOUT],
    ['highway=primary junction=circular', ROAD_ROUNDABOUT],
    ['highway=primary tunnel=yes', ROAD_TUNNEL],
    ['highway=primary bridge=viaduct toll=yes', ROAD_BRIDGE | ROAD_TOLL],
    ['highway=primary bridge=no toll=yes toll:motorcar=no', 0],
    ['highway=service service=alley', ROAD_ALLEY],
    ['highway=residential access=private', ROAD_RESTRICTED],
    ['highway=residential motorcar:forward=private', ROAD_RESTRICTED],
    ['highway=residential motorcar:backward=private', ROAD_RESTRICTED],
    ['highway=residential surface=gravel', ROAD_UNPAVED],
    ['highway=track', ROAD_UNPAVED],
    ['highway=track surface=concrete', 0],
  ])('%s', (text, flags) => {
    expect(wayMeaning(tagsOf(text), 'car')?.road.flags).toBe(flags)
  })

  test('names, the Vietnamese one first', () => {
    const tags = { highway: 'trunk', name: 'Road 1', 'name:vi': 'Đường 1', 'name:en': 'Road 1' }
    const way = wayMeaning({ ...tags, ref: 'QL1', destination: 'Huế;Vinh' }, 'motorbike')
    expect(way?.road).toEqual({
      name: 'Đường 1',
      nameEn: 'Road 1',
      ref: 'QL1',
      destination: 'Huế;Vinh',
      destinationRef: '',
      exitRef: '',
      roadClass: 'trunk',
      flags: ROAD_NO_FOOT,
    })
  })

  test.each([
    ['01:30', 5_400_000],
    ['00:20', 1_200_000],
    ['0:05:30', 330_000],
    ['25', 1_500_000],
    ['PT20M', 1_200_000],
    ['PT1H5M', 3_900_000],
    ['PT90M', 5_400_000],
    ['72:00', 259_200_000],
    ['72:01', null],
    ['999:59', null],
    ['PT1194H', null],
    ['PT99999999999999999999H', null],
    ['9999', null],
    ['0:60', null],
    ['0:05:60', null],
    ['00:00', null],
    ['soon', null],
    [undefined, null],
  ])('a crossing of %s takes %d ms', (value, ms) => expect(durationMs(value)).toBe(ms))
})

describe('turns', () => {
  test.each([
    ['straight on', 0, 0, 0],
    ['a bend of 30°', 21, 0, 0],
    ['right', 64, 2000, 1200],
    ['left', -64, 4000, 2500],
    ['sharp right', 90, 4500, 3000],
    ['sharp left', -90, 6000, 4000],
    ['back to the right', 115, 9000, 6000],
    ['back to the left', -128, 10000, 7000],
  ])('%s (%d): a car %d ms, a motorbike %d', (_, angle, car, motorbike) => {
    const ms = VEHICLES.map((vehicle) => turnCosts(vehicle).angleMs[angle + 128])
    expect(ms).toEqual([car, motorbike])
  })
})
