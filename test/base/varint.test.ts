import { expect, test } from 'bun:test'
import { VARINT_BYTES_MAX, writeVarint } from '../../src/base/varint.ts'

/** By the definition, in big integers. */
function expected(value: number): number[] {
  const bytes: number[] = []
  let rest = BigInt(value)
  for (; rest > 127n; rest /= 128n) bytes.push(Number(rest % 128n) + 128)
  return [...bytes, Number(rest)]
}

const EDGES = Array.from({ length: 54 }, (_, bit) => 2 ** bit).flatMap((value) => [
  value - 1,
  value,
  value + 1,
])

test.each(EDGES.filter(Number.isSafeInteger))(
  '%d is written as Protocol Buffers has it',
  (value) => {
    const out = new Uint8Array(12).fill(0xaa)
    const end = writeVarint(value, out, 1)
    expect([...out.subarray(1, end)]).toEqual(expected(value))
    expect(out[0]).toBe(0xaa)
    expect(out[end]).toBe(0xaa)
    if (value < 2 ** 35) expect(end - 1).toBeLessThanOrEqual(VARINT_BYTES_MAX)
  },
)
