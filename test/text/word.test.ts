import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { WORD } from '../../src/text/fold.ts'
import { wordEnd, wordStart } from '../../src/text/word.ts'

function wordsOf(text: string): string[] {
  const words: string[] = []
  for (let at = wordStart(text, 0); at < text.length; ) {
    const end = wordEnd(text, at)
    words.push(text.slice(at, end))
    at = wordStart(text, end)
  }
  return words
}

const LETTERS = [..."aĐế1٣'’ʼ -/.\u0301\u0323ʼ𝐀𐐷😀\ud83d"]

test('words are those of the pattern, in any text', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: fc.constantFrom(...LETTERS) }),
  )
  fc.assert(
    fc.property(text, (each) => {
      expect(wordsOf(each)).toEqual(each.match(WORD) ?? [])
    }),
    { numRuns: 3000 },
  )
})
