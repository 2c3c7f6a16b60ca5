import { describe, expect, test } from 'bun:test'
import type { Point } from '../../../src/geo/point.ts'
import { buildSearch } from '../../../src/search/build/build-search.ts'
import { geocode } from '../../../src/search/geocode.ts'
import { searchNames } from '../../../src/search/index/search-names.ts'
import type { Place } from '../../../src/search/model/place.ts'
import { openSearch } from '../../../src/search/search.ts'
import { suggest } from '../../../src/search/suggest.ts'
import { foldedSpan } from '../../../src/text/words.ts'
import { id, place, TOWN } from '../town.ts'
import { AT, poi, street, syllable, town, W1, W2 } from '../town-more.ts'

/*
 * What decides between places that a query may mean (src/search/model/score-weights.ts): each case
 * adds to the town what it needs.
 */

describe('an address', () => {
  test('of a place of interest is explained by the number of that place', () => {
    const found = town().find('Phở 24, 7 Nguyễn Trãi, Phường Chợ Mới, Thành phố Sao La')
    expect(found).toMatchObject({ place: { id: 'c1' }, partialMatch: false })
    const other = town().find('Phở 24, 8 Nguyễn Trãi, Phường Chợ Mới, Thành phố Sao La')
    expect(other?.partialMatch).toBe(true)
  })

  test('is that of the door, also in another ward than most of its street', () => {
    const { find } = town(
      street('Lê Lợi', 's9'),
      place('house', { id: 'h9', at: [...AT], houseNumber: '15', streetId: id('s9'), ...W2 }),
      poi('Hẻm nhỏ Lê Lợi', 'c9', W2),
    )
    const found = find('15 Lê Lợi, Phường Chợ Mới, Thành phố Sao La')
    expect(found).toMatchObject({ place: { id: 'h9' }, matchLevel: 'house', partialMatch: false })
  })

  test('that is begun may also be on a street where no such number is mapped', () => {
    const { ask } = town(
      street('Kim Mã', 's8'),
      place('alley', {
        id: 'a8',
        at: [...AT],
        name: 'Ngõ 41 Kim Mã',
        streetName: 'Kim Mã',
        streetId: id('s8'),
        ...W1,
      }),
      street('Kim Đồng', 's9'),
      place('house', { id: 'h9', at: [...AT], houseNumber: '6', streetId: id('s9'), ...W1 }),
    )
    expect(ask('Ngõ 41 Kim')).toEqual(['a8', 's9'])
  })

  test('is on the street asked for, not on one of a longer name that has the number', () => {
    const longer = [
      street('Kim Mã Thượng', 's9'),
      place('alley', {
        id: 'a9',
        at: [...AT],
        name: 'Ngõ 10 Kim Mã Thượng',
        streetName: 'Kim Mã Thượng',
        streetId: id('s9'),
        ...W1,
      }),
      place('house', { id: 'h9', at: [...AT], houseNumber: '12', streetId: id('s9'), ...W1 }),
    ]
    const { find } = town(street('Kim Mã', 's8'), ...longer)
    for (const number of ['10', 'Ngõ 10', '12']) {
      for (const text of [`${number} Kim Mã, Thành phố Sao La`, `${number} kim ma sao la`]) {
        const street = { place: { id: 's8' }, matchLevel: 'street', partialMatch: true }
        expect(find(text)).toMatchObject(street)
      }
    }
    expect(find('Ngõ 10 Kim Mã Thượng')?.place.id as string).toBe('a9')
    expect(find('12 Kim Mã Thượng')?.place.id as string).toBe('h9')
    // Where no street bears less of the name, that may be what was meant.
    expect(town(...longer).find('12 Kim Mã, Thành phố Sao La')?.place.id as string).toBe('h9')
  })

  test('of a ward that its district never had is in the district', () => {
    const elsewhere = place('ward', {
      id: 'f9',
      at: [106.0, 20.0],
      name: 'Phường 9',
      importance: 0.5,
      provinceId: id('p2'),
    })
    const names = [6, 7, 8].map((number) => poi(`Nhà Quận ${number}`, `c${number}`))
    const { find } = town(elsewhere, ...names)
    expect(find('Phường 9')?.place.id as string).toBe('f9')
    expect(find('Phường 9, Quận 5')).toMatchObject({ matchLevel: 'district', partialMatch: true })
  })

  test('has D5 for a district where that explains more than a road', () => {
    const { find } = town(street('Lê Lợi', 's9'))
    expect(find('Le Loi, D5')).toMatchObject({ place: { id: 's9' }, partialMatch: false })
    expect(town(street('Đường D5', 's9')).find('D5')?.place.id as string).toBe('s9')
  })

  test('that is explained wholly goes before a better known part of it', () => {
    const { find } = town(poi('777', 'c7'), poi('161Coffee', 'c161'))
    expect(find('777, Phường Bến Gỗ, Thành phố Sao La')?.place.id as string).toBe('c7')
    expect(find('161Coffee, Phường Bến Gỗ, Thành phố Sao La')?.place.id as string).toBe('c161')
  })

  test('as an answer writes it is that answer', () => {
    const settlement = { at: [...AT] as [number, number], name: 'Bến Gỗ', importance: 0.4, ...W1 }
    const { find } = town(place('settlement', { id: 'n1', ...settlement }))
    const whole = find('Bến Gỗ, Phường Bến Gỗ, Thành phố Sao La')
    expect(whole?.place.id as string).toBe('n1')
    expect(find('Phường Bến Gỗ, Thành phố Sao La')?.place.id as string).toBe('w1')
  })

  test('in a ward of today goes before one in what the ward took over', () => {
    const { find } = town(
      place('district', {
        id: 'f9',
        at: [...AT],
        name: 'Quận Chợ Mới',
        successorIds: [id('w1')],
        importance: 0.6,
        provinceId: id('p1'),
      }),
      street('Giải Phóng', 's8', { importance: 0.6 }),
      street('Giải Phóng', 's9', W2),
    )
    expect(find('Giải Phóng, Chợ Mới')?.place.id as string).toBe('s9')
    expect(find('Giải Phóng, quận Chợ Mới')?.place.id as string).toBe('s8')
  })

  test('with a word that is known, but not here, is read by its neighbours', () => {
    const { find } = town(poi('Quán Tãi', 'c8', W2))
    expect(find('12 Nguyễn Tãi, Phường Bến Gỗ')?.place.id as string).toBe('h0')
  })

  test('may have more words than a plan holds in front of what the gazetteer knows', () => {
    const long =
      'Căn hộ 1205, tầng 12, Block B, số 12 đường Nguyễn Trãi, khu phố 3, tổ 5, ' +
      'Phường Bến Gỗ, Thành phố Sao La, Việt Nam, 700000'
    expect(town().find(long)?.place.id as string).toBe('h0')
  })
})

describe('the number of a road', () => {
  const names = ['Quốc lộ 13', 'Quốc lộ 1A', 'Đường tỉnh 743', 'Dương Đình Nghệ', '30 Tháng 4']
  const roads = names.map((name, i) => street(name, `s${20 + i}`))
  const named = [poi('8', 'c8'), poi('Quốc Lộ', 'c9'), poi('Lộ 51 Sương', 'c10')]
  const { find, ask } = town(...roads, ...named)

  test.each([
    ['QL13', 's20'],
    ['quốc lộ 13, Phường Bến Gỗ', 's20'],
    ['12 QL 1A', 's21'],
    ['ĐT743', 's22'],
    ['Duong tinh 743', 's22'],
    ['Tỉnh lộ 743', 's22'],
    ['Đại lộ 30/4', 's24'],
  ])('%s is that road', (address, its) => {
    expect(find(address)?.place.id as string).toBe(its)
  })

  test.each(['QL51', 'Quốc lộ 51', 'Tỉnh lộ 8', 'TL8', 'ĐT 744', 'hương lộ 13'])(
    '%s is no other road, and nothing that has a part of it for a name',
    (address) => {
      expect(find(address)).toBeNull()
      expect(find(`${address}, Phường Bến Gỗ`)?.place.id as string).toBe('w1')
    },
  )

  test('by another word for its kind is spelt as rightly', () => {
    const { ask: askIn } = town(street('Tỉnh lộ 8', 's30'), street('Đường tỉnh 8', 's31', W2))
    expect(askIn('đường tỉnh 8')).toEqual(['s31', 's30'])
    expect(askIn('tỉnh lộ 8')).toEqual(['s30', 's31'])
  })

  test('may be only begun', () => {
    expect(ask('quốc lộ 1')).toEqual(['s20', 's21'])
    expect(ask('ql1')).toEqual(['s20', 's21'])
  })
})

test.each([
  ['CX Sương Mai', 'Cây xăng Sương Mai'],
  ['CV Sương Mai', 'Công viên Sương Mai'],
  ['NH Sương Mai', 'Ngân hàng Sương Mai'],
  ['VQG Sương Mai', 'Vườn quốc gia Sương Mai'],
  ['Trung tâm TDTT Sương Mai', 'Trung tâm thể dục thể thao Sương Mai'],
  ['Sở GTVT Sương Mai', 'Sở giao thông vận tải Sương Mai'],
  ['NH CSXH Sương Mai', 'Ngân hàng chính sách xã hội Sương Mai'],
])('%s on a sign is %s', (short, long) => {
  expect(town(poi(long, 'c9')).find(short)).toMatchObject({ place: { id: 'c9' }, confidence: 0.98 })
  expect(town(poi(short, 'c9')).find(long)).toMatchObject({
    place: { id: 'c9' },
    partialMatch: false,
  })
})

test('phố đi bộ is a word for a street', () => {
  const ward = place('ward', { id: 'w9', at: [105, 20], name: 'Xã Sương Mai', importance: 0.6 })
  const found = town(ward, street('Sương Mai', 's9')).find('phố đi bộ Sương Mai')
  expect(found).toMatchObject({ place: { id: 's9' }, partialMatch: false })
})

describe('a name', () => {
  test('that is official goes before one of old', () => {
    const { ask } = town(
      street('Học Phi', 's8', { aliases: ['Trung Yên'], importance: 0.42 }),
      street('Trung Yên', 's9'),
    )
    expect(ask('trung yên').slice(0, 2)).toEqual(['s9', 's8'])
  })

  test('that is whole goes before those that it begins, but not before more of the words', () => {
    const { ask } = town(
      poi('Chợ Bến', 'c8'),
      poi('Chợ Bến Thành', 'c9', { importance: 0.25 }),
      poi('Chợ Bến Tre', 'c10', { importance: 0.25 }),
    )
    expect(ask('chợ bến')[0]).toBe('c8')
    expect(ask('chợ bến th')[0]).toBe('c9')
  })

  test('of many units is also that of a street, which is better known than most of them', () => {
    const units = Array.from({ length: 30 }, (_, i) =>
      place('ward', {
        id: `u${100 + i}`,
        at: [...AT],
        name: i % 2 === 0 ? 'Xã Lê Lợi' : `Xã Lê Lợi ${i}`,
        importance: i < 2 ? 0.45 : 0.35,
        provinceId: id(i % 4 < 2 ? 'p1' : 'p2'),
      }),
    )
    const { ask } = town(...units, street('Đường Lê Lợi', 's9', { importance: 0.41 }))
    expect(ask('lê lợi')[0]).toBe('s9')
    expect(ask('lê l')[0]).toBe('s9')
    expect(ask('le')).toContain('s9')
    expect(ask('xã lê lợi')[0]).toBe('u100')
  })

  test('of a street in many wards leaves room for those of other provinces', () => {
    const wards = Array.from({ length: 6 }, (_, i) =>
      place('ward', { id: `w${100 + i}`, at: [...AT], name: `Phường Mới ${i}`, ...W1 }),
    )
    const name = 'Vành Đai Xanh Ven Biển Lớn'
    const pieces = wards.map((ward, i) => street(name, `s${100 + i}`, { wardId: ward.id }))
    const other = { wardId: id('w3'), provinceId: id('p2'), importance: 0.3 }
    const { ask } = town(...wards, ...pieces, street(name, 's90', other))
    expect(ask(name)).toEqual(['s100', 's101', 's102', 's90', 's103', 's104', 's105'])
    // But not where less of the query is explained.
    const whole = ['s100', 's101', 's102', 's103', 's104', 's105', 's90']
    expect(ask(`sao la ${name}`)).toEqual(whole)
  })

  test('is not guessed from one letter somewhere in it', () => {
    const { ask } = town(street('Lê Lợi', 's9'), poi('Trà Lợi Lê', 'c9', { importance: 0.5 }))
    expect(ask('lê lợi t')[0]).toBe('s9')
  })

  test('that is borne where nothing tells them apart is offered once, and leaves room', () => {
    const pieces = Array.from({ length: 40 }, (_, i) => street('Vành Đai', `s${100 + i}`))
    const { ask } = town(...pieces, street('Vành Khuyên', 's90', { importance: 0.1 }))
    expect(ask('vành')).toEqual(['s100', 's90'])
  })

  test('made of words for kinds is a name', () => {
    const alley = place('alley', {
      id: 'a9',
      at: [...AT],
      name: 'Ngõ Huyện',
      streetName: 'Nguyễn Trãi',
      streetId: id('s1'),
      ...W1,
    })
    const door = { houseNumber: '56', streetId: id('a9'), ...W1 }
    const { find } = town(alley, place('house', { id: 'h56', at: [...AT], ...door }))
    expect(find('56 Ngõ Huyện')?.place.id as string).toBe('h56')
  })

  test('that a unit kept is offered once', () => {
    const [today, before] = ['w9', 'f9'].map((idText, i) =>
      place('ward', {
        id: idText,
        at: [...AT],
        name: i === 0 ? 'Xã Mây Gió' : 'Thị trấn Mây Gió',
        successorIds: i === 0 ? [] : [id('w9')],
        ...(i === 0 ? {} : { formerParentId: id('f5'), wardId: id('w9') }),
        provinceId: id('p1'),
      }),
    )
    const other = place('ward', { ...before!, id: 'f10', at: [...AT], name: 'Xã Mây Gió Đông' })
    const search = openSearch(buildSearch([...TOWN, today!, before!, other]))
    const ask = (input: string) =>
      suggest(search, { input, lang: 'vi', focus: null }).map(
        ({ mainText, secondaryText }) => `${mainText}, ${secondaryText}`,
      )
    expect(ask('mây gi')).toEqual(['Xã Mây Gió, Thành phố Sao La'])
    expect(ask('mây gió đông')).toEqual([
      'Xã Mây Gió, Thành phố Sao La (trước đây Xã Mây Gió Đông, Quận 5)',
    ])
    const found = geocode(search, { address: 'mây gió quận 5', lang: 'vi', focus: null })
    expect(found).toMatchObject({ place: { id: 'f9' }, partialMatch: false })
  })

  test('has no word for a kind of place in it that is spelt otherwise', () => {
    const names = (each: Place) =>
      searchNames(each).map(({ tokens }) => foldedSpan(tokens, 0, tokens.length))
    expect(names(poi('Cầu Sương Mai', 'c8'))).toContain('suong mai')
    expect(names(poi('Cau Suong Mai', 'c8'))).toContain('suong mai')
    expect(names(poi('Cậu Sương Mai', 'c8'))).not.toContain('suong mai')
    const ward = (name: string) => place('ward', { id: 'w9', at: [...AT], name })
    expect(names(ward('Phường Công'))).toContain('cong')
    expect(names(ward('Phương Công'))).not.toContain('cong')
  })

  test('that is begun is meant as well as the few that have the number', () => {
    const [one, other] = [street('Sương Mai', 's8'), street('Sương Lam', 's9')]
    const door = place('house', {
      id: 'h8',
      at: [...AT],
      houseNumber: '12',
      streetId: id('s8'),
      streetName: 'Sương Mai',
      ...W1,
    })
    expect(town(one, other, door).ask('12 sương')).toEqual(['h8', 's9'])
  })

  test('of a long street leaves room for others, also where something explains more', () => {
    const wards = Array.from({ length: 12 }, (_, i) =>
      place('ward', {
        id: `w${20 + i}`,
        at: [...AT],
        name: `Phường Số ${i}`,
        provinceId: id('p1'),
      }),
    )
    const long = wards.map((ward, i) =>
      street('Sương Mai', `s${20 + i}`, { wardId: ward.id, provinceId: id('p1') }),
    )
    const alley = place('alley', {
      id: 'a8',
      at: [...AT],
      name: 'Ngõ 12 Sương Khói',
      streetName: 'Sương Khói',
      ...W1,
    })
    const rest = [street('Sương Lam', 's8', { importance: 0.3 }), street('Sương Khói', 's9', W2)]
    const asked = town(...wards, ...long, ...rest, alley).ask('12 sương')
    expect(asked[0]).toBe('a8')
    expect(asked.slice(0, 6)).toContain('s8')
    expect(asked).toHaveLength(7)
  })

  test('that many places begin with is that of those near the focus', () => {
    const far = Array.from({ length: 150 }, (_, k) =>
      place('poi', { id: `c${100 + k}`, at: [108, 12], name: `Mây ${syllable(k)}`, ...W2 }),
    )
    const near = poi('Mây Khói Lam', 'c8', { importance: 0.1 })
    const begun = poi('Mâyhồng', 'c9', { importance: 0.1 })
    const search = openSearch(buildSearch([...TOWN, ...far, near, begun]))
    const ask = (input: string, focus: Point | null) =>
      suggest(search, { input, lang: 'vi', focus }).map((answer) => answer.id as string)
    const [lon, lat] = AT
    expect(ask('mây', null)).not.toContain('c8')
    expect(ask('mây', { lon, lat })[0]).toBe('c8')
    expect(ask('mây', { lon, lat })).not.toContain('c9')
    expect(ask('mâyh', { lon, lat })[0]).toBe('c9')
    // Two letters begin too much: what is known best is meant.
    expect(ask('mâ', { lon, lat })[0]).not.toBe('c8')
  })

  test('by keys of one syllable is the name, not the beginning of a number', () => {
    const { find } = town(poi('Thành', 'c8'), poi('Thanh 2 Sao', 'c9'))
    expect(find('Thanh2')?.place.id as string).toBe('c8')
  })
})
