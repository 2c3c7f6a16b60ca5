import { expect, test } from 'bun:test'
import { buildSearch } from '../../src/search/build/build-search.ts'
import { checkSearchIndex } from '../../src/search/check-search-index.ts'
import { geocode } from '../../src/search/geocode.ts'
import { UNITS_MAX } from '../../src/search/index/layout.ts'
import type { Place } from '../../src/search/model/place.ts'
import { openSearch } from '../../src/search/search.ts'
import { suggest } from '../../src/search/suggest.ts'
import { id, place } from './town.ts'

/* More provinces and wards than entry bits have codes for (src/search/index/entry-bits.ts). */

const PROVINCES = 80
const WARDS = 15 // of each province
const TEA_EVERY = 41 // wards
const SYLLABLES = 'bao cuong dat giang huy khoi lam minh nhat quy son tuan vuong'.split(' ')

const wordsOf = (number: number) => {
  const base = SYLLABLES.length
  const digits = [number % base, Math.floor(number / base) % base, Math.floor(number / base ** 2)]
  return digits.map((digit) => SYLLABLES[digit] ?? '').join(' ')
}
const provinceName = (province: number) => wordsOf(province)
const wardName = (ward: number) => wordsOf(PROVINCES + ward)

const places: Place[] = []
for (let province = 0; province < PROVINCES; province++) {
  const inProvince = { provinceId: id(`p${province}`) }
  const at: [number, number] = [105 + province / 100, 20]
  places.push(place('province', { id: `p${province}`, at, name: `Tinh ${provinceName(province)}` }))
  for (let ward = province * WARDS; ward < (province + 1) * WARDS; ward++) {
    const unit = { id: `w${ward}`, at, name: `Xa ${wardName(ward)}`, ...inProvince }
    places.push(place('ward', unit))
    places.push(
      place('poi', { id: `n${ward}`, at, name: 'Kem', wardId: id(`w${ward}`), ...inProvince }),
    )
    if (ward % TEA_EVERY !== 0) continue
    places.push(
      place('poi', { id: `t${ward}`, at, name: 'Tra', wardId: id(`w${ward}`), ...inProvince }),
    )
  }
}
const search = openSearch(buildSearch(places))
const found = (address: string) => geocode(search, { address, lang: 'vi', focus: null })

test('every ward is told from all others', () => {
  for (let ward = 0; ward < PROVINCES * WARDS; ward++) {
    expect(found(`kem ${wardName(ward)}`)).toMatchObject({
      place: { id: `n${ward}` },
      partialMatch: false,
    })
  }
})

test('so is every province', () => {
  for (let province = 0; province < PROVINCES; province++) {
    const answer = found(`kem tinh ${provinceName(province)}`)
    expect(answer?.place.province).toBe(`Tinh ${provinceName(province)}`)
    expect(answer?.partialMatch).toBe(false)
  }
})

test('a place is in any ward that is begun, though dozens begin so', () => {
  const teas = places.filter(({ name }) => name === 'Tra')
  for (const syllable of SYLLABLES) {
    const wards = places.filter(({ name }) => name.startsWith(`Xa ${syllable} `))
    const there = teas.filter(({ wardId }) => wards.some((ward) => ward.id === wardId))
    expect(wards.length).toBeGreaterThan(50)
    expect(there.length).toBeLessThan(7)
    const list = suggest(search, { input: `tra ${syllable}`, lang: 'vi', focus: null })
    const offered = list.map((answer) => answer.id)
    expect(offered).toEqual(expect.arrayContaining(there.map((tea) => tea.id)))
  }
})

test('as many units as there is room for are indexed, more are refused with what to do', () => {
  const wards = Array.from({ length: UNITS_MAX + 1 }, (_, i) =>
    place('ward', { id: `w${i}`, at: [105, 20], name: 'Xa Dat' }),
  )
  expect(() => buildSearch(wards)).toThrow('100001 administrative units, and room for 100000')
  const built = openSearch(buildSearch(wards.slice(1)))
  expect(() => checkSearchIndex(built.index)).not.toThrow()
})
