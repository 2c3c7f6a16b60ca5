import { describe, expect, test } from 'bun:test'
import polyline from 'polyline'
import { distanceM } from '../../src/geo/distance.ts'
import { ESTIMATE_DEFAULTS, estimate } from '../../src/routing/estimate.ts'
import type { DirectionsQuery } from '../../src/routing/model/directions.ts'
import { phraseOf } from '../../src/routing/model/phrase.ts'
import { polylineText } from '../geo/polyline-text.ts'
import { instructionText } from './phrase-text.ts'

const HANOI = { lat: 21.0285, lon: 105.8542 }
const HAI_PHONG = { lat: 20.8449, lon: 106.6881 }
const QUERY: DirectionsQuery = {
  origin: HANOI,
  destination: HAI_PHONG,
  vehicle: 'motorbike',
  lang: 'vi',
}

describe('an estimate', () => {
  test('is one straight step of great circle by detour factor and average speed', () => {
    const found = estimate(QUERY, ESTIMATE_DEFAULTS)
    const wayM = distanceM(HANOI, HAI_PHONG) * 1.3
    expect(found).toMatchObject({
      isRoute: false,
      summary: '',
      bounds: null,
      warnings: [],
      start: HANOI,
      end: HAI_PHONG,
      distanceM: Math.round(wayM),
      durationS: Math.round(Math.round(wayM) / (30 / 3.6)),
    })
    expect(found.steps).toHaveLength(1)
    expect(found.steps[0]).toMatchObject({
      instruction: phraseOf('Đi về hướng đông đến điểm đến'),
      remark: '',
      distanceM: found.distanceM,
      durationS: found.durationS,
      start: HANOI,
      end: HAI_PHONG,
      from: 0,
      to: 1,
    })
    expect(polyline.decode(polylineText(found.overview))).toEqual([
      [HANOI.lat, HANOI.lon],
      [HAI_PHONG.lat, HAI_PHONG.lon],
    ])
  })

  test('a car goes 35 km/h', () => {
    const { distanceM, durationS } = estimate({ ...QUERY, vehicle: 'car' }, ESTIMATE_DEFAULTS)
    expect(durationS).toBe(Math.round(distanceM / (35 / 3.6)))
  })

  test('factor and speed are settings', () => {
    const settings = { detourFactor: 2, averageKmh: { car: 36, motorbike: 72 } }
    const found = estimate(QUERY, settings)
    expect(found.distanceM).toBe(Math.round(distanceM(HANOI, HAI_PHONG) * 2))
    expect(Math.abs(found.durationS - found.distanceM / 20)).toBeLessThan(1)
  })

  test('one place twice is there already', () => {
    const found = estimate({ ...QUERY, destination: HANOI, lang: 'en' }, ESTIMATE_DEFAULTS)
    expect(found).toMatchObject({ distanceM: 0, durationS: 0 })
    expect(found.steps.map(instructionText)[0]).toBe('You are at your destination')
    expect(polyline.decode(polylineText(found.overview))).toHaveLength(2)
  })

  test.each([
    [1, 0, 'bắc', 'north'],
    [1, 1, 'đông bắc', 'northeast'],
    [0, 1, 'đông', 'east'],
    [-1, 1, 'đông nam', 'southeast'],
    [-1, 0, 'nam', 'south'],
    [-1, -1, 'tây nam', 'southwest'],
    [0, -1, 'tây', 'west'],
    [1, -1, 'tây bắc', 'northwest'],
  ])('%d up and %d across is %s, %s', (north, east, vietnamese, english) => {
    const destination = { lat: HANOI.lat + north, lon: HANOI.lon + east }
    const told = (lang: 'vi' | 'en') =>
      estimate({ ...QUERY, destination, lang }, ESTIMATE_DEFAULTS).steps.map(instructionText)[0]
    expect(told('vi')).toBe(`Đi về hướng ${vietnamese} đến điểm đến`)
    expect(told('en')).toBe(`Head ${english} to your destination`)
  })
})
