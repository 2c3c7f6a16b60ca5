import { describe, expect, test } from 'bun:test'
import { openConverter } from '../../src/convert/converter.ts'
import type { Exactness } from '../../src/convert/decide.ts'

/* The former Phường Kim Mã of Hanoi: most of it in Giảng Võ, the rest in Ngọc Hà and Ba Đình. */

const KIM_MA = 'Phường Kim Mã, Quận Ba Đình, Thành phố Hà Nội'
const PROVINCE = 'Thành phố Hà Nội'

type Map = Readonly<Record<string, Exactness>>

const CODES: Readonly<Record<string, string>> = {
  '00025': 'Phường Giảng Võ',
  '00008': 'Phường Ngọc Hà',
  '00004': 'Phường Ba Đình',
}

/** A converter over a map that has an address in some wards. */
function over(map: Map) {
  const asked: string[] = []
  const converter = openConverter((before, code) => {
    asked.push(`${before}, ${CODES[code]}`)
    return map[CODES[code] ?? ''] ?? null
  })
  const convert = (address: string) => converter.convert({ address, to: 'new', lang: 'vi' })
  return { convert, asked }
}

describe('a divided ward', () => {
  test.each([
    // The door is in one part.
    [{ 'Phường Ngọc Hà': 'door' }, 'Phường Ngọc Hà', 'position', 0.95],
    [{ 'Phường Ngọc Hà': 'door', 'Phường Giảng Võ': 'street' }, 'Phường Ngọc Hà', 'position', 0.95],
    [{ 'Phường Ngọc Hà': 'place' }, 'Phường Ngọc Hà', 'position', 0.8],
    [{ 'Phường Ngọc Hà': 'place', 'Phường Ba Đình': 'door' }, 'Phường Ba Đình', 'position', 0.95],
    // The street runs through one part, or through two of three.
    [{ 'Phường Ba Đình': 'street' }, 'Phường Ba Đình', 'street', 0.8],
    [{ 'Phường Ngọc Hà': 'street', 'Phường Ba Đình': 'street' }, 'Phường Ngọc Hà', 'street', 0.57],
    // A number that is in two of them tells no more than the street.
    [{ 'Phường Ngọc Hà': 'door', 'Phường Ba Đình': 'door' }, 'Phường Ngọc Hà', 'street', 0.57],
    // Nothing tells.
    [{}, 'Phường Giảng Võ', 'share', 0.61],
    [
      { 'Phường Ngọc Hà': 'street', 'Phường Ba Đình': 'street', 'Phường Giảng Võ': 'street' },
      'Phường Giảng Võ',
      'share',
      0.61,
    ],
  ] as const)('%p', (map, ward, decidedBy, confidence) => {
    const conversion = over(map as Map).convert(`15 Kim Mã, ${KIM_MA}`)
    expect(conversion).toMatchObject({ decidedBy, confidence })
    expect(conversion?.address).toBe(`15 Kim Mã, ${ward}, ${PROVINCE}`)
    expect(conversion?.candidates.map(({ share }) => share)).toEqual([0.6111, 0.2778, 0.1111])
  })

  test('is asked for part by part', () => {
    const { convert, asked } = over({})
    convert(`15 Kim Mã, ${KIM_MA}`)
    expect(asked).toEqual([
      '15 Kim Mã, Phường Giảng Võ',
      '15 Kim Mã, Phường Ngọc Hà',
      '15 Kim Mã, Phường Ba Đình',
    ])
  })

  test('is not asked for without a street', () => {
    const { convert, asked } = over({})
    expect(convert(KIM_MA)).toMatchObject({ decidedBy: 'share' })
    expect(asked).toEqual([])
  })
})

test('a ward that went on whole is not looked for', () => {
  const { convert, asked } = over({})
  expect(convert('12 Nguyễn Trãi, P.7, Q.5, TP.HCM')).toMatchObject({ decidedBy: 'unit' })
  expect(asked).toEqual([])
})
