import { expect, test } from 'bun:test'
import { sortOfWord } from '../../src/search/poi-sorts.ts'
import { TYPE_WORDS } from '../../src/text/words.ts'

test('every word for places of interest, and no other, has tags that it means', () => {
  const without = [...TYPE_WORDS].filter(
    ([word, classes]) => classes.includes('poi') !== sortOfWord(word) >= 0,
  )
  expect(without).toEqual([])
})
