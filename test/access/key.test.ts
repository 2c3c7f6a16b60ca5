import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import {
  hashOf,
  isScope,
  isWellFormedKey,
  KEY_RANDOM_BYTES,
  keyFromRandom,
} from '../../src/access/key.ts'

const randomBytes = fc.uint8Array({ minLength: KEY_RANDOM_BYTES, maxLength: KEY_RANDOM_BYTES })
const BASE62 = [...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz']

describe('a key', () => {
  test('is well formed, 47 characters long, and differs with its bytes', () => {
    fc.assert(
      fc.property(randomBytes, randomBytes, (a, b) => {
        expect(keyFromRandom(a)).toMatch(/^sk_live_[0-9A-Za-z]{39}$/)
        expect(isWellFormedKey(keyFromRandom(a))).toBe(true)
        expect(keyFromRandom(a) === keyFromRandom(b)).toBe(Buffer.compare(a, b) === 0)
      }),
    )
  })

  test('with one character changed is a typo', () => {
    const place = fc.nat({ max: 38 })
    fc.assert(
      fc.property(randomBytes, place, fc.constantFrom(...BASE62), (bytes, i, digit) => {
        const key = keyFromRandom(bytes)
        const at = 'sk_live_'.length + i
        fc.pre(key[at] !== digit)
        expect(isWellFormedKey(key.slice(0, at) + digit + key.slice(at + 1))).toBe(false)
      }),
    )
  })

  test('keeps its form from version to version', () => {
    // The checksum was reckoned with Python's zlib.crc32.
    const key = 'sk_live_00000000000000000000000000000000037e0m9'
    expect(keyFromRandom(new Uint8Array(KEY_RANDOM_BYTES))).toBe(key)
  })

  test('of the largest random number fits', () => {
    expect(isWellFormedKey(keyFromRandom(new Uint8Array(KEY_RANDOM_BYTES).fill(255)))).toBe(true)
  })

  test('takes exactly its bytes', () => {
    expect(() => keyFromRandom(new Uint8Array(23))).toThrow('24 random bytes')
  })

  test.each(['', 'sk_live_', 'sk_live_!', 'x'.repeat(47), `sk_live_${'é'.repeat(39)}`])(
    '%p has not its form',
    (text) => {
      expect(isWellFormedKey(text)).toBe(false)
    },
  )
})

test('a hash is SHA-256 in hexadecimal', () => {
  // FIPS 180-4, the example "abc".
  expect(hashOf('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
})

test('scopes are told from other words', () => {
  expect(isScope('geocoding:read')).toBe(true)
  expect(isScope('geocoding:write')).toBe(false)
})
