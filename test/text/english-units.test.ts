import { expect, test } from 'bun:test'
import { englishUnit } from '../../src/text/lexicon/english-units.ts'

test.each([
  ['Quận 5', 'District 5'],
  ['Quận Gò Vấp', 'Go Vap District'],
  ['Huyện Củ Chi', 'Cu Chi District'],
  ['Thị xã Hương Thủy', 'Huong Thuy Town'],
  ['Thị trấn An Lão', 'An Lao Town'],
  ['Thành phố Đà Lạt', 'Da Lat City'],
  ['Tỉnh Bình Dương', 'Binh Duong Province'],
  ['Phường 12', 'Ward 12'],
  ['Phường Bến Nghé', 'Ben Nghe Ward'],
  ["Xã Ea M'Doal", "Ea M'Doal Commune"],
  ['Xã Xa Dung', 'Xa Dung Commune'],
  ['Côn Đảo', 'Con Dao'],
])('%s is %s', (name, english) => {
  expect(englishUnit(name)).toBe(english)
})
