import { describe, expect, test } from 'bun:test'
import { DIRECTIONS_DEFAULTS } from '../../src/routing/answer.ts'
import type { DirectionsQuery } from '../../src/routing/model/directions.ts'
import { VEHICLES } from '../../src/routing/model/vehicle.ts'
import { directionsBy, NO_ROUTERS, routingSwitchedOff } from '../../src/routing/service.ts'
import { Town } from './town.ts'

const TOWN = new Town({ map: 'a-1-b-2-c', ways: { abc: 'residential Phố Huế' } })
const QUERY: DirectionsQuery = {
  origin: TOWN.at('1'),
  destination: TOWN.at('2'),
  vehicle: 'car',
  lang: 'vi',
}

describe('routing of a dataset', () => {
  test.each([...VEHICLES])('refuses %s without its graph, whatever else there is', (vehicle) => {
    const others = { car: TOWN.router('car'), motorbike: TOWN.router('motorbike') }
    const query = { ...QUERY, vehicle }
    for (const routers of [NO_ROUTERS, { ...others, [vehicle]: null }]) {
      expect(() => directionsBy(routers, query, DIRECTIONS_DEFAULTS)).toThrow(
        expect.objectContaining({
          code: 'ROUTING_UNAVAILABLE',
          message: `No road graph for '${vehicle}' is loaded; run \`saola import vietnam\`.`,
        }),
      )
    }
    expect(directionsBy(others, query, DIRECTIONS_DEFAULTS).isRoute).toBe(true)
  })

  test('says how to switch it on', () => {
    expect(routingSwitchedOff()).toMatchObject({
      code: 'ROUTING_UNAVAILABLE',
      message: 'Routing is switched off on this server; switch it on with `saola routing on`.',
    })
  })

  test('estimates beyond the radius for snapping, by the settings', () => {
    const settings = { snapRadiusM: 10, detourFactor: 2, averageKmh: { car: 36, motorbike: 18 } }
    const away = { ...QUERY, origin: { ...QUERY.origin, lat: QUERY.origin.lat + 0.001 } }
    const routers = { car: TOWN.router('car'), motorbike: null }
    expect(directionsBy(routers, away, DIRECTIONS_DEFAULTS).isRoute).toBe(true)
    const found = directionsBy(routers, away, settings)
    expect(found.isRoute).toBe(false)
    expect(Math.abs(found.durationS - found.distanceM / 10)).toBeLessThanOrEqual(0.5)
  })
})
