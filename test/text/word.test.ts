import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { WORD } from '../../src/text/fold.ts'
import { tokenize } from '../../src/text/tokens.ts'
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

const LETTERS = [..."aĐế1٣'’ʼ -/.\u0301\u0323\uff9e𝐀𐐷😀\ud83d"]

test('no word is of nothing, apostrophes alone are none', () => {
  for (const text of ['ʼ', 'ʼʼ', '’ʼ ʼ', '\uff9e']) expect(tokenize(text)).toEqual([])
  expect(tokenize('Mʼʼ Đʼrắk ʼa').map(({ folded }) => folded)).toEqual(['m', 'drak', 'a'])
  for (let code = 0; code < 0x20000; code++) {
    const empty = tokenize(String.fromCodePoint(code)).find(({ folded }) => folded === '')
    if (empty) expect(code.toString(16)).toBe('of some letter')
  }
})

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
