import { describe, expect, test } from 'bun:test'
import type { Vehicle } from '../../src/routing/model/vehicle.ts'
import type { Drawing } from './drawing.ts'
import { Town } from './town.ts'

/**
 * From one mark to another, by vehicle: the nodes that are passed, and what is said without the
 * bold; a way of null is an estimate.
 */
export type Trip = readonly [trip: `${string}>${string}`, Vehicle, way: string | null, ...string[]]

export interface TownCase extends Drawing {
  readonly name: string
  readonly trips: readonly Trip[]
}

/** One test a trip. */
export function describeTowns(rule: string, cases: readonly TownCase[]): void {
  describe(rule, () => {
    for (const { name, trips, ...drawing } of cases) {
      const town = new Town(drawing)
      for (const [ends, vehicle, way, ...says] of trips) {
        test(`${name}, ${ends} by ${vehicle}`, () => {
          const [from = '', to = ''] = ends.split('>')
          const told = town.directions(from, to, { vehicle })
          const expected = { way, says: way === null ? null : says }
          expect({ way: told.way, says: told.says }).toEqual(expected)
        })
      }
    }
  })
}
