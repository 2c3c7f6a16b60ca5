import { expect, test } from 'bun:test'
import { Bounds } from '../../src/search/bounds.ts'
import { buildSearch } from '../../src/search/build.ts'
import { openSearchIndex } from '../../src/search/layout.ts'
import { QueryPlan } from '../../src/search/plan.ts'
import { Vocabulary } from '../../src/search/vocabulary.ts'
import { tokenize } from '../../src/text/tokens.ts'
import { TOWN } from './town.ts'

const index = openSearchIndex(buildSearch(TOWN))

/** What is left of the words of a query that a name holds. */
function left(query: string, held: string): string {
  const plan = new QueryPlan(index, new Vocabulary(index))
  plan.read(tokenize(query), false)
  const bounds = new Bounds()
  bounds.read(plan)
  const words = query.split(' ')
  const mask = held.split(' ').reduce((sum, word) => sum | (1 << words.indexOf(word)), 0)
  const kept = bounds.withoutStrays(mask)
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
])('%s', (_, query, held, expected) => {
  expect(left(query, held)).toBe(expected)
})
