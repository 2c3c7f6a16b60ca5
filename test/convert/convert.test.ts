import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import type { Conversion } from '../../src/convert/conversion.ts'
import { openConverter } from '../../src/convert/converter.ts'
import type { System } from '../../src/convert/units.ts'

const converter = openConverter(() => null)

function convert(address: string, to: System = 'new', lang: 'vi' | 'en' = 'vi') {
  return converter.convert({ address, to, lang })
}

function known(conversion: Conversion | null): Conversion {
  if (conversion === null) throw new Error('it names a unit')
  return conversion
}

const HCM = 'Thành phố Hồ Chí Minh'
const AN_DONG = `Phường An Đông, ${HCM}`

describe('from units of before to those of today', () => {
  test.each([
    // One address, as people write it.
    ['12 Nguyễn Trãi, Phường 7, Quận 5, Thành phố Hồ Chí Minh', `12 Nguyễn Trãi, ${AN_DONG}`],
    ['12 Nguyễn Trãi, P.7, Q.5, TP.HCM', `12 Nguyễn Trãi, ${AN_DONG}`],
    ['12 Nguyễn Trãi, P.07, Q.05, TP.HCM', `12 Nguyễn Trãi, ${AN_DONG}`],
    ['12 nguyen trai p7 q5 tphcm', `12 nguyen trai, ${AN_DONG}`],
    ['12 Nguyễn Trãi - P7 - Q5 - HCM', `12 Nguyễn Trãi, ${AN_DONG}`],
    ['12 Nguyễn Trãi, 7, 5, TP.HCM', `12 Nguyễn Trãi, ${AN_DONG}`],
    ['12 Nguyen Trai, Ward 7, District 5, Ho Chi Minh City', `12 Nguyen Trai, ${AN_DONG}`],
    ['12 Nguyễn Trãi, P.7, Q.5', `12 Nguyễn Trãi, ${AN_DONG}`],
    ['12 Nguyễn Trãi, P.7 (cũ), Q.5 (cũ), TP.HCM, Việt Nam 700000', `12 Nguyễn Trãi, ${AN_DONG}`],
    ['Tầng 3, 12/5B Nguyễn Trãi, KP 2, P.7, Q.5', `Tầng 3, 12/5B Nguyễn Trãi, KP 2, ${AN_DONG}`],
    ['12 Nguyen, P.7, Q.5, TP.HỒ CHÍ MINH'.normalize('NFD'), `12 Nguyen, ${AN_DONG}`],
    // Names that changed, with and without marks.
    ['Phường Bến Nghé, Quận 1', `Phường Sài Gòn, ${HCM}`],
    ['phuong ben nghe, quan 1', `Phường Sài Gòn, ${HCM}`],
    ['ben nghe ward, district 1, ho chi minh city', `Phường Sài Gòn, ${HCM}`],
    ['Phường Bà Triệu, Thành phố Nam Định, Nam Định', 'Phường Nam Định, Tỉnh Ninh Bình'],
    // Wards with numbers for names, in one district and another.
    ['P.1, Q.5, TP.HCM', `Phường Chợ Quán, ${HCM}`],
    ['P.1, Quận Gò Vấp, TP.HCM', `Phường Hạnh Thông, ${HCM}`],
    ['P.1, TP. Cà Mau', 'Phường An Xuyên, Tỉnh Cà Mau'],
    // A district within the city that it was merged into.
    ['KP 3, P. Tân Phú, Q.9, Thủ Đức, TPHCM', `KP 3, Phường Tăng Nhơn Phú, ${HCM}`],
    // Islands: districts without wards, and one of many.
    ['Huyện Côn Đảo, Bà Rịa - Vũng Tàu', `Đặc khu Côn Đảo, ${HCM}`],
    ['Nguyễn Huệ, Côn Đảo', `Nguyễn Huệ, Đặc khu Côn Đảo, ${HCM}`],
    ['Phường Dương Đông, TP Phú Quốc, Kiên Giang', 'Đặc khu Phú Quốc, Tỉnh An Giang'],
    ['Xã Cửa Cạn, Huyện Phú Quốc, Kiên Giang', 'Đặc khu Phú Quốc, Tỉnh An Giang'],
    // Thủ Đức: a city since 2021, a district before, a ward of today.
    ['Phường Linh Chiểu, TP Thủ Đức, TP.HCM', `Phường Thủ Đức, ${HCM}`],
    ['Phường Linh Chiểu, Quận Thủ Đức, TP.HCM', `Phường Thủ Đức, ${HCM}`],
    ['Phường Thảo Điền, Quận 2, TP.HCM', `Phường An Khánh, ${HCM}`],
    ['Phường Thủ Đức, TP.HCM', `Phường Thủ Đức, ${HCM}`],
    // Huế: one city until 2024, then two districts.
    ['Phường Phú Hội, Quận Thuận Hóa, Thành phố Huế', 'Phường Thuận Hóa, Thành phố Huế'],
    ['Phường Phú Hội, TP Huế, Thừa Thiên Huế', 'Phường Thuận Hóa, Thành phố Huế'],
    // Merged across provinces.
    ['Phường Phú Cường, Thủ Dầu Một, Bình Dương', `Phường Thủ Dầu Một, ${HCM}`],
    ['Tỉnh Bình Dương', HCM],
    ['Xã Hiển Khánh, Huyện Vụ Bản, Tỉnh Ninh Bình', 'Xã Hiển Khánh, Tỉnh Ninh Bình'],
    // Ended before the reform: 2023, 2024.
    ['Phường Nguyễn Trung Trực, Quận Ba Đình, Hà Nội', 'Phường Ba Đình, Thành phố Hà Nội'],
    ['Phường 13, Quận Gò Vấp', `Phường An Hội Tây, ${HCM}`],
    ['Xã Nghi Phong, Huyện Nghi Lộc, Nghệ An', 'Phường Vinh Lộc, Tỉnh Nghệ An'],
    // Something behind the units.
    ['12 Nguyễn Trãi, P.7, Q.5, TP.HCM, gần chợ', `12 Nguyễn Trãi, ${AN_DONG}, gần chợ`],
    // The province twice.
    ['12 Nguyễn Trãi, P.7, Q.5, TP.HCM, Thành phố Hồ Chí Minh', `12 Nguyễn Trãi, ${AN_DONG}`],
    // What looks like a short form or a date.
    ['Thị trấn Prao, Huyện Đông Giang, Quảng Nam', 'Xã Đông Giang, Thành phố Đà Nẵng'],
    ['phuong tam thang, hcm', `Phường Tam Thắng, ${HCM}`],
    ['Quan Ba Commune, Tuyen Quang Province', 'Xã Quản Bạ, Tỉnh Tuyên Quang'],
    ['Con Dao Special Zone', `Đặc khu Côn Đảo, ${HCM}`],
    // A slip of the finger.
    ['Xã Ngọk Lây, Huyện Tu Mơ Rông, Kon Tum', 'Xã Măng Ri, Tỉnh Quảng Ngãi'],
    // Names no unit, or not which.
    ['12 Nguyễn Trãi', null],
    ['Xã Tân Lập', null],
    ['', null],
    [', , ,', null],
  ])('%s', (address, expected) => {
    expect(convert(address)?.address ?? null).toBe(expected)
  })

  test('an address of today is completed', () => {
    const { address, decidedBy, from } = known(convert('12 Trần Phú, phuong cho quan, hcm'))
    expect([address, decidedBy]).toEqual([`12 Trần Phú, Phường Chợ Quán, ${HCM}`, 'unit'])
    expect(from).toMatchObject({ system: 'new', ward: { code: '27301' }, district: null })
  })

  test('a ward of today with the district that was there', () => {
    const { address, from } = known(convert('Phường Sài Gòn, Quận 1, TP.HCM'))
    expect([address, from.system]).toEqual([`Phường Sài Gòn, ${HCM}`, 'new'])
  })

  test('codes and names are the official ones', () => {
    expect(known(convert('p bến nghé q1'))).toMatchObject({
      units: {
        ward: { code: '26740', name: 'Phường Sài Gòn' },
        district: null,
        province: { code: '79', name: HCM },
      },
      from: {
        ward: { code: '26740', name: 'Phường Bến Nghé' },
        district: { code: null, name: 'Quận 1' },
        province: { code: '79', name: HCM },
      },
      confidence: 0.98,
    })
    const { province } = known(convert('Phường Phú Cường, Thủ Dầu Một')).from
    expect(province).toEqual({ code: '74', name: 'Tỉnh Bình Dương' })
  })

  test('in English', () => {
    const { address, from } = known(convert('12 Nguyễn Trãi, P.7, Q.5, TP.HCM', 'new', 'en'))
    expect(address).toBe('12 Nguyễn Trãi, An Dong Ward, Ho Chi Minh City')
    expect(from.district?.name).toBe('District 5')
  })

  test('a number that many districts have is no certain answer', () => {
    const { decidedBy, confidence, candidates, from } = known(convert('Phường 7, TP.HCM'))
    expect(decidedBy).toBe('share')
    expect(confidence).toBeLessThan(0.5)
    expect(candidates.length).toBeGreaterThan(3)
    expect(from).toMatchObject({ ward: { code: null, name: 'Phường 7' }, district: null })
  })

  test('a name of a district and of a ward of today is the district, if bare', () => {
    const conversion = known(convert('1 Đại Cồ Việt, Hai Bà Trưng, Hà Nội'))
    expect(conversion.from).toMatchObject({ ward: null, district: { name: 'Quận Hai Bà Trưng' } })
    expect(conversion.decidedBy).toBe('share')
    expect(conversion.candidates.length).toBeGreaterThan(3)
    const ward = known(convert('1 Đại Cồ Việt, P. Hai Bà Trưng, Hà Nội'))
    expect(ward).toMatchObject({ decidedBy: 'unit', from: { system: 'new' } })
  })

  test('a ward that its district never had leaves the answer in doubt', () => {
    const { confidence, decidedBy } = known(convert('Phường Không Có, Quận 5, TP.HCM'))
    expect(decidedBy).toBe('share')
    expect(confidence).toBeLessThan(0.4)
  })
})

test('a name alone may be of something else', () => {
  expect(known(convert('12 Lê Lợi, Bến Nghé')).confidence).toBeLessThan(0.75)
  expect(known(convert('12 Lê Lợi, P. Bến Nghé')).confidence).toBe(0.98)
})

test('a district that its province never had leaves the answer in doubt', () => {
  expect(known(convert('Quận 99, TP.HCM')).confidence).toBeLessThan(0.75)
})

test('any text is read without a fault, and kept up to its units', () => {
  const words = [
    '12',
    'Nguyễn Trãi',
    'P.7',
    'Q',
    '5',
    'phuong',
    'TP.HCM',
    ',',
    '-',
    '(cũ)',
    'Huế',
    'xã',
  ]
  const texts = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 60 }),
    fc.array(fc.constantFrom(...words), { maxLength: 12 }).map((list) => list.join(' ')),
  )
  fc.assert(
    fc.property(texts, fc.constantFrom('new' as const, 'old' as const), (text, to) => {
      const conversion = convert(text, to)
      if (conversion === null) return
      const { address, units, candidates, confidence } = conversion
      const names = [units.ward, units.district, units.province].flatMap((unit) => unit?.name ?? [])
      expect(names.length).toBeGreaterThan(0)
      const at = address.lastIndexOf(names.join(', '))
      expect(text).toContain(address.slice(0, at).replace(/, $/, ''))
      expect(text).toContain(address.slice(at + names.join(', ').length).replace(/^, /, ''))
      expect(candidates.map((each) => each.address)).toContain(address)
      expect(confidence).toBeGreaterThan(0)
      expect(confidence).toBeLessThanOrEqual(0.98)
    }),
    { numRuns: 2_000 },
  )
})

describe('from units of today to those of before', () => {
  test.each([
    ['12 Nguyễn Trãi, Phường An Đông, TP.HCM', 3],
    ['Đặc khu Côn Đảo, TP.HCM', 1],
    ['Phường Thủ Đức, TP.HCM', 3],
    ['Tỉnh Ninh Bình', 3],
  ])('%s was made of %d', (address, parts) => {
    const { candidates, decidedBy } = known(convert(address, 'old'))
    expect(candidates).toHaveLength(parts)
    expect(decidedBy).toBe(parts === 1 ? 'unit' : 'share')
  })

  test('an address of before is completed', () => {
    const { address } = known(convert('12 Nguyễn Trãi, p.7, q.5', 'old'))
    expect(address).toBe(`12 Nguyễn Trãi, Phường 7, Quận 5, ${HCM}`)
  })

  test('a district without wards stands for itself', () => {
    const { units, address } = known(convert('Đặc khu Côn Đảo', 'old'))
    expect(units.ward).toBeNull()
    expect(address).toBe('Huyện Côn Đảo, Tỉnh Bà Rịa - Vũng Tàu')
  })
})

describe('units one by one', () => {
  const asked = (units: Partial<Record<'ward' | 'district' | 'province' | 'street', string>>) => ({
    ...{ ward: null, district: null, province: null, street: null },
    ...units,
  })
  test.each([
    [{ ward: '26740' }, 'new', `Phường Sài Gòn, ${HCM}`],
    [
      { ward: '26740', province: '79', street: '5 Lê Lợi' },
      'new',
      `5 Lê Lợi, Phường Sài Gòn, ${HCM}`,
    ],
    [{ ward: '7', district: '5', province: 'HCM' }, 'new', AN_DONG],
    [{ ward: 'phuong 7', district: 'q5' }, 'new', AN_DONG],
    [{ province: '74' }, 'new', HCM],
    // A code that both systems have is of the one that is left.
    [{ ward: '26740' }, 'old', `Phường Bến Nghé, Quận 1, ${HCM}`],
    [{ ward: '27316' }, 'old', `Phường 5, Quận 5, ${HCM}`],
    [{ ward: '26740', province: '01' }, 'new', null],
    [{ ward: '99999' }, 'new', null],
    [{ ward: 'Phường Không Có', district: 'Quận 5' }, 'new', null],
    [{ street: '5 Lê Lợi' }, 'new', null],
  ] as const)('%p to %s', (units, to, expected) => {
    const conversion = converter.convert({ address: asked(units), to, lang: 'vi' })
    expect(conversion?.address ?? null).toBe(expected)
  })
})
