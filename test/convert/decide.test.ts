import { describe, expect, test } from 'bun:test'
import { openConverter } from '../../src/convert/converter.ts'
import type { Exactness } from '../../src/convert/decide.ts'

/* The former Xã Hải Yến: most of it in Hải Bình, the rest in Nghi Sơn and Đào Duy Từ. */

const HAI_YEN = 'Xã Hải Yến, Thị xã Nghi Sơn, Tỉnh Thanh Hóa'
const PROVINCE = 'Tỉnh Thanh Hóa'

type Map = Readonly<Record<string, Exactness>>

const CODES: Readonly<Record<string, string>> = {
  '16645': 'Phường Hải Bình',
  '16654': 'Phường Nghi Sơn',
  '16609': 'Phường Đào Duy Từ',
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
    [{ 'Phường Nghi Sơn': 'door' }, 'Phường Nghi Sơn', 'position', 0.95],
    [
      { 'Phường Nghi Sơn': 'door', 'Phường Hải Bình': 'street' },
      'Phường Nghi Sơn',
      'position',
      0.95,
    ],
    [{ 'Phường Nghi Sơn': 'place' }, 'Phường Nghi Sơn', 'position', 0.8],
    [
      { 'Phường Nghi Sơn': 'place', 'Phường Đào Duy Từ': 'door' },
      'Phường Đào Duy Từ',
      'position',
      0.95,
    ],
    // The street runs through one part, or through two of three.
    [{ 'Phường Đào Duy Từ': 'street' }, 'Phường Đào Duy Từ', 'street', 0.8],
    [
      { 'Phường Nghi Sơn': 'street', 'Phường Đào Duy Từ': 'street' },
      'Phường Nghi Sơn',
      'street',
      0.57,
    ],
    // A number that is in two of them tells no more than the street.
    [{ 'Phường Nghi Sơn': 'door', 'Phường Đào Duy Từ': 'door' }, 'Phường Nghi Sơn', 'street', 0.57],
    // Nothing tells.
    [{}, 'Phường Hải Bình', 'share', 0.61],
    [
      { 'Phường Nghi Sơn': 'street', 'Phường Đào Duy Từ': 'street', 'Phường Hải Bình': 'street' },
      'Phường Hải Bình',
      'share',
      0.61,
    ],
  ] as const)('%p', (map, ward, decidedBy, confidence) => {
    const conversion = over(map as Map).convert(`15 Lê Lợi, ${HAI_YEN}`)
    expect(conversion).toMatchObject({ decidedBy, confidence })
    expect(conversion?.address).toBe(`15 Lê Lợi, ${ward}, ${PROVINCE}`)
    expect(conversion?.candidates.map(({ share }) => share)).toEqual([0.6111, 0.2778, 0.1111])
  })

  test('is asked for part by part', () => {
    const { convert, asked } = over({})
    convert(`15 Lê Lợi, ${HAI_YEN}`)
    expect(asked).toEqual([
      '15 Lê Lợi, Phường Hải Bình',
      '15 Lê Lợi, Phường Nghi Sơn',
      '15 Lê Lợi, Phường Đào Duy Từ',
    ])
  })

  test('is not asked for without a street', () => {
    const { convert, asked } = over({})
    expect(convert(HAI_YEN)).toMatchObject({ decidedBy: 'share' })
    expect(asked).toEqual([])
  })
})

test('a ward that went on whole is not looked for', () => {
  const { convert, asked } = over({})
  expect(convert('12 Nguyễn Trãi, P.7, Q.5, TP.HCM')).toMatchObject({ decidedBy: 'unit' })
  expect(asked).toEqual([])
})
