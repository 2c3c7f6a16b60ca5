import { expect, test } from 'bun:test'
import { sortOfWord } from '../../../src/search/plan/poi-sorts.ts'
import { TYPE_WORDS } from '../../../src/text/lexicon/type-words.ts'

test('every word for places of interest, and no other, has tags that it means', () => {
  const wrong = [...TYPE_WORDS].filter(([word, classes]) => {
    const hasTags = sortOfWord(word) >= 0
    return classes.includes('poi') !== hasTags
  })
  expect(wrong).toEqual([])
})
