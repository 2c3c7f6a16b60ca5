import { describe, expect, test } from 'bun:test'
import { pointIn } from '../../src/search/coordinates.ts'

describe('texts that are coordinates', () => {
  test.each([
    ['21.03,105.85', 21.03, 105.85],
    ['  (21.03, 105.85) ', 21.03, 105.85],
    ['21.03 105.85', 21.03, 105.85],
    ['105.85, 21.03', 21.03, 105.85],
    ['-33.5, 151.25', -33.5, 151.25],
    ["10°46'N 106°40'E", 10.766667, 106.666667],
    ['10°46\'30"N, 106°40\'12"E', 10.775, 106.67],
    ['10°46′30″B 106°40′12″Đ', 10.775, 106.67],
    ['https://www.google.com/maps/@21.0285,105.8542,17z', 21.0285, 105.8542],
    ['https://www.google.com/maps?q=21.0285,105.8542', 21.0285, 105.8542],
    [
      'https://www.google.com/maps/place/X/@21.02,105.85,17z/data=!3m1!3d21.0285!4d105.8542',
      21.0285,
      105.8542,
    ],
    ['geo:10.77,106.69', 10.77, 106.69],
    ['7P28QMFX+2R', 10.7725625, 106.6995625],
    ['6PH57VP3+PR6', 1.2867875, 103.8545156],
  ])('%s', (text, lat, lon) => {
    const point = pointIn(text)
    expect(point?.lat).toBeCloseTo(lat, 5)
    expect(point?.lon).toBeCloseTo(lon, 5)
  })

  test.each([
    ['12 34'],
    ['12, 34'],
    ['12/34 Nguyễn Trãi'],
    ['21.03'],
    ['21.03, 205.85'],
    ['QMFX+2R'],
    ['Phở 24.5, 105.3 Lê Lợi'],
    ['https://example.com/'],
  ])('%s is none', (text) => expect(pointIn(text)).toBeNull())
})
