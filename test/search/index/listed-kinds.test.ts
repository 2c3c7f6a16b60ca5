import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { distanceM } from '../../../src/geo/distance.ts'
import { E7, type Point } from '../../../src/geo/point.ts'
import { buildSearch } from '../../../src/search/build/build-search.ts'
import { checkSearchIndex } from '../../../src/search/check-search-index.ts'
import { geocode } from '../../../src/search/geocode.ts'
import { LISTED_KINDS } from '../../../src/search/index/listed-kinds.ts'
import type { Place } from '../../../src/search/model/place.ts'
import { sortOfWord, sortsOfTag } from '../../../src/search/plan/poi-sorts.ts'
import { openSearch } from '../../../src/search/search.ts'
import { suggest } from '../../../src/search/suggest.ts'
import { id, place, TOWN } from '../town.ts'
import { poi, W2 } from '../town-more.ts'

const kinds = LISTED_KINDS.map(({ words, tags }) => ({
  words,
  tags: tags.split(' '),
}))

test('no word and no category is of two kinds', () => {
  const words = kinds.flatMap((kind) => kind.words)
  const tags = kinds.flatMap((kind) => kind.tags)
  expect(words.length).toBe(new Set(words).size)
  expect(tags.length).toBe(new Set(tags).size)
})

test('what is listed for a word may be called by it', () => {
  const wrong = kinds.flatMap(({ words, tags }) =>
    words.flatMap((word) => {
      const sort = sortOfWord(word)
      const isOther = (tag: string) => sort >= 0 && ((sortsOfTag(tag) >>> sort) & 1) === 0
      return tags.filter(isOther).map((tag) => [word, tag])
    }),
  )
  expect(wrong).toEqual([])
})

/** Within this nothing is left out. */
const REACH_M = 25_000

function open(...more: Place[]) {
  const search = openSearch(buildSearch([...TOWN, ...more]))
  checkSearchIndex(search.index)
  return {
    ask: (input: string, focus: Point | null = null) =>
      suggest(search, { input, lang: 'vi', focus }).map((answer) => answer.id as string),
    find: (address: string, focus: Point | null = null) =>
      geocode(search, { address, lang: 'vi', focus })?.place.id as string | undefined,
  }
}

test('near a point the nearest of a kind come first, as by a scan over all', () => {
  const degrees = (from: number, to: number) => fc.double({ min: from, max: to, noNaN: true })
  const drawn = fc.record({
    isFuel: fc.boolean(),
    at: fc.oneof(
      fc.tuple(degrees(104.9, 105.1), degrees(19.9, 20.1)),
      fc.tuple(degrees(104.5, 105.5), degrees(19.5, 20.5)),
    ),
  })
  fc.assert(
    fc.property(
      fc.array(drawn, { maxLength: 90 }),
      fc.tuple(degrees(104.8, 105.2), degrees(19.8, 20.2)),
      (drawings, [lon, lat]) => {
        const places = drawings.map(({ isFuel, at }, i) =>
          place('poi', {
            id: `k${i}`,
            at,
            name: `Tên ${i}`,
            category: isFuel ? 'amenity=fuel' : 'amenity=cafe',
            provinceId: id('p1'),
          }),
        )
        const focus = { lon, lat }
        const metres = (one: Place) =>
          distanceM(focus, { lon: one.lonE7 / E7, lat: one.latE7 / E7 })
        const wanted = places
          .filter((each) => each.category === 'amenity=fuel' && metres(each) < REACH_M)
          .sort((a, b) => metres(a) - metres(b))
          .slice(0, 5)
        const found = open(...places).ask('cây xăng', focus)
        const far = found.slice(0, wanted.length).map((each) => {
          const its = places.find((one) => `${one.id}` === each)
          return its ? metres(its) : Number.POSITIVE_INFINITY
        })
        // What lies a few metres nearer or farther may come in any order.
        wanted.forEach((each, i) => {
          expect(Math.abs(far[i]! - metres(each))).toBeLessThan(20)
        })
      },
    ),
    { numRuns: 200 },
  )
})

describe('a kind is asked for', () => {
  const fuel = { category: 'amenity=fuel' }
  const [near, inW2] = [poi('Sương Mai', 'c8', fuel), poi('Khói Lam', 'c9', { ...fuel, ...W2 })]
  const far = place('poi', {
    id: 'c10',
    at: [106.01, 20],
    name: 'Cây xăng',
    ...fuel,
    wardId: id('w3'),
    provinceId: id('p2'),
  })
  const { ask, find } = open(near, inW2, far, poi('Cây xăng cũ', 'c11', { category: 'shop=tea' }))
  const focus = { lon: 105.01, lat: 20.01 }

  test.each(['cây xăng', 'cay xang', 'trạm xăng', 'cây xăng gần đây', 'Gas station near me'])(
    '%s, where one is',
    (input) => {
      expect(ask(input, focus).slice(0, 2).sort()).toEqual(['c8', 'c9'])
      expect(find(input, focus)).toBe('c8')
    },
  )

  test('in a unit, as far as it is typed', () => {
    expect(find('cây xăng Phường Chợ Mới')).toBe('c9')
    expect(find('trạm xăng xã Đồng Xuân, Hà Lam')).toBe('c10')
    expect(ask('trạm xăng chợ m')[0]).toBe('c9')
    expect(find('trạm xăng quận 5, Sao La')).toMatch(/^c[89]$/)
  })

  test('but not beside other words, or without anywhere to look', () => {
    expect(ask('cây xăng Gió Bấc, Phường Chợ Mới')).not.toContain('c9')
    expect(ask('trạm xăng')).not.toContain('c8')
  })

  test('in the unit whose name it is, not in those that only begin so', () => {
    const other = place('district', {
      id: 'f51',
      at: [105.3, 20],
      name: 'Quận 51',
      importance: 0.9,
      provinceId: id('p1'),
    })
    const inP1 = { ...fuel, provinceId: id('p1') }
    const there = place('poi', { id: 'c12', at: [105.3, 20], name: 'Gió', ...inP1 })
    expect(open(near, other, there).ask('trạm xăng quận 5')).not.toContain('c12')
  })

  test('in the unit that lies where the rest says', () => {
    const wards = ['v1', 'v2', 'v3', 'v4', 'v5'].map((ward, i) => {
      const provinceId = id(i < 4 ? 'p2' : 'p1')
      const importance = 0.9 - i / 10
      return place('ward', { id: ward, at: [104 + i, 19], name: 'Xã Gió', importance, provinceId })
    })
    const inV5 = { wardId: id('v5'), provinceId: id('p1') }
    const there = place('poi', { id: 'c12', at: [108, 19], name: 'Nắng', ...fuel, ...inV5 })
    expect(open(...wards, there).find('cây xăng xã Gió, Sao La')).toBe('c12')
  })

  test('as a name, if there is one', () => {
    const named = open(near, inW2, poi('Trạm xăng Chợ Mơ', 'c12', fuel))
    expect(named.ask('trạm xăng chợ m')).toEqual(['c12'])
    const english = poi('Gas Station', 'c12', { ...fuel, ...W2, importance: 0.1 })
    expect(open(near, inW2, english).find('Gas Station, Phường Chợ Mới')).toBe('c12')
  })
})

test('with many around, one beyond the next cells may be nearer', () => {
  const focus = { lon: 105.0199, lat: 20.01 }
  const fuel = { category: 'amenity=fuel', provinceId: id('p1') }
  const west = Array.from({ length: 30 }, (_, i) =>
    place('poi', { id: `k${i}`, at: [104.985, 20.01], name: `Tên ${i}`, ...fuel }),
  )
  const east = place('poi', { id: 'east', at: [105.041, 20.01], name: 'Mây', ...fuel })
  expect(open(...west, east).ask('cây xăng', focus)[0]).toBe('east')
})
