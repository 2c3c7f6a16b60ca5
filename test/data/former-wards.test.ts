import { describe, expect, test } from 'bun:test'
import more from '../../data/former-wards.json'
import mergers from '../../data/province-mergers.json'
import units from '../../data/units.json'

type ByName<T> = Readonly<Record<string, T>>
const former: ByName<ByName<ByName<string>>> = units.former
const codes: ByName<ByName<string>> = units.formerCodes

/** Successors of each former ward, by its path. */
const wards = new Map<string, string>(
  Object.entries(former).flatMap(([province, districts]) =>
    Object.entries(districts).flatMap(([district, each]) =>
      Object.entries(each).map(([ward, to]) => [`${province}/${district}/${ward}`, to] as const),
    ),
  ),
)

describe('data/former-wards.json', () => {
  test('speaks of wards of units.json', () => {
    const named = [...Object.keys(more.divided), ...Object.keys(more.merged)]
    const later = Object.values(more.renamed)
    expect([...named, ...later].filter((path) => !wards.has(path))).toEqual([])
    expect(Object.keys(more.renamed).filter((path) => wards.has(path))).toEqual([])
  })

  test('leaves the main part of a divided ward what it is', () => {
    const today = new Set(
      Object.values(units.wards).flatMap((all) => all.map((w) => w.slice(0, 5))),
    )
    for (const [path, parts] of Object.entries(more.divided)) {
      const known = wards.get(path)?.split(' ') ?? []
      const all = parts.split(' ')
      expect(all.slice(0, known.length)).toEqual(known)
      expect(all.length).toBeGreaterThan(known.length)
      expect(all.every((code) => today.has(code))).toBe(true)
      expect(new Set(all).size).toBe(all.length)
    }
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
