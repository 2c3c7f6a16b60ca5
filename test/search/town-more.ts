import { buildSearch } from '../../src/search/build/build-search.ts'
import { geocode } from '../../src/search/geocode.ts'
import type { Place } from '../../src/search/model/place.ts'
import { openSearch } from '../../src/search/search.ts'
import { suggest } from '../../src/search/suggest.ts'
import { id, place, TOWN } from './town.ts'

/* What tests add to the town, and what is asked of it then. */

export const W1 = { wardId: id('w1'), provinceId: id('p1') }
export const W2 = { wardId: id('w2'), provinceId: id('p1') }
export const AT = [105.01, 20.01] as const satisfies [number, number]

export const street = (name: string, idText: string, more: Partial<Place> = {}) =>
  place('street', { at: [...AT], name, importance: 0.4, ...W1, ...more, id: idText })
export const poi = (name: string, idText: string, more: Partial<Place> = {}) =>
  place('poi', { at: [...AT], name, importance: 0.2, ...W1, ...more, id: idText })

/** One of 676 words. */
export const syllable = (k: number) =>
  String.fromCharCode(97 + Math.floor(k / 26), 97 + (k % 26), 0x6f)

export function town(...more: Place[]) {
  const search = openSearch(buildSearch([...TOWN, ...more]))
  return {
    find: (address: string) => geocode(search, { address, lang: 'vi', focus: null }),
    ask: (input: string) =>
      suggest(search, { input, lang: 'vi', focus: null }).map((answer) => answer.id as string),
  }
}
