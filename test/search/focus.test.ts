import { describe, expect, test } from 'bun:test'
import { buildSearch } from '../../src/search/build/build-search.ts'
import { geocode } from '../../src/search/geocode.ts'
import type { Place } from '../../src/search/model/place.ts'
import { openSearch } from '../../src/search/search.ts'
import { suggest } from '../../src/search/suggest.ts'
import { id, place, TOWN } from './town.ts'
import { AT, poi, syllable, W1 } from './town-more.ts'

/*
 * What a focus changes: `Agribank` from Hà Nội is the `ATM Agribank` round the corner, not the one
 * called just that at the other end of the country.
 */

const [LON, LAT] = AT
const HERE = { lon: LON, lat: LAT }

/** In the other province, 100 km away. */
function far(name: string, key: string, importance = 0.2): Place {
  const lies = { at: [LON + 1, LAT] as [number, number], wardId: id('w3'), provinceId: id('p2') }
  return place('poi', { id: key, name, importance, ...lies })
}

function open(...more: readonly Place[]) {
  const search = openSearch(buildSearch([...TOWN, ...more]))
  const all = (input: string, focus: typeof HERE | null = HERE): string[] =>
    suggest(search, { input, lang: 'vi', focus }).map(({ id }) => id)
  return {
    all,
    first: (input: string, focus: typeof HERE | null = HERE) => all(input, focus)[0],
    find: (address: string, focus: typeof HERE | null = HERE) =>
      geocode(search, { address, lang: 'vi', focus })?.place.id as string | undefined,
  }
}

describe('with a focus', () => {
  const near = [
    ['Lạc Mây', 'Ki ốt Lạc Mây'],
    ['Lạc Mây', 'Mây Lạc số 2'],
    ['Lạc', 'Ki ốt Lạc Mây'],
    ['lac may', 'Ki ốt Lạc Mây'],
  ] as const
  for (const [asked, name] of near) {
    test(`${asked} is ${name} near by, not one of just that name far away`, () => {
      const { first, find } = open(far(asked, 'c8'), poi(name, 'c9', W1))
      expect([first(asked), find(asked)]).toEqual(['c9', 'c9'])
      expect([first(asked, null), find(asked, null)]).toEqual(['c8', 'c8'])
    })
  }

  test('a name of other marks near by is not what was asked for', () => {
    const { first, find } = open(far('Lạc Mây', 'c8'), poi('Ki ốt Lác Mấy', 'c9', W1))
    expect([first('Lạc Mây'), find('Lạc Mây')]).toEqual(['c8', 'c8'])
  })

  test('two letters begin too much: what begins so is meant, wherever it is', () => {
    const { first } = open(far('Lạc Mây', 'c8'), poi('Ki ốt Lạc Mây', 'c9', W1))
    expect([first('lạ'), first('lạc')]).toEqual(['c8', 'c9'])
  })

  test('a name near by that has only some of the words is none of them', () => {
    const { find } = open(far('Lạc Mây', 'c8'), poi('Ki ốt Lạc', 'c9', W1))
    expect(find('Lạc Mây')).toBe('c8')
  })

  test('who names a province or district means that, not what is called after it', () => {
    const province = place('province', { id: 'p8', at: [LON, LAT - 5], name: 'Tỉnh Lạc Mây' })
    const { first, find } = open(province, poi('Ki ốt Lạc Mây', 'c9', W1))
    expect([first('Lạc Mây'), find('Lạc Mây')]).toEqual(['p8', 'p8'])
    expect(first('Lạc M')).toBe('p8')
  })

  test('a word that is a name only far away is gone on with to the names near by', () => {
    const others = Array.from({ length: 150 }, (_, k) =>
      far(`Lạch ${syllable(k)}`, `c${100 + k}`, 0.9),
    )
    const near = [poi('Lạch Mây', 'c9', W1), poi('Ki ốt Lạch', 'c10', W1)]
    const { all } = open(far('Lạc', 'c8'), ...others, ...near)
    // Names that begin so, and those that have such a word behind others.
    expect(all('lạc')).toEqual(expect.arrayContaining(['c9', 'c10']))
    expect(all('lạc', null)).not.toContain('c9')
  })

  test('the nearest of a hundred that hold the words are found, whatever they are worth', () => {
    const others = Array.from({ length: 150 }, (_, k) =>
      far(`Ki ốt ${syllable(k)} Lạc Mây`, `c${100 + k}`, 0.9),
    )
    const { first, find } = open(...others, poi('Ki ốt Khói Lạc Mây', 'c9', W1))
    expect([first('lạc mây'), find('lạc mây')]).toEqual(['c9', 'c9'])
  })

  test('nearer names that hold one of the words leave room for those that hold all', () => {
    const rare = Array.from({ length: 40 }, (_, k) => poi(`Lạc ${syllable(k)}`, `c${200 + k}`, W1))
    const common = Array.from({ length: 60 }, (_, k) => far(`Mây ${syllable(k)}`, `c${300 + k}`))
    const [lon, lat] = [LON + 0.01, LAT]
    const wanted = place('poi', { id: 'c9', at: [lon, lat], name: 'Ki ốt Lạc Mây', ...W1 })
    const { find } = open(far('Lạc Mây', 'c8'), ...rare, ...common, wanted)
    expect(find('Lạc Mây')).toBe('c9')
  })
})
