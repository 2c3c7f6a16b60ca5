import { describe, expect, test } from 'bun:test'
import { toE7 } from '../../src/geo/point.ts'
import { buildSearch } from '../../src/search/build/build-search.ts'
import { geocode } from '../../src/search/geocode.ts'
import { openSearch } from '../../src/search/search.ts'
import { id, place, TOWN } from './town.ts'
import { AT, W1 } from './town-more.ts'

/*
 * What an answer says of itself: the words that were typed and are not in it, and the name by which
 * it was found. A street with one alley and one door, a market with a bank beside it, and a second
 * street that meets the first.
 */

const [LON, LAT] = AT
const line = (...degrees: number[]) => [Int32Array.from(degrees, toE7)]
const on = { streetName: 'Đường Mây', streetId: id('s20'), ...W1 }

const search = openSearch(
  buildSearch([
    ...TOWN,
    place('street', {
      id: 's20',
      at: AT,
      name: 'Đường Mây',
      aliases: ['Phố Gió Cũ'],
      lines: line(LON, LAT, LON + 0.01, LAT),
      ...W1,
    }),
    place('street', {
      id: 's21',
      at: AT,
      name: 'Đường Nắng',
      lines: line(LON, LAT, LON, LAT + 0.01),
      ...W1,
    }),
    place('house', { id: 'h20', at: AT, houseNumber: '8', ...on }),
    place('alley', { id: 'a20', at: AT, name: 'Ngõ 12 Đường Mây', houseNumber: '12', ...on }),
    place('poi', { id: 'm20', at: AT, name: 'Chợ Sương', nameEn: 'Mist Hall', ...W1 }),
    place('poi', { id: 'b20', at: AT, name: 'Ngân Lam', ...W1 }),
  ]),
)

function find(address: string) {
  const answer = geocode(search, { address, lang: 'vi', focus: null })
  return answer && { key: answer.place.id as string, ...answer }
}

describe('words that are not in the answer', () => {
  test.each([
    ['8 Đường Mây, Bến Gỗ', 'h20', []],
    ['8 duong may', 'h20', []],
    ['99 Đường Mây, Bến Gỗ', 's20', ['99']],
    ['99/3 Đường Mây, Bến Gỗ', 's20', ['99/3']],
    ['12/3 Đường Mây', 'a20', ['3']],
    ['8 Đường Mây, Phường Không Có', 'h20', ['Phường', 'Không', 'Có']],
    ['giao nhanh 8 Đường Mây, Bến Gỗ', 'h20', ['giao', 'nhanh']],
    ['Tầng 3, 8 Đường Mây, Bến Gỗ', 'h20', ['Tầng', '3']],
    ['8 Đường Mây, Bến Gỗ, 0903 123 456, Việt Nam', 'h20', ['0903', '123', '456']],
    ['Địa chỉ: 8 Đường Mây', 'h20', []],
    ['8 ddwowngf mây', 'h20', []],
    ['8duongmay ben go', 'h20', []],
    ['Ngân Lam gần Chợ Sương', 'b20', []],
    ['nhà gần Chợ Sương', 'm20', ['nhà', 'gần']],
    ['Ngân Lam gần Chợ Sương, Bến Gỗ', 'b20', []],
    ['ngã tư Mây và Nắng', 's20*s21', []],
    ['ngã tư Mây và Nắng, Phường Xyz', 's20*s21', ['Phường', 'Xyz']],
  ] as const)('%s', (address, key, unmatched) => {
    expect(find(address)).toMatchObject({ key, unmatched })
  })
})

describe('the name by which it was found', () => {
  test.each([
    ['8 Phố Gió Cũ, Bến Gỗ', 'Phố Gió Cũ'],
    ['gio cu, ben go', 'gio cu'],
    ['Đường Mây', null],
    ['Mây, Bến Gỗ', null],
    ['mist hall', 'mist hall'],
    ['Sương', null],
    ['Sao La City', 'Sao La City'],
    ['sao la', null],
    ['saola', null],
  ])('%s: %p', (address, matchedName) => {
    expect(find(address)).toMatchObject({ matchedName })
  })

  test('an answer in English has the English one', () => {
    const answer = geocode(search, { address: 'Mist Hall', lang: 'en', focus: null })
    expect(answer).toMatchObject({ place: { id: 'm20' }, matchedName: null })
  })
})
