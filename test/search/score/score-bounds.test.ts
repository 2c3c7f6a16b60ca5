import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { buildSearch } from '../../../src/search/build/build-search.ts'
import { Context } from '../../../src/search/context/context.ts'
import { HAS_STREET } from '../../../src/search/index/entry-bits.ts'
import {
  entryBitsIn,
  firstEntry,
  nameCount,
  openSearchIndex,
  placeIn,
  type SearchIndex,
} from '../../../src/search/index/layout.ts'
import { Vocabulary } from '../../../src/search/index/vocabulary.ts'
import type { Place } from '../../../src/search/model/place.ts'
import { QueryPlan } from '../../../src/search/plan/query-plan.ts'
import { tokenize } from '../../../src/text/tokens.ts'
import { id, place } from '../town.ts'

/*
 * What lets places go unweighed must never be less than what weighing them would find. Drawn are
 * two provinces, one of before, districts and wards of before in both, a street and a shop in each.
 */

const WORDS = ['an', 'ân', 'ăn', 'bình', 'binh', 'bính', 'cao', 'thái', 'thai', 'tan', 'tân']
const name = fc
  .array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 3 })
  .map((words) => words.join(' '))
const NAMES = 14
const names = fc.array(name, { minLength: NAMES, maxLength: NAMES })
const asked = fc
  .array(fc.constantFrom(...WORDS, 'quan', 'phường', 'tinh', 'a', 'bì', 'th'), {
    minLength: 1,
    maxLength: 5,
  })
  .map((words) => words.join(' '))

const AT: [number, number] = [105, 20]

function places(named: readonly string[]): Place[] {
  const of = (at: number) => named[at] ?? ''
  const in1 = { provinceId: id('p1') }
  const in2 = { provinceId: id('p2') }
  return [
    place('province', { id: 'p1', at: AT, name: `Tỉnh ${of(0)}` }),
    place('province', { id: 'p2', at: AT, name: `Tỉnh ${of(1)}` }),
    place('ward', { id: 'w1', at: AT, name: `Phường ${of(2)}`, ...in1 }),
    place('ward', { id: 'w2', at: AT, name: `Phường ${of(3)}`, ...in2 }),
    place('province', {
      id: 'p3',
      at: AT,
      name: `Tỉnh ${of(4)}`,
      successorIds: [id('p2')],
      ...in2,
    }),
    ...[1, 2].flatMap((n) => [
      place('district', {
        id: `d${n}`,
        at: AT,
        name: `Quận ${of(4 + n)}`,
        successorIds: [id(`w${n}`)],
        provinceId: id(`p${n}`),
        formerParentId: id(n === 1 ? 'p1' : 'p3'),
      }),
      place('ward', {
        id: `f${n}`,
        at: AT,
        name: `Phường ${of(6 + n)}`,
        successorIds: [id(`w${n}`)],
        provinceId: id(`p${n}`),
        formerParentId: id(`d${n}`),
      }),
      place('street', {
        id: `s${n}`,
        at: AT,
        name: of(8 + n),
        wardId: id(`w${n}`),
        provinceId: id(`p${n}`),
      }),
      place('poi', {
        id: `c${n}`,
        at: AT,
        name: of(10 + n),
        streetId: id(`s${n}`),
        houseNumber: '5',
        wardId: id(`w${n}`),
        provinceId: id(`p${n}`),
      }),
    ]),
  ]
}

function planned(index: SearchIndex, text: string): QueryPlan {
  const plan = new QueryPlan(index, new Vocabulary(index))
  plan.read(tokenize(text), true)
  return plan
}

test('no surroundings explain more than the entryBits of a place let expect', () => {
  fc.assert(
    fc.property(names, fc.array(asked, { minLength: 1, maxLength: 6 }), (named, queries) => {
      const index = openSearchIndex(buildSearch(places(named)))
      const context = new Context(index)
      for (const text of queries) {
        context.read(planned(index, text))
        for (let entry = 0; entry < firstEntry(index, nameCount(index)); entry++) {
          const place = placeIn(index, entry)
          const entryBits = entryBitsIn(index, entry)
          const streets = (entryBits & HAS_STREET) === 0 ? 0 : context.streetTokens
          const bound = context.unitMaskMax(place, entryBits) | streets
          expect(context.maskOf(place) & ~bound).toBe(0)
        }
      }
    }),
    { numRuns: 400 },
  )
})
