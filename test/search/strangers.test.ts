import { beforeAll, describe, expect, test } from 'bun:test'
import { distanceM } from '../../src/geo/distance.ts'
import type { Point } from '../../src/geo/point.ts'
import { buildSearch } from '../../src/search/build/build-search.ts'
import { geocode } from '../../src/search/geocode.ts'
import { CROSSING_COLUMNS } from '../../src/search/index/layout.ts'
import { intersectionAt } from '../../src/search/interpret/intersections.ts'
import type { PlaceAnswer } from '../../src/search/model/query.ts'
import { resolve } from '../../src/search/resolve.ts'
import { openSearch, type Search } from '../../src/search/search.ts'
import { suggest } from '../../src/search/suggest.ts'
import { hasVietnam, vietnam } from '../import/vietnam.ts'

/*
 * What people type who do not know what an address is to us: single words, things that the data
 * does not have beside a place that it has, English, shop signs. Each was typed by hand and had a
 * wrong answer once.
 */

const AN_DONG: Point = { lon: 106.6664, lat: 10.7567 }
const HOAN_KIEM: Point = { lon: 105.8522, lat: 21.0287 }

describe.skipIf(!hasVietnam)('vietnam-dev', () => {
  let search: Search

  beforeAll(async () => {
    search = openSearch(buildSearch((await vietnam()).places))
  }, 300_000)

  const ask = (input: string, focus: Point | null = null): PlaceAnswer[] =>
    suggest(search, { input, lang: 'vi', focus })

  test('every crossing of two streets is found by its address', () => {
    const { crossings } = search.index
    const rows = crossings.length / CROSSING_COLUMNS
    expect(rows).toBeGreaterThan(1_000)
    const wanted = Array.from({ length: rows }, (_, row) => intersectionAt(search.index, row, 'vi'))
    const missed = wanted.filter((crossing) => {
      const found = geocode(search, { address: crossing.address, lang: 'vi', focus: null })?.place
      return found?.address !== crossing.address && !(found && distanceM(found, crossing) < 150)
    })
    expect(missed.map(({ address }) => address)).toEqual([])
    const unresolved = wanted.filter(({ id, lat }) => resolve(search, id, 'vi')?.lat !== lat)
    expect(unresolved).toEqual([])
  })

  test.each([
    // What is asked for is not in the data: the unit, not words of it found elsewhere by chance.
    ['đảo phú quốc', 'Thành phố Phú Quốc (cũ), Tỉnh An Giang'],
    ['biển nha trang', 'Thành phố Nha Trang (cũ), Tỉnh Khánh Hoà'],
    ['vịnh hạ long', 'Thành phố Hạ Long (cũ), Tỉnh Quảng Ninh'],
    ['cảng hải phòng', 'Thành phố Hải Phòng'],
    ['chợ nha trang', 'Thành phố Nha Trang (cũ), Tỉnh Khánh Hoà'],
    // The street is not in that district: the district, not a street of that name elsewhere.
    ['12 nguyễn trãi quận 3', 'Quận 3 (cũ), Thành phố Hồ Chí Minh'],
    [
      'Level 12, 45 Le Duan Street, Ben Nghe Ward, District 1',
      'Phường Sài Gòn, Thành phố Hồ Chí Minh',
    ],
    // Nor in that province: the unit that is known, not a street of that name elsewhere.
    ['1 le duan q1', 'Quận 1 (cũ), Thành phố Hồ Chí Minh'],
    ['12 láng hạ, huế', 'Thành phố Huế'],
    ['nguyễn chí thanh đà nẵng', 'Thành phố Đà Nẵng'],
    ['8 lê duẩn, sài gòn', 'Thành phố Hồ Chí Minh'],
    ['1 lê duẩn tphcm', 'Thành phố Hồ Chí Minh'],
    ['Nguyen Hue Street, Hue', 'Thành phố Huế'],
    ['Tran Phu, Nha Trang', 'Thành phố Nha Trang (cũ), Tỉnh Khánh Hoà'],
    // A named district binds as the province does, and a province of before.
    ['Đường Trần Phú, Cẩm Phả, Quảng Ninh', 'Thành phố Cẩm Phả (cũ), Tỉnh Quảng Ninh'],
    ['69 Nguyễn Thái Học, Đan Phượng, Hà Nội', 'Huyện Đan Phượng (cũ), Thành phố Hà Nội'],
    ['đường Lê Lợi, Hà Đông, Hà Nội', 'Quận Hà Đông (cũ), Thành phố Hà Nội'],
    ['le loi ha dong', 'Quận Hà Đông (cũ), Thành phố Hà Nội'],
    ['Trần Hưng Đạo, Sóc Trăng', 'Tỉnh Sóc Trăng (cũ), Thành phố Cần Thơ'],
    ['02 Trần Hưng Đạo, Sóc Trăng', 'Tỉnh Sóc Trăng (cũ), Thành phố Cần Thơ'],
    ['83 Lê Lợi, Trà Vinh', 'Tỉnh Trà Vinh (cũ), Tỉnh Vĩnh Long'],
    [
      'Đường Trường Chinh, thành phố Quảng Ngãi, Quảng Ngãi',
      'Thành phố Quảng Ngãi (cũ), Tỉnh Quảng Ngãi',
    ],
    ['10 ngõ 82 dịch vọng hậu cầu giấy', 'Phố Dịch Vọng Hậu, Phường Cầu Giấy, Thành phố Hà Nội'],
    // What a comma sets apart is a unit before it is a street of that name.
    ['343 Đà Nẵng, Hải Phòng', 'Thành phố Hải Phòng'],
    ['57C Cầu Đen, Hải Phòng', 'Thành phố Hải Phòng'],
    ['Đông Anh, Hà Nội', 'Huyện Đông Anh (cũ), Thành phố Hà Nội'],
    ['Gia Lâm, Hà Nội', 'Huyện Gia Lâm (cũ), Thành phố Hà Nội'],
    // One syllable of a longer name is none.
    ['Nguyễn Văn Lượng, Hồ Chí Minh', 'Thành phố Hồ Chí Minh'],
    ['Cách Mạng Tháng Tám, Tân Bình', 'Quận Tân Bình (cũ), Thành phố Hồ Chí Minh'],
    ['duong nguyen an ninh vung tau', 'Phường Tam Thắng, Thành phố Hồ Chí Minh'],
    // As they are heard.
    ['Chịnh Hoài Đức', 'Phố Trịnh Hoài Đức, Phường Ô Chợ Dừa, Thành phố Hà Nội'],
    ['Phố Chàng Tiền', 'Phố Tràng Tiền, Phường Cửa Nam, Thành phố Hà Nội'],
    ['Nê Đức Thọ', 'Đường Lê Đức Thọ, Phường Từ Liêm, Thành phố Hà Nội'],
    ['Yên Nãng', 'Phố Yên Lãng, Phường Đống Đa, Thành phố Hà Nội'],
    ['5 vương thừa vũ hải phòng', 'Thành phố Hải Phòng'],
    // Intersections of streets.
    [
      'ngã tư kim mã núi trúc',
      'Giao lộ Phố Kim Mã - Phố Núi Trúc, Phường Giảng Võ, Thành phố Hà Nội',
    ],
    [
      'Nguyen Van Cu & Phan Van Tri, District 5',
      'Giao lộ Nguyễn Văn Cừ - Phan Văn Trị, Phường Chợ Quán, Thành phố Hồ Chí Minh',
    ],
    ['ngã tư sở', 'Phường Kim Liên, Thành phố Hà Nội'],
    // A street, not the ward of before that went by its name elsewhere.
    ['vincom bà triệu', 'Phố Bà Triệu, Phường Cửa Nam, Thành phố Hà Nội'],
    // A slip, a short form that is none of a unit.
    [
      'Ca Phe Houng Xuan, Phường Hoà Khánh',
      'Ca Phe Huong Xuan, Phường Hoà Khánh, Thành phố Đà Nẵng',
    ],
    [
      'B7 Trần Đại Nghĩa, KTX Bách Khoa, Hai Bà Trưng, Hà Nội',
      'Cafe Mộc, B7 Phố Trần Đại Nghĩa, Phường Bạch Mai, Thành phố Hà Nội',
    ],
    // Words for kinds of places are none of a name, nor slips.
    ['ga hà nội', 'Thành phố Hà Nội'],
    ['siêu thị huế', 'Thành phố Huế'],
    [
      'trường trung học phổ thông chu văn an',
      'Đại lộ Chu Văn An, Phường Định Công, Thành phố Hà Nội',
    ],
    ['khu đô thị ciputra', undefined],
    ['vườn quốc gia cúc phương', 'Xã Cúc Phương, Tỉnh Ninh Bình'],
    // A town is not the province that is called after it.
    ['Phường 1, TP Vĩnh Long', 'Phường Long Châu, Tỉnh Vĩnh Long'],
    ['Phường 1, Tây Ninh', 'Phường Tân Ninh, Tỉnh Tây Ninh'],
    ['Phường 5, thành phố Cà Mau, Cà Mau', 'Phường Tân Thành, Tỉnh Cà Mau'],
    ['phường Trần Phú, TP Hải Dương', 'Phường Lê Thanh Nghị, Thành phố Hải Phòng'],
    // The outermost unit is known best.
    ['thôn Đông, xã Phù Lưu, Từ Sơn', 'Thành phố Từ Sơn (cũ), Tỉnh Bắc Ninh'],
    ['45 Trần Phú, phường Ba Đình, TP Thanh Hóa', 'Phường Hạc Thành, Tỉnh Thanh Hoá'],
    ['chợ bến thành hà nội', 'Chợ Bến Thành, Phường Bến Thành, Thành phố Hồ Chí Minh'],
    ['ngõ huyện', 'Ngõ Huyện, Phường Hoàn Kiếm, Thành phố Hà Nội'],
    ['ngõ 2 phố nguyễn văn lộc', 'Ngõ 2 Phố Nguyễn Văn Lộc, Phường Hà Đông, Thành phố Hà Nội'],
    ['ngách 12/58 đào tấn', 'Ngõ 12 ngách 58 Đào Tấn, Phường Giảng Võ, Thành phố Hà Nội'],
    // Both are wards of before, too: the number is that of the street beside it, if of any.
    ['15 hàng bài, tràng tiền, hoàn kiếm, hà nội', 'Hàng Bài, Phường Cửa Nam, Thành phố Hà Nội'],
    ['15 tràng tiền, hoàn kiếm', '15 Phố Tràng Tiền, Phường Cửa Nam, Thành phố Hà Nội'],
    // Rather one that is called so than any of its kind there.
    ['bưu điện sài gòn', 'Bưu điện Trung tâm Sài Gòn, Phường Sài Gòn, Thành phố Hồ Chí Minh'],
    ['bảo tàng cần thơ', 'Bảo tàng thành phố Cần Thơ, Phường Ninh Kiều, Thành phố Cần Thơ'],
    [
      'bệnh viện sóc sơn',
      'Bệnh viện Đa khoa Sóc Sơn, 18 Đường Bệnh Viện, Xã Sóc Sơn, Thành phố Hà Nội',
    ],
    ['bưu điện trung tâm', 'Bưu điện Trung tâm Sài Gòn, Phường Sài Gòn, Thành phố Hồ Chí Minh'],
    ['18 nhà thờ hoàn kiếm', 'Take Eat Easy, 18 Phố Nhà Thờ, Phường Hoàn Kiếm, Thành phố Hà Nội'],
    // Half of what is asked for is in half of a name: a guess.
    ['tháp rùa', undefined],
    ['núi bà đen', undefined],
    ['p5q5', 'Phường An Đông, Thành phố Hồ Chí Minh'],
    // Spaces left out, words around what is asked for.
    ['bachhoaxanh tân sơn hoà', 'Bách Hóa Xanh, Phường Tân Sơn Hoà, Thành phố Hồ Chí Minh'],
    ['359lehongphong vườn lài', '359 Lê Hồng Phong, Phường Vườn Lài, Thành phố Hồ Chí Minh'],
    ['32dienbienphu ba đình', '32 Đường Điện Biên Phủ, Phường Ba Đình, Thành phố Hà Nội'],
    ['nguyenvancu hcm', 'Nguyễn Văn Cừ, Phường Chợ Quán, Thành phố Hồ Chí Minh'],
    [
      'chỉ đường đến bệnh viện bạch mai',
      'Bệnh viện Bạch Mai, 78 Đường Giải Phóng, Phường Kim Liên, Thành phố Hà Nội',
    ],
    ['công viên cờ đỏ ở cần thơ', 'Công viên Cờ Đỏ, Xã Cờ Đỏ, Thành phố Cần Thơ'],
    ['Ben Thanh Market', 'Chợ Bến Thành, Phường Bến Thành, Thành phố Hồ Chí Minh'],
    ['Tran Quoc Pagoda', 'Chùa Trấn Quốc, Phường Tây Hồ, Thành phố Hà Nội'],
    ['thu duc city', 'Thành phố Thủ Đức (cũ), Thành phố Hồ Chí Minh'],
    // A word more, and a place whose own words are a kind and a unit is no unit for it.
    ['xyz Chợ Gò Công', 'Chợ Gò Công, Phường Gò Công, Tỉnh Đồng Tháp'],
    ['sát Công viên Chi Lăng, Quận 1', 'Công viên Chi Lăng, Phường Sài Gòn, Thành phố Hồ Chí Minh'],
    ['ngay Chợ, Tỉnh An Giang', 'Chợ, Xã An Biên, Tỉnh An Giang'],
    // One word of a long name, and where.
    ['coopmart quận 5', 'Siêu Thị CoopMart Hùng Vương, Phường An Đông, Thành phố Hồ Chí Minh'],
    ['bidv hải châu', 'ATM BIDV, Phường Hải Châu, Thành phố Đà Nẵng'],
    // The ward of before in the district that is said, not the one of that name today, unless that
    // is what became of it.
    ['Phường Tân An, Quận Ninh Kiều, Cần Thơ', 'Phường Ninh Kiều, Thành phố Cần Thơ'],
    ['Phường Ô Chợ Dừa, Quận Đống Đa, Hà Nội', 'Phường Ô Chợ Dừa, Thành phố Hà Nội'],
    // English words for offices, and short forms of signs.
    ['Mien Tay Bus Station', 'Bến Xe Miền Tây, Phường An Lạc, Thành phố Hồ Chí Minh'],
    ['Fahasa bookstore Go Vap', 'Nhà Sách FAHASA Gò Vấp, Phường An Nhơn, Thành phố Hồ Chí Minh'],
    ['NS FAHASA Gò Vấp', 'Nhà Sách FAHASA Gò Vấp, Phường An Nhơn, Thành phố Hồ Chí Minh'],
    ["People's Committee Ward 5", 'UBND Phường 5, Phường Gò Công, Tỉnh Đồng Tháp'],
    // A space that no name has.
    ['viet com bank quận 3', 'Vietcombank, Phường Xuân Hoà, Thành phố Hồ Chí Minh'],
    ['mc donalds', "McDonald's, Phường Tân Hưng, Thành phố Hồ Chí Minh"],
    // A district that is said binds, whatever a part of the street's name sounds like.
    ['Hồ Văn Huê, quận Phú Nhuận', 'Quận Phú Nhuận (cũ), Thành phố Hồ Chí Minh'],
    ['Lê Lợi, Huế', 'Lê Lợi, Phường Thuận Hoá, Thành phố Huế'],
    ['12 Lê Duẩn, Thủ Dầu Một, Bình Dương', 'Thành phố Thủ Dầu Một (cũ), Thành phố Hồ Chí Minh'],
    ['Nguyễn An Ninh, Bình Lục, Hà Nam', 'Huyện Bình Lục (cũ), Tỉnh Ninh Bình'],
    ['số 12 đường Nguyễn Tri Phương, Quận 10', 'Quận 10 (cũ), Thành phố Hồ Chí Minh'],
    ['Kiệt 42 Nguyễn Công Trứ Huế', 'Thành phố Huế'],
    // A POI with another number is not there.
    ['12 Nguyễn Huệ, Bến Nghé, Quận 1', 'Phường Sài Gòn, Thành phố Hồ Chí Minh'],
    ['42 Nguyễn Huệ, Quận 1', 'chung cư 42 Nguyễn Huệ, Phường Sài Gòn, Thành phố Hồ Chí Minh'],
    // A name said twice is the ward in the district of that name, once the district.
    ['dak to, dak to, kon tum', 'Xã Đăk Tô, Tỉnh Quảng Ngãi'],
    ['dak to, kon tum', 'Huyện Đắk Tô (cũ), Tỉnh Quảng Ngãi'],
    // No name of a unit crosses a comma, and no word for one counts behind it.
    ['Phường Long Bình Tân, Biên Hòa', 'Phường Long Hưng, Thành phố Đồng Nai'],
    // What is said to be a ward is no street or POI of that name.
    ['Phường Cầu Diễn, Quận Nam Từ Liêm, Hà Nội', 'Phường Từ Liêm, Thành phố Hà Nội'],
    ['Châu Văn Liêm, Ô Môn, Cần Thơ', 'Phường Ô Môn, Thành phố Cần Thơ'],
    ['Đường Cầu Diễn, Hà Nội', 'Đường Cầu Diễn, Phường Phú Diễn, Thành phố Hà Nội'],
    // The number of a building may be that of its street.
    ['tòa nhà 299 Cầu Giấy, Hà Nội', '299 Đường Cầu Giấy, Phường Cầu Giấy, Thành phố Hà Nội'],
    ['hà đông hà tây', 'Quận Hà Đông (cũ), Thành phố Hà Nội'],
    [
      'đối diện bệnh viện bạch mai',
      'Bệnh viện Bạch Mai, 78 Đường Giải Phóng, Phường Kim Liên, Thành phố Hà Nội',
    ],
  ])('%p is %p', (address, expected) => {
    const found = geocode(search, { address, lang: 'vi', focus: null })
    expect(found?.place.address).toBe(expected)
  })

  test.each([
    ['vin', 'Thành phố Vinh (cũ)'],
    ['bien', 'Thành phố Biên Hòa (cũ)'],
    ['phở thìn', 'Phở Thìn Bờ Hồ'],
    ['tgdđ', 'Thế Giới Di Động'],
    ['côn đảo', 'Đặc khu Côn Đảo'],
  ])('of %p the first suggestion is %p', (input, expected) => {
    expect(ask(input)[0]?.mainText).toBe(expected)
  })

  test.each([
    ['quán cà phê long xuyên', 'Phường Long Xuyên'],
    ['khách sạn sa pa', 'Phường Sa Pa'],
  ])('%p gives some there', (input, ward) => {
    for (const answer of ask(input).slice(0, 4)) {
      expect(answer).toMatchObject({ ward, types: expect.arrayContaining(['establishment']) })
    }
  })

  test.each([
    ['bưu điện sài gòn', 'Bưu điện Trung tâm Sài Gòn'],
    ['bảo tàng cần thơ', 'Bảo tàng thành phố Cần Thơ'],
    ['công viên sài gòn', 'Công viên bờ sông Sài Gòn'],
  ])('for %p it offers %p before others there', (input, expected) => {
    const names = ask(input).map(({ mainText }) => mainText)
    expect(names.slice(0, 2)).toContain(expected)
  })

  test.each(['the coffee house quận 1', 'lotteria q1'])('%p begins no other district', (input) => {
    const districtOne = [
      'Phường Sài Gòn',
      'Phường Tân Định',
      'Phường Cầu Ông Lãnh',
      'Phường Bến Thành',
    ]
    for (const { ward } of ask(input).slice(0, 3)) expect(districtOne).toContain(ward ?? 'none')
  })

  test('the first letter of where they are leaves those of a name in the list', () => {
    expect(
      ask('vietcombank b').filter(({ name }) => name === 'Vietcombank').length,
    ).toBeGreaterThan(2)
  })

  test('short forms alone are begun names', () => {
    const answers = ask('bv')
    expect(answers).toHaveLength(7)
    for (const { name } of answers) expect(name).toStartWith('Bệnh viện')
  })

  test.each(['gà', 'nguyễn h', 'quy nh', 'xã tân hòa', 'lê l'])('%p has nothing twice', (input) => {
    const texts = ask(input).map(({ mainText, secondaryText }) => `${mainText}, ${secondaryText}`)
    expect(texts).toHaveLength(7)
    expect(new Set(texts).size).toBe(7)
  })

  test.each(['12 lê', '12 nguyen', '221 ngu'])('%p is met by several streets', (input) => {
    const streets = new Set(ask(input).map(({ mainText }) => mainText.replace(/^\S*\d\S* /, '')))
    expect(streets.size).toBeGreaterThanOrEqual(3)
  })

  test.each([
    ['cây xăng', HOAN_KIEM],
    ['nhà nghỉ', HOAN_KIEM],
    ['atm gần đây', AN_DONG],
    ['chợ', AN_DONG],
    ['phở', AN_DONG],
    ['ngân hàng', AN_DONG],
    ['cafe', HOAN_KIEM],
    ['khách sạn', HOAN_KIEM],
  ])('%p is offered near by', (input, focus) => {
    const near = ask(input, focus).filter((answer) => distanceM(focus, answer) < 10_000)
    expect(near.length).toBeGreaterThanOrEqual(5)
  })
})
