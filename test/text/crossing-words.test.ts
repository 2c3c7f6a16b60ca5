import { expect, test } from 'bun:test'
import { crossingReadings } from '../../src/text/crossing-words.ts'
import { tokenize } from '../../src/text/tokens.ts'

const read = (text: string) =>
  crossingReadings(tokenize(text)).map((tokens) => tokens.map(({ folded }) => folded).join(' '))

test.each([
  ['ngã tư Kim Mã Núi Trúc', ['kim ma nui truc']],
  ['Nga tu Kim Ma - Nui Truc', ['kim ma nui truc']],
  ['ngã4 Kim Mã, Núi Trúc', ['kim ma nui truc']],
  ['góc Kim Mã và Núi Trúc', ['kim ma nui truc', 'kim ma va nui truc']],
  ['góc ngã tư Kim Mã với đường Núi Trúc', ['kim ma duong nui truc', 'kim ma voi duong nui truc']],
  ['corner of Kim Ma and Nui Truc', ['kim ma nui truc', 'kim ma and nui truc']],
  ['Kim Mã giao với Núi Trúc', ['kim ma nui truc', 'kim ma giao voi nui truc']],
  ['Kim Mã cắt Núi Trúc', ['kim ma nui truc', 'kim ma cat nui truc']],
  ['Kim Mã & Núi Trúc', ['kim ma nui truc']],
  ['bùng binh Phú Lâm', ['phu lam']],
])('%p tells a crossing', (text, readings) => {
  expect(read(text)).toEqual(readings)
})

test.each([
  'Kim Mã Núi Trúc',
  'Kim Mã - Núi Trúc',
  'Kim Mã và Núi Trúc',
  'ngã tư',
  'ngã tư Sở',
  'Cát Linh Hào Nam',
  'gốc cây đa',
  'giao',
  '',
])('%p tells none', (text) => {
  expect(read(text)).toEqual([])
})
