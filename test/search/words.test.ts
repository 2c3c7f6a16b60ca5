import { describe, expect, test } from 'bun:test'
import { id, place } from './town.ts'
import { poi, street, syllable, town, W2 } from './town-more.ts'

/*
 * What single words of a query are worth: with their marks, as words for kinds of places, in names
 * that hold only some of them. Each case adds to the town what it needs.
 */

describe('a word', () => {
  test('with marks that some name has is not taken for a slip either', () => {
    const known = ['Vịnh', 'Định', 'Sông'].flatMap((word, i) =>
      ['Mây', 'Gió', 'Nắng'].map((name, k) => poi(`${word} ${name}`, `c${90 + 3 * i + k}`)),
    )
    const { find } = town(poi('Định Sông Sao', 'c8'), street('Sông Sao', 's9'), ...known)
    expect(find('vịnh Sông Sao')?.place.id as string).toBe('s9')
    expect(find('vinh Sông Sao')?.place.id as string).toBe('c8')
  })

  test('that is a whole name is not another one, but may be spelt without marks', () => {
    const [bow, wind] = [poi('Giò', 'c8', { importance: 0.9 }), poi('Gió Mây', 'c9')]
    expect(town(bow, wind).find('siêu thị Giò')?.place.id as string).toBe('c8')
    expect(town(bow, wind).find('siêu thị Gió')?.place.id).not.toBe('c8')
    expect(town(poi('Gio', 'c10'), wind).find('siêu thị Gió')?.place.id as string).toBe('c10')
  })

  test('with other marks is another word where a name holds only some of those asked for', () => {
    const shop = poi('Kính Mây Thanh Gió', 'c8', { importance: 0.9 })
    const plain = poi('Thanh Gio Nang Sang', 'c9', { importance: 0.1 })
    const words = poi('Thành Sương', 'c10')
    expect(town(shop, words).find('kinh thanh lớn')?.place.id as string).toBe('c8')
    expect(town(shop, words).find('kính thành lớn')?.place.id).not.toBe('c8')
    // A name without any marks may be spelt with those asked for.
    const windy = poi('Gió Mây', 'c11')
    expect(town(plain, words, windy).find('thành gió lớn')?.place.id as string).toBe('c9')
    // What no name has is a slip.
    expect(town(shop, words).find('kính thãnh lớn')?.place.id as string).toBe('c8')
  })

  test('that many names have is met by chance, apart from the others', () => {
    const known = ['Nội', 'Đại'].flatMap((word, i) =>
      Array.from({ length: 120 }, (_, k) => poi(`${word} ${syllable(k)}`, `c${100 + 200 * i + k}`)),
    )
    const hospital = poi('Đại Sương Khói Mây Nội', 'c8')
    expect(town(hospital).find('đại nội')?.place.id as string).toBe('c8')
    expect(town(hospital, ...known).find('đại nội')?.place.id).not.toBe('c8')
    const { find } = town(poi('Đại Nội Sương Khói Mây', 'c9'), ...known)
    expect(find('đại nội')?.place.id as string).toBe('c9')
  })

  test('for a kind of place in English is that of its kind in Vietnamese', () => {
    const park = poi('Công viên Sương Mai', 'c8', { category: 'leisure=park' })
    const museum = poi('Bảo tàng Sương Mai', 'c9', { category: 'tourism=museum' })
    const inn = poi('Khách sạn Sương Mai', 'c10', { category: 'tourism=hotel', importance: 0.4 })
    const { find } = town(park, museum, inn)
    expect(find('Suong Mai Park')).toMatchObject({ place: { id: 'c8' }, partialMatch: false })
    expect(find('Suong Mai Museum')).toMatchObject({ place: { id: 'c9' }, partialMatch: false })
    expect(find('Suong Mai Hotel')).toMatchObject({ place: { id: 'c10' }, partialMatch: false })
    expect(find('Suong Mai Airport')?.partialMatch).toBe(true)
  })

  test('for a kind of place is hardly a name beside a unit', () => {
    const only = poi('Bệnh viện', 'c8', { category: 'amenity=hospital', importance: 0.45 })
    const named = poi('Bệnh viện Mắt Bến Gỗ', 'c9', { category: 'amenity=hospital' })
    expect(town(only).find('Bệnh viện Bến Gỗ')).toMatchObject({ place: { id: 'c8' } })
    expect(town(only, named).find('Bệnh viện Bến Gỗ')?.place.id as string).toBe('c9')
    // Where a unit is said as such, it is none of a name, and that is an address.
    expect(town(only, named).find('Bệnh viện, Phường Bến Gỗ')).toMatchObject({
      place: { id: 'c8' },
      confidence: 0.98,
    })
    const atDoor = poi('Bệnh viện', 'c10', { category: 'amenity=hospital', houseNumber: '9' })
    expect(town(atDoor).find('Bệnh viện, số 9, Bến Gỗ')).toMatchObject({
      place: { id: 'c10' },
      confidence: 0.98,
    })
    expect(town(only, named).find('Bệnh viện')).toMatchObject({
      place: { id: 'c8' },
      confidence: 0.98,
    })
    expect(town(only, named).ask('Bệnh viện Bến Gỗ')[0]).toBe('c8')
  })

  test('for a kind of place is no street, unless that is said or has a number', () => {
    const lane = street('Nhà Thờ', 's9', { importance: 0.9 })
    const church = poi('Nhà thờ Cổ Bến Gỗ', 'c9', { category: 'amenity=place_of_worship' })
    const { find } = town(lane, church)
    expect(find('Nhà thờ Bến Gỗ')?.place.id as string).toBe('c9')
    expect(find('phố Nhà Thờ, Bến Gỗ')).toMatchObject({ place: { id: 's9' }, confidence: 0.98 })
    const lacking = find('18 Nhà Thờ, Bến Gỗ')
    expect(lacking).toMatchObject({ place: { id: 's9' } })
    expect(find('Nhà Thờ 18, Bến Gỗ')?.confidence).toBeLessThan(lacking!.confidence)
    // There is nothing else.
    expect(town(lane).find('Nhà thờ Bến Gỗ')).toMatchObject({ place: { id: 's9' } })
  })

  test('of a name of a unit is none, but for who is still typing', () => {
    const stream = place('ward', { at: [105, 20], id: 'w9', name: 'Phường Suối Mây Xa' })
    const { find, ask } = town(stream)
    expect(find('Suối Mây')?.place.id as string).toBe('w9')
    expect(find('Suối')).toBeNull()
    expect(find('Xuân')?.place.id as string).toBe('c3')
    expect(ask('Xuân')).toContain('w3')
    expect(find('Đồng Xuân')?.place.id as string).toBe('w3')
  })

  test('of several and of a name is too little together', () => {
    const { find } = town(poi('Rùa Mây', 'c9'))
    expect(find('Rùa Khói')).toBeNull()
    expect(find('Rùa')?.place.id as string).toBe('c9')
    expect(find('Rùa Mây Khói')?.place.id as string).toBe('c9')
  })

  test('for a street counts only beside what it says of a name', () => {
    const food = poi('Ben Go Street Food', 'c8', { importance: 0.9 })
    const { find } = town(food)
    expect(find('Khói Lam Street, Ben Go Ward')?.place.id as string).toBe('w1')
    expect(find('Ben Go Street Food')?.place.id as string).toBe('c8')
  })

  test('for a unit makes a place elsewhere doubtful, less so in its province', () => {
    const inW3 = { wardId: id('w3'), provinceId: id('p2') }
    const [far, near] = [street('Sương Mai Khói', 's8', inW3), street('Sương Mai Khói', 's9', W2)]
    const better = { ...far, importance: 0.6 }
    const { find } = town(better, near)
    expect(find('Sương Mai Khói')?.place.id as string).toBe('s8')
    expect(find('Sương Mai Khói, Phường Bến Gỗ')?.place.id as string).toBe('s9')
    expect(find('Sương Mai Khói, Bến Gỗ ward')?.place.id as string).toBe('s9')
    // Without a word for a unit it may be something else.
    expect(find('Sương Mai Khói Bến Gỗ')?.place.id as string).toBe('s8')
    expect(town(better).find('5 Sương Mai, Phường 4, Quận 5')?.place.id as string).toBe('f5p4')
  })

  test('for a province or district behind a street keeps it out of all others', () => {
    const far = street('Sương Mai Khói', 's8', { wardId: id('w3'), provinceId: id('p2') })
    // A word of few names is looked at as a slip in any case.
    const known = ['Mây', 'Gió', 'Nắng'].map((name, i) => poi(`Quận ${name}`, `c${90 + i}`))
    const { find, ask } = town(far, ...known)
    for (const [unit, its] of [
      ['Sao La', 'p1'],
      ['TP Sao La', 'p1'],
      ['Quận 5', 'f5'],
      ['q5', 'f5'],
      ['Gò Vắp', 'fp'],
    ]) {
      const found = find(`12 Sương Mai Khói, ${unit}`)
      expect(found).toMatchObject({ place: { id: its }, partialMatch: true })
    }
    expect(find('Sương Mai Khói, Hà Lam')).toMatchObject({ place: { id: 's8' } })
    // A unit that is its own, another in its province, or one before it is none that it misses.
    expect(find('Sương Mai Khói, Hà Lam, Quận 5')).toMatchObject({ place: { id: 's8' } })
    expect(find('Nguyễn Thị Minh Khai, Phường Chợ Mới')).toMatchObject({ place: { id: 's5' } })
    expect(find('Sao La, 12 Sương Mai Khói')).toMatchObject({ place: { id: 's8' } })
    expect(find('Sương Mai Khói, ngõ Sao La')).toMatchObject({ place: { id: 's8' } })
    // A province of before that was divided is in several: it keeps nothing out.
    const divided = place('province', {
      id: 'fp2',
      at: [105.5, 20],
      name: 'Tỉnh Zuyvan Qeplo',
      successorIds: [id('w1'), id('w3')],
    })
    const beside = { ...far, wardId: null }
    const found = town(beside, divided).find('Sương Mai Khói, Zuyvan Qeplo')
    expect(found).toMatchObject({ place: { id: 's8' } })
    // So it does while the text is typed, behind a comma.
    expect(ask('Sương Mai Khói, Sao La')).not.toContain('s8')
    expect(ask('Sương Mai Khói, Sao La')[0]).toBe('p1')
    expect(ask('Sương Mai Khói Sao La')).toContain('s8')
  })

  test('for a province does not keep out a POI whose name is all there', () => {
    const inP2 = { wardId: id('w3'), provinceId: id('p2'), category: 'amenity=marketplace' }
    const { find } = town(poi('Chợ Sương Mai Khói', 'c8', inP2), poi('Quán Gió Mây', 'c9', inP2))
    expect(find('Chợ Sương Mai Khói, Sao La')).toMatchObject({ place: { id: 'c8' } })
    expect(find('Gió Mây Trăng, Sao La')).toMatchObject({ place: { id: 'p1' } })
  })

  test('for a unit is one before or behind its name, not one of its name', () => {
    const other = place('ward', {
      id: 'w9',
      at: [106.1, 20],
      name: 'Phường Xuân Phương',
      provinceId: id('p2'),
    })
    const { find, ask } = town(other, poi('Quán Xuan Mây', 'c8'))
    expect(ask('Quán Lam Xuan, Phường Bến Gỗ')[0]).toBe('c8')
    // It is hardly that, but it is there.
    expect(find('Quán Lam Xuan, Phường Bến Gỗ')).toMatchObject({ place: { id: 'w1' } })
    expect(find('Quán Xuan, Phường Bến Gỗ')).toMatchObject({ place: { id: 'c8' } })
  })

  test('for a kind of place is as good as the whole of its type word', () => {
    const school = { category: 'amenity=university' }
    const { find } = town(poi('Trường Đại học Mây Khói', 'c8', school))
    const [whole, said, bare] = ['Trường Đại học Mây Khói', 'đại học Mây Khói', 'Mây Khói'].map(
      (text) => find(text),
    )
    for (const found of [whole, said, bare]) expect(found).toMatchObject({ place: { id: 'c8' } })
    expect(said!.confidence).toBeGreaterThan(0.8)
    expect(said!.confidence).toBeGreaterThan(bare!.confidence)
  })

  test('for a kind of place and where it lies do not say which one, where more is said', () => {
    const hospital = { category: 'amenity=hospital' }
    const plain = poi('Bệnh viện', 'c8', hospital)
    const second = poi('Bệnh viện Thành phố Sao La Cơ sở Hai Số 1', 'c9', hospital)
    const { find, ask } = town(plain, second)
    expect(find('bệnh viện Sao La')?.matchLevel).toBe('poi')
    expect(find('bệnh viện Khói Lam Sao La')).toMatchObject({ place: { id: 'p1' } })
    expect(find('1 Khói Lam, TP Sao La')).toMatchObject({ place: { id: 'p1' } })
    expect(ask('bệnh viện khói')[0]).toBe('c8')
    // Of a name that is all there, a number does.
    const park = town(poi('Công viên 8/3', 'c10'))
    expect(park.find('Công viên 8 tháng 3, Sao La')).toMatchObject({ place: { id: 'c10' } })
  })

  test('for a city is not for the province that is called after it', () => {
    const inP2 = { provinceId: id('p2'), successorIds: [id('w3')] }
    const district = (idText: string, name: string) =>
      place('district', { id: idText, at: [106, 20], name, importance: 0.6, ...inP2 })
    const ward = (idText: string, parent: string, importance: number) => ({
      ...place('ward', { id: idText, at: [106, 20], name: 'Phường 7', importance, ...inP2 }),
      formerParentId: id(parent),
    })
    const [seat, other] = [district('f6', 'Thành phố Hà Lam'), district('f7', 'Thị xã Gió')]
    const { find } = town(seat, other, ward('f6p7', 'f6', 0.2), ward('f7p7', 'f7', 0.3))
    expect(find('Phường 7, TP Hà Lam')).toMatchObject({ place: { id: 'f6p7' } })
    expect(find('Phường 7, Hà Lam')).toMatchObject({ place: { id: 'f6p7' } })
    expect(find('Phường 7, Thị xã Gió, Hà Lam')).toMatchObject({ place: { id: 'f7p7' } })
    expect(find('Phường 9, TP Hà Lam')).toMatchObject({ place: { id: 'f6' } })
  })

  test('beside a number is what has it', () => {
    const { find } = town(street('Sao La', 's8'))
    expect(find('7 Brrmm Grrff, Sao La')).toMatchObject({ place: { id: 'p1' } })
    expect(find('7 Sao La')).toMatchObject({ place: { id: 's8' } })
  })

  test('that is known is no slip as long as another may be one', () => {
    const [known, alike] = [poi('Zuyvan Sương', 'c8'), poi('Zuylan Sương', 'c9', W2)]
    const { find } = town(known, alike)
    expect(find('Zuyvan Sương, Phường Bếm Gỗ')).toMatchObject({ place: { id: 'c8' } })
  })

  test('with a tone is not begun by another', () => {
    const { ask } = town(poi('Phở Thịnh', 'c8'), poi('Phở Thìn Sương', 'c9'))
    expect(ask('phở thìn')).toEqual(['c9', 'c8'])
    // Without one it may still come.
    expect(ask('phở thin')).toEqual(['c8', 'c9'])
  })

  test('for what is beside leads to the place, not to what is beside another', () => {
    const stop = poi('Đối diện Bệnh viện Khói', 'c8', { category: 'highway=bus_stop' })
    const hospital = poi('Bệnh viện Bến Gỗ', 'c9', { category: 'amenity=hospital', ...W2 })
    const { find } = town(stop, hospital)
    expect(find('đối diện bệnh viện Bến Gỗ')?.place.id as string).toBe('c9')
    expect(find('đối diện bệnh viện Khói')?.place.id as string).toBe('c8')
    expect(town(stop).find('đối diện bệnh viện Bến Gỗ')?.place.id as string).toBe('c8')
  })

  test('for another sort of place is not explained', () => {
    const church = poi('Nhà thờ Sông Sao', 'c8', { category: 'amenity=place_of_worship' })
    const market = poi('Sông Sao', 'c9', { category: 'amenity=marketplace', importance: 0.1 })
    const inn = poi('Sông Sao', 'c10', { category: 'tourism=hotel', importance: 0.15, ...W2 })
    const { find, ask } = town(church, market, inn)
    expect(find('chợ Sông Sao')).toMatchObject({ place: { id: 'c9' }, partialMatch: false })
    expect(find('Sông Sao market')).toMatchObject({ place: { id: 'c9' }, partialMatch: false })
    expect(find('khách sạn Sông Sao')).toMatchObject({ place: { id: 'c10' }, partialMatch: false })
    expect(find('nhà thờ Sông Sao')).toMatchObject({ place: { id: 'c8' }, partialMatch: false })
    expect(find('bệnh viện Sông Sao')?.partialMatch).toBe(true)
    expect(ask('chợ sông s')[0]).toBe('c9')
    // Inns of that name that are better known do not hide it.
    const inns = Array.from({ length: 12 }, (_, i) =>
      poi('Sông Sao', `c${20 + i}`, { category: 'tourism=hotel', importance: 0.3 }),
    )
    expect(town(market, ...inns).find('chợ Sông Sao')?.place.id as string).toBe('c9')
    // An operator's own place may say of no tag what it is: it may be anything.
    const { find: findOwn } = town(church, poi('Sông Sao', 'c11'))
    expect(findOwn('chợ Sông Sao')).toMatchObject({ place: { id: 'c11' }, partialMatch: false })
  })

  test('for a kind of place, spelt rightly or without marks, is not taken for another', () => {
    const station = poi('Dầu Sông Sao', 'c8', { category: 'amenity=fuel' })
    // A word of few names is looked at as a slip in any case.
    const known = ['Cầu', 'Sông', 'Sao'].flatMap((word, i) =>
      ['Mây', 'Gió', 'Nắng'].map((name, k) => poi(`${word} ${name}`, `c${90 + 3 * i + k}`)),
    )
    const { find } = town(station, street('Sông Sao', 's9'), ...known)
    expect(find('cầu Sông Sao')?.place.id as string).toBe('s9')
    expect(find('cau Sông Sao')?.place.id as string).toBe('s9')
  })
})
