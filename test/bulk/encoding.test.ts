import { describe, expect, test } from 'bun:test'
import { encodingNamed, guessEncoding, toUtf8 } from '../../src/bulk/encoding.ts'

const TEXT = 'địa chỉ\nĐường Nguyễn Trãi, Hà Nội\n'
const bytes = (...all: number[]): Uint8Array => new Uint8Array(all)

function utf16be(text: string): Uint8Array {
  return Buffer.from(text, 'utf16le').swap16()
}

async function* inPieces(all: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let i = 0; i < all.length; i += size) yield all.subarray(i, i + size)
}

async function decoded(file: Uint8Array, size: number): Promise<string> {
  const parts: Uint8Array[] = []
  for await (const part of toUtf8(inPieces(file, size), guessEncoding(file))) parts.push(part)
  return Buffer.concat(parts).toString()
}

describe('guesses', () => {
  const utf8 = Buffer.from(TEXT)
  const mark = bytes(0xef, 0xbb, 0xbf)
  test.each([
    ['UTF-8', utf8, 'utf-8', 0],
    ['UTF-8 with a mark', Buffer.concat([mark, utf8]), 'utf-8', 3],
    ['UTF-8 cut within a character', Buffer.from('đườ').subarray(0, -1), 'utf-8', 0],
    ['nothing', bytes(), 'utf-8', 0],
    ['one letter of three bytes, cut', Buffer.from('ờ').subarray(0, 2), 'utf-8', 0],
    ['UTF-16', Buffer.from(`\ufeff${TEXT}`, 'utf16le'), 'utf-16le', 2],
    ['UTF-16, other order', utf16be(`\ufeff${TEXT}`), 'utf-16be', 2],
    ['UTF-16 without a mark', Buffer.from(TEXT, 'utf16le'), 'utf-16le', 0],
    ['UTF-16 without a mark, other order', utf16be(TEXT), 'utf-16be', 0],
    // Hà Đội, with the tone of ộ behind it
    ['Windows-1258', bytes(0x48, 0xe0, 0x20, 0xd0, 0xf4, 0xf2, 0x69), 'windows-1258', 0],
  ])('%s', (_, file, label, markBytes) => {
    expect(guessEncoding(file)).toEqual({ label, markBytes })
  })
})

test.each([1, 2, 3, 7, 1000])('text comes through in pieces of %p bytes', async (size) => {
  for (const file of [
    Buffer.from(`\ufeff${TEXT}`),
    Buffer.from(`\ufeff${TEXT}`, 'utf16le'),
    utf16be(TEXT),
  ]) {
    expect(await decoded(file, size)).toBe(TEXT)
  }
})

test('Windows-1258 writes tones behind their letters, which NFC joins', async () => {
  const file = bytes(0x48, 0xe0, 0x20, 0xd0, 0xf4, 0xf2, 0x69)
  expect((await decoded(file, 1)).normalize('NFC')).toBe('Hà Đội')
})

test('what is not of the encoding is refused', async () => {
  const half = Buffer.from(`\ufeff${TEXT}`, 'utf16le').subarray(0, -1)
  const lone = Buffer.from('\ufeffa\ud800b', 'utf16le')
  for (const file of [lone, half]) {
    const refused = decoded(file, 100).then(
      () => 'read',
      (error: Error) => error.message,
    )
    expect(await refused).toContain('The file is no text in utf-16le')
  }
})

test.each([
  ['UTF8', 'utf-8'],
  ['cp1258', 'windows-1258'],
  ['windows1258', 'windows-1258'],
  ['Windows-1258', 'windows-1258'],
  ['utf-16', 'utf-16le'],
  ['latin1', 'windows-1252'],
])('--encoding %s', (name, label) => expect(encodingNamed(name)).toBe(label))

test('an unknown encoding is refused', () => {
  expect(() => encodingNamed('tcvn3')).toThrow("--encoding is 'tcvn3'; it accepts utf-8")
})
