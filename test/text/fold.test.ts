import { describe, expect, test } from 'bun:test'
import { foldText, foldToken, sameLetters, withoutMarks } from '../../src/text/fold.ts'

describe('foldToken', () => {
  test.each([
    ['Nguyễn', 'nguyen', 'nguyên4'],
    ['NGUYỄN', 'nguyen', 'nguyên4'],
    ['Đường', 'duong', 'đương2'],
    ['Ðường', 'duong', 'đương2'], // U+00D0, the Icelandic letter of real data
    ['ðường', 'duong', 'đương2'],
    ['hoà', 'hoa', 'hoa2'],
    ['hòa', 'hoa', 'hoa2'],
    ['thuỷ', 'thuy', 'thuy3'],
    ['thủy', 'thuy', 'thuy3'],
    ['Mỹ', 'mi', 'mi4'],
    ['Mĩ', 'mi', 'mi4'],
    ['Lý', 'li', 'li1'],
    ['quý', 'qui', 'qui1'],
    ['tay', 'tay', 'tay'],
    ['Y', 'i', 'i'],
    ['12A', '12a', '12a'],
    ['café', 'cafe', 'cafe1'],
    ['Ｑ', 'q', 'q'], // full width
  ])('%s is %s, marked %s', (word, folded, marked) => {
    expect(foldToken(word)).toMatchObject({ folded, marked })
    expect(foldToken(word.normalize('NFD'))).toMatchObject({ folded, marked })
  })

  test('says whether marks were typed', () => {
    expect(foldToken('hue').hasMarks).toBe(false)
    expect(foldToken('Huế').hasMarks).toBe(true)
    expect(foldToken('đa').hasMarks).toBe(true)
  })
})

test.each([
  ['Phường Bến Nghé, Quận 1', 'phuong ben nghe quan 1'],
  ["M'Đrắk", 'mdrak'],
  ['M’Đrắk', 'mdrak'],
  ['Bà Rịa - Vũng Tàu', 'ba ria vung tau'],
  ['  ', ''],
])('foldText(%p) is %p', (text, folded) => {
  expect(foldText(text)).toBe(folded)
})

test.each([
  ['Đường Nguyễn Huệ', 'Duong Nguyen Hue'],
  ['Huế'.normalize('NFD'), 'Hue'],
])('withoutMarks(%p) is %p', (text, plain) => {
  expect(withoutMarks(text)).toBe(plain)
})

test('texts are the same by their letters, marks and case apart', () => {
  const same = (a: string, b: string) => sameLetters(a, b) && sameLetters(b, a)
  expect(same('Duong Nguyen Hue, Phuong 5', 'Đường Nguyễn Huệ, Phường 5')).toBe(true)
  expect(same('Quận 1', 'QUAN 1')).toBe(true)
  expect(same('Quận 1', 'Quận 2')).toBe(false)
  expect(same('Lê Lợi', 'Lê Lợi ')).toBe(false)
  expect(same('a', '😀'.charAt(0))).toBe(false)
})
