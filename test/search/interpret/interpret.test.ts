import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { buildSearch } from '../../../src/search/build/build-search.ts'
import { geocode } from '../../../src/search/geocode.ts'
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
  search.effort.begin()
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

test('a query that has cost too much is answered by what is found, and says so', () => {
  const query = { address: 'nguyeb trai gần bến gỗ', focus: null, lang: 'vi' } as const
  const tried = () => ask(query.address).tried.length
  const all = tried()
  const { effort } = search
  const { begin } = effort
  // As after a first reading that has taken all steps.
  effort.begin = () => {
    begin.call(effort)
    effort.names(1_000_000)
  }
  const whole = { ...query, address: 'Đường Nguyễn Trãi' }
  expect(tried()).toBeLessThan(all)
  expect(geocode(search, whole)).toMatchObject({ partialMatch: true })
  effort.begin = begin
  expect(tried()).toBe(all)
})

test('no more readings are begun once all steps are taken, whatever a text asks for', () => {
  const text =
    'cạnh nguyeb traj p, quận gần ô nguyeb q. traj benh vieb a7 đối 8 & q. & hchí diện o 100khai ' +
    'q ơiện o6 - & vănk123, 9, đối đối bt bt tx đối và i và 1 gần diện và 1 gần diện'
  const { effort } = search
  const { matched } = effort
  let matchings = 0
  const countOf = (names: number) => {
    matchings = 0
    // Steps of a matching: as many as on names of the whole country.
    effort.matched = (candidates) => {
      matchings++
      matched.call(effort, candidates, names)
    }
    geocode(search, { address: text, focus: null, lang: 'vi' })
    return matchings
  }
  expect(countOf(0)).toBeGreaterThan(40)
  expect(countOf(10_000)).toBeLessThan(10)
  effort.matched = matched
})
