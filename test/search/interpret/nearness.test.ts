import { describe, expect, test } from 'bun:test'
import { type Point, toE7 } from '../../../src/geo/point.ts'
import { buildSearch } from '../../../src/search/build/build-search.ts'
import { geocode } from '../../../src/search/geocode.ts'
import type { Place } from '../../../src/search/model/place.ts'
import { openSearch } from '../../../src/search/search.ts'
import { suggest } from '../../../src/search/suggest.ts'
import { besideReadings } from '../../../src/text/beside.ts'
import { tokenize } from '../../../src/text/tokens.ts'
import { place, TOWN } from '../town.ts'
import { AT, W1, W2 } from '../town-more.ts'

/*
 * What is told by what it lies beside. Chợ Sương in the first ward, a bank some 110 m from it,
 * another of more worth 1 km away and the best known of all in the other ward.
 */

const [LON, LAT] = AT
const at = (northM: number): [number, number] => [LON, LAT + northM / 111_195]
const HERE: Point = { lon: LON, lat: LAT }

type Draft = Omit<Parameters<typeof place>[1], 'id' | 'at'> & { readonly at?: [number, number] }
const poi = (name: string, id: string, more: Draft = {}) =>
  place('poi', { at: [LON, LAT], importance: 0.2, ...W1, ...more, name, id })
const street = (name: string, id: string, at: [number, number], degrees: readonly number[]) =>
  place('street', { at, ...W1, name, id, lines: [Int32Array.from(degrees, toE7)] })

const market = poi('Chợ Sương', 'y1', { category: 'amenity=marketplace' })
const banks = [
  poi('Ngân Lam', 'x1', { at: at(110), importance: 0.1 }),
  poi('Ngân Lam', 'x2', { at: at(1_000), importance: 0.3, streetName: 'Mai' }),
  poi('Ngân Lam', 'x3', { at: [LON + 0.09, LAT], importance: 0.6, ...W2 }),
]
const fuel = [
  poi('Tên 1', 'f1', { at: at(300), category: 'amenity=fuel' }),
  poi('Tên 2', 'f2', { at: at(600), category: 'amenity=fuel' }),
]

function open(...more: readonly Place[]) {
  const search = openSearch(buildSearch([...TOWN, market, ...banks, ...fuel, ...more]))
  return {
    find: (address: string, focus: Point | null = null) =>
      geocode(search, { address, lang: 'vi', focus }),
    ask: (input: string, focus: Point | null = null) =>
      suggest(search, { input, lang: 'vi', focus }).map((answer) => answer.id as string),
  }
}

describe('beside a landmark', () => {
  test.each([
    ['Ngân Lam gần Chợ Sương', 'x1'],
    ['ngan lam gan cho suong', 'x1'],
    ['Ngân Lam đối diện chợ Sương', 'x1'],
    ['Ngân Lam kế Chợ Sương', 'x1'],
    ['Ngân Lam ở ngay cạnh Chợ Sương', 'x1'],
    ['Ngân Lam sau lưng Chợ Sương', 'x1'],
    ['Ngân Lam, trước mặt Chợ Sương', 'x1'],
    ['tìm Ngân Lam gần Chợ Sương', 'x1'],
    ['cây xăng gần Chợ Sương', 'f1'],
  ])('%s is the nearest', (asked, key) => {
    const { find, ask } = open()
    const answer = find(asked)
    expect(answer).toMatchObject({ place: { id: key }, partialMatch: false })
    expect(answer?.confidence).toBeWithin(0.5, 0.9)
    expect(ask(asked)[0]).toBe(key)
  })

  test('that is still typed, those are offered that lie there', () => {
    const { ask } = open()
    expect(ask('Ngân Lam gần Chợ Sư').slice(0, 2)).toEqual(['x1', 'x2'])
    expect(ask('cây xăng gần chợ s').slice(0, 2)).toEqual(['f1', 'f2'])
  })

  test('of several of one name, the one that has it beside', () => {
    const other = poi('Chợ Sương', 'y2', { at: [LON + 0.5, LAT], importance: 0.7, ...W2 })
    expect(open(other).find('Ngân Lam gần Chợ Sương')?.place.id as string).toBe('x1')
    const further = poi('Ngân Lam', 'x4', { at: [LON + 0.501, LAT], ...W2 })
    const { find } = open(other, further)
    expect(find('Ngân Lam gần Chợ Sương')?.place.id as string).toBe('x4')
    expect(find('Ngân Lam gần Chợ Sương', HERE)?.place.id as string).toBe('x1')
  })

  test('of which only a part is known, it is asked for in part', () => {
    const temple = poi('Chùa Mây Xám Tro', 'y3', { at: at(-50) })
    const { find } = open(temple)
    const [known, half] = ['Chùa Mây Xám Tro Zô', 'Mây Zô'].map((y) => find(`Ngân Lam gần ${y}`))
    expect(known).toMatchObject({ place: { id: 'x1' }, partialMatch: true })
    expect(half?.place.id as string | undefined).not.toBe('x1')
    // Whose word for a market stands behind its name has asked for less of it.
    const english = find('Ngan Lam next to Suong market')
    expect(english).toMatchObject({ place: { id: 'x1' }, partialMatch: false })
  })

  test('where nothing of it lies near, the landmark is the answer', () => {
    const lone = poi('Chùa Mây Xám', 'y3', { at: [LON + 0.5, LAT], ...W2 })
    const { find } = open(lone)
    expect(find('Ngân Lam gần Chùa Mây Xám')).toMatchObject({
      place: { id: 'y3' },
      partialMatch: true,
    })
    expect(find('Ngân Vang gần Chùa Mây Xám')?.place.id as string).toBe('y3')
  })

  test('what is no place leaves the landmark', () => {
    const house = poi('Nhà Sương Muối', 'n1', { at: at(20) })
    const { find } = open(house)
    expect(find('nhà gần Chợ Sương')).toMatchObject({ place: { id: 'y1' }, partialMatch: true })
    expect(find('chỗ đối diện Chợ Sương')?.place.id as string).toBe('y1')
    // But a market beside a house: without marks, and with others, it is another word.
    expect(find('chợ gần Nhà Sương Muối')?.place.id as string).toBe('y1')
    expect(find('cho gan Nha Suong Muoi')?.place.id as string).toBe('y1')
  })

  test('a crossing is one', () => {
    const [x, y] = [LON + 0.2, LAT]
    const streets = [
      street('Phố Mây Gió', 's8', [x, y], [x - 0.002, y, x, y, x + 0.002, y]),
      street('Phố Nắng Trưa', 's9', [x, y], [x, y - 0.002, x, y, x, y + 0.002]),
    ]
    const near = poi('Ngân Lam', 'x5', { at: [x + 0.001, y] })
    const { find } = open(...streets, near)
    expect(find('Ngân Lam gần ngã tư Mây Gió - Nắng Trưa')?.place.id as string).toBe('x5')
  })

  test('here is where the focus is', () => {
    const { find } = open()
    expect(find('Ngân Lam gần nhất', HERE)?.place.id as string).toBe('x1')
    expect(find('Ngân Lam near me', { ...HERE, lon: LON + 0.09 })?.place.id as string).toBe('x3')
  })

  test('beside a unit it lies in it', () => {
    const { find } = open()
    const answer = find('Ngân Lam gần Phường Chợ Mới')
    expect(answer).toMatchObject({ place: { id: 'x3' }, partialMatch: true })
    expect(answer?.confidence).toBeGreaterThan(0.9)
  })
})

describe('names that hold words for nearness', () => {
  test('are the answer to who asks for all of one', () => {
    const inn = poi('Ngân Lam Gần Chợ Sương', 'n1', { at: [LON + 0.3, LAT] })
    const stop = poi('Đối diện 12 Chợ Sương', 'n2', { at: [LON + 0.3, LAT], ...W1 })
    const { find, ask } = open(inn, stop)
    expect(find('ngân lam gần chợ sương')?.place.id as string).toBe('n1')
    expect(ask('ngân lam gần chợ')[0]).toBe('n1')
    expect(find('đối diện 12 Chợ Sương')?.place.id as string).toBe('n2')
  })
})

test('a text is parted where a word for nearness stands between two others', () => {
  const parted = (text: string) =>
    besideReadings(text, tokenize(text)).map(({ what, where, share }) => [
      what.text,
      where.text,
      share,
    ])
  expect(parted('GS25, gần chợ 12')).toEqual([['GS25,', 'chợ 12', 0.5]])
  expect(parted('a gần b cạnh c')).toEqual([
    ['a', 'b cạnh c', 0.25],
    ['a gần b', 'c', 0.75],
  ])
  expect(parted('gần chợ')).toEqual([])
  expect(parted('chợ gần')).toEqual([])
  // Typed with other marks these are other words; some are only with theirs.
  expect(parted('a gân b')).toEqual([])
  expect(parted('a ke b')).toEqual([])
  expect(parted('a kế b')).toEqual([['a', 'b', 0.5]])
})
