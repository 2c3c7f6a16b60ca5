import { describe, expect, test } from 'bun:test'
import older from '../../data/older-wards.json'
import mergers from '../../data/province-mergers.json'
import units from '../../data/units.json'

type ByName<T> = Readonly<Record<string, T>>
const former: ByName<ByName<ByName<string>>> = units.former
const codes: ByName<ByName<string>> = units.formerCodes

/** Paths of all former wards. */
const wards = new Set(
  Object.entries(former).flatMap(([province, districts]) =>
    Object.entries(districts).flatMap(([district, each]) =>
      Object.keys(each).map((ward) => `${province}/${district}/${ward}`),
    ),
  ),
)

describe('data/older-wards.json', () => {
  test('speaks of wards of units.json by names that these do not have', () => {
    const later = Object.values(older.renamed)
    expect(later.filter((path) => !wards.has(path))).toEqual([])
    expect(Object.keys(older.renamed).filter((path) => wards.has(path))).toEqual([])
    expect(later).toHaveLength(72)
  })
})

describe('codes of before', () => {
  test('are there for each ward that lived until the reform, once', () => {
    const all = Object.entries(codes).flatMap(([province, districts]) =>
      Object.entries(districts).flatMap(([district, text]) => {
        const each = text.split(' ')
        expect(each).toHaveLength(Object.keys(former[province]?.[district] ?? {}).length)
        return each
      }),
    )
    const known = all.filter((code) => code !== '-')
    expect(known.every((code) => /^\d{5}$/.test(code))).toBe(true)
    expect(new Set(known).size).toBe(known.length)
    expect(known).toHaveLength(10_035)
  })

  test('are there for each of 63 provinces, once', () => {
    const names = mergers.provinces.flatMap((province) => province.former).sort()
    expect(Object.keys(mergers.formerCodes).sort()).toEqual(names)
    expect(new Set(Object.values(mergers.formerCodes)).size).toBe(63)
  })
})
