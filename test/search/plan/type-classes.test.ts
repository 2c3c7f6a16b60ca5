import { expect, test } from 'bun:test'
import { typeWordsIn } from '../../../src/search/plan/type-classes.ts'
import { tokenize } from '../../../src/text/tokens.ts'

/** The type words that a text has, with the position behind each. */
const wordsIn = (text: string, typing: boolean) =>
  typeWordsIn(tokenize(text), typing).flatMap((word, end) => (word ? [`${word.words} ${end}`] : []))

test.each([
  ['Tân Uyên, Bình Dương', []],
  ['An Dương, Hải Phòng', []],
  ['Bình Dương Nguyễn Trãi', ['duong 2']],
  ['12 đường Nguyễn Trãi', ['duong 2']],
  ['Nguyen Trai Street, Ha Noi', ['street 3']],
  ['Thành phố Huế', ['thanh pho 2']],
  ['Hà Nội bệnh viện', ['benh vien 4']],
])('%s', (text, words) => {
  expect(wordsIn(text, false)).toEqual(words)
})

test('a word for streets may go on while it is typed', () => {
  expect(wordsIn('12 đường', true)).toEqual(['duong 2'])
  expect(wordsIn('12 đường', false)).toEqual([])
})
