import { expect, test } from 'bun:test'
import { toE7 } from '../../src/geo/point.ts'
import { isAtVietnamSea } from '../../src/geo/vietnam-sea.ts'

const isAt = (lon: number, lat: number) => isAtVietnamSea({ lonE7: toE7(lon), latE7: toE7(lat) })

test.each([
  ['Hoàng Sa, Phú Lâm', 112.34, 16.83],
  ['Hoàng Sa, Đá Bắc', 111.5, 17.1],
  ['Hoàng Sa, Tri Tôn', 111.2, 15.78],
  ['Trường Sa Lớn', 111.92, 8.64],
  ['Trường Sa, Song Tử Tây', 114.33, 11.43],
  ['Trường Sa, Vành Khăn', 115.53, 9.9],
  ['Trường Sa, An Bang', 112.92, 7.89],
  ['Bạch Long Vĩ', 107.73, 20.13],
  ['Cô Tô', 107.76, 20.98],
  ['Trà Cổ', 108.03, 21.46],
  ['Lý Sơn', 109.12, 15.38],
  ['Phú Quý', 108.94, 10.52],
  ['Côn Đảo', 106.6, 8.69],
  ['Thổ Chu', 103.48, 9.3],
  ['Phú Quốc, Gành Dầu', 103.84, 10.37],
  ['Hòn Khoai', 104.83, 8.43],
  ['DK1', 110.6, 7.9],
])('%s is at the sea of Vietnam', (_, lon, lat) => {
  expect(isAt(lon, lat)).toBe(true)
})

test.each([
  ['Phnom Penh', 104.92, 11.56],
  ['Kep', 104.3, 10.48],
  ['Sihanoukville', 103.52, 10.61],
  ['Koh Tang', 103.13, 10.3],
  ['Bavet', 106.16, 11.07],
  ['Vientiane', 102.6, 17.97],
  ['Attapeu', 106.83, 14.8],
  ['Dongxing', 107.97, 21.55],
  ['Beihai', 109.1, 21.45],
  ['Sanya', 109.5, 18.25],
  ['Dongfang', 108.65, 19.1],
  ['Palawan, Rio Tuba', 117.43, 8.5],
  ['Kudat', 116.84, 6.88],
])('%s is not', (_, lon, lat) => {
  expect(isAt(lon, lat)).toBe(false)
})
