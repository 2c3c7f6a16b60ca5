import { describe, expect, test } from 'bun:test'
import { wardRecords } from '../../src/import/units/builtin-data.ts'
import type { Place } from '../../src/search/model/place.ts'
import { EAST_WARD, readDrawing, TWO_WARDS, unitTags, WEST_WARD } from './drawing.ts'

/** The places of a town that are not from the built-in set. */
async function placesOf(town: string): Promise<readonly Place[]> {
  const { places } = await readDrawing(TWO_WARDS + town)
  return places.filter(({ source }) => source === 'osm')
}

async function named(town: string, name: string): Promise<Place[]> {
  return (await placesOf(town)).filter((place) => place.name === name)
}

function fail(name: string): never {
  throw new Error(`${name} should be a place`)
}

describe('units', () => {
  test('a province and its wards, with codes as ids and short names as aliases', async () => {
    const places = await placesOf('')
    const unit = (id: string) => places.find((place) => place.id === id)
    expect(unit('vn79')).toMatchObject({ kind: 'province', code: '79', provinceId: null })
    expect(unit('vn79')?.aliases).toContain('Hồ Chí Minh')
    expect(unit('vn79')?.aliases).toContain('Sài Gòn')
    expect(unit(WEST_WARD)).toMatchObject({
      kind: 'ward',
      name: 'Phường Sài Gòn',
      aliases: ['Sài Gòn'],
      provinceId: 'vn79',
      lonE7: 1067050000,
      latE7: 107150000,
    })
  })

  test('the wards of the drawing are those of the built-in set', () => {
    const codes = wardRecords().map(({ id, name }) => `${id} ${name}`)
    expect(codes).toContain(`${WEST_WARD} Phường Sài Gòn`)
    expect(codes).toContain(`${EAST_WARD} Phường Tân Định`)
  })

  test('a unit without a code gets it by its name, else it keeps the relation id', async () => {
    const town = TWO_WARDS.replace(' | ref=26737', '').replace(' | ref=26740', '')
    const { places } = await readDrawing(town.replace('Phường Sài Gòn', 'Phường Không Có'))
    const wards = places.filter(({ kind, source }) => kind === 'ward' && source === 'osm')
    expect(wards.map(({ id }) => String(id)).sort()).toEqual(['r9002', EAST_WARD].sort())
  })

  test('every import has the other provinces and wards, and the former units', async () => {
    const { places, boundaries } = await readDrawing(TWO_WARDS)
    const today = places.filter(({ code }) => code !== null)
    expect(today.filter(({ kind }) => kind === 'province')).toHaveLength(34)
    expect(today.filter(({ kind }) => kind === 'ward')).toHaveLength(3321)
    expect(boundaries.filter(({ unit }) => unit.level === 4)).toHaveLength(34)
    expect(boundaries.filter(({ unit }) => unit.level === 8)).toHaveLength(2)
    expect(places.some(({ name, kind }) => kind === 'district' && name === 'Quận 1')).toBe(true)
    expect(new Set(places.map(({ id }) => id)).size).toBe(places.length)
  })

  test('a broken border keeps the name and a place on the map, and is reported', async () => {
    const { places, rejections } = await readDrawing(
      TWO_WARDS.replace('r9003 w9001:outer w9003:outer', 'r9003 w9003:outer w9999:outer'),
    )
    const ward = places.find(({ id }) => id === EAST_WARD)
    expect(ward).toMatchObject({ name: 'Phường Tân Định', lonE7: 1067150000 })
    expect(rejections.all()).toContainEqual({
      reason: 'boundary that is broken: members missing',
      count: 1,
      examples: ['r9003 Phường Tân Định (1 way of it missing from the extract)'],
    })
  })

  test('two wards of one name in a province are two; the same ward twice is one', async () => {
    const twins = TWO_WARDS.replace('Phường Tân Định', 'Phường Sài Gòn')
    const twice = `${TWO_WARDS}
      r9004 w9001:outer w9002:outer  ${unitTags(6, 'Phường Sài Gòn')}`
    const wards = async (town: string) =>
      (await readDrawing(town)).places.filter((p) => p.kind === 'ward' && p.source === 'osm').length
    expect([await wards(twins), await wards(twice)]).toEqual([2, 2])
  })

  test('an extract of before the reform takes the built-in provinces', async () => {
    const old = TWO_WARDS.replace('name=Thành phố Hồ Chí Minh | ref=79', 'name=Tỉnh Bình Dương')
    const { places, rejections } = await readDrawing(old)
    expect(places.find(({ id }) => id === 'vn79')?.source).toBe('builtin')
    const [reason] = rejections.all().filter((each) => each.reason.includes('former province'))
    expect(reason?.examples).toEqual(['Tỉnh Bình Dương'])
  })

  test('another country has none of it', async () => {
    const abroad = `
      n1 -1000000 300000  place=town | name=Sant Julià
      n2 -1000000 300100  amenity=cafe | name=Bar`
    const { places, country, warnings } = await readDrawing(abroad)
    expect(places.map(({ name }) => name)).toEqual(['Sant Julià', 'Bar'])
    expect(country).toBe('ZZ')
    expect(warnings).toHaveLength(1)
  })
})

describe('streets', () => {
  const crossing = `
    n1 10 50
    n2 60 50
    n3 90 50
    n4 150 50
    n5 190 50
    w1 n1 n2  highway=primary | name=Đường Nguyễn Trãi | ref=QL.1
    w2 n2 n3 n4 n5  highway=secondary | name=Nguyễn Trãi`

  test('one street a ward and name, cut where the ward changes', async () => {
    const streets = (await placesOf(crossing)).filter(({ kind }) => kind === 'street')
    expect(streets.map(({ wardId }) => String(wardId)).sort()).toEqual([EAST_WARD, WEST_WARD])
    const west = streets.find(({ wardId }) => wardId === WEST_WARD)
    // n3-n4 changes wards; its middle, x = 120, is in the east.
    expect(west).toMatchObject({
      name: 'Đường Nguyễn Trãi',
      category: 'highway=primary',
      provinceId: 'vn79',
    })
    expect(west?.aliases).toEqual(['QL.1', 'QL1', 'Quốc lộ 1', 'Nguyễn Trãi'])
    expect(west?.lines.map((line) => [...line])).toEqual([
      [1067010000, 107050000, 1067060000, 107050000, 1067090000, 107050000],
    ])
  })

  test('ids survive other ways, other tags and another spelling', async () => {
    const ids = async (town: string) =>
      (await placesOf(town)).filter(({ kind }) => kind === 'street').map(({ id }) => String(id))
    const changed = `
      n1 10 50
      n3 90 50
      n5 190 50
      n6 20 50
      w7 n1 n6 n3 n5  highway=tertiary | name=nguyễn  trãi | lanes=2`
    expect((await ids(changed)).sort()).toEqual((await ids(crossing)).sort())
  })

  test('the same name far apart in one ward is two streets, a gap is none', async () => {
    const estates = `
      n1 5 5
      n2 10 5
      n3 10 290
      n4 15 290
      n5 12 5
      n6 20 5
      w1 n1 n2  highway=residential | name=Đường số 1
      w2 n3 n4  highway=residential | name=Đường số 1
      w3 n5 n6  highway=residential | name=Đường số 1`
    const streets = await named(estates, 'Đường số 1')
    expect(streets.map(({ lines }) => lines.length).sort()).toEqual([1, 2])
    expect(new Set(streets.map(({ id }) => id)).size).toBe(2)
  })

  test('lines join end to end, whatever way they were drawn', async () => {
    const pieces = `
      n1 10 10
      n2 20 10
      n3 30 10
      n4 40 10
      w1 n2 n1  highway=residential | name=A
      w2 n2 n3  highway=residential | name=A
      w3 n4 n3  highway=residential | name=A`
    const [street] = await named(pieces, 'A')
    expect(street?.lines).toHaveLength(1)
    expect(street?.lines[0]).toHaveLength(8)
    expect(street).toMatchObject({ lonE7: 1067025000, latE7: 107010000 })
  })
})

describe('alleys', () => {
  const town = `
    n1 10 50
    n2 50 50
    n3 90 50
    n4 50 60
    n5 55 60
    n6 20 50
    n7 20 40
    n8 80 50
    n9 80 40
    w1 n1 n6 n2 n8 n3  highway=primary | name=Nguyễn Trãi
    w2 n2 n4  highway=service | name=Hẻm 45 Đường Nguyễn Trãi
    w3 n4 n5  highway=service | name=Ngách 3 Hẻm 45 Nguyễn Trãi
    w4 n6 n7  highway=service | name=Ngõ 31
    w5 n8 n9  highway=service | name=Ngõ Vạn Ứng`

  test.each([
    ['Hẻm 45 Đường Nguyễn Trãi', '45', 'Nguyễn Trãi'],
    ['Ngách 3 Hẻm 45 Nguyễn Trãi', '45/3', 'Nguyễn Trãi'],
    ['Ngõ 31', '31', 'Nguyễn Trãi'],
    ['Ngõ Vạn Ứng', null, 'Nguyễn Trãi'],
  ])('%s is number %p of %s', async (name, houseNumber, streetName) => {
    const places = await placesOf(town)
    const street = places.find((place) => place.name === 'Nguyễn Trãi')
    const alley = places.find((place) => place.name === name)
    expect(alley).toMatchObject({ kind: 'alley', houseNumber, streetName, streetId: street?.id })
  })

  test('two alleys of one number in a ward are told apart by their streets', async () => {
    const two = `${town}
      n21 10 90
      n22 90 90
      n23 20 90
      n24 20 95
      w21 n21 n23 n22  highway=primary | name=Lê Lợi
      w22 n23 n24  highway=service | name=Ngõ 31`
    const alleys = await named(two, 'Ngõ 31')
    expect(alleys.map(({ streetName }) => streetName).sort()).toEqual(['Lê Lợi', 'Nguyễn Trãi'])
    const before = await named(town, 'Ngõ 31')
    expect(alleys.map(({ id }) => id)).toContain(before[0]?.id ?? fail('Ngõ 31'))
  })
})

describe('addresses and POIs', () => {
  const street = `
    n1 10 50
    n2 90 50
    n3 110 50
    n4 190 50
    w1 n1 n2  highway=residential | name=Nguyễn Trãi
    w2 n3 n4  highway=residential | name=Nguyễn Trãi`
  const find = async (town: string, id: string) =>
    (await placesOf(street + town)).find((place) => place.id === id)

  test.each([
    ['the street of its ward', 'n10 50 51', EAST_WARD, WEST_WARD],
    ['the street of its ward, though another is nearer', 'n10 99 70', EAST_WARD, WEST_WARD],
    ['the street of the next ward when its own has none', 'n10 101 50', WEST_WARD, EAST_WARD],
  ])('a house belongs to %s', async (_, position, __, ward) => {
    const places = await placesOf(
      `${street}\n${position}  addr:housenumber=12 | addr:street=Đường Nguyễn Trãi`,
    )
    const house = places.find(({ id }) => id === 'n10')
    const own = places.find(({ kind, wardId }) => kind === 'street' && wardId === ward)
    expect(house).toMatchObject({
      kind: 'house',
      name: '',
      houseNumber: '12',
      streetName: 'Nguyễn Trãi',
      streetId: own?.id,
      wardId: ward,
      provinceId: 'vn79',
    })
  })

  test('without marks the street is found too', async () => {
    const house = await find('\nn10 50 51  addr:housenumber=12 | addr:street=nguyen trai', 'n10')
    expect(house?.streetName).toBe('Nguyễn Trãi')
  })

  test('several numbers are several houses, with ids that last', async () => {
    const town = '\nn10 50 51  addr:housenumber=12;14;16A | addr:street=Nguyễn Trãi'
    const houses = (await placesOf(street + town)).filter(({ kind }) => kind === 'house')
    const all = houses.map(({ id, houseNumber }) => `${id} ${houseNumber}`)
    expect(all).toEqual(['n10 12', 'n10~14 14', 'n10~16A 16A'])
  })

  test('a POI bears its address, further numbers stand beside it', async () => {
    const address = 'addr:housenumber=12;14 | addr:street=Nguyễn Trãi'
    const town = `\nn10 50 51  amenity=cafe | name=Sân | phone=1 | ${address}`
    const places = (await placesOf(street + town)).filter(({ id }) => id.startsWith('n10'))
    expect(places).toMatchObject([
      { id: 'n10', kind: 'poi', category: 'amenity=cafe', houseNumber: '12', tags: { phone: '1' } },
      { id: 'n10~14', kind: 'house', houseNumber: '14', streetName: 'Nguyễn Trãi' },
    ])
  })

  test('a street that only addresses name is a street without lines', async () => {
    const town = `
      n10 50 51  addr:housenumber=1 | addr:street=Phố Mới
      n11 51 51  addr:housenumber=3 | addr:street=Phố Mới
      n12 52 51  addr:housenumber=5 | addr:street=Hẻm 45 Nguyễn Trãi`
    const places = await placesOf(street + town)
    const made = places.filter(({ name }) => name === 'Phố Mới')
    expect(made).toMatchObject([{ kind: 'street', lines: [], wardId: WEST_WARD, category: '' }])
    for (const id of ['n10', 'n11']) {
      expect(places.find((place) => place.id === id)?.streetId).toBe(made[0]?.id ?? fail('Phố Mới'))
    }
    const alley = places.find(({ name }) => name === 'Hẻm 45 Nguyễn Trãi')
    expect(alley).toMatchObject({ kind: 'alley', houseNumber: '45', streetName: 'Nguyễn Trãi' })
  })

  test('a number alone belongs to the street before the door, in the fields to none', async () => {
    const town = '\nn10 50 51  addr:housenumber=7\nn11 50 20  addr:housenumber=9'
    const { places, rejections } = await readDrawing(TWO_WARDS + street + town)
    expect(places.find(({ id }) => id === 'n10')?.streetName).toBe('Nguyễn Trãi')
    expect(places.some(({ id }) => id === 'n11')).toBe(false)
    const reasons = rejections.all()
    expect(reasons).toEqual([
      { reason: 'house number without a street', count: 1, examples: ['n11'] },
    ])
  })

  test('houses counted in a hamlet keep its name', async () => {
    const house = await find('\nn10 50 20  addr:housenumber=9 | addr:place=Ấp 3', 'n10')
    expect(house).toMatchObject({ streetName: 'Ấp 3', streetId: null })
  })

  test('areas stand inside themselves', async () => {
    const town = `
      n11 20 20
      n12 30 20
      n13 30 30
      n14 29 30
      n15 29 21
      n16 20 21
      w11 n11 n12 n13 n14 n15 n16 n11  amenity=school | name=Trường L
      n21 60 60
      n22 70 60
      n23 70 70
      n24 60 70
      w21 n21 n22 n23
      w22 n23 n24 n21
      r21 w21:outer w22:outer  type=multipolygon | amenity=university | name=Trường Đại học`
    const school = await find(town, 'w11')
    // The centroid of the L lies in its hollow.
    expect(school?.lonE7).toBeGreaterThan(1067020000)
    expect(school?.latE7).toBeLessThan(107030001)
    expect(await find(town, 'r21')).toMatchObject({ lonE7: 1067065000, latE7: 107065000 })
  })

  test('interpolated rows keep their line and end numbers', async () => {
    const town = `
      n11 20 51  addr:housenumber=1 | addr:street=Nguyễn Trãi
      n12 40 51
      n13 60 51  addr:housenumber=21 | addr:street=Nguyễn Trãi
      w11 n11 n12 n13  addr:interpolation=odd
      w12 n12 n13  addr:interpolation=even`
    const { places, rejections } = await readDrawing(TWO_WARDS + street + town)
    expect(places.find(({ id }) => id === 'w11')).toMatchObject({
      kind: 'house',
      houseNumber: '1-21',
      streetName: 'Nguyễn Trãi',
      tags: { 'addr:interpolation': 'odd', 'addr:interpolation:to': '21' },
    })
    expect(places.find(({ id }) => id === 'w11')?.lines[0]).toHaveLength(6)
    const reasons = rejections.all().map(({ reason }) => reason)
    expect(reasons).toEqual(['interpolation without numbers at its ends'])
  })

  test('tags fill in the parents where no polygon holds the place', async () => {
    const tags = 'addr:street=A | addr:city=TP. Hồ Chí Minh | addr:ward=Phường Tân Định'
    const town = `\nn10 25000 50  amenity=cafe | name=Xa | ${tags}`
    const place = await find(town, 'n10')
    expect(place).toMatchObject({ wardId: EAST_WARD, provinceId: 'vn79' })
  })

  test('settlements', async () => {
    const places = await named('\nn10 50 51  place=quarter | name=Khu phố 1', 'Khu phố 1')
    expect(places).toMatchObject([{ kind: 'settlement', wardId: WEST_WARD }])
  })

  test('a city that is its province gives it its centre and is no place beside it', async () => {
    const city = '\nn10 50 51  place=city | name=Hồ Chí Minh | old_name=Gia Định'
    const { places, rejections } = await readDrawing(TWO_WARDS + city)
    const ofName = places.filter(({ name }) => name.endsWith('Hồ Chí Minh'))
    expect(ofName).toMatchObject([{ id: 'vn79', lonE7: 1_067_050_000, latE7: 107_051_000 }])
    expect(ofName[0]?.aliases).toContain('Sài Gòn')
    expect(ofName[0]?.aliases).toContain('Gia Định')
    expect(rejections.all()).toMatchObject([{ reason: 'city that is its province', count: 1 }])
    // A suburb of that name is one, and a city of another province is none of this one.
    expect(await named('\nn10 50 51  place=suburb | name=Hồ Chí Minh', 'Hồ Chí Minh')).toHaveLength(
      1,
    )
    expect(await named('\nn10 50 51  place=city | name=Hà Nội', 'Hà Nội')).toHaveLength(1)
  })
})
