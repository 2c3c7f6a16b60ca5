import { describe, expect, test } from 'bun:test'
import { weekdayOf } from '../../src/base/civil-day.ts'
import { poiContent } from '../../src/import/dataset/poi-rows.ts'
import { Rejections } from '../../src/import/report/report.ts'
import { categoryOf, namedCategoryOf, tagOfCategory } from '../../src/import/tags/category.ts'
import { publicHolidays } from '../../src/import/tags/holidays.ts'
import { phoneOf } from '../../src/import/tags/phone.ts'
import { CATEGORIES, categoryOfId, idsNear } from '../../src/pois/categories.ts'
import type { Place } from '../../src/search/model/place.ts'
import { place } from '../search/town.ts'
import { hasVietnam, vietnam } from './vietnam.ts'

/** interface, GET /v1/pois: the ids that are named there. */
const CONTRACT_IDS = (
  'restaurant cafe bar bakery supermarket convenience_store shopping_mall hospital pharmacy bank ' +
  'atm gas_station lodging school university post_office parking'
).split(' ')

describe('the taxonomy', () => {
  test.each(CONTRACT_IDS)('has %s', (id) => expect(categoryOfId(id)).not.toBeNull())

  test('has ids in snake case, each once, with labels in both languages', () => {
    expect(CATEGORIES.length).toBeGreaterThanOrEqual(120)
    expect(CATEGORIES.length).toBeLessThanOrEqual(256)
    expect(new Set(CATEGORIES.map(({ id }) => id)).size).toBe(CATEGORIES.length)
    for (const { id, group, labelEn, labelVi, icon } of CATEGORIES) {
      expect(id).toMatch(/^[a-z]+(_[a-z]+)*$/)
      expect(group).toMatch(/^[a-z]+(_[a-z]+)*$/)
      expect(icon).toMatch(/^(maki|temaki|fas|far|roentgen|pinhead|iD)-/)
      for (const label of [labelEn, labelVi]) {
        expect(label).toBe(label.trim().normalize('NFC'))
        expect(label.length).toBeGreaterThan(2)
        expect(label[0]).toBe(label[0]?.toUpperCase())
      }
    }
  })

  test('gives every category a tag that leads back to it', () => {
    for (const { id } of CATEGORIES) {
      expect(tagOfCategory(id)).toMatch(/^[a-z_]+=[a-z_]+$/)
      expect(categoryOf(tagOfCategory(id) ?? '', {})).toBe(id)
    }
    expect(tagOfCategory('nothing')).toBeNull()
  })

  test.each([
    ['amenity=cafe', {}, 'cafe'],
    ['tourism=hostel', {}, 'lodging'],
    ['amenity=fuel', {}, 'gas_station'],
    ['amenity=place_of_worship', { religion: 'buddhist' }, 'buddhist_temple'],
    ['amenity=place_of_worship', { religion: 'christian' }, 'church'],
    ['amenity=place_of_worship', { religion: 'caodaism' }, 'place_of_worship'],
    ['amenity=place_of_worship', {}, 'place_of_worship'],
    ['railway=station', {}, 'train_station'],
    ['railway=station', { station: 'subway' }, 'subway_station'],
    ['railway=station', { station: 'light_rail' }, 'train_station'],
    ['amenity=fabric', {}, 'fabric_store'],
    ['shop=cafe', {}, 'cafe'],
    ['shop=unheard_of', {}, 'store'],
    ['office=unheard_of', {}, 'corporate_office'],
    ['amenity=unheard_of', {}, 'point_of_interest'],
    ['unheard=of', {}, 'point_of_interest'],
    ['', {}, 'point_of_interest'],
  ])('puts %s %p under %s', (tag, tags, id) => expect(categoryOf(tag, tags)).toBe(id))

  test.each([
    ['Chùa Thầy', 'buddhist_temple'],
    ['chua Mot Cot', 'buddhist_temple'],
    ['Niết Bàn Tịnh Xá', 'buddhist_temple'],
    ['Thiền viện Linh Chiếu', 'buddhist_temple'],
    ['Nhà thờ Đức Bà Sài Gòn', 'church'],
    ['Nhà thờ Hồ Nai', 'church'],
    ['Nhà thờ họ đạo Cái Mơn', 'church'],
    ['Nhà thờ họ Nguyễn', 'place_of_worship'],
    ['Nhà thờ Tổ', 'place_of_worship'],
    ['Thánh đường Hồi giáo Jamiul', 'mosque'],
    ['Thánh thất Tân Bình', 'place_of_worship'],
    ['Chuaxanh', 'place_of_worship'],
    ['Đình Khương Đình', 'place_of_worship'],
  ])('tells %s by its name', (name, id) => {
    expect(categoryOf('amenity=place_of_worship', {}, name)).toBe(id)
    expect(categoryOf('amenity=place_of_worship', { religion: 'christian' }, name)).toBe('church')
    expect(categoryOf('highway=bus_stop', {}, name)).toBe('bus_stop')
  })

  test.each([
    ['resturant', ['restaurant']],
    ['Cafe', ['cafe']],
    ['coffee shop', ['cafe', 'beverage_store']],
    ['coffe_shop', ['cafe', 'beverage_store']],
    ['copy_shp', ['copy_shop']],
    ['shoe_shop', ['shoe_store']],
    ['hotel', ['lodging']],
    ['yes', []],
    ['petrol_station', []],
    ['gas', ['gas_station', 'gas_supplier']],
    ['hospitals', ['hospital']],
    ['post office', ['post_office']],
    ['xyzzy', []],
    ['', []],
  ])('knows what %p may be', (wrong, expected) => {
    const near = idsNear(wrong)
    expect(near.slice(0, Math.max(1, expected.length))).toEqual(expected)
  })
})

describe('vietnam-dev.osm.pbf', () => {
  test.skipIf(!hasVietnam)('has hardly a POI of no category', async () => {
    const { places } = await vietnam()
    const pois = places.filter(({ kind }) => kind === 'poi')
    const unnamed = new Map<string, number>()
    for (const { category, tags } of pois) {
      if (namedCategoryOf(category, tags) !== null) continue
      unnamed.set(category, (unnamed.get(category) ?? 0) + 1)
    }
    const missed = [...unnamed.values()].reduce((sum, count) => sum + count, 0)
    expect(missed / pois.length).toBeLessThan(0.005)
    // A handful is five.
    expect([...unnamed].filter(([, count]) => count > 4)).toEqual([])
  })
})

describe('public holidays', () => {
  const iso = (day: number) => new Date(day * 86_400_000).toISOString().slice(0, 10)
  const holidays = publicHolidays().map(iso)
  const of = (year: string) => holidays.filter((date) => date.startsWith(year))

  test('are those of the law', () => {
    expect(of('2026')).toEqual([
      '2026-01-01',
      ...['2026-02-16', '2026-02-17', '2026-02-18', '2026-02-19', '2026-02-20'],
      '2026-04-26',
      '2026-04-30',
      '2026-05-01',
      ...['2026-09-01', '2026-09-02'],
    ])
    expect(holidays).toEqual([...new Set(holidays)].sort())
  })

  // The first days of the lunar years as they were and will be kept in Vietnam; in 2030 Beijing is
  // a day behind.
  test.each([
    ['2020', '2020-01-25'],
    ['2021', '2021-02-12'],
    ['2022', '2022-02-01'],
    ['2023', '2023-01-22'],
    ['2024', '2024-02-10'],
    ['2025', '2025-01-29'],
    ['2026', '2026-02-17'],
    ['2027', '2027-02-06'],
    ['2028', '2028-01-26'],
    ['2029', '2029-02-13'],
    ['2030', '2030-02-02'],
  ])('Tết of %s', (year, first) => expect(of(year)[2]).toBe(first))

  test.each([
    ['2021', '2021-09-03'],
    ['2022', '2022-09-01'],
    ['2023', '2023-09-01'],
    ['2024', '2024-09-03'],
    ['2025', '2025-09-01'],
  ])('the second day of September of %s', (year, second) => expect(of(year)).toContain(second))

  test('weekdays are counted from Monday', () => {
    expect(weekdayOf(0)).toBe(3)
    expect(weekdayOf(-1)).toBe(2)
  })
})

describe('phones', () => {
  test.each([
    ['028 3829 2255', '028 3829 2255', '+84 28 3829 2255'],
    ['+84 (0)28 3829 2255', '028 3829 2255', '+84 28 3829 2255'],
    ['0084 28 3829 2255', '028 3829 2255', '+84 28 3829 2255'],
    ['84 28 3829 2255', '028 3829 2255', '+84 28 3829 2255'],
    ['0912345678', '0912 345 678', '+84 912 345 678'],
    ['0912.345.678; 028 3829 2255', '0912 345 678', '+84 912 345 678'],
    ['gọi / 0912345678', '0912 345 678', '+84 912 345 678'],
    ['1900 1009', '1900 1009', '+84 1900 1009'],
    ['(04) 3718 8148', '024 3718 8148', '+84 24 3718 8148'],
    ['+84439428162', '024 3942 8162', '+84 24 3942 8162'],
    ['054 3830894', '0234 3830 894', '+84 234 3830 894'],
    ['+84633545454', '0263 3545 454', '+84 263 3545 454'],
    ['+845103939838', '0235 3939 838', '+84 235 3939 838'],
    ['+84 120 4764444', '0704 764 444', '+84 704 764 444'],
    ['01673 422 136', '0373 422 136', '+84 373 422 136'],
    ['+84 01 698462795', '0398 462 795', '+84 398 462 795'],
    // Today a mobile number, whatever it was.
    ['033 3845678', '0333 845 678', '+84 333 845 678'],
    ['+1 202 555 0143', '+1 202 555 0143', '+1 202 555 0143'],
  ])('%s', (value, national, international) => {
    expect(phoneOf(value)).toEqual({ national, international })
  })

  test.each([
    ...['', 'gọi trước', '8365073', '191', '12345678901234567890'],
    ...['62922860', '39206472', '63267739', '0623741383 9', '068 869 65 39', '0130 1234567'],
  ])('%p is none', (value) => {
    expect(phoneOf(value)).toBeNull()
  })
})

describe('rows', () => {
  const NOW = Date.parse('2026-11-20T05:00:00Z')
  const poiOf = (known: Partial<Pick<Place, 'category' | 'source' | 'tags'>>) => {
    const rejections = new Rejections()
    const cafe = place('poi', { id: 'n1', at: [106.7, 10.7], name: 'Sông Trăng', ...known })
    const { pois } = poiContent([cafe], NOW, rejections)
    return { poi: pois[0], rejected: rejections.all() }
  }

  test('take what the tags of an operator say', () => {
    const tags = {
      'addr:full': 'Số 5 Lê Lợi',
      rating: '4.5',
      user_rating_count: '120',
      price_level: 'PRICE_LEVEL_MODERATE',
      phone: '0912345678',
      website: 'songtrang.vn',
      opening_hours: 'Mo-Su 08:00-22:00',
    }
    const { poi, rejected } = poiOf({ source: 'operator', category: 'amenity=cafe', tags })
    expect(rejected).toEqual([])
    expect(poi).toMatchObject({
      category: 'cafe',
      address: 'Số 5 Lê Lợi',
      rating: 4.5,
      userRatingCount: 120,
      priceLevel: 'PRICE_LEVEL_MODERATE',
      phone: '0912 345 678',
      internationalPhone: '+84 912 345 678',
      website: 'https://songtrang.vn',
      openingText: 'Mo-Su 08:00-22:00',
    })
    expect(poi?.opening?.form).toBe('weekday')
  })

  test('leave out and count what makes no sense', () => {
    const tags = { phone: 'gọi trước', website: 'không có', opening_hours: 'sáng' }
    const { poi, rejected } = poiOf({ tags })
    expect(poi).toMatchObject({ phone: 'gọi trước', internationalPhone: null, website: null })
    expect(poi).toMatchObject({ openingText: 'sáng', opening: null })
    expect(rejected.map(({ reason, count }) => [reason, count])).toEqual([
      ['opening_hours not understood', 1],
      ['phone not understood', 1],
    ])
  })

  test('are of POIs only, with nothing made up', () => {
    const { pois } = poiContent([place('house', { id: 'n1', at: [1, 1] })], NOW, new Rejections())
    expect(pois).toEqual([])
    const { poi } = poiOf({ tags: { 'addr:full': 'as some mapper has it' } })
    expect(poi).toMatchObject({ address: null, rating: null, userRatingCount: null })
    expect(poi).toMatchObject({ priceLevel: null, phone: null, website: null, opening: null })
  })
})
