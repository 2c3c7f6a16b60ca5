import { describe, expect, test } from 'bun:test'
import { buildSearch } from '../../src/search/build/build-search.ts'
import { checkSearchIndex } from '../../src/search/check-search-index.ts'
import { geocode } from '../../src/search/geocode.ts'
import type { Place } from '../../src/search/model/place.ts'
import { resolve } from '../../src/search/resolve.ts'
import { openSearch } from '../../src/search/search.ts'
import { suggest } from '../../src/search/suggest.ts'
import { id, place, TOWN } from './town.ts'

const search = openSearch(buildSearch(TOWN))
const ask = (input: string, focus: { lon: number; lat: number } | null = null) =>
  suggest(search, { input, lang: 'vi', focus })
const find = (address: string) => geocode(search, { address, lang: 'vi', focus: null })

test('the built index passes its check, and a build repeats to the byte', () => {
  checkSearchIndex(search.index)
  expect(buildSearch([...TOWN].reverse())).toEqual(buildSearch(TOWN))
})

test('an alley is begun as it is shown, with the type word of its street', () => {
  const street = place('street', { id: 's', at: [105, 20], name: 'Phố Khâm Thiên' })
  const alley = place('alley', {
    id: 'a',
    at: [105, 20.001],
    name: 'Ngõ Thổ Quan',
    streetName: 'Phố Khâm Thiên',
    streetId: street.id,
  })
  const small = openSearch(buildSearch([street, alley]))
  for (const input of ['Ngõ Thổ Quan Phố K', 'ngo tho quan kham', 'ngo tho quan']) {
    expect(suggest(small, { input, lang: 'vi', focus: null })[0]?.id).toBe(alley.id)
  }
})

test.each([
  ['Hẻm 45', 'Hẻm 45 Phố Khâm Thiên'],
  ['Ngách 5 Ngõ A6', 'Ngách 5 Ngõ A6 Phố Khâm Thiên'],
  ['Ngõ Thổ Quan', 'Ngõ Thổ Quan'],
  ['Ngõ Chợ', 'Ngõ Chợ'],
  ['Ngõ 2 Phố Nguyễn Văn Lộc', 'Ngõ 2 Phố Nguyễn Văn Lộc'],
])('the alley %s beside Phố Khâm Thiên is shown as %s', (name, shown) => {
  const streetName = 'Phố Khâm Thiên'
  const street = place('street', { id: 's', at: [105, 20], name: streetName })
  const alley = place('alley', { id: 'a', at: [105, 20], name, streetName, streetId: street.id })
  const small = openSearch(buildSearch([street, alley]))
  const found = suggest(small, { input: name, lang: 'vi', focus: null })
  expect(found[0]?.mainText).toBe(shown)
})

describe('suggest finds first', () => {
  test.each([
    ['sao la', 'p1'],
    ['Sao', 'p1'],
    ['tp sao la', 'p1'],
    ['bến gỗ', 'w1'],
    ['ben go', 'w1'],
    ['ben g', 'w1'],
    ['phường bến gỗ', 'w1'],
    ['p. bến gỗ', 'w1'],
    ['nguyễn trãi', 's1'],
    ['nguyen tra', 's1'],
    ['đường nguyễn trãi', 's1'],
    ['nguyễn trãi chợ mới', 's2'],
    ['chợ mới nguyễn trãi', 's2'],
    ['nguyen trai cho m', 's2'],
    ['nguyen trai p3 q5', 's2'],
    ['12 nguyễn trãi', 'h0'],
    ['số 12A nguyễn trãi', 'h1'],
    ['nguyễn trãi 14', 'h2'],
    ['45/6 nguyễn trãi', 'h3'],
    ['hẻm 45 nguyễn trãi', 'a45'],
    ['phở 24', 'c1'],
    ['pho 24 nguyen trai', 'c1'],
    ['3/2', 's3'],
    ['3 tháng 2', 's3'],
    ['ba tháng hai', 's3'],
    ['12 đường 3/2', 's3'],
    ['ntmk', 's5'],
    ['NTMK bến gỗ', 's5'],
    ['saola', 'p1'],
    ['BV Sao La', 'c2'],
    ['bệnh viện', 'c2'],
    ['sao la hospital', 'c2'],
    ['viện sao la bệnh', 'c2'],
    ['đồng xuân', 'w3'],
    ['đông xuân', 'c3'], // marks typed exactly rank first
    ['q5', 'f5'],
    ['quận 5 sao la', 'f5'],
    ['tỉnh gò vắp', 'fp'],
    ['bến gỗ gò vắp', 'w1'],
    ['phường 3 quận 5', 'f5p3'],
    ['nguyeenx traix', 's1'], // Telex
    ['12 nguye64n tra4i', 'h0'], // VNI
    ['nguyeenx tra', 's1'],
    ['nguyne trai', 's1'], // typing errors
    ['12 nguyen traai', 'h0'],
    ['benh vein sao la', 'c2'],
  ])('%p → %s', (input, first) => {
    for (const typed of [input, input.normalize('NFD'), input.toUpperCase()]) {
      expect(ask(typed)[0]?.id as string | undefined).toBe(first)
    }
  })

  test('the nearer of two streets of one name, with a focus', () => {
    expect(ask('nguyễn trãi', { lon: 105.1, lat: 20 })[0]?.id as string).toBe('s2')
    expect(ask('nguyễn trãi', { lon: 105.0, lat: 20 })[0]?.id as string).toBe('s1')
  })
})

test.each(['zzzz', 'xin chào thế giới', '##'])('suggest finds nothing for %p', (input) => {
  expect(ask(input)).toEqual([])
})

test('a number that is being typed offers the numbers that begin so', () => {
  const offered = ['Hẻm 45 Nguyễn Trãi', '45/6 Nguyễn Trãi', 'Nguyễn Trãi']
  for (const input of ['4 nguyen trai', 'nguyen trai 4']) {
    const texts = ask(`${input}, ben go`).map(({ mainText }) => mainText)
    expect(texts.slice(0, 3)).toEqual(offered)
  }
})

test('no two suggestions read the same', () => {
  for (const input of ['n', 'nguyen trai', 'sao', 'ph']) {
    const readings = ask(input).map(({ mainText, secondaryText }) => `${mainText}|${secondaryText}`)
    expect(new Set(readings).size).toBe(readings.length)
  }
})

test('answers read as a Vietnamese person would write them', () => {
  expect(ask('12 nguyen trai')[0]).toMatchObject({
    name: '12 Nguyễn Trãi',
    address: '12 Nguyễn Trãi, Phường Bến Gỗ, Thành phố Sao La',
    mainText: '12 Nguyễn Trãi',
    secondaryText: 'Phường Bến Gỗ, Thành phố Sao La',
    ward: 'Phường Bến Gỗ',
    province: 'Thành phố Sao La',
    country: 'VN',
    types: ['street_address', 'geocode'],
  })
  expect(ask('pho 24')[0]?.address).toBe('Phở 24, 7 Nguyễn Trãi, Phường Chợ Mới, Thành phố Sao La')
  expect(ask('phuong 3 quan 5')[0]).toMatchObject({
    name: 'Phường Chợ Mới',
    secondaryText: 'Thành phố Sao La (trước đây Phường 3, Quận 5)',
    ward: 'Phường Chợ Mới',
  })
  expect(ask('q5')[0]).toMatchObject({ name: 'Quận 5 (cũ)', ward: null })
  expect(ask('go vap')[0]).toMatchObject({
    name: 'Tỉnh Gò Vắp (cũ)',
    secondaryText: 'Thành phố Sao La',
    province: 'Thành phố Sao La',
  })
})

test('answers in English carry no marks but for what a business calls itself', () => {
  const answer = suggest(search, { input: '12 nguyen trai', lang: 'en', focus: null })[0]
  expect(answer?.address).toBe('12 Nguyen Trai, Ben Go Ward, Sao La City')
  const [district] = suggest(search, { input: 'quan 5', lang: 'en', focus: null })
  expect(district?.mainText).toBe('District 5 (former)')
  const [ward] = suggest(search, { input: 'phuong 3 quan 5', lang: 'en', focus: null })
  expect(ward?.secondaryText).toBe('Sao La City (formerly Ward 3, District 5)')
})

describe('geocode', () => {
  test.each([
    ['12 Nguyễn Trãi, Phường Bến Gỗ, Thành phố Sao La', 'h0', 'house', false, true],
    ['12 Nguyễn Trãi, P.4, Q.5, Sao La', 'h0', 'house', false, true],
    ['45/99 Nguyễn Trãi, Bến Gỗ', 'a45', 'alley', true, false],
    ['hẻm 45 Nguyễn Trãi, Bến Gỗ', 'a45', 'alley', false, true],
    ['số 6 hẻm 45 Nguyễn Trãi, Bến Gỗ', 'h3', 'house', false, true],
    ['K45/6 Nguyễn Trãi, Bến Gỗ', 'h3', 'house', false, true],
    ['ngõ 14 Nguyễn Trãi, Bến Gỗ', 'h2', 'alley', false, true],
    ['999 Nguyễn Trãi, Bến Gỗ', 's1', 'street', true, false],
    ['Nguyễn Trãi, Chợ Mới', 's2', 'street', false, true],
    ['Phở 24', 'c1', 'poi', false, true],
    ['Phường Bến Gỗ', 'w1', 'ward', false, true],
    ['Quận 5', 'f5', 'district', false, true],
    ['Tỉnh Hà Lam', 'p2', 'province', false, true],
  ] as const)('%p → %s at level %s', (address, id, matchLevel, partialMatch, isSure) => {
    const answer = find(address)
    expect(answer).toMatchObject({ place: { id }, matchLevel, partialMatch })
    if (isSure) expect(answer?.confidence).toBeGreaterThan(0.95)
    else expect(answer?.confidence).toBeLessThan(0.98)
  })

  test('places a number between two mapped doors of its side, and resolves it again', () => {
    const doors = [
      ['2', 105.0, 20.0],
      ['8', 105.0003, 20.0],
      ['1', 105.0, 20.001],
      ['9', 105.0004, 20.001],
    ] as const
    const street = place('street', { id: 's', at: [105, 20], name: 'Lê Lợi', importance: 0.5 })
    const houses = doors.map(([houseNumber, lon, lat]) =>
      place('house', { id: `h${houseNumber}`, at: [lon, lat], houseNumber, streetId: id('s') }),
    )
    const leLoi = openSearch(buildSearch([street, ...houses]))
    const number = (text: string) =>
      geocode(leLoi, { address: `${text} Lê Lợi`, lang: 'vi', focus: null })
    expect(number('4')).toMatchObject({
      place: { id: 's~4', address: '4 Lê Lợi', lon: 105.0001, lat: 20 },
      matchLevel: 'house',
      partialMatch: false,
      confidence: 0.98,
    })
    expect(number('3A')).toMatchObject({ place: { id: 's~3A', lon: 105.0001, lat: 20.001 } })
    // Two doors past the last one it is beside that.
    expect(number('12')).toMatchObject({ place: { id: 's~12', lon: 105.0003 } })
    // Far past the last door; in an alley, that the street leaves somewhere; no number of a door.
    for (const other of ['14', '4/5', '4mot']) {
      expect(number(other)).toMatchObject({
        place: { id: 's' },
        matchLevel: 'street',
        partialMatch: true,
      })
    }
    expect(resolve(leLoi, 's~4', 'vi')).toMatchObject({
      id: 's~4',
      lon: 105.0001,
      name: '4 Lê Lợi',
    })
    expect(resolve(leLoi, 's~8', 'vi')).toMatchObject({ id: 'h8' })
    for (const bad of ['s~14', 's~', 's~x', 'q~4', '~4', 's~04', 's~ 4', 's~Số 4', 's~3a'])
      expect(resolve(leLoi, bad, 'vi')).toBeNull()
  })

  test('is less sure for every word that it cannot explain', () => {
    const sure = find('12 Nguyễn Trãi, Bến Gỗ')?.confidence ?? 0
    const less = find('12 Nguyễn Trãi, Bến Gỗ, Lạc Lối')?.confidence ?? 0
    expect(less).toBeGreaterThan(0)
    expect(less).toBeLessThan(sure)
  })

  test('has no answer for an unknown address', () => {
    expect(find('1600 Pennsylvania Avenue')).toBeNull()
    expect(find('...')).toBeNull()
  })
})

test('every place resolves by its id, unknown ids do not', () => {
  for (const place of TOWN) expect(resolve(search, place.id, 'vi')?.id).toBe(place.id)
  for (const id of ['', 'n1', 'p', 'p11']) expect(resolve(search, id, 'vi')).toBeNull()
})

test('a building of several numbers is found by each of them, with a street and without', () => {
  const its = { houseNumber: '5;7', streetName: 'Lá Đỏ' }
  const street = place('street', { id: 'sL', at: [105, 20], name: 'Lá Đỏ' })
  const onStreet = { id: 'hL', at: [105, 20.001] as [number, number], streetId: street.id, ...its }
  const shop = place('poi', { id: 'cL', at: [105, 20.002], name: 'Quán Mưa', ...its })
  const small = openSearch(buildSearch([street, place('house', onStreet), shop]))
  checkSearchIndex(small.index)
  const first = (address: string) => geocode(small, { address, lang: 'vi', focus: null })
  for (const text of ['5 Lá Đỏ', '7 Lá Đỏ', '5;7 Lá Đỏ']) {
    expect(first(text)).toMatchObject({ place: { id: 'hL' }, partialMatch: false })
  }
  expect(first('57 Lá Đỏ')?.place.id as string).toBe('sL')
  expect(first('Quán Mưa 7')).toMatchObject({ place: { id: 'cL' }, partialMatch: false })
  expect(resolve(small, 'sL~7', 'vi')?.id as string).toBe('hL')
})

describe('an alley', () => {
  const street = place('street', { id: 'sL', at: [105, 20], name: 'Đường Láng' })
  const on = { streetId: street.id, streetName: 'Đường Láng' }
  const door = (number: string, lat: number) =>
    place('house', { id: `hL${number}`, at: [105, lat], houseNumber: number, ...on })
  const small = openSearch(
    buildSearch([
      street,
      place('alley', { id: 'a47', at: [105, 20.001], name: 'Ngõ 47', ...on }),
      place('alley', { id: 'a9', at: [105, 20.002], name: 'Ngõ 9', ...on }),
      ...[door('47', 20.001), door('9', 20.002), door('7/9', 20.003)],
    ]),
  )
  const found = (address: string) => geocode(small, { address, lang: 'vi', focus: null })

  test.each(['Alley 47 Láng', 'lane 47 Lang street', 'ngo 47 Lang Street'])(
    '%p is that, no door of the number',
    (text) => {
      const whole = { place: { id: 'a47' }, matchLevel: 'alley', partialMatch: false }
      expect(found(text)).toMatchObject(whole)
    },
  )

  test.each([
    ['5/47 Đường Láng', 'a47'],
    ['số 5/47 Đường Láng', 'a47'],
    ['47/5 Đường Láng', 'hL47'], // the door beside its mouth
    ['7/9 Đường Láng', 'hL7/9'],
    ['9/47 Đường Láng', 'hL9'],
    ['5/48 Đường Láng', 'sL'],
    ['1/5/47 Đường Láng', 'sL'],
  ])('of a chain is the first, or the last if the first is none: %p is %s', (text, id) => {
    expect(found(text)?.place.id as string).toBe(id)
  })
})

test('the country is Vietnam where its units are and in its sea, and unknown abroad', () => {
  const spots: readonly [string, number, number][] = [
    ['Phnom Penh Market', 104.92, 11.57],
    ['Mũi Kê Gà', 107.99, 10.69],
    ['Đảo Sinh Tồn', 114.33, 9.89],
    ['Luxembourg', 6.13, 49.61],
  ]
  const abroad = spots.map(([name, lon, lat], i) =>
    place('poi', { id: `o${i}`, at: [lon, lat], name }),
  )
  const countries = (places: readonly Place[]) => {
    const search = openSearch(buildSearch(places))
    return abroad.map(({ id }) => resolve(search, id, 'vi')?.country)
  }
  expect(countries([...TOWN, ...abroad])).toEqual(['ZZ', 'VN', 'VN', 'ZZ'])
  // Where nobody has told of any province, all of the box may be Vietnam.
  expect(countries(abroad)).toEqual(['VN', 'VN', 'VN', 'ZZ'])
})
