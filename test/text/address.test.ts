import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { addressParts, readAddress } from '../../src/text/address.ts'
import { type Token, tokenize } from '../../src/text/tokens.ts'
import { foldedSpan } from '../../src/text/words.ts'

const parts = (text: string) => {
  const tokens = tokenize(text)
  return addressParts(tokens).map(
    ({ kind, first, end, isCertain }) =>
      `${kind}${isCertain ? '!' : ''} ${foldedSpan(tokens, first, end)}`,
  )
}

describe('parts of an address that no gazetteer holds', () => {
  test.each([
    ['Tầng 5, 12 Nguyễn Trãi', ['subpremise tang 5']],
    ['lầu 3 12 Nguyễn Trãi', ['subpremise lau 3']],
    ['12 Nguyễn Trãi, lau 3', ['subpremise lau 3']],
    ['Tầng trệt, Vincom', ['subpremise tang tret']],
    ['tầng B1 toà nhà Bitexco', ['subpremise tang b 1']],
    ['Căn hộ 1205, Chung cư Sao Mai', ['subpremise can ho 1205']],
    ['Căn hộ số A12.05 Chung cư Sao Mai', ['subpremise can ho so a 12 05']],
    ['chung cư Sao Mai P.1205', ['subpremise p 1205']],
    ['P-210, số 15 Đào Duy Từ', ['subpremise p 210']],
    ['tầng 5 phòng 502, 12 Lê Lợi', ['subpremise tang 5', 'subpremise phong 502']],
    ['Block B chung cư Sao Mai', ['subpremise block b']],
    ['Lô A2, đường 5', ['subpremise lo a 2']],
    ['2, 3rd floor Tông Đản', ['subpremise 3rd floor']],
    ['Floor 5, 12 Nguyen Trai Street', ['subpremise floor 5']],
    ['Unit 12A, 5th floor, Bitexco', ['subpremise unit 12a', 'subpremise 5th floor']],
    ['12 Nguyễn Trãi, KP1, P.4', ['quarter kp 1']],
    ['12 đường 5 khu phố 3, Tân Phong', ['quarter khu pho 3']],
    ['tổ 5 ấp 3, xã Bình Hưng', ['quarter to 5', 'quarter ap 3']],
    ['12 Láng Hạ, TDP số 5', ['quarter tdp so 5']],
    ['to 12 khom 4 phuong 5', ['quarter to 12', 'quarter khom 4']],
    ['12 Nguyễn Trãi, Hà Nội 100000', ['postcode! 100000']],
    ['12 Nguyễn Trãi, Hà Nội, 11019, Việt Nam', ['postcode! 11019', 'country! viet nam']],
    ['Hà Nội 100000 Vietnam', ['postcode! 100000', 'country! vietnam']],
    ['12 Nguyễn Trãi, zip code 70000', ['postcode! zip code 70000']],
    ['Hà Nội 100000, Việt Nam, Hanoi 100000', ['postcode! 100000', 'postcode! 100000']],
    ['12 Nguyễn Trãi, TP.HCM, VN', ['country! vn']],
    ['12 Nguyễn Trãi Hà Nội Việt Nam', ['country viet nam']],
    ['Phở Việt Nam', ['country viet nam']],
    ['KFC (Việt Nam)', ['country viet nam']],
    ['Huế, 49000', ['postcode! 49000']],
    ['12 Nguyễn Trãi, Huế, 0903 123 456', ['contact! 0903 123 456']],
    ['12 Nguyễn Trãi, ĐT: 028.3829.2255', ['contact! dt 028 3829 2255']],
    ['12 Nguyễn Trãi (+84 903123456), Huế', ['contact! 84 903123456']],
    ['0903123456, 12 Nguyễn Trãi, Huế', ['contact! 0903123456']],
    ['0912345678 1 Nguyễn Trãi', ['contact! 0912345678']],
    ['0912 345 678\n66 Lý Thường Kiệt', ['contact! 0912 345 678']],
    ['(028) 3829 2255\n66 Lý Thường Kiệt', ['contact! 028 3829 2255']],
    ['Huế, 0084 912 345 678', ['contact! 0084 912 345 678']],
    ['Huế, 0987.654.321 - 0912 345 678', ['contact! 0987 654 321', 'contact! 0912 345 678']],
    ['Huế - Tel: 3829 2255 - Fax: 38292256', ['contact! tel 3829 2255', 'contact! fax 38292256']],
    ['Huế, hotline 1900 1234', ['contact! hotline 1900 1234']],
    ['Huế, 19001234', ['contact! 19001234']],
    ['Huế - MST: 0312345678-001', ['contact! mst 0312345678 001']],
    ['Mã số thuế 0312345678, 12 Lê Lợi', ['contact! ma so thue 0312345678']],
    ['Huế, Email: sao.mai-1@mai.com.vn', ['contact! email sao mai 1 mai com vn']],
    ['12 Lê Lợi, sao.mai@mai.vn, Huế', ['contact! sao mai mai vn']],
    ['Huế, Website: https://www.saomai.vn/a', ['contact! website https www saomai vn a']],
    ['Lê Thị Mai (+84) 912 345 678\n2 Lê Lợi', ['addressee le thi mai', 'contact! 84 912 345 678']],
    [
      'Công ty Sao Mai - MST: 0312345678 - Địa chỉ: 2 Lê Lợi',
      ['addressee cong ti sao mai', 'contact! mst 0312345678', 'label! dia chi'],
    ],
    ['Sao Mai - Địa chỉ: lầu 5', ['label! dia chi', 'subpremise lau 5']],
    ['Phở Thìn, 0912345678, Hà Nội', ['contact! 0912345678']],
    ['Địa chỉ 12 Lê Lợi', ['label dia chi']],
    ['12 Nguyễn Trãi, ĐT743', []],
    ['Email Marketing', []],
    ['Mã số thuế', []],
    ['12 Nguyễn Trãi, 0903 123, Huế', []],
    ['Quận 1 (cũ), Thành phố Hồ Chí Minh', ['former! cu']],
    ['District 1 (former), Ho Chi Minh City', ['former! former']],
    ['Ngõ 128C Phố Đại La (cũ), Hà Nội', ['former cu']],
    ['UBND Phường 12 cũ, Vũng Tàu', ['former cu']],
    ['đối diện 45 Nguyễn Trãi', ['nearness doi dien']],
    ['Địa chỉ: 45 Nguyễn Trãi', ['label! dia chi']],
    ['đ/c: 45 Nguyễn Trãi', ['label! d c']],
    ['Quán cà phê ở Huế', ['linking o']],
    ['quán cà phê tại Huế', ['linking tai']],
    ['quan ca phe o Hue', ['linking o']],
    ['Hotel in Hanoi', ['linking in']],
    ['tìm bến xe ở đâu', ['asking tim', 'asking behind o dau']],
    ['chỉ đường đến Chợ Mới', ['asking chi duong den']],
  ])('%p has %p', (text, expected) => {
    expect(parts(text)).toEqual(expected)
  })

  test.each([
    '12 Nguyễn Trãi, P.12, Q.5', // a ward
    'Lê Hồng Phong 126, Phường 3', // not room 126
    'Lẩu 3 Râu', // a hotpot
    'Tăng Nhơn Phú',
    'Cần Thơ',
    'Căn 12/34 Nguyễn Trãi', // a house
    'Tô Hiến Thành',
    'Khu A Đại học Quốc gia',
    'Việt Nam', // all there is
    'Việt Nam Quốc Tự, Quận 10',
    'Chợ Cũ Hàm Nghi',
    '100000',
    '10/10000 Nguyễn Trãi',
    'BTS 302005',
    'Quốc lộ 1A',
    'Phòng Á Châu',
    'gần',
    'Ô Chợ Dừa', // not `ở`
    'Chợ ô tô', // nor here
    'So Tai Nguyen', // nor `tại`
    'Tiem thuoc tay',
    'chợ ở', // still being typed
    'ở Huế',
    'Bến Tìm Vui',
    '',
  ])('%p has none', (text) => {
    expect(parts(text)).toEqual([])
  })
})

describe('readings of an address', () => {
  const text = (tokens: readonly Token[]) => foldedSpan(tokens, 0, tokens.length)

  test.each([
    ['12 Nguyễn Trãi', '12 nguyen trai', []],
    ['12 Nguyễn Trãi, Việt Nam', '12 nguyen trai', []],
    ['Phở Việt Nam', 'pho viet nam', ['pho 0']],
    ['Tầng 5, 12 Lê Lợi, VN', 'tang 5 12 le loi', ['12 le loi 1']],
    ['12 Lê Lợi, KP1, tổ 2, Q.9', '12 le loi kp 1 to 2 q 9', ['12 le loi q 9 2']],
    ['Block B, 2 tổ 2, Bà Rịa', 'block b 2 to 2 ba ria', ['2 to 2 ba ria 1', '2 ba ria 2']],
    ['gần 12 Lê Lợi', 'gan 12 le loi', ['12 le loi 1']],
    ['Mai\n0912 345 678\n6 Lê Lợi', 'mai 6 le loi', ['6 le loi 1']],
    ['tìm phở ở Huế', 'tim pho o hue', ['pho hue 0']],
    ['290 An Dương Vương, 4, 5, HCM', null, ['290 an duong vuong phuong 4 quan 5 hcm 0']],
    ['485 Nguyễn Trãi, 5', null, ['485 nguyen trai quan 5 0']],
    ['Bạch Đằng, 14, Bình Thạnh', null, ['bach dang phuong 14 binh thanh 0']],
    ['Bạch Đằng, 3, Bình Thạnh, HCM', null, ['bach dang phuong 3 binh thanh hcm 0']],
    ['99 Nguyễn Văn Cừ, 5, HCM', null, ['99 nguyen van cu quan 5 hcm 0']],
    ['485 Nguyễn Trãi, 4, Quận 5', null, ['485 nguyen trai phuong 4 quan 5 0']],
  ] as [string, string | null, string[]][])('%p', (asked, plain, bare) => {
    const reading = readAddress(tokenize(asked))
    expect(text(reading.tokens)).toBe(plain ?? text(tokenize(asked)))
    expect(reading.bare.map(({ tokens, unheld }) => `${text(tokens)} ${unheld}`)).toEqual(bare)
  })

  test('never take everything, and leave what is left in order', () => {
    const word = fc.constantFrom(
      ...[
        'tầng',
        'P.',
        '5',
        '1205',
        'KP',
        'Việt',
        'Nam',
        ',',
        '(cũ)',
        'lô',
        'A',
        'gần',
        'Huế',
        '/',
      ],
    )
    fc.assert(
      fc.property(fc.array(word, { maxLength: 10 }), (words) => {
        const tokens = tokenize(words.join(' '))
        const found = addressParts(tokens)
        let end = 0
        for (const part of found) {
          expect(part.first).toBeGreaterThanOrEqual(end)
          expect(part.end).toBeGreaterThan(part.first)
          end = part.end
        }
        expect(end).toBeLessThanOrEqual(tokens.length)
        const { tokens: plain, bare } = readAddress(tokens)
        if (tokens.length > 0) expect(plain.length).toBeGreaterThan(0)
        for (const each of bare) expect(each.tokens.length).toBeGreaterThan(0)
      }),
    )
  })
})

test('the number of a building may be that of the street right behind it', () => {
  const bare = (text: string) =>
    readAddress(tokenize(text)).bare.map(({ tokens }) => foldedSpan(tokens, 0, tokens.length))
  expect(bare('toà nhà số 12 Nguyễn Trãi')).toEqual(['12 nguyen trai', 'nguyen trai'])
  expect(bare('Tầng 3, toà 12A Nguyễn Trãi')).toEqual(['12a nguyen trai', 'nguyen trai'])
  expect(bare('toà nhà 12, Nguyễn Trãi')).toEqual(['nguyen trai'])
  expect(bare('toà B Nguyễn Trãi')).toEqual(['nguyen trai'])
})
