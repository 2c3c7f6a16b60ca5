import { describe, expect, test } from 'bun:test'
import type { Lang } from '../../../src/base/lang.ts'
import { toE7 } from '../../../src/geo/point.ts'
import { buildSearch } from '../../../src/search/build/build-search.ts'
import { checkSearchIndex } from '../../../src/search/check-search-index.ts'
import { geocode } from '../../../src/search/geocode.ts'
import type { Place } from '../../../src/search/model/place.ts'
import { resolve } from '../../../src/search/resolve.ts'
import { openSearch } from '../../../src/search/search.ts'
import { suggest } from '../../../src/search/suggest.ts'
import { id, place, TOWN } from '../town.ts'
import { street, W1, W2 } from '../town-more.ts'

/*
 * Streets that meet, on a grid of hundredths of a degree: Sương Mai runs along row 0, Mây Gió down
 * column 2, Nắng Hạ down column 4, which has a namesake far away; the bridge passes above.
 */

const line = (...points: [number, number][]) => [
  Int32Array.from(points.flatMap(([x, y]) => [toE7(105 + x / 100), toE7(20 + y / 100)])),
]
const GRID: readonly Place[] = [
  street('Đường Sương Mai', 's10', {
    importance: 0.5,
    lines: line([0, 0], [2, 0], [4, 0], [9, 0]),
  }),
  street('Sương Mai', 's9', { lines: line([9, 0], [10, 0]) }),
  street('Phố Mây Gió', 's11', { lines: line([2, -1], [2, 0], [2, 3]) }),
  street('Nắng Hạ', 's12', { lines: line([4, -1], [4, 0]) }),
  street('Nắng Hạ', 's13', { lines: line([4, 0], [4, 3]), ...W2 }),
  street('Nắng Hạ', 's14', { lines: line([70, 0], [71, 0]), provinceId: id('p2'), wardId: null }),
  street('Cầu vượt Sao Khuya', 's15', { lines: line([0, 0], [0, 1]) }),
  street('Lối rẽ Sao Khuya', 's16', {
    lines: line([9, 0], [9, 1]),
    category: 'highway=trunk_link',
  }),
  street('Nắng Hạ Vàng', 's17', { importance: 0.2, lines: line([4, 3], [5, 3]) }),
  street('Mây Vàng', 's18', { importance: 0.3, lines: line([9, 0], [9, -1]) }),
]

function grid(...more: Place[]) {
  const bytes = buildSearch([...TOWN, ...GRID, ...more])
  const search = openSearch(bytes)
  checkSearchIndex(search.index)
  return {
    search,
    find: (address: string, lang: Lang = 'vi') => geocode(search, { address, lang, focus: null }),
    ask: (input: string, focus: { lon: number; lat: number } | null = null) =>
      suggest(search, { input, lang: 'vi', focus }).map(({ id }) => id as string),
  }
}

describe('the crossing of two streets', () => {
  test('is found by both, in either order, in many words', () => {
    const { find } = grid()
    for (const text of [
      'ngã tư Sương Mai Mây Gió',
      'nga tu suong mai - may gio',
      'góc đường Sương Mai và phố Mây Gió',
      'giao lộ Sương Mai với Mây Gió, Phường Bến Gỗ, Thành phố Sao La',
      'corner of Suong Mai and May Gio Street',
      'Sương Mai & Mây Gió',
      'Sương Mai góc Mây Gió',
      'ngay ngã tư Sương Mai Mây Gió',
      'gần ngã tư Sương Mai - Mây Gió, Thành phố Sao La',
      'đối diện góc ngã tư suong mai va may gio',
      'giao Sương Mai với Mây Gió',
      'Sương Mai x Mây Gió',
      'Sương Mai và Mây Gió, Phường Bến Gỗ',
      'Sương Mai - Mây Gió',
      'đường Sương Mai, phố Mây Gió, Bến Gỗ, Sao La',
      'Sương Mai/Mây Gió',
      'gần Sương Mai, Mây Gió',
    ]) {
      expect(find(text)).toMatchObject({
        place: { id: 's10*s11', lat: 20, lon: 105.02, types: ['intersection', 'geocode'] },
        confidence: 0.8,
        matchLevel: 'street',
        partialMatch: false,
      })
    }
    expect(find('ngã ba Mây Gió Sương Mai')?.place).toMatchObject({ id: 's11*s10', lon: 105.02 })
  })

  test('is not meant by a sign between what may be explained otherwise', () => {
    const { find, ask } = grid(
      street('Bến Gỗ', 's30', { lines: line([0, 0], [0, 9]) }),
      street('Đường số 12', 's31', { lines: line([0, 0], [1, 9]) }),
      place('poi', { id: 'c9', at: [105, 20], name: 'Sương Mai - Mây Gió', ...W1 }),
    )
    expect(find('Sương Mai, Bến Gỗ')?.place.id as string).toBe('s10')
    expect(find('Sương Mai - Bến Gỗ, Sao La')?.place.id as string).toBe('s10')
    expect(find('Sương Mai - Mây Gió')?.place.id as string).toBe('c9')
    for (const text of ['12 Sương Mai, Nắng Hạ', 'số 12, Sương Mai', 'Sương Mai - Sao Khuya']) {
      expect(find(text)?.place.types ?? []).not.toContain('intersection')
      expect(ask(text).filter((each) => each.includes('*'))).toEqual([])
    }
    // But an & stands before no unit.
    expect(find('Sương Mai & Bến Gỗ')?.place.id as string).toBe('s10*s30')
  })

  test('is offered behind a seam while the second street is begun', () => {
    const { ask } = grid()
    expect(ask('sương mai góc mây g')[0]).toBe('s10*s11')
    expect(ask('sương mai - mây gi')[0]).toBe('s10*s11')
    expect(ask('gần ngã tư sương mai').slice(0, 2)).toEqual(['s10*s11', 's10*s12'])
  })

  test('is called by both, in the language asked for', () => {
    const { find } = grid()
    const place = find('ngã tư Sương Mai Mây Gió')?.place
    expect(place?.address).toBe(
      'Giao lộ Đường Sương Mai - Phố Mây Gió, Phường Bến Gỗ, Thành phố Sao La',
    )
    expect(find('ngã tư Sương Mai Mây Gió', 'en')?.place.name).toBe('Duong Suong Mai & Pho May Gio')
    expect(find(place?.address ?? '')?.place.id as string).toBe('s10*s11')
  })

  test('is resolved by its id, and by no other', () => {
    const { search } = grid()
    expect(resolve(search, 's10*s11', 'vi')).toMatchObject({ lat: 20, lon: 105.02 })
    for (const id of ['s10*s14', 's10*s11*2', 's10*s11*x', 's10*', '*', 's10*s11*1*1', 's10*s99']) {
      expect(resolve(search, id, 'vi')).toBeNull()
    }
  })

  test('is none where they do not meet, or where one only passes', () => {
    const { find } = grid()
    expect(find('ngã tư Mây Gió Nắng Hạ')?.place.types ?? []).not.toContain('intersection')
    expect(find('ngã tư Sương Mai Sao Khuya')?.place.types ?? []).not.toContain('intersection')
  })

  test('is partly met where more is said', () => {
    const found = grid().find('ngã tư Sương Mai Mây Gió Trăng Non')
    expect(found).toMatchObject({ place: { id: 's10*s11' }, partialMatch: true })
    expect(found!.confidence).toBeLessThan(0.8)
  })

  test('lies where the first street does, if the text says so', () => {
    const { find } = grid()
    expect(find('ngã tư Nắng Hạ Sương Mai, Phường Bến Gỗ')?.place.id as string).toBe('s12*s10')
    expect(find('ngã tư Nắng Hạ Sương Mai, Phường Chợ Mới')?.place.id as string).toBe('s13*s10')
    const known = { importance: 0.45, lines: line([0, 0], [0, 2]), ...W2 }
    const { find: findIn } = grid(
      street('Trăng Sáng', 's20', { importance: 0.3, lines: line([0, -1], [0, 0]) }),
      street('Trăng Sáng', 's21', known),
    )
    const text = 'ngã tư Trăng Sáng Sương Mai'
    expect(findIn(text)?.place.id as string).toBe('s21*s10')
    expect(findIn(`${text}, Phường Bến Gỗ`)?.place.id as string).toBe('s20*s10')
  })

  test('is none of two streets that share a word of the question', () => {
    const { find } = grid(street('Gió Lam', 's19', { lines: line([2, 3], [3, 3]) }))
    expect(find('ngã tư Mây Gió Gió Lam')?.place.id as string).toBe('s11*s19')
    expect(find('ngã tư Mây Gió Lam')?.place.types ?? []).not.toContain('intersection')
  })

  test('is each of six where four meet, but none of a street with itself', () => {
    const { search } = grid(
      street('Trăng Non', 's19', { lines: line([4, 3], [4, 4], [4, 3]) }),
      street('Trăng Khuya', 's20', { lines: line([4, 3], [3, 3]) }),
    )
    const met = ['s13*s17', 's13*s19', 's13*s20', 's17*s19', 's17*s20', 's19*s20', 's20*s17']
    expect(met.filter((id) => resolve(search, id, 'vi') === null)).toEqual([])
    for (const id of ['s19*s19', 's10*s9']) expect(resolve(search, id, 'vi')).toBeNull()
  })

  test('is not guessed of one street by who is done typing', () => {
    expect(grid().find('ngã tư Sương Mai')?.place.types ?? []).not.toContain('intersection')
  })

  test('does not go before a place that explains more', () => {
    const more = place('poi', { id: 'c9', at: [105, 20], name: 'Mây Gió Trăng Non Khuya', ...W1 })
    const { find, ask } = grid(more)
    for (const text of ['ngã tư Mây Gió Trăng Non Khuya', 'Sương Mai & Mây Gió Trăng Non Khuya']) {
      expect(find(text)?.place.id as string).toBe('c9')
      expect(ask(text)[0]).toBe('c9')
    }
  })

  test('goes before a place of which more is not asked for', () => {
    const stop = { id: 'c9', at: [105, 20] as [number, number], ...W1 }
    const { find } = grid(place('poi', { ...stop, name: 'Ngã tư Sương Mai Mây Gió Bến Xe Trăng' }))
    expect(find('ngã tư Sương Mai Mây Gió')?.place.id as string).toBe('s10*s11')
  })

  test('does not go before a place that is called so', () => {
    const named = place('poi', {
      id: 'c9',
      at: [105.5, 20],
      name: 'Ngã tư Sương Mai Mây Gió',
      ...W1,
    })
    expect(grid(named).find('ngã tư Sương Mai Mây Gió')?.place.id as string).toBe('c9')
  })

  test('goes before an alley that holds the words by chance, if an & says so', () => {
    const alley = { streetId: id('s10'), streetName: 'Đường Sương Mai', lines: [], ...W1 }
    const { find } = grid(
      place('alley', { id: 'a9', at: [105, 20], name: 'Ngõ 5 Đường Sương Mai Mây Gió', ...alley }),
      place('poi', { id: 'c9', at: [105, 20], name: 'Sương Mai & Nắng Hạ', ...W1 }),
    )
    expect(find('Sương Mai & Mây Gió')?.place.id as string).toBe('s10*s11')
    expect(find('Sương Mai & Nắng Hạ')?.place.id as string).toBe('c9')
  })

  test('is that of a street whose name ends as a word for streets', () => {
    const { find } = grid(street('Nguyễn Duy Dương', 's19', { lines: line([9, 0], [9, 4]) }))
    expect(find('ngã tư Nguyễn Duy Dương Sương Mai')?.place.id as string).toBe('s19*s10')
  })

  test('is offered once where wards divide a street, and each where there are two', () => {
    const { ask } = grid()
    expect(ask('ngã tư sương mai nắng hạ')[0]).toBe('s10*s12')
    expect(ask('ngã tư sương mai nắng hạ')).not.toContain('s10*s13')
    const winding = street('Vòng Cung', 's19', { lines: line([0, 0], [4, 5], [9, 0]) })
    const { ask: askAgain, search } = grid(winding)
    const both = ['s10*s19', 's10*s19*2']
    expect(askAgain('ngã ba sương mai vòng cung').slice(0, 2)).toEqual(both)
    expect(both.map((id) => resolve(search, id, 'vi')?.lon)).toEqual([105, 105.09])
    const near = { lon: 105.09, lat: 20 }
    expect(askAgain('ngã ba sương mai vòng cung', near)[0]).toBe('s10*s19*2')
  })

  test('is offered while the second street is begun, or not said yet', () => {
    const { ask } = grid()
    expect(ask('ngã tư sương mai mây g')[0]).toBe('s10*s11')
    expect(ask('ngã tư sương mai mâ').slice(0, 2)).toEqual(['s10*s11', 's10*s18'])
    expect(ask('ngã tư sương mai').slice(0, 3)).toEqual(['s10*s11', 's10*s12', 's10*s18'])
    expect(ask('sương mai').filter((each) => each.includes('*'))).toEqual([])
  })
})
