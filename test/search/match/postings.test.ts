import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { buildSearch } from '../../../src/search/build/build-search.ts'
import { Context } from '../../../src/search/context/context.ts'
import {
  firstToken,
  nameCount,
  openSearchIndex,
  type SearchIndex,
} from '../../../src/search/index/layout.ts'
import { Vocabulary } from '../../../src/search/index/vocabulary.ts'
import { Postings } from '../../../src/search/match/postings.ts'
import { QueryPlan } from '../../../src/search/plan/query-plan.ts'
import { ScoreBounds } from '../../../src/search/score/score-bounds.ts'
import { newScored, TopK } from '../../../src/search/score/top-k.ts'
import { tokenize } from '../../../src/text/tokens.ts'
import { street } from '../town-more.ts'

/* Names found through the rarest words of a query: src/search/match/postings.ts. */

const WORDS = ['mây', 'gió', 'sương', 'nắng', 'mưa', 'đồi']
const words = fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 4 })
const names = fc.array(
  words.map((each) => each.join(' ')),
  { minLength: 1, maxLength: 30 },
)
/** A word that is being typed: it begins two of them, or one. */
const begun = fc.constantFrom([], ['m'], ['s'])

function planned(index: SearchIndex, text: string): QueryPlan {
  const plan = new QueryPlan(index, new Vocabulary(index))
  plan.read(tokenize(text), true)
  return plan
}

const indexOf = (named: readonly string[]) =>
  openSearchIndex(buildSearch(named.map((name, i) => street(name, `s${i}`))))

/** The tokens of a query that a name of the index holds, as bits. */
function heldBy(index: SearchIndex, plan: QueryPlan, name: number): number {
  let held = 0
  for (let i = 0; i < plan.tokens.length; i++) {
    for (let at = firstToken(index, name); at < firstToken(index, name + 1); at++) {
      const token = index.nameTokens[at]!
      if (token >= plan.tokenFrom[i]! && token < plan.tokenTo[i]!) held |= 1 << i
    }
  }
  return held
}

describe('the names that hold a word', () => {
  test('are all that have those that are required, and none without the word', () => {
    fc.assert(
      fc.property(names, words, begun, fc.nat(), (named, asked, last, required) => {
        const index = indexOf(named)
        const plan = planned(index, [...asked, ...last].join(' '))
        const postings = new Postings(index)
        postings.read(plan, -1)
        for (let at = 0; at < postings.rareCount; at++) {
          const own = 1 << postings.rare[at]!
          postings.find(plan, at, required)
          expect(postings.isWhole).toBe(true)
          const found = [...postings.names.subarray(0, postings.count)]
          for (const name of found) expect(heldBy(index, plan, name) & own).toBe(own)
          const sought = own | (required & ((1 << plan.tokens.length) - 1))
          for (let name = 0; name < nameCount(index); name++) {
            if ((heldBy(index, plan, name) & sought) === sought) expect(found).toContain(name)
          }
        }
      }),
      { numRuns: 300 },
    )
  })

  test('and a rarer one that is required', () => {
    const index = indexOf(['Mây Gió', 'Mây Nắng', 'Gió Mây Mưa', 'Mây', 'Gió Sương', 'Nắng'])
    const plan = planned(index, 'mây gió s')
    const postings = new Postings(index)
    const found = (required: number) => {
      postings.find(plan, 1, required)
      return postings.count
    }
    // The letter begins the rarest of them, but is not among those that are looked at.
    postings.read(plan, 0b011)
    expect([...postings.rare.subarray(0, postings.rareCount)]).toEqual([1, 0])
    expect(found(0)).toBe(4)
    expect(found(0b011)).toBe(2)
  })

  test('are not all looked at', () => {
    const many = Array.from({ length: 3_001 }, (_, k) => `Mây Nắng ${k}`)
    const index = indexOf([...many, 'Gió Mây'])
    const postings = new Postings(index)
    const plan = planned(index, 'mây gió')
    postings.read(plan, 0b11)
    postings.find(plan, 1, 0)
    expect([postings.count, postings.isWhole]).toEqual([3_000, false])
    postings.find(plan, 1, 0b11)
    expect([postings.count, postings.isWhole]).toEqual([1, true])
  })
})

test('a name that lacks a required word is none of the best', () => {
  const drawn = fc.array(fc.tuple(fc.nat(63), fc.nat(100), fc.nat(300)), { maxLength: 12 })
  fc.assert(
    fc.property(names, words, drawn, (named, asked, kept) => {
      const index = indexOf(named)
      const plan = planned(index, asked.join(' '))
      const context = new Context(index)
      const topK = new TopK(index)
      const bounds = new ScoreBounds(index, plan, context, topK)
      topK.clear(4)
      context.read(plan)
      bounds.clear(false)
      kept.forEach(([place, share, points]) => {
        const [coverage, score] = [share / 100, 20 * share + points]
        const which = place % index.places
        topK.offer({ ...newScored(), place: which, where: place, coverage, score })
      })
      const all = (1 << plan.tokens.length) - 1
      const required = bounds.requiredOf(all)
      for (let held = 1; held <= all; held++) {
        if ((held & required) !== required) expect(bounds.mayHoldOnly(held)).toBe(false)
      }
    }),
    { numRuns: 300 },
  )
})
