import { expect, test } from 'bun:test'
import { kindReadings } from '../../src/text/kind-words.ts'
import { tokenize } from '../../src/text/tokens.ts'
import { foldedSpan } from '../../src/text/words.ts'

const readings = (text: string) =>
  kindReadings(tokenize(text)).map((tokens) => foldedSpan(tokens, 0, tokens.length))

test.each([
  ['uỷ ban phường 5', ['uy ban nhan dan phuong 5']],
  ['trụ sở ủy ban xã Đồng Xuân', ['uy ban nhan dan xa dong xuan']],
  ['trạm xăng 14', ['cua hang xang dau 14', 'tram xang dau 14', 'cay xang 14']],
  ['Trạm xăng dầu 14', ['cua hang xang dau 14', 'cay xang 14']],
  ['Sao Mai khách sạn, Huế', ['sao mai hotel hue']],
  ['trường cấp 2 Nguyễn Du', ['trung hoc co so nguyen du', 'truong trung hoc co so nguyen du']],
  ['Bưu cục Huế', ['buu dien hue']],
  ['Bưu điện Huế', ['buu cuc hue']],
])('%p may be called %p', (text, expected) => {
  expect(readings(text)).toEqual(expected)
})

test.each(['Uỷ ban nhân dân phường 5', 'Trường Sa', 'cấp 5', '12 Lê Lợi', ''])(
  '%p is called nothing else',
  (text) => {
    expect(readings(text)).toEqual([])
  },
)

test('words without marks stay without', () => {
  const [reading] = kindReadings(tokenize('hieu sach Sao Mai'))
  expect(reading?.some(({ hasMarks }) => hasMarks)).toBe(false)
  const [marked] = kindReadings(tokenize('hiệu sách Sao Mai'))
  expect(marked?.[0]?.hasMarks).toBe(true)
})
