import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { buildSearch } from '../../../src/search/build/build-search.ts'
import { BegunUnits } from '../../../src/search/context/begun-units.ts'
import { WARD_CODES, wardCode } from '../../../src/search/index/entry-bits.ts'
import {
  firstEntry,
  isFormer,
  kindOf,
  openSearchIndex,
  placeIn,
  type SearchIndex,
} from '../../../src/search/index/layout.ts'
import { Vocabulary } from '../../../src/search/index/vocabulary.ts'
import { QueryPlan } from '../../../src/search/plan/query-plan.ts'
import { openSearch } from '../../../src/search/search.ts'
import { suggest } from '../../../src/search/suggest.ts'
import { tokenize } from '../../../src/text/tokens.ts'
import { id, place } from '../town.ts'

const WORDS = ['an', 'anh', 'ba', 'bac', 'cha', 'chau']
const PREFIX_CHARS_MIN = 2
const name = fc
  .array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 3 })
  .map((words) => words.join(' '))
const ward = fc.record({ name })
const former = fc.record({
  name,
  kind: fc.constantFrom('ward', 'district'),
  successors: fc.array(fc.nat(), { minLength: 1, maxLength: 3 }),
})
const asked = fc
  .array(fc.constantFrom(...WORDS, 'phuong', 'quan', 'a', 'c', 'ch', 'bac'), {
    minLength: 1,
    maxLength: 5,
  })
  .map((words) => words.join(' '))

test('the wards that are begun are those that looking at all names finds', () => {
  fc.assert(
    fc.property(
      fc.array(ward, { minLength: 1, maxLength: 20 }),
      fc.array(former, { maxLength: 20 }),
      fc.array(asked, { minLength: 1, maxLength: 6 }),
      (wards, formers, queries) => {
        const at: [number, number] = [105, 20]
        const index = openSearchIndex(
          buildSearch([
            ...wards.map(({ name }, i) => place('ward', { id: `w${i}`, at, name })),
            ...formers.map(({ name, kind, successors }, i) => {
              const successorIds = successors.map((n) => id(`w${n % wards.length}`))
              return place(kind, { id: `f${i}`, at, name, successorIds })
            }),
            place('poi', { id: 'c1', at, name: 'an bac' }),
          ]),
        )
        const begun = new BegunUnits(index)
        for (const text of queries) expectAsScanned(index, begun, text)
      },
    ),
    { numRuns: 300 },
  )
})

function expectAsScanned(index: SearchIndex, begun: BegunUnits, text: string): void {
  const plan = new QueryPlan(index, new Vocabulary(index))
  plan.read(tokenize(text), true)
  const wardMask = new Uint32Array(WARD_CODES)
  const names = new Uint32Array(index.units)
  const living = new Uint32Array(index.units)
  begun.clear()
  for (let span = 0; span < plan.spans; span++) {
    if (plan.spanIsPrefix[span] === 0) continue
    begun.add(plan, span, wardMask)
    const first = plan.spanFirst[span]!
    const isOne = plan.spanEnd[span]! - first === 1
    const { folded } = plan.tokens[first]!
    if (first === 0 || (isOne && (folded.length < PREFIX_CHARS_MIN || folded === 'ch'))) continue
    const end = firstEntry(index, plan.spanTo[span]!)
    for (let entry = firstEntry(index, plan.spanFrom[span]!); entry < end; entry++) {
      const unit = placeIn(index, entry)
      if (unit >= index.units) continue
      const said = plan.maskOf(span, index.kind[unit]!)
      if (isFormer(index, unit)) {
        const successorEnd = index.successorFirst[unit + 1]!
        for (let i = index.successorFirst[unit]!; i < successorEnd; i++) {
          names[index.successors[i]!]! |= said
        }
      } else {
        expect(kindOf(index, unit)).toBe('ward')
        names[unit]! |= said
        living[unit]! |= said
      }
    }
  }
  for (let unit = 0; unit < index.units; unit++) {
    expect(begun.maskOf(unit)).toBe(names[unit]!)
    expect(begun.currentMaskOf(unit)).toBe(living[unit]!)
    expect(names[unit]! & ~wardMask[wardCode(unit)]!).toBe(0)
    expect(names[unit]! & ~begun.tokens).toBe(0)
  }
}

test('of wards of one name any may be begun, today or before', () => {
  const at: [number, number] = [105, 20]
  const province = (n: number) =>
    place('province', { id: `p${n}`, at, name: n === 1 ? 'Tinh Hai' : 'Tinh Ba', importance: 1 })
  const shop = (n: number, importance: number) =>
    place('poi', { id: `c${n}`, at, name: 'Kem', importance, wardId: id(`w${n}`), ...inside(2) })
  const search = openSearch(
    buildSearch([
      province(1),
      province(2),
      place('ward', { id: 'w1', at, name: 'Phuong Long Bien', importance: 0.6, ...inside(1) }),
      place('ward', { id: 'w2', at, name: 'Phuong Long Bien', importance: 0.4, ...inside(2) }),
      place('ward', { id: 'w3', at, name: 'Phuong Thu Duc', importance: 0.4, ...inside(2) }),
      place('ward', {
        id: 'f3',
        at,
        name: 'Phuong Long Bien',
        importance: 0.2,
        successorIds: [id('w3')],
        ...inside(2),
      }),
      place('poi', { id: 'c4', at, name: 'Kem', importance: 0.9 }),
      shop(2, 0.3),
      shop(3, 0.4),
    ]),
  )
  const list = suggest(search, { input: 'kem long bi', lang: 'vi', focus: null })
  // That which is called so today comes first, though the other is known better.
  expect(list.slice(0, 2).map((answer) => answer.id as string)).toEqual(['c2', 'c3'])
})

function inside(province: number) {
  return { provinceId: id(`p${province}`) }
}
