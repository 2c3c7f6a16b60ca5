import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { WORD_CHARS_MAX, WordMemo } from '../../src/text/word-memo.ts'

test('a memo answers as a map does, whatever is around the word', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'ạ', 'b'), minLength: 1, maxLength: 5 })
  fc.assert(
    fc.property(fc.array(word), word, word, (words, before, after) => {
      const memo = new WordMemo<number>()
      const map = new Map<string, number>()
      words.forEach((each, i) => {
        if (map.has(each)) return
        memo.add(each, i)
        map.set(each, i)
      })
      for (const each of [...words, before]) {
        const text = before + each + after
        const found = memo.get(text, before.length, before.length + each.length)
        expect(found).toBe(map.get(each))
      }
    }),
  )
})

test('a full memo is emptied, and goes on', () => {
  const memo = new WordMemo<number>()
  for (let i = 0; i < 50_000; i++) memo.add(`word${i}`, i)
  expect(memo.get('word49999', 0, 9)).toBe(49_999)
  expect(memo.get('word0', 0, 5)).toBeUndefined()
})

test('a word that is too long is not known', () => {
  const memo = new WordMemo<number>()
  const longest = 'x'.repeat(WORD_CHARS_MAX)
  memo.add(longest, 1)
  expect(memo.get(longest, 0, WORD_CHARS_MAX)).toBe(1)
  expect(memo.get(`${longest}x`, 0, WORD_CHARS_MAX + 1)).toBeUndefined()
})
