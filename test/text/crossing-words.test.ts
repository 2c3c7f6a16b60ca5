import { expect, test } from 'bun:test'
import { crossingReadings } from '../../src/text/crossing-words.ts'
import { tokenize } from '../../src/text/tokens.ts'

/** The readings; where only a seam tells the crossing, with a bar in it. */
const read = (text: string) =>
  crossingReadings(tokenize(text)).map(({ tokens, seam }) => {
    const words = tokens.map(({ folded }, i) => (seam > 0 && i === seam ? `| ${folded}` : folded))
    return words.join(' ')
  })

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
  ['Kim Mã góc Núi Trúc', ['kim ma nui truc', 'kim ma goc nui truc']],
  ['ngay ngã tư Kim Mã Núi Trúc', ['kim ma nui truc']],
  ['ở gần góc ngã tư Kim Mã - Núi Trúc', ['kim ma nui truc']],
  ['giao Kim Mã với Núi Trúc', ['kim ma nui truc', 'kim ma voi nui truc']],
  ['nơi giao nhau giữa Kim Mã, Núi Trúc', ['kim ma nui truc']],
  ['ngã tư Giao Lưu Núi Trúc', ['giao luu nui truc']],
  ['Kim Mã - Núi Trúc', ['kim ma | nui truc']],
  ['Kim Mã / Núi Trúc, Ba Đình', ['kim ma | nui truc ba dinh']],
  ['Kim Mã x Núi Trúc', ['kim ma | nui truc']],
  ['Kim Mã và Núi Trúc', ['kim ma | nui truc']],
  ['đường 3/2 - Núi Trúc', ['duong 3 2 | nui truc']],
  ['đầu Kim Mã, Núi Trúc', ['dau kim ma | nui truc', 'kim ma | nui truc']],
])('%p tells a crossing', (text, readings) => {
  expect(read(text)).toEqual(readings)
})

test.each([
  'Kim Mã Núi Trúc',
  'Kim Mã và',
  '12 Kim Mã - Núi Trúc',
  '3/2 - Núi Trúc',
  'số 12, Núi Trúc',
  'Giao Lưu Núi Trúc',
  'gần Kim Mã',
  'ngã tư',
  'ngã tư Sở',
  'Cát Linh Hào Nam',
  'gốc cây đa',
  'giao',
  '',
])('%p tells none', (text) => {
  expect(read(text)).toEqual([])
})
