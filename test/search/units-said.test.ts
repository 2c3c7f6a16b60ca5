import { describe, expect, test } from 'bun:test'
import { id, place } from './town.ts'
import { AT, poi, street, town, W1, W2 } from './town-more.ts'

/* What the units of an address say, and what only seems to be said by them. */

const ward = (name: string, its: string, more = {}) =>
  place('ward', { at: [...AT], name, importance: 0.3, provinceId: id('p1'), ...more, id: its })
/** A word of few names is looked at as a slip in any case. */
const known = (...words: string[]) =>
  words.flatMap((word, i) =>
    ['Gà', 'Vịt', 'Ngan'].map((name, k) => poi(`Quán ${name} ${word}`, `c${20 + 3 * i + k}`)),
  )
const province = (name: string, its: string) =>
  place('province', { at: [...AT], name, importance: 0.8, id: its })

describe('a unit that is said', () => {
  const door = (number: string, its: string, on: string) =>
    place('house', { id: its, at: [...AT], houseNumber: number, streetId: id(on), ...W2 })

  test('is no street of that name', () => {
    const mapped = [street('Phố Bến Gỗ', 's8', W2), door('49', 'h8', 's8')]
    const { find } = town(street('Sương Mai', 's9', W2), door('49', 'h9', 's9'), ...mapped)
    const found = find('49 Sương Mai, Phường Bến Gỗ, Thành phố Sao La')
    expect(found).toMatchObject({ place: { id: 'h9' }, partialMatch: true })
    expect(find('49 Nắng Hạ, Phường Bến Gỗ, Sao La')).toMatchObject({ place: { id: 'w1' } })
    // Without the word for a unit, or with another, it may be.
    expect(find('49 Bến Gỗ, Sao La')).toMatchObject({ place: { id: 'h8' } })
    expect(find('49 Phố Bến Gỗ, Sao La')).toMatchObject({ place: { id: 'h8' } })
  })
})

describe('a ward without a word for wards', () => {
  test('binds streets where it is the last part of the address', () => {
    const inW2 = { at: [105.1, 20.0] as [number, number], ...W2 }
    const { find } = town(street('Sương Mai', 's9', inW2), ...known('Bến', 'Gỗ'))
    expect(find('12 Sương Mai, Bến Gỗ')).toMatchObject({ place: { id: 'w1' } })
    expect(find('12 Sương Mai, Sao La')).toMatchObject({ place: { id: 's9' } })
    // Neither a POI is bound by it, nor what may be beside a street of that name.
    const beside = town(street('Sương Mai', 's9', inW2), street('Bến Gỗ', 's8'))
    expect(beside.find('12 Sương Mai, Bến Gỗ')).toMatchObject({ place: { id: 's9' } })
    const shop = town(poi('Quán Sương Mai', 'c9', inW2))
    expect(shop.find('Quán Sương Mai, Bến Gỗ')).toMatchObject({ place: { id: 'c9' } })
  })
})

describe('a part of the name of a street that is not mapped there', () => {
  const elsewhere = { at: [106, 20] as [number, number], wardId: id('w3'), provinceId: id('p2') }

  test('is no ward of the district that is said', () => {
    const ward5 = ward('Xã Sương Mai', 'f9', {
      successorIds: [id('w1')],
      formerParentId: id('f5'),
    })
    const { find } = town(ward5, street('Nắng Sương Mai', 's9', elsewhere), ...known('Nắng'))
    expect(find('12 Nắng Sương Mai, Quận 5, Sao La')).toMatchObject({ place: { id: 'f5' } })
    expect(find('12 Hạ Vàng, Sương Mai, Quận 5, Sao La')).toMatchObject({ place: { id: 'f9' } })
  })

  test('is no other street that begins as it sounds', () => {
    const others = [street('Nắng Tri Phương', 's9', elsewhere), street('Nắng Chí Thanh', 's8')]
    const { find } = town(...others, ...known('Nắng', 'Tri', 'Phương', 'Chí', 'Bến', 'Gỗ'))
    const found = find('12 Nắng Tri Phương, Phường Bến Gỗ, Thành phố Sao La')
    expect(found).toMatchObject({ place: { id: 'w1' } })
    const heard = find('12 Nắng Trí Thanh, Phường Bến Gỗ, Thành phố Sao La')
    expect(heard).toMatchObject({ place: { id: 's8' } })
  })
})

describe('an alley of a street that is not mapped', () => {
  test.each(['Hẻm 42 Sương Mai', 'Hẻm 42 Đường Sương Mai'])('%s', (name) => {
    const alley = { at: [...AT] as [number, number], name, nameEn: 'Nang Ha St.', ...W1 }
    const onStreet = { streetName: 'Sương Mai', houseNumber: '42' }
    const { find } = town(place('alley', { ...alley, ...onStreet, id: 'a9' }))
    // It leads to its own doors, and to no others of the street.
    expect(find('42/12 Sương Mai, Bến Gỗ')).toMatchObject({ place: { id: 'a9' } })
    expect(find('12 Sương Mai, Bến Gỗ')).toMatchObject({ place: { id: 'w1' } })
    expect(find('12 đường Sương Mai, Bến Gỗ')).toMatchObject({ place: { id: 'w1' } })
  })
})

describe('a ward while one types', () => {
  test('binds once a comma follows', () => {
    const { ask } = town(street('Nắng Hạ Sương Mai', 's9'), ...known('Chợ', 'Mới', 'Bến', 'Gỗ'))
    expect(ask('Nắng Hạ Sương Mai, Phường Chợ Mới')).toContain('s9')
    expect(ask('Nắng Hạ Sương Mai, Phường Chợ Mới, Sao La')).not.toContain('s9')
    expect(ask('Nắng Hạ Sương Mai, Phường Chợ Mới, Sao La')[0]).toBe('w2')
    expect(ask('Nắng Hạ Sương Mai, Phường Bến Gỗ, Sao La')[0]).toBe('s9')
  })
})

describe('a name said twice', () => {
  test('is the ward in the district of that name, also where both are former', () => {
    const inP1 = { at: [...AT] as [number, number], importance: 0.8, provinceId: id('p1') }
    const district = {
      ...inP1,
      id: 'f8',
      name: 'Huyện Mây Khói',
      successorIds: [id('w1')],
      formerParentId: id('fp'),
    }
    const townlet = {
      ...inP1,
      id: 'f9',
      importance: 0.2,
      name: 'Thị trấn Mây Khói',
      successorIds: [id('w1')],
      formerParentId: id('f8'),
    }
    const { find } = town(place('district', district), place('ward', townlet))
    expect(find('mây khói mây khói gò vắp')).toMatchObject({ place: { id: 'f9' } })
    expect(find('mây khói gò vắp')).toMatchObject({ place: { id: 'f8' } })
  })
})

describe('a province at the end of an address', () => {
  const inP9 = { provinceId: id('p9') }
  const units = [
    province('Tỉnh An Khói', 'p9'),
    ward('Xã Phú An', 'w8', inP9),
    ward('Xã Lam Sơn', 'w9', inP9),
    place('ward', {
      id: 'f9',
      at: [...AT],
      name: 'Thị trấn Phú Thịnh',
      successorIds: [id('w9')],
      wardId: id('w9'),
      importance: 0.2,
      ...inP9,
    }),
  ]

  test('holds the answer, whatever its words may say together with others', () => {
    const { find } = town(street('Trần Phú', 's9'), ...units, ...known('An', 'Khói'))
    for (const text of ['Trần Phú, An Khói', 'tran phu an khoi', '12 Trần Phú, An Khói']) {
      expect(find(text)).toMatchObject({ place: { id: 'p9' }, partialMatch: true })
    }
    expect(find('Phú An, An Khói')).toMatchObject({ place: { id: 'w8' }, partialMatch: false })
    expect(find('thị trấn Phú Thịnh')).toMatchObject({ place: { id: 'f9' } })
    expect(find('Huế, An Khói, Hà Lam')).toMatchObject({ place: { id: 's4' } })
  })

  test('is no ward by its words turned round', () => {
    const { find } = town(ward('Phường Khói Nắng', 'w7'))
    expect(find('Sương Nắng Khói, Sao La')).toMatchObject({ place: { id: 'p1' } })
    expect(find('Khói Nắng, Sao La')).toMatchObject({ place: { id: 'w7' } })
  })

  test('goes before a POI elsewhere that is called as streets are', () => {
    const [stop, store] = [poi('Lê Mây Khói', 'c8'), poi('Siêu thị Gió Mây Nắng', 'c9')]
    const { find } = town(street('Lê Mây Khói', 's9'), stop, store)
    expect(find('Lê Mây Khói, Hà Lam')).toMatchObject({ place: { id: 'p2' } })
    // It is the only one of its name.
    expect(find('Siêu thị Gió Mây Nắng, Hà Lam')).toMatchObject({ place: { id: 'c9' } })
    expect(find('Gió Mây Nắng, Hà Lam')).toMatchObject({ place: { id: 'p2' } })
  })

  test('goes before a district elsewhere that is named in front of it', () => {
    const district = place('district', {
      id: 'f8',
      at: [...AT],
      name: 'Quận Hai Bà Mây',
      successorIds: [id('w2')],
      importance: 0.5,
      ...W2,
    })
    const { find } = town(district, street('Hai Bà Mây', 's9'))
    expect(find('12 Hai Bà Mây, Hà Lam')).toMatchObject({ place: { id: 'p2' } })
    expect(find('12 Hai Bà Mây, Sao La')).toMatchObject({ place: { id: 's9' } })
  })

  test('may as well be the end of the name of a district', () => {
    const district = place('district', {
      id: 'f8',
      at: [...AT],
      name: 'Huyện Phú Hà Lam',
      provinceId: id('p1'),
      successorIds: [id('w1')],
    })
    const { find } = town(poi('Sương Mai Khói', 'c9', W1), district)
    expect(find('Sương Mai Khói, Phú Hà Lam')).toMatchObject({ place: { id: 'c9' } })
    // It is where the text says, and no less sure for that.
    const answer = find('Sương Mai Khói Gió Bay, Phú Hà Lam')
    expect(answer).toMatchObject({ place: { id: 'c9' }, partialMatch: true })
    expect(answer?.confidence).toBeGreaterThan(0.4)
  })

  test('is the answer where all else is a guess', () => {
    const guess = poi('Nhà trọ Xem Phim Mây Trắng Bay Về Sao La', 'c9', { importance: 0.9 })
    const { find } = town(guess)
    expect(find('Phim Gió Mùa Hạ, Sao La')).toMatchObject({ place: { id: 'p1' } })
  })

  test('is not that of a street whose name ends with a word for streets', () => {
    const { find } = town(province('Tỉnh Cao', 'p9'), street('Lê Kiệt', 's9'), ...known('Cao'))
    expect(find('Lê Kiệt, Cao')).toMatchObject({ place: { id: 'p9' } })
  })
})

test('a place on a street goes before one in a ward that had the name of the street', () => {
  const former = ward('Phường Hàng Mây', 'f9', { successorIds: [id('w1')], ...W1 })
  const inWard = poi('Ngân hàng Gió', 'c8', { importance: 0.4 })
  const onStreet = poi('Ngân hàng Gió', 'c9', { importance: 0.3, streetId: id('s9') })
  const { find } = town(former, street('Phố Hàng Mây', 's9'), inWard, onStreet)
  for (const text of ['Ngân hàng Gió Hàng Mây', 'Ngân hàng Gió Hàng Mây Sao La']) {
    expect(find(text)).toMatchObject({ place: { id: 'c9' } })
  }
  expect(find('Ngân hàng Gió, Phường Hàng Mây')).toMatchObject({ place: { id: 'c8' } })
})
