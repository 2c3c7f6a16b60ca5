import { expect, test } from 'bun:test'
import { PhraseBook } from '../../src/routing/narrative/phrase-book.ts'
import { phraseText } from './phrase-text.ts'

function said(book: PhraseBook, ...[a, b, c, d, e]: Numbers): string | null {
  const found = book.find(a, b, c, d, e)
  return found && phraseText(found)
}

type Numbers = readonly [number, number, number, number, number]

test('a phrase is found by all of its numbers and by no others', () => {
  const book = new PhraseBook()
  expect(said(book, 0, 0, 0, 0, 0)).toBeNull()
  book.keep(1, 2, 3, 4, 5, 'said')
  expect(said(book, 1, 2, 3, 4, 5)).toBe('said')
  const others = [
    [0, 2, 3, 4, 5],
    [1, 0, 3, 4, 5],
    [1, 2, 0, 4, 5],
    [1, 2, 3, 0, 5],
    [1, 2, 3, 4, 0],
    [2, 1, 3, 4, 5],
  ] as const
  for (const [a, b, c, d, e] of others) expect(book.find(a, b, c, d, e)).toBeNull()
})

test('numbers up to the greatest of 32 bits are kept apart', () => {
  const book = new PhraseBook()
  book.keep(0xffffffff, 0, 0xffffffff, 0xffffffff, 7, 'said')
  expect(said(book, 0xffffffff, 0, 0xffffffff, 0xffffffff, 7)).toBe('said')
  expect(book.find(0x7fffffff, 0, 0xffffffff, 0xffffffff, 7)).toBeNull()
})

test('whatever a book has forgotten, it never answers with a phrase of other numbers', () => {
  const book = new PhraseBook()
  const count = 150_000
  for (let i = 0; i < count; i++) book.keep(i, i & 3, i % 7, 0xffffffff, i % 5, `phrase ${i}`)
  let known = 0
  for (let i = 0; i < count; i++) {
    const found = said(book, i, i & 3, i % 7, 0xffffffff, i % 5)
    if (found === null) continue
    known++
    expect(found).toBe(`phrase ${i}`)
  }
  // Nearly all of its 32,768 places are in use: the numbers are spread well.
  expect(known).toBeGreaterThan(32_000)
  expect(known).toBeLessThanOrEqual(32_768)
})

test('a phrase is what it was, with marks and quotes, when its book has begun anew', () => {
  const book = new PhraseBook()
  const text = 'Đi <b>"Láng"</b> \\ \u007f \n'
  const first = book.keep(1, 2, 3, 4, 5, text)
  const again = book.find(1, 2, 3, 4, 5)
  expect(again && phraseText(again)).toBe(text)
  const empty = book.keep(5, 4, 3, 2, 1, '')
  expect([empty.bytes, book.find(5, 4, 3, 2, 1)?.bytes]).toEqual([0, 0])
  const long = 'x'.repeat(1_000_000)
  for (let i = 0; i < 4; i++) book.keep(i, i, i, i, i, long)
  expect(said(book, 1, 2, 3, 4, 5)).toBeNull()
  expect(said(book, 3, 3, 3, 3, 3)).toBe(long)
  expect(phraseText(first)).toBe(text)
})
