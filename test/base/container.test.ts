import { describe, expect, test } from 'bun:test'
import { openContainer, writeContainer } from '../../src/base/container.ts'
import { MinHeap } from '../../src/base/heap.ts'
import { compareAt, StringPoolWriter, startsWithAt, stringAt } from '../../src/base/string-pool.ts'

describe('index file container', () => {
  const sections = {
    a: Uint8Array.from([1, 2, 3]),
    b: Int32Array.from([-1, 2 ** 30]),
    empty: new Uint32Array(0),
    c: Float64Array.from([0.5]),
  }
  const bytes = writeContainer('test', 3, sections)

  test('gives back what was put in, aligned and without a copy', () => {
    const file = openContainer(bytes, 'test', 3)
    expect([...file.section('a', 'u8')]).toEqual([1, 2, 3])
    expect([...file.section('b', 'i32')]).toEqual([-1, 2 ** 30])
    expect(file.section('empty', 'u32').length).toBe(0)
    expect([...file.section('c', 'f64')]).toEqual([0.5])
    expect(file.section('b', 'i32').buffer).toBe(bytes.buffer)
  })

  test.each([
    ['another kind', bytes, 'other', 3, 'is a test index'],
    ['another version', bytes, 'test', 4, 'has format 3, this Saola reads format 4'],
    ['not an index', new Uint8Array(100), 'test', 3, 'is not an index file'],
    ['no bytes', new Uint8Array(0), 'test', 3, 'is not an index file'],
    ['a cut directory', bytes.slice(0, 40), 'test', 3, 'is cut short'],
  ])('refuses %s and says what to do', (_, file, kind, version, message) => {
    expect(() => openContainer(file, kind, version)).toThrow(message)
    expect(() => openContainer(file, kind, version)).toThrow('saola datasets')
  })

  test('refuses a section that is missing, of another type, or cut off', () => {
    const file = openContainer(bytes, 'test', 3)
    expect(() => file.section('d', 'u8')).toThrow('no section d')
    expect(() => file.section('a', 'u32')).toThrow('no section a of type u32')
    const cut = openContainer(bytes.slice(0, bytes.length - 64), 'test', 3)
    expect(() => cut.section('c', 'f64')).toThrow('ends before its section c')
  })
})

test('a string pool keeps each string once, the empty one first', () => {
  const writer = new StringPoolWriter()
  const ids = ['Huế', '', 'Hà Nội', 'Huế'].map((text) => writer.add(text))
  expect(ids).toEqual([1, 0, 2, 1])
  const pool = writer.finish()
  expect(ids.map((id) => stringAt(pool, id))).toEqual(['Huế', '', 'Hà Nội', 'Huế'])
  const key = new TextEncoder().encode('Hà')
  expect(startsWithAt(pool, 2, key)).toBe(true)
  expect(startsWithAt(pool, 1, key)).toBe(false)
  expect(compareAt(pool, 2, key)).toBeGreaterThan(0)
  expect(compareAt(pool, 0, key)).toBeLessThan(0)
})

test('a heap gives back its pairs in the order of their keys', () => {
  const heap = new MinHeap(2)
  const keys = [5, 3, 9, 1, 7, 3]
  keys.forEach((key, i) => {
    heap.push(key, i)
  })
  const out: number[] = []
  while (heap.size > 0) {
    const key = heap.minKey()
    expect(keys[heap.pop()]).toBe(key)
    out.push(key)
  }
  expect(out).toEqual([1, 3, 3, 5, 7, 9])
})
