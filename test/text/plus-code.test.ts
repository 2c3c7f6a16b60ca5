import { expect, test } from 'bun:test'
import { isPlusCode } from '../../src/geo/plus-code.ts'

test.each(['7P28QMFX+2R', '7p28qmfx+2r', ' QMFX+2R2 '])('%p is a plus code', (text) => {
  expect(isPlusCode(text)).toBe(true)
})

test.each(['', '+', 'QMFX', '12+14', '12+14 Nguyễn Trãi', 'QMFX+2R Huế', 'ABCD+12'])(
  '%p is none',
  (text) => {
    expect(isPlusCode(text)).toBe(false)
  },
)
