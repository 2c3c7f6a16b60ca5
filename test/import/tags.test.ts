import { describe, expect, test } from 'bun:test'
import type { Tags } from '../../src/base/tags.ts'
import { bareStreetKey, streetKey } from '../../src/import/streets/street-key.ts'
import { addressMeaning, interpolationOf } from '../../src/import/tags/address-tags.ts'
import { alleyName } from '../../src/import/tags/alley.ts'
import { boundaryMeaning, levelPlan } from '../../src/import/tags/boundary-tags.ts'
import { namesOf, tidyName } from '../../src/import/tags/names.ts'
import { POI_KEYS, poiMeaning } from '../../src/import/tags/poi-tags.ts'
import { roadMeaning } from '../../src/import/tags/road-tags.ts'
import { settlementMeaning } from '../../src/import/tags/settlement-tags.ts'
import { keptTags } from '../../src/import/tags/tags.ts'

describe('names', () => {
  test.each<[string, Tags, ReturnType<typeof namesOf>]>([
    ['plain', { name: 'Phở Thìn' }, { name: 'Phở Thìn', nameEn: null, aliases: [] }],
    [
      'a Chinese sign gives way to name:vi',
      { name: '越秀酒店', 'name:vi': 'Khách sạn Việt Tú', 'name:en': 'Viet Tu Hotel' },
      { name: 'Khách sạn Việt Tú', nameEn: 'Viet Tu Hotel', aliases: ['越秀酒店'] },
    ],
    [
      'an English sign gives way to name:vi',
      { name: 'Opera House', 'name:en': 'Opera House', 'name:vi': 'Nhà hát Lớn' },
      { name: 'Nhà hát Lớn', nameEn: 'Opera House', aliases: [] },
    ],
    [
      'a Vietnamese sign stays before name:vi',
      { name: 'Chợ Bến Thành', 'name:vi': 'Chợ Bến Thành', 'name:en': 'Ben Thanh Market' },
      { name: 'Chợ Bến Thành', nameEn: 'Ben Thanh Market', aliases: [] },
    ],
    [
      'other names are aliases, lists are cut',
      { name: 'A', alt_name: 'B;C', old_name: 'A', short_name: 'D' },
      { name: 'A', nameEn: null, aliases: ['B', 'C', 'D'] },
    ],
    ['only English', { 'name:en': 'Villa' }, { name: 'Villa', nameEn: null, aliases: [] }],
    ['nothing', {}, { name: '', nameEn: null, aliases: [] }],
  ])('%s', (_, tags, expected) => expect(namesOf(tags)).toEqual(expected))

  test('text is NFC, spaced once, and eth is đ', () => {
    expect(tidyName('  Trần\u00a0Hưng  Ðạo\u0000 '.normalize('NFD'))).toBe('Trần Hưng Đạo')
    expect(tidyName('x'.repeat(300))).toHaveLength(255)
  })

  test('what cannot be seen goes', () => {
    expect(tidyName('ស្ពាន\u200bថ្ម')).toBe('ស្ពានថ្ម')
    expect(tidyName('\ufeffPhố\u200b Hu\u00adế\u200e')).toBe('Phố Huế')
  })
})

describe('POIs', () => {
  test.each<[Tags, string]>([
    [{ amenity: 'cafe', name: 'X' }, 'amenity=cafe X'],
    [{ tourism: 'hotel', amenity: 'restaurant', name: 'X' }, 'tourism=hotel X'],
    [{ amenity: 'restaurant', tourism: 'attraction', name: 'X' }, 'amenity=restaurant X'],
    [{ amenity: 'restaurant;bar', name: 'X' }, 'amenity=restaurant X'],
    [{ amenity: 'atm' }, 'amenity=atm ATM'],
    [{ amenity: 'atm', operator: 'BIDV' }, 'amenity=atm ATM BIDV'],
    [{ amenity: 'fuel', brand: 'Petrolimex' }, 'amenity=fuel Trạm xăng Petrolimex'],
    [{ amenity: 'atm', operator: 'Agribank - ATM' }, 'amenity=atm ATM Agribank'],
    [{ amenity: 'atm', operator: 'Gp Bank - -Atm' }, 'amenity=atm ATM Gp Bank'],
    [{ amenity: 'atm', operator: 'SCB - ATM;Agribank - ATM' }, 'amenity=atm ATM SCB'],
    [{ amenity: 'atm', operator: 'Dong A - ATM HSBC' }, 'amenity=atm Dong A - ATM HSBC'],
    [{ amenity: 'bank', operator: 'Ngan hang ABC' }, 'amenity=bank Ngan hang ABC'],
    [{ amenity: 'fuel', operator: 'Tram Xang Dau Comeco' }, 'amenity=fuel Tram Xang Dau Comeco'],
    [{ amenity: 'fuel', operator: 'Cửa hàng xăng dầu 43' }, 'amenity=fuel Cửa hàng xăng dầu 43'],
    [{ amenity: 'fuel', operator: 'Dai Ly Ban Le Xang X' }, 'amenity=fuel Dai Ly Ban Le Xang X'],
    [{ amenity: 'fuel', operator: 'CHXD 12' }, 'amenity=fuel CHXD 12'],
    [{ amenity: 'fuel', operator: 'Duc Nhat Pte.' }, 'amenity=fuel Trạm xăng Duc Nhat Pte.'],
    [{ building: 'yes', name: 'Toà nhà Bitexco' }, 'building=yes Toà nhà Bitexco'],
    [{ railway: 'station', name: 'Ga Hà Nội' }, 'railway=station Ga Hà Nội'],
    [{ public_transport: 'station', railway: 'station', name: 'X' }, 'railway=station X'],
    [{ public_transport: 'station', aerialway: 'station', name: 'X' }, 'aerialway=station X'],
    [{ public_transport: 'station', amenity: 'bus_station', name: 'X' }, 'amenity=bus_station X'],
    [{ public_transport: 'station', name: 'X' }, 'public_transport=station X'],
    [{ leisure: 'pitch', sport: 'soccer', name: 'Sân A' }, 'leisure=pitch Sân A'],
    [{ natural: 'peak', name: 'Fansipan' }, 'natural=peak Fansipan'],
    [{ shop: 'vacant', office: 'company', name: 'X' }, 'office=company X'],
  ])('%o is %s', (tags, expected) => {
    const meaning = poiMeaning(tags)
    if (meaning === null || typeof meaning === 'string') throw new Error('no POI')
    expect(`${meaning.category} ${meaning.names.name}`).toBe(expected)
  })

  test.each<[Tags, string | null]>([
    [{ amenity: 'restaurant' }, 'poi without a name'],
    [{ shop: 'vacant', name: 'X' }, 'poi closed or gone'],
    [{ amenity: 'bench', name: 'X' }, null],
    [{ building: 'house' }, null],
    [{ leisure: 'pitch', sport: 'tennis' }, null],
    [{ highway: 'residential', name: 'X' }, null],
    [{ natural: 'tree', name: 'X' }, null],
    [{ highway: 'constructor', amenity: 'no' }, null],
  ])('%o is none: %s', (tags, reason) => expect<unknown>(poiMeaning(tags)).toBe(reason))

  test('useful tags are kept, contacts under one key, the rest dropped', () => {
    const tags = { amenity: 'cafe', name: 'X', 'contact:phone': '1', source: 'me', layer: '1' }
    expect(keptTags(tags, POI_KEYS)).toEqual({ amenity: 'cafe', 'contact:phone': '1', phone: '1' })
  })
})

describe('alleys', () => {
  test.each([
    ['Ngõ 120 Đường Trường Chinh', '120', 'Đường Trường Chinh'],
    ['Ngách 6/9 Phố Vĩnh Phúc', '6/9', 'Phố Vĩnh Phúc'],
    ['Hẻm 50 Ngách 39 Ngõ 250 Kim Giang', '250/39/50', 'Kim Giang'],
    ['Ngách 221 Ngõ Thịnh Quang', '221', 'Ngõ Thịnh Quang'],
    ['Hẻm 129/8-10 Đường Nguyễn Trãi', '129/8-10', 'Đường Nguyễn Trãi'],
    ['Ngõ 198B Đường Nguyễn Tuân', '198B', 'Đường Nguyễn Tuân'],
    ['kiệt 123/45 Hùng Vương', '123/45', 'Hùng Vương'],
    ['hem 45 nguyen trai', '45', 'nguyen trai'],
    ['Ngách 218/55', '218/55', null],
    ['Ngõ A6', 'A6', null],
    ['Ngõ 12 ngách 58 Đào Tấn', '12/58', 'Đào Tấn'],
    ['Ngõ 250 Ngách 39 Hẻm 50 Kim Giang', '250/39/50', 'Kim Giang'],
    ['Ngàch 59/12 Hoàng Cầu', '59/12', 'Hoàng Cầu'],
    ['Ngõ 387 - Hoàng Quốc Việt', '387', 'Hoàng Quốc Việt'],
    ['Ngõ Hàng Bột', null, null],
    ['718 Trần Hưng Đạo', '718', 'Trần Hưng Đạo'],
  ])('%s', (name, chain, parentStreet) => {
    expect(alleyName(name)).toEqual({ chain, parentStreet })
  })

  test.each([
    'Đường Nguyễn Trãi',
    'Ngô Y Te',
    '30 Tháng 4',
    '3/2',
    '3/2 Quận 10 cũ',
    '684',
    'Đường 3 Tháng 2',
    'Hem',
  ])('%s is none', (name) => expect(alleyName(name)).toBeNull())
})

describe('roads', () => {
  test.each<[Tags, string, readonly string[]]>([
    [
      { highway: 'primary', name: 'Giải Phóng', ref: 'QL.1A' },
      'Giải Phóng',
      ['QL.1A', 'QL1A', 'Quốc lộ 1A'],
    ],
    [{ highway: 'trunk', ref: 'QL 1' }, 'Quốc lộ 1', ['QL 1', 'QL1']],
    [
      { highway: 'secondary', ref: 'ĐT.743;ĐT.747' },
      'Đường tỉnh 743',
      ['ĐT.743', 'ĐT743', 'ĐT.747', 'ĐT747', 'Đường tỉnh 747'],
    ],
    [{ highway: 'motorway', ref: 'CT.01' }, 'Cao tốc 01', ['CT.01', 'CT01']],
    [{ highway: 'primary', name: 'Lê Lợi', old_name: 'Bonnard' }, 'Lê Lợi', ['Bonnard']],
  ])('%o', (tags, name, aliases) => {
    expect(roadMeaning(tags)?.names).toMatchObject({ name, aliases })
  })

  test.each<[Tags]>([
    [{ highway: 'residential' }],
    [{ highway: 'bus_stop', name: 'X' }],
    [{ highway: 'pedestrian', area: 'yes', name: 'Quảng trường' }],
    [{ name: 'X' }],
  ])('%o is none', (tags) => expect(roadMeaning(tags)).toBeNull())

  test.each([
    ['Đường Nguyễn Trãi', 'nguyễn  TRÃI', true],
    ['Phố Hoà Mã', 'Hòa Mã', true],
    ['Đường số 1', 'Số 1', true],
    ['Phố Vọng', 'Phố Vòng', false],
    ['Phố', 'Đường', false],
  ])('%s and %s are one street: %p', (a, b, same) => {
    expect(streetKey(a) === streetKey(b)).toBe(same)
  })

  test('without marks both are found', () => {
    expect(bareStreetKey('Đường Nguyễn Trãi')).toBe(bareStreetKey('nguyen trai'))
  })
})

describe('addresses', () => {
  test.each<[Tags, readonly string[], string | null]>([
    [{ 'addr:housenumber': '12;14', 'addr:street': 'Lê Lợi' }, ['12', '14'], 'Lê Lợi'],
    [{ 'addr:housenumber': 'Số 12 / 3', 'addr:street': 'Lê Lợi' }, ['12/3'], 'Lê Lợi'],
    [{ 'addr:housenumber': 'số nhà 5;5' }, ['5'], null],
    [{ 'addr:housenumber': 'x'.repeat(50), 'addr:street': 'A' }, [], 'A'],
    [{ 'addr:street': 'Lê Lợi' }, [], 'Lê Lợi'],
    [{ 'addr:street': '8B Ta Hien, Hang Buom' }, ['8B'], 'Ta Hien'],
    [{ 'addr:street': '12 Lê Lợi', 'addr:housenumber': '12A' }, ['12A'], 'Lê Lợi'],
    [{ 'addr:street': '3 Tháng 2' }, [], '3 Tháng 2'],
    [{ 'addr:street': '3/2 Nối Dài' }, [], '3/2 Nối Dài'],
    [{ 'addr:street': 'Ngõ 27 Tây Mỗ, P. Tây Mỗ' }, [], 'Ngõ 27 Tây Mỗ'],
  ])('%o', (tags, numbers, street) => {
    expect(addressMeaning(tags)).toMatchObject({ numbers, street })
  })

  test('parents by tag', () => {
    const tags = {
      'addr:street': 'A',
      'addr:subdistrict': 'Phường 5',
      'addr:district': 'Quận 3',
      'addr:city': 'TP.HCM',
    }
    const parents = { ward: 'Phường 5', district: 'Quận 3', province: 'TP.HCM' }
    expect(addressMeaning(tags)).toMatchObject(parents)
  })

  test('none', () => {
    expect(addressMeaning({ 'addr:city': 'X' })).toBeNull()
    expect(interpolationOf({ 'addr:interpolation': 'odd' })).toBe('odd')
    expect(interpolationOf({ 'addr:interpolation': '2' })).toBeNull()
  })
})

describe('settlements and boundaries', () => {
  test.each<[Tags, string | null]>([
    [{ place: 'town', name: 'Sa Pa' }, 'town'],
    [{ place: 'town' }, null],
    [{ place: 'island', name: 'Phú Quốc' }, null],
  ])('%o', (tags, settlement) => {
    expect<unknown>(settlementMeaning(tags)?.settlement ?? null).toBe(settlement)
  })

  const admin = (level: string, name: string, more: Tags = {}): Tags => ({
    boundary: 'administrative',
    admin_level: level,
    name,
    ...more,
  })

  test.each<[Tags, string | null]>([
    [{ boundary: 'historic', name: 'Quận 1' }, 'boundary of the past'],
    [admin('6', 'Quận 1', { end_date: '2025-06-30' }), 'boundary of the past'],
    [{ boundary: 'disputed', admin_level: '4', name: 'X' }, 'boundary in dispute'],
    [{ boundary: 'administrative', admin_level: '6' }, 'boundary without a name'],
    [admin('9', 'Khu phố 1'), null],
    [{ boundary: 'protected_area', name: 'X' }, null],
  ])('%o: %s', (tags, refusal) => expect<unknown>(boundaryMeaning(tags)).toBe(refusal))

  const plan = (home: string, all: readonly Tags[]) => {
    const meanings = all.map((tags) => {
      const meaning = boundaryMeaning(tags)
      if (meaning === null || typeof meaning === 'string') throw new Error('no boundary')
      return meaning
    })
    return meanings.map(levelPlan(home, meanings))
  }

  test.each<[string, string, readonly Tags[], readonly (number | string)[]]>([
    [
      'after the reform',
      'VN',
      [
        admin('4', 'Thành phố Huế'),
        admin('6', 'Phường A'),
        admin('6', 'Xã B'),
        admin('6', 'Quận C'),
        admin('8', 'Phường D'),
      ],
      [4, 8, 8, 'boundary of a former district', 'boundary of a former ward'],
    ],
    [
      'before it',
      'VN',
      [admin('4', 'Tỉnh X'), admin('6', 'Quận C'), admin('8', 'Phường D')],
      [4, 'boundary of a level that is not used', 8],
    ],
    ['districts only', 'VN', [admin('6', 'Quận C'), admin('6', 'Huyện D')], [8, 8]],
    [
      'neighbours',
      'VN',
      [
        admin('4', '广西壮族自治区'),
        admin('4', 'X', { 'ISO3166-2': 'LA-XA' }),
        admin('4', 'Tỉnh X'),
      ],
      ['boundary of a foreign country', 'boundary of a foreign country', 4],
    ],
    ['elsewhere', 'AD', [admin('8', 'Encamp', { 'ISO3166-2': 'AD-03' })], [8]],
  ])('levels %s', (_, home, all, expected) =>
    expect<unknown>(plan(home, all)).toEqual([...expected]),
  )

  test('codes', () => {
    const ward = admin('6', 'Phường A', { ref: '00004', 'ref:gso_province': '01' })
    expect(boundaryMeaning(ward)).toMatchObject({ code: '00004', provinceCode: '01' })
    expect(boundaryMeaning(admin('4', 'X', { ref: '00004' }))).toMatchObject({ code: null })
  })
})
