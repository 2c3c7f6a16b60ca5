import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { buildSearch } from '../../../src/search/build/build-search.ts'
import {
  ENTRY_COLUMNS,
  firstEntry,
  isDuplicateIn,
  nameCount,
  openSearchIndex,
  placeIn,
} from '../../../src/search/index/layout.ts'
import { bestMatches } from '../../../src/search/interpret/interpretations.ts'
import type { Place } from '../../../src/search/model/place.ts'
import { openSearch, type Search } from '../../../src/search/search.ts'
import { suggest } from '../../../src/search/suggest.ts'
import { id, place, TOWN } from '../town.ts'
import { AT, poi, street, town, W1, W2 } from '../town-more.ts'

/* Bearers of a name that no answer tells from a better one: src/search/duplicates.ts. */

const door = (houseNumber: string, streetId: string, idText: string, more: Partial<Place> = {}) =>
  place('house', { at: [...AT], houseNumber, streetId: id(streetId), ...W1, ...more, id: idText })
const alley = (idText: string, streetId: string) =>
  place('alley', {
    id: idText,
    at: [...AT],
    name: 'Ngõ Sương',
    streetId: id(streetId),
    streetName: 'Mây Gió',
    ...W1,
  })

/** Those of the places that are duplicates under any of their names. */
function doublesAmong(...places: Place[]): string[] {
  const index = openSearchIndex(buildSearch([...TOWN, ...places]))
  const numbers = new Set<number>()
  for (let entry = 0; entry < firstEntry(index, nameCount(index)); entry++) {
    if (isDuplicateIn(index, entry)) numbers.add(placeIn(index, entry))
  }
  const { answers } = openSearch(buildSearch([...TOWN, ...places]))
  return [...numbers].map((number) => answers.vi.of(number).id as string).sort()
}

describe('a piece of a street is a double', () => {
  test('of one that is worth more and lies in the same ward', () => {
    const [one, other] = [street('Mây Gió', 's8'), street('Mây Gió', 's9', { importance: 0.3 })]
    expect(doublesAmong(one, other)).toEqual(['s9'])
    expect(doublesAmong(one, { ...other, wardId: W2.wardId })).toEqual([])
    expect(doublesAmong(one, { ...other, name: 'May Gio' })).toEqual([])
    const [here, there] = ['p1', 'p2'].map((province) => ({
      wardId: null,
      provinceId: id(province),
    }))
    expect(doublesAmong({ ...one, ...here }, { ...other, ...there })).toEqual([])
    expect(doublesAmong({ ...one, ...here }, { ...other, ...here })).toEqual(['s9'])
    expect(doublesAmong(one, { ...other, kind: 'settlement' })).toEqual([])
  })

  test('if it has no number that the other has not', () => {
    const pieces = [street('Mây Gió', 's8'), street('Mây Gió', 's9', { importance: 0.3 })]
    const [five, six] = [door('5', 's8', 'h5'), door('6', 's8', 'h6')]
    expect(doublesAmong(...pieces, five, six)).toEqual(['s9'])
    expect(doublesAmong(...pieces, five, six, door('6', 's9', 'h16'))).toEqual(['s9'])
    expect(doublesAmong(...pieces, five, six, door('7', 's9', 'h17'))).toEqual([])
    // A door in another ward may be the one that is meant.
    expect(doublesAmong(...pieces, five, six, door('6', 's9', 'h16', W2))).toEqual([])
    const { find } = town(...pieces, five, six, door('7', 's9', 'h17'))
    expect(find('7 Mây Gió')?.place.id as string).toBe('h17')
  })

  test('of any of several that differ', () => {
    const pieces = [0, 1, 2, 3].map((i) => street('Mây Gió', `s${6 + i}`))
    const doors = [door('5', 's6', 'h5'), door('6', 's7', 'h6'), door('6', 's9', 'h16')]
    expect(doublesAmong(...pieces, ...doors)).toEqual(['s8', 's9'])
  })

  test('unless someone asks for what is near', () => {
    const far = place('street', {
      id: 's8',
      at: [106, 20],
      name: 'Mây Gió',
      importance: 0.4,
      ...W1,
    })
    const near = street('Mây Gió', 's9', { importance: 0.3 })
    const search = openSearch(buildSearch([...TOWN, far, near]))
    const ask = (focus: { lon: number; lat: number } | null, input = 'mây gió') =>
      suggest(search, { input, lang: 'vi', focus })[0]?.id as string
    expect(ask(null)).toBe('s8')
    expect(ask({ lon: AT[0], lat: AT[1] })).toBe('s9')
    expect(ask({ lon: AT[0], lat: AT[1] }, 'gió mây')).toBe('s9')
  })
})

test('a unit is no double: each tells what it was', () => {
  const [one, other] = ['w1', 'w2'].map((ward, i) =>
    place('ward', { id: `f${8 + i}`, at: [...AT], name: 'Xã Mây Gió', successorIds: [id(ward)] }),
  )
  expect(doublesAmong(one!, other!)).toEqual([])
})

test('an alley is a double if the streets that they leave have the same names', () => {
  const [one, other] = [street('Mây Gió', 's8'), street('Mây Gió', 's9')]
  const alleys = [alley('a8', 's8'), alley('a9', 's9')]
  expect(doublesAmong(one, other, ...alleys)).toEqual(['a9', 's9'])
  const renamed = { ...other, aliases: ['Sao Khuya'] }
  expect(doublesAmong(one, renamed, ...alleys)).toEqual(['s9'])
  expect(town(one, renamed, ...alleys).find('Ngõ Sương, Sao Khuya')?.place.id as string).toBe('a9')
})

test('a place of interest is a double if its tag, number and street are the same', () => {
  const shop = { category: 'shop=books', houseNumber: '5', streetId: id('s1') }
  const one = poi('Sách Sương Mai', 'c8', shop)
  const with9 = (more: Partial<Place>) =>
    doublesAmong(one, poi('Sách Sương Mai', 'c9', { ...shop, ...more }))
  expect(with9({})).toEqual(['c9'])
  expect(with9({ category: 'shop=toys' })).toEqual([])
  expect(with9({ houseNumber: '7' })).toEqual([])
  expect(with9({ streetId: id('s2') })).toEqual(['c9'])
  expect(with9({ streetId: id('s3') })).toEqual([])
})

const NAMES = ['Sương Mai', 'Suong Mai', 'Sương Lam', 'Mây Gió']
const drawnStreet = fc.record({
  name: fc.constantFrom(...NAMES),
  alias: fc.constantFrom([], ['Sao Khuya']),
  kind: fc.constantFrom('street', 'street', 'settlement', 'poi'),
  wardId: fc.constantFrom(...['w1', 'w2'].map(id), null),
  importance: fc.integer({ min: 2, max: 4 }),
  numbers: fc.array(fc.constantFrom('5', '6', '6a', '12', '40/2'), { maxLength: 3 }),
})

test('leaving duplicates out makes no list of answers worse', () => {
  fc.assert(
    fc.property(fc.array(drawnStreet, { minLength: 2, maxLength: 24 }), (drawn) => {
      const places = drawn.flatMap(({ name, alias, kind, wardId, importance, numbers }, i) => {
        const lies = { wardId, provinceId: id('p1') }
        const named = { name, aliases: alias, importance: importance / 10, ...lies }
        return [
          place(kind, { id: `s${100 + i}`, at: [...AT], ...named }),
          ...numbers.map((number, k) => door(number, `s${100 + i}`, `h${1000 + 10 * i + k}`, lies)),
        ]
      })
      const bytes = buildSearch([...TOWN, ...places])
      const [without, all] = [openSearch(bytes), openSearch(withoutDoubles(bytes))]
      const asked = ['sương mai', 'suong', '6 mây gió', '12a sương lam', 'sương mai chợ mới']
      for (const text of [...asked, 'ngõ 40 mây gió', 'sao khuya', '6 sao kh', 'mây 5']) {
        for (const typing of [true, false]) {
          const found = matches(without, text, typing).map(({ score }) => score)
          // A piece that lacks the number which the better one has is no answer of its own.
          const before = matches(all, text, typing).filter(({ place, street }) => place !== street)
          before.forEach(({ score }, i) => {
            expect(found[i] ?? 0).toBeGreaterThanOrEqual(score)
          })
        }
      }
    }),
    { numRuns: 150 },
  )
})

function matches(search: Search, text: string, typing: boolean) {
  return bestMatches(search, { text, typing, focus: null, wanted: 8 })
}

/** The same index in which no bearer is said to be a double. */
function withoutDoubles(bytes: Uint8Array): Uint8Array {
  const copy = bytes.slice()
  const { entries } = openSearchIndex(copy)
  for (let at = 2; at < entries.length; at += ENTRY_COLUMNS) entries[at]! &= ~1
  return copy
}
