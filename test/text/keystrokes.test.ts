import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { foldToken } from '../../src/text/fold.ts'
import { decodeKeystrokes, keystrokeTokens } from '../../src/text/keystrokes.ts'
import { foldedSpan } from '../../src/text/words.ts'

const nothing = () => false

describe('keystrokes of one syllable', () => {
  test.each([
    ['nguyeenx', 'nguyễn'],
    ['nguyenex', 'nguyễn'],
    ['nguyeen', 'nguyên'],
    ['traix', 'trãi'],
    ['traxi', 'trãi'],
    ['dduwowngf', 'đường'],
    ['dduongwf', 'đường'],
    ['huees', 'huế'],
    ['hoaf', 'hoà'],
    ['ddaf', 'đà'],
    ['nawngx', 'nẵng'],
    ['tuwf', 'từ'],
    ['muaw', 'mưa'],
    ['nguye64n', 'nguyễn'],
    ['nguyen64', 'nguyễn'],
    ['tra4i', 'trãi'],
    ['d9u7o7ng2', 'đường'],
    ['duong972', 'đường'],
    ['hue61', 'huế'],
    ['na8ng4', 'nẵng'],
    ['HUEES', 'huế'],
    ['ddawks', 'đắk'],
    ['tehr', 'tẻh'],
    ['mdrawks', 'mdrắk'],
    ['mddrawks', 'mđrắk'],
    ['md9ra8k1', 'mđrắk'],
    ['ddHCT', 'đhct'],
    ['d9hct', 'đhct'],
    ['ho6tel', 'hôtel'],
    ['vie6tship', 'viêtship'],
  ])('%s writes %s', (keys, syllable) => {
    const decoded = decodeKeystrokes(keys)
    expect(decoded).not.toBeNull()
    expect(foldToken(decoded ?? '').marked).toBe(foldToken(syllable).marked)
  })

  test.each([
    'nguyen',
    'q5',
    'vincom',
    'atm',
    '12a',
    'hotel',
    'xyz',
    'cmt8',
    'plaza',
    'gdp',
    'b9bc',
    'x6yz1',
    '',
  ])('%p is not keystrokes', (word) => {
    expect(decodeKeystrokes(word)).toBeNull()
  })

  test('never fail on anything', () => {
    fc.assert(fc.property(fc.string(), (text) => void keystrokeTokens(text, nothing)))
  })
})

test.each([
  ['12 nguyeenx traix', '12 nguyen trai'],
  ['nguye64n tra4i, q5', 'nguyen trai q 5'],
  ['A1 Cha6u', 'a chau'],
  ['O6 Mon', 'o mon'],
  ['Oo Bun Cha', 'o bun cha'],
])('%p is read as %p', (text, folded) => {
  const tokens = keystrokeTokens(text, nothing)
  expect(tokens && foldedSpan(tokens, 0, tokens.length)).toBe(folded)
})

test('text without keystrokes has no such reading', () => {
  expect(keystrokeTokens('12 Nguyễn Trãi', nothing)).toBeNull()
})

test('a known word is left as it is', () => {
  const isWord = (folded: string) => folded === 'rex'
  const tokens = keystrokeTokens('rex huees', isWord)
  expect(tokens && foldedSpan(tokens, 0, tokens.length)).toBe('rex hue')
})

test.each(['lô A2', 'block e5', '12 o4'])('%p has no keystrokes', (text) => {
  expect(keystrokeTokens(text, nothing)).toBeNull()
})
