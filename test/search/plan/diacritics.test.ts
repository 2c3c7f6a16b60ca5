import { describe, expect, test } from 'bun:test'
import { buildSearch } from '../../../src/search/build/build-search.ts'
import { geocode } from '../../../src/search/geocode.ts'
import { openSearch } from '../../../src/search/search.ts'
import { id, place, TOWN } from '../town.ts'
import { AT, poi, street, town, W1 } from '../town-more.ts'

/* What it says that a word is typed without marks. */

const ward = (name: string, id: string, importance: number) =>
  place('ward', { id, at: [...AT], name, importance, provinceId: W1.provinceId })

describe('a bare word beside one with marks', () => {
  const wards = [ward('Xã Vĩnh Mấy', 'w8', 0.6), ward('Xã Vinh Mấy', 'w9', 0.5)]
  const { find, ask } = town(...wards)

  test('is rather itself than the same letters with marks', () => {
    expect(find('xã Vinh Mấy')?.place.id as string).toBe('w9')
    expect(find('xã Vĩnh Mấy')?.place.id as string).toBe('w8')
    expect(ask('xã Vinh Mấy')[0]).toBe('w9')
    expect(ask('Vinh Mấy')[0]).toBe('w9')
  })

  test('says nothing where no mark is typed, or the word for the kind has none', () => {
    expect(find('xa Vinh May')?.place.id as string).toBe('w8')
    expect(find('xa Vinh Mấy')?.place.id as string).toBe('w8')
  })

  test('may still get marks while it is typed', () => {
    const { ask } = town(ward('Xã Mấy Vĩnh', 'w8', 0.6), ward('Xã Mấy Vinh', 'w9', 0.5))
    expect(ask('xã Mấy Vinh')[0]).toBe('w8')
    expect(ask('xã Mấy Vinh, Sao')[0]).toBe('w9')
  })

  test('may be half of what was meant, where no name is spelt so', () => {
    const { find } = town(street('Vĩnh Sông', 's8'), poi('Vinh Mây', 'c9'))
    expect(find('Vinh Sông')).toMatchObject({ place: { id: 's8' }, partialMatch: false })
  })

  test('is not what a short form stands for', () => {
    const marked = poi('Bệnh viện Sông Mấy', 'c8', { importance: 0.5 })
    const bare = poi('Benh vien Sông Mấy', 'c9')
    expect(town(marked, bare).find('bv Sông Mấy')?.place.id as string).toBe('c8')
  })

  test('tells less than a place near by, or the unit that is named', () => {
    const name = 'Xã Vinh Mấy'
    const far = place('ward', { id: 'w9', at: [106, 21], name, provinceId: id('p2') })
    const near = ward('Xã Vĩnh Mấy', 'w8', 0.5)
    const search = openSearch(buildSearch([...TOWN, near, far]))
    const find = (address: string, isNear: boolean) => {
      const focus = isNear ? { lon: AT[0], lat: AT[1] } : null
      return geocode(search, { address, lang: 'vi', focus })?.place.id as string
    }
    expect(find('xã Vinh Mấy', false)).toBe('w9')
    expect(find('xã Vinh Mấy', true)).toBe('w8')
    expect(find('xã Vinh Mấy, Sao La', false)).toBe('w8')
  })
})
