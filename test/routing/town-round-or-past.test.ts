import { describe, expect, test } from 'bun:test'
import { VEHICLES } from '../../src/routing/model/vehicle.ts'
import type { Drawing } from './drawing.ts'
import { Town } from './town.ts'

/** Ways round a roundabout and past it; the words are those of town-roundabouts.test.ts. */

/** A ring against the clock, h, p, q, w, s, with an island where the street from a meets it. */
const ISLAND: Drawing = {
  cellM: 2,
  map: `
           a


           x


          q p


  b-2----w   h----1-d


           s



           c`,
  ways: {
    hpqwsh: 'secondary junction=roundabout',
    px: 'secondary oneway=yes',
    xq: 'secondary oneway=yes',
    ax: 'secondary',
    bw: 'secondary',
    dh: 'secondary',
    cs: 'secondary',
  },
}

/** Two streets that meet a ring against the clock, e, f, g, h, at one node of it. */
const SHARED: Drawing = {
  cellM: 5,
  map: `
        1 a   2 b

            e

         f     h

            g

            c`,
  ways: {
    efghe: 'tertiary junction=roundabout',
    ae: 'tertiary',
    be: 'tertiary',
    cg: 'tertiary',
  },
}

/** A ring against the clock and a lane past it, from n to v. */
const LANE: Drawing = {
  cellM: 10,
  map: `
              a
              1
              |
              n


              e
  b-2-v----f     h----d

              g
              |
              c`,
  ways: {
    an: 'primary maxspeed=50',
    ne: 'primary oneway=yes maxspeed=50',
    efghe: 'primary junction=roundabout maxspeed=50',
    fv: 'secondary oneway=yes maxspeed=50',
    vb: 'secondary maxspeed=50',
    nv: 'secondary_link oneway=yes maxspeed=50',
    hd: 'primary',
    gc: 'primary',
  },
}

describe.each(VEHICLES)('by %s', (vehicle) => {
  test.each([
    ['along a ring past the island of a street', ISLAND, '1', '2', 'hpqw'],
    ['from one street to the other before it', SHARED, 'a', 'b', 'aefgheb'],
    ['from one street to the other behind it', SHARED, 'b', 'a', 'bea'],
    ['by the lane past the ring', LANE, '1', '2', 'nv'],
  ])('%s', (_, drawing, from, to, way) => {
    expect(new Town(drawing).directions(from, to, { vehicle }).way).toBe(way)
  })
})
