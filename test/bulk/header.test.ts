import { describe, expect, test } from 'bun:test'
import { readHeader } from '../../src/bulk/header.ts'

const header = (text: string, delimiter: string | null = null) =>
  readHeader(Buffer.from(text), delimiter, true)

describe('the separator is the one that makes most columns', () => {
  test.each([
    ['a,b,c\n', ',', ['a', 'b', 'c']],
    ['a;b;c\n1,5;2;3\n', ';', ['a', 'b', 'c']],
    ['a\tb, c\td\n', '\t', ['a', 'b, c', 'd']],
    ['Địa chỉ (số, đường);Phường;Quận\n', ';', ['Địa chỉ (số, đường)', 'Phường', 'Quận']],
    ['"a;b;c",d\n', ',', ['a;b;c', 'd']],
    ['"a\nb";c\n', ';', ['a\nb', 'c']],
  ])('%j', (text, delimiter, names) => {
    expect(header(text)).toMatchObject({ delimiter, writtenDelimiter: delimiter, names })
  })

  test('of one column there is none, so that commas stay in the cell', () => {
    const { names, delimiter, writtenDelimiter } = header('địa chỉ\n1 A, B\n')
    expect([names, writtenDelimiter]).toEqual([['địa chỉ'], ','])
    expect('1 A, B').not.toContain(delimiter)
  })

  test('one that is told', () => expect(header('a|b;c\n', '|').names).toEqual(['a', 'b;c']))
})

test.each([
  ['a,b\n1,2\n', '\n', 4, 1],
  ['a,b\r\n1,2\r\n', '\r\n', 5, 1],
  ['a,b\r1,2\r', '\r', 4, 1],
  ['a,b', '\n', 3, 0],
  ['"a\nx",đ\n', '\n', 9, 2],
])('the line end of %j', (text, newline, bytes, lines) => {
  expect(header(text)).toMatchObject({ newline, bytes, lines })
})

test.each([
  ['', 'The file is empty'],
  ['\n', 'The first line is empty'],
  ['  \r\na\r\n', 'The first line is empty'],
])('%j is refused', (text, reason) => expect(() => header(text)).toThrow(reason))

test('a first line without an end is refused', () => {
  expect(() => readHeader(Buffer.from('x'.repeat(1000)), null, false)).toThrow('has no end')
})
