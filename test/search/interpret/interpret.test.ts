import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { buildSearch } from '../../../src/search/build/build-search.ts'
import { interpret } from '../../../src/search/interpret/interpret.ts'
import { parse } from '../../../src/search/model/query.ts'
import { openSearch } from '../../../src/search/search.ts'
import { TOKENS_MAX } from '../../../src/text/tokens.ts'
import { TOWN } from '../town.ts'

const search = openSearch(buildSearch(TOWN))

/** The matches for a text, and the readings of it that were tried. */
function ask(text: string) {
  const tried: string[] = []
  const { plan } = search
  const read = plan.read.bind(plan)
  plan.read = (tokens, typing) => {
    tried.push(tokens.map(({ folded }) => folded).join(' '))
    read(tokens, typing)
  }
  const { matches } = interpret(search, parse(text, false, null), 8)
  plan.read = read
  return { tried, found: matches.map(({ place, mask, coverage }) => ({ place, mask, coverage })) }
}

test('what stands behind the words that masks have bits for changes nothing', () => {
  const head = fc.constantFrom('nguyen traj', 'nguyeb trai', 'nguyentrai', 'benh vieb', 'q ben go')
  const word = fc.constantFrom('nguyeb', 'traj', 'saola', 'bengo', 'ben', 'go', 'q', 'p', 'tp')
  fc.assert(
    fc.property(head, fc.array(word, { minLength: 1, maxLength: TOKENS_MAX }), (begun, more) => {
      const words = [
        ...begun.split(' '),
        ...Array(TOKENS_MAX).fill('ben go sao la'.split(' ')).flat(),
      ]
      const text = words.slice(0, TOKENS_MAX).join(' ')
      expect(ask(`${text} ${more.join(' ')}`)).toEqual(ask(text))
    }),
    { numRuns: 300 },
  )
})

test('a plus code alone is no ward whose number is in it', () => {
  expect(ask('22P3Q5FX+2R').found).toEqual([])
  expect(ask('22P3Q5').found).not.toEqual([])
})
