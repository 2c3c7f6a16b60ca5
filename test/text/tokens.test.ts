import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import {
  houseNumberKey,
  houseNumberKeys,
  numberChains,
  outerLinks,
} from '../../src/text/house-number.ts'
import { isOtherWord } from '../../src/text/lexicon/type-word-marks.ts'
import { withDigits, withoutMonthWord } from '../../src/text/numerals.ts'
import { NUMBER, roleOf } from '../../src/text/roles.ts'
import { withDistricts, withoutShortForms } from '../../src/text/short-forms.ts'
import { TOKENS_MAX, type Token, tokenize, tokenOf } from '../../src/text/tokens.ts'
import { closingClasses, foldedSpan, typeWordBefore } from '../../src/text/words.ts'

const folded = (text: string) => tokenize(text).map((token) => token.folded)

test.each([
  ['Q.5', ['q', '5']],
  ['Q5', ['q', '5']],
  ['q 5', ['q', '5']],
  ['CMT8', ['cmt', '8']],
  ['QL1A', ['ql', '1a']],
  ['12A Nguyễn Trãi', ['12a', 'nguyen', 'trai']],
  ['12/34/5B', ['12', '34', '5b']],
  ['', []],
  ['***', []],
])('tokenize(%p)', (text, tokens) => {
  expect(folded(text)).toEqual(tokens)
})

test('tokenize stops at its limit', () => {
  expect(tokenize('a '.repeat(500)).length).toBe(TOKENS_MAX)
})

describe('house numbers', () => {
  test.each([
    ['12', '12'],
    ['Số 12', '12'],
    ['số nhà 12A', '12a'],
    ['12 A', '12a'],
    ['12/34/5B', '12/34/5b'],
    ['12 / 34', '12/34'],
    ['12-14', '12-14'],
    ['12–14', '12-14'],
    ['63-65-67', '63-65-67'],
    ['12-12A', '12-12a'],
    ['129-67', '129/67'],
    ['58-93G', '58/93g'],
    ['129-28-3', '129/28/3'],
    ['K123/45', 'k123/45'],
    ['Lô A2', 'lo a2'],
    ['Lot A2', 'lo a2'],
    ['Km 13', 'km 13'],
    ['05', '5'],
    ['12/034', '12/34'],
    ['0', '0'],
    ['98 Bis', '98bis'],
    ['11BIS', '11bis'],
    ['58/2E-F', '58/2e-f'],
    ['5 ngõ 121', '121/5'],
    ['Số 14 ngõ 66', '66/14'],
    ['ngõ 66', 'ngo 66'],
    ['5 lane 121', '121/5'],
    ['No. 5, Alley 9, Lane 121', '121/9/5'],
    ['12.5', '12 5'],
    ['12 5', '12 5'],
    ['12.A', '12a'],
    ['nhà', null],
    ['', null],
  ])('key of %p is %p', (text, key) => {
    expect(houseNumberKey(text)).toBe(key)
  })

  test.each([
    ['5;7', ['5', '7']],
    ['1, 3, 5', ['1', '3', '5']],
    ['12A & 14+12A', ['12a', '14']],
    ['12/3;12/5', ['12/3', '12/5']],
    ['12/3;5', ['12/3']],
    ['12-14', ['12-14']],
    ['2, 3rd floor', ['2']],
    ['nhà', []],
  ])('keys of %p are %p', (text, keys) => {
    expect(houseNumberKeys(text)).toEqual(keys)
  })

  test.each([
    ['12 Nguyễn Trãi', [['12', 0, 1]]],
    ['số 12/34 Nguyễn Trãi', [['12/34', 0, 3]]],
    ['129 xẹt 73B Nguyễn Trãi', [['129/73b', 0, 3]]],
    ['12 xuyet 3 suyệt 4 Nguyễn Trãi', [['12/3/4', 0, 5]]],
    ['12 Sét Nguyễn Trãi', [['12', 0, 1]]],
    ['Phở 24 Nguyễn Huệ', [['24', 1, 2]]],
    [
      '12 đường 3/2',
      [
        ['12', 0, 1],
        ['3/2', 2, 4],
      ],
    ],
    ['Nguyễn Trãi', []],
    [
      'C22 Lê Lợi',
      [
        ['c22', 0, 2],
        ['22', 1, 2],
      ],
    ],
    [
      'ngõ 5 ngách 12 Láng Hạ',
      [
        ['5/12', 0, 4],
        ['5', 1, 2],
      ],
    ],
    [
      'Alley 129 Nguyen Trai',
      [
        ['129', 0, 2],
        ['129', 1, 2],
      ],
    ],
    [
      'alley 22 lane 47 Lang',
      [
        ['47/22', 0, 4],
        ['22', 1, 2],
      ],
    ],
    [
      'số 7 ngách 12 ngõ 5',
      [
        ['5/12/7', 0, 6],
        ['12/7', 0, 4],
        ['7', 1, 2],
      ],
    ],
    ['58/45A-B Lê Lợi', [['58/45a-b', 0, 3]]],
    ['12 - A Phủ', [['12', 0, 1]]],
    ['98 bis Lê Lợi', [['98bis', 0, 2]]],
    ['49;53 Hàng Quạt', [['49', 0, 2]]],
    ['05 Lê Lợi', [['5', 0, 1]]],
    [
      'số 12 A Lê Lợi',
      [
        ['12a', 0, 3],
        ['12', 0, 2],
      ],
    ],
    ['12 Ấp Bắc', [['12', 0, 1]]],
    ['12 Đ. Lê Lợi', [['12', 0, 1]]],
    [
      '107 K10A Nguyễn Hiền',
      [
        ['107k10a', 0, 3],
        ['107', 0, 1],
        ['k10a', 1, 3],
        ['10a', 2, 3],
      ],
    ],
    [
      'Lô A2 đường 5',
      [
        ['lo a2', 0, 3],
        ['a2', 1, 3],
        ['2', 2, 3],
        ['5', 4, 5],
      ],
    ],
    [
      'Km 13 Quốc lộ 1A', // the road's own number is none
      [['km 13', 0, 2]],
    ],
    ['5 QL13', [['5', 0, 1]]],
    [
      'Lô 8',
      [
        ['lo 8', 0, 2],
        ['8', 1, 2],
      ],
    ],
    [
      'số 3 hẻm 8 ngách 5 ngõ 12',
      [
        ['12/5/8/3', 0, 8],
        ['5/8/3', 0, 6],
        ['3', 1, 2],
      ],
    ],
    [
      'số 8 ngách 3 hẻm 12',
      [
        ['12/3/8', 0, 6],
        ['3/8', 0, 4],
        ['8', 1, 2],
      ],
    ],
  ] as [string, [string, number, number][]][])('chains of %p', (text, expected) => {
    const chains = numberChains(tokenize(text))
    expect(chains.map(({ key, first, end }) => [key, first, end])).toEqual(expected)
  })

  test.each([
    ['12/34/5b', ['12/34', '12']],
    ['12', []],
  ])('outer links of %p', (key, outer) => {
    expect(outerLinks(key)).toEqual(outer)
  })
})

describe('short forms', () => {
  test.each([
    ['Q.1 P.7 TP.HCM', 'quan 1 phuong 7 ho chi minh'],
    ['q5', 'quan 5'],
    ['H. Bình Chánh', 'huyen binh chanh'],
    ['đ. 3/2', 'duong 3 2'],
    ['CMT8', 'cach mang thang 8'],
    ['District 1', 'quan 1'],
    ['QL1A', 'quoc lo 1a'],
    ['Q.BT, TP.HCM', 'quan binh thanh ho chi minh'],
    ['TP Thủ Đức', 'thanh pho thu duc'],
    ['TP.TĐ', 'thanh pho thu duc'],
    ['T.P Huế', 'thanh pho hue'],
    ['T. P. HCM', 'thanh pho ho chi minh'],
    ['T.X Thuận An', 'thi xa thuan an'],
    ['T.T Phú Quốc', 'thi tran phu quoc'],
    ['ĐH 12', 'duong huyen 12'],
    ['ĐH Bách Khoa', 'dai hoc bach khoa'],
    ['VĐ3', 'vanh dai 3'],
    ['CHXD số 1', 'cua hang xang dau so 1'],
    ['KTX Bách Khoa', 'ki tuc xa bach khoa'],
    ['Cty Sao Mai', 'cong ti sao mai'],
    ['TYT Bến Nghé', 'tram i te ben nghe'],
    ['BV', 'benh vien'],
    ['BHX Sao Mai', 'bach hoa xanh sao mai'],
    ['TGDĐ', 'the gioi di dong'],
  ])('%p is written out as %p', (text, expected) => {
    const tokens = withoutShortForms(tokenize(text))
    expect(tokens && foldedSpan(tokens, 0, tokens.length)).toBe(expected)
  })

  test.each(['Nguyễn Trãi', 'q', 'th', 'Vườn hoa P', 'Sao BV'])('%p has none', (text) => {
    expect(withoutShortForms(tokenize(text))).toBeNull()
  })
})

describe('districts as foreigners write them', () => {
  test.each([
    ['Pham Ngu Lao, D1', 'pham ngu lao quan 1'],
    ['D.12', 'quan 12'],
    ['d 5 hcmc', 'quan 5 hcmc'],
  ])('%p is read as %p', (text, expected) => {
    const tokens = withDistricts(tokenize(text))
    expect(tokens && foldedSpan(tokens, 0, tokens.length)).toBe(expected)
  })

  test.each(['Đ1', 'D13', 'D0', 'D', 'D Lan', ''])('%p has none', (text) => {
    expect(withDistricts(tokenize(text))).toBeNull()
  })
})

describe('numerals', () => {
  test.each([
    ['Ba Tháng Hai', '3 thang 2'],
    ['Ba mươi Tháng Tư', '30 thang 4'],
    ['Mười chín tháng Năm', '19 thang 5'],
    ['Cách Mạng Tháng Tám', 'cach mang thang 8'],
    ['Vincom II', 'vincom 2'],
    ['Phường 03', 'phuong 3'],
    ['03/02', '3 2'],
    ['quận Ba', 'quan 3'],
    ['quận Năm, Sài Gòn', 'quan 5 sai gon'],
    ['phường Mười Hai', 'phuong 12'],
  ])('%p is %p in digits', (text, expected) => {
    const tokens = withDigits(tokenize(text))
    expect(tokens && foldedSpan(tokens, 0, tokens.length)).toBe(expected)
  })

  test.each([
    'Hai Bà Trưng',
    'Tám Danh',
    '3 Tháng 2',
    'Y Wang',
    'II',
    'quan ba',
    '007',
    '0',
    'Phường Nam Lý',
    'Phường Ba Đình',
    'Xã Nam Thắng',
  ])('%p has none', (text) => {
    expect(withDigits(tokenize(text))).toBeNull()
  })

  test('a date is known by its numbers alone', () => {
    const short = withoutMonthWord(tokenize('Đường 3 Tháng 2'))
    expect(short?.map((token) => token.folded)).toEqual(['duong', '3', '2'])
    expect(withoutMonthWord(tokenize('Tháng Tám'))).toBeNull()
  })
})

test.each([
  ['thành phố Huế', 2, 0, 'province'],
  ['12 đường Huế', 2, 1, 'street'],
  // A final y is an i to texts: `ti`, `i`.
  ['Công ty Sao Mai', 2, 0, 'poi'],
  ['Trạm y tế Bến Nghé', 3, 0, 'poi'],
])('type word in %p before token %i', (text, end, first, kind) => {
  const found = typeWordBefore(tokenize(text), end)
  expect(found?.first).toBe(first)
  expect(found?.classes[0] as string).toBe(kind)
})

test('a closing type word is known as it is written', () => {
  const announced = (text: string) => closingClasses(tokenOf(text, ' '))
  expect(announced('City')).toEqual(['province', 'district'])
  expect(announced('Hotel')).toEqual(['poi'])
  expect(announced('Huế')).toBeNull()
  expect(announced('Phố')).toBeNull()
})

test('a token keeps what it is behind something else', () => {
  const [, token] = tokenize('Quận Năm, 12')
  expect(token?.behind(' ')).toBe(token as Token)
  const first = token?.behind('')
  expect(first).toMatchObject({ folded: 'nam', marked: 'năm', before: '', hasMarks: true })
  expect(first?.key).toBe(token?.key as number)
  expect(new TextDecoder().decode(tokenOf('Bến', ' ').letters)).toBe('bên')
})

test('a word has the roles that were told before it, and those told later', () => {
  const token = tokenOf('saola', ' ')
  expect(token.has(NUMBER)).toBe(false)
  const role = roleOf(['saola'])
  expect(token.has(role)).toBe(true)
  expect(tokenOf('12a', ' ').has(role)).toBe(false)
  expect(tokenOf('12a', ' ').has(role | NUMBER)).toBe(true)
})

test('a role for which there is no bit is refused', () => {
  const module = join(import.meta.dir, '../../src/text/roles.ts')
  const script = `
    import { allRoles, roleOf } from ${JSON.stringify(module)}
    for (let role = 0; role < 30; role++) roleOf(['saola'])
    process.stdout.write(String(allRoles()))
    roleOf(['saola'])`
  // A process of its own: roles are there for good.
  const { exitCode, stdout, stderr } = Bun.spawnSync([process.execPath, '-e', script])
  expect(stdout.toString()).toBe('2147483647')
  expect(exitCode).toBe(1)
  expect(stderr.toString()).toContain('a word has a bit for every role')
})

test.each([
  ['phố', false],
  ['pho', false],
  ['phô', false], // the tone may still come
  ['phở', true],
  ['Quán', true],
  ['quân', false],
  ['Tĩnh', true],
  ['Ngô', true],
  ['Huyền', true],
  ['Dương', false],
  ['Đường', false],
  ['Ðường', false],
  ['Nguyễn', false],
])('%p is another word than the type word of its letters: %p', (text, expected) => {
  expect(isOtherWord(tokenize(text)[0] as Token)).toBe(expected)
})
