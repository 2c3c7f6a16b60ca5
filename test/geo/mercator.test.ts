import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { fromMercator, toMercator, WORLD_UNITS } from '../../src/geo/mercator.ts'

describe('Web Mercator', () => {
  test.each([
    ['the middle', { lon: 0, lat: 0 }, { x: 2 ** 31, y: 2 ** 31 }],
    ['the north-west corner', { lon: -180, lat: 85.06 }, { x: 0, y: 0 }],
    ['the north pole', { lon: 0, lat: 90 }, { x: 2 ** 31, y: 0 }],
    ['the south-east corner', { lon: 180, lat: -85.06 }, { x: 2 ** 32 - 1, y: 2 ** 32 - 1 }],
    ['the south pole', { lon: 0, lat: -90 }, { x: 2 ** 31, y: 2 ** 32 - 1 }],
  ])('puts %s where it belongs', (_, point, expected) => {
    expect(toMercator(point)).toEqual(expected)
  })

  // Tile numbers by the formula that OpenStreetMap's wiki gives ("Slippy map tilenames").
  test.each([
    ['Hà Nội', { lon: 105.8542, lat: 21.0285 }, 12, 3252, 1803],
    ['Thành phố Hồ Chí Minh', { lon: 106.7009, lat: 10.7769 }, 14, 13048, 7698],
    ['Cape Town', { lon: 18.4241, lat: -33.9249 }, 10, 564, 614],
  ])('finds the tile of %s', (_, point, z, x, y) => {
    const units = toMercator(point)
    expect([Math.floor(units.x / 2 ** (32 - z)), Math.floor(units.y / 2 ** (32 - z))]).toEqual([
      x,
      y,
    ])
  })

  test('comes back within a unit', () => {
    const units = fc.integer({ min: 0, max: WORLD_UNITS - 1 })
    fc.assert(
      fc.property(units, units, (x, y) => {
        const back = toMercator(fromMercator({ x, y }))
        expect(Math.abs(back.x - x)).toBeLessThanOrEqual(1)
        expect(Math.abs(back.y - y)).toBeLessThanOrEqual(1)
      }),
    )
  })
})
