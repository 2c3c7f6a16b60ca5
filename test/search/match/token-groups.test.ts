import { expect, test } from 'bun:test'
import { buildSearch } from '../../../src/search/build/build-search.ts'
import { openSearchIndex } from '../../../src/search/index/layout.ts'
import { Vocabulary } from '../../../src/search/index/vocabulary.ts'
import { TokenGroups } from '../../../src/search/match/token-groups.ts'
import { QueryPlan } from '../../../src/search/plan/query-plan.ts'
import { tokenize } from '../../../src/text/tokens.ts'
import { place, TOWN } from '../town.ts'

const TAN_PHUONG = place('ward', { id: 'w9', at: [105.2, 20.0], name: 'Xã Tân Phương' })
const index = openSearchIndex(buildSearch([...TOWN, TAN_PHUONG]))

/**
 * What is left of the words of a query that a name holds, one beside the other; `-` for a word that
 * the query does not have.
 */
function left(query: string, held: string): string {
  const plan = new QueryPlan(index, new Vocabulary(index))
  plan.read(tokenize(query), false)
  const groups = new TokenGroups(index)
  groups.read(plan)
  const words = query.split(/,? /)
  const metAt = new Uint16Array(words.length)
  let mask = 0
  held.split(' ').forEach((word, at) => {
    const i = words.indexOf(word)
    if (i === -1) return
    mask |= 1 << i
    metAt[i] = at
  })
  const kept = groups.withoutStrays(mask, metAt)
  return words.filter((_, i) => ((kept >> i) & 1) !== 0).join(' ')
}

test.each([
  ['one word of a kind of place', 'công an phường bến', 'công bến', 'bến'],
  ['all words of it', 'công an phường bến', 'công an', 'công an'],
  ['two words of three', 'trường đại học y', 'đại học y', 'đại học y'],
  ['a word that is one for a kind by itself', 'trường đại học y', 'trường y', 'trường y'],
  ['the number of a district without its word', 'phường 7 quận 3', 'phường 3', ''],
  ['the word of a district without its number', 'phường 7 quận 3', 'phường 7 quận', 'phường 7'],
  ['both', 'phường 7 quận 3', 'quận 3', 'quận 3'],
  ['one word of the name of a unit', 'biển sao la', 'sao biển', 'biển'],
  ['all words of it', 'biển sao la', 'biển sao la', 'biển sao la'],
  ['all words of it, not together', 'biển sao la', 'sao - la biển', 'biển'],
  ['one together with a word beside the unit', 'biển sao la', 'biển sao', 'biển sao'],
  ['one word of a unit that is spelt otherwise', 'biển sáo lá', 'sáo biển', 'biển sáo'],
  ['a word on either side of a comma', 'biển sao, la ngà', 'sao biển', 'biển sao'],
  ['a unit over the word for another', 'le trong tan phuong moi', 'tan', 'tan'],
])('%s', (_, query, held, expected) => {
  expect(left(query, held)).toBe(expected)
})

test.each([
  ['công an phường bến', ['công an', 'công an', '', '']],
  ['phường 7 quận 3', ['phường 7', 'phường 7', 'quận 3', 'quận 3']],
  ['trường đại học y', ['', '', '', '']],
  ['biển sao la', ['', '', '']],
])('a word of %s that is no stray has what it needs', (query, expected) => {
  const plan = new QueryPlan(index, new Vocabulary(index))
  plan.read(tokenize(query), false)
  const groups = new TokenGroups(index)
  groups.read(plan)
  const words = query.split(' ')
  const inWords = (mask: number) => words.filter((_, i) => ((mask >> i) & 1) !== 0).join(' ')
  expect(words.map((_, i) => inWords(groups.neededBy(i)))).toEqual(expected)
  const metAt = Uint16Array.from(words, (_, i) => i)
  for (let mask = 0; mask < 1 << words.length; mask++) {
    const kept = groups.withoutStrays(mask, metAt)
    words.forEach((_, i) => {
      if (((kept >> i) & 1) !== 0) expect(groups.neededBy(i) & ~mask).toBe(0)
    })
  }
})
