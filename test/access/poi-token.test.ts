import { describe, expect, test } from 'bun:test'
import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import {
  POI_TOKEN_BUCKET_MS,
  POI_TOKEN_CHARS,
  type PoiSecret,
  PoiTokenChecker,
  poiTokenBucket,
  poiTokenEndMs,
} from '../../src/access/poi-token.ts'
import type { PlaceId } from '../../src/base/ids.ts'
import { signPoiToken } from './tokens.ts'

const NOON = Date.parse('2026-11-20T05:00:30Z')
const SECRET: PoiSecret = { keyId: 'aB3z', bytes: new Uint8Array(32).fill(7) }
const OLDER: PoiSecret = { keyId: 'Qq00', bytes: new Uint8Array(32).fill(9) }
const CAFE = 'n42' as PlaceId
const checker = new PoiTokenChecker([SECRET, OLDER])
const token = signPoiToken(SECRET, CAFE, poiTokenBucket(NOON))

describe('a token', () => {
  test('is an HMAC-SHA-256 over bucket and place, with the key named in it', () => {
    const bucket = Buffer.alloc(4)
    bucket.writeUInt32BE(poiTokenBucket(NOON))
    const mac = createHmac('sha256', SECRET.bytes).update(bucket).update('n42').digest()
    expect(token).toHaveLength(POI_TOKEN_CHARS)
    expect(token.slice(0, 4)).toBe('aB3z')
    expect(token.slice(8)).toBe(mac.subarray(0, 12).toString('base64url'))
    expect(Buffer.from(token.slice(4, 8), 'base64url').readUIntBE(0, 3)).toBe(poiTokenBucket(NOON))
  })

  test('is the same for a quarter of an hour and another one then', () => {
    const at = (ms: number) => signPoiToken(SECRET, CAFE, poiTokenBucket(NOON + ms))
    expect(at(POI_TOKEN_BUCKET_MS - 30_001)).toBe(token)
    expect(at(POI_TOKEN_BUCKET_MS)).not.toBe(token)
  })

  test.each([
    ['at once', 0, 'ok'],
    ['after 15 minutes', 15 * 60_000, 'ok'],
    ['in the last moment', poiTokenEndMs(poiTokenBucket(NOON)) - NOON - 1, 'ok'],
    ['in the moment after', poiTokenEndMs(poiTokenBucket(NOON)) - NOON, 'expired'],
    ['on the next day', 86_400_000, 'expired'],
    ['by a clock that is behind', -86_400_000, 'ok'],
  ] as const)('is checked %s', (_, laterMs, verdict) => {
    expect(checker.check(token, CAFE, NOON + laterMs)).toBe(verdict)
  })

  test('lives at least 15 minutes from any moment on', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4e12 }), (nowMs) => {
        const fresh = signPoiToken(SECRET, CAFE, poiTokenBucket(nowMs))
        expect(checker.check(fresh, CAFE, nowMs + 15 * 60_000)).toBe('ok')
        expect(checker.check(fresh, CAFE, nowMs + 30 * 60_000)).toBe('expired')
      }),
    )
  })

  test('of a secret that no longer signs is valid as long as the secret is known', () => {
    const old = signPoiToken(OLDER, CAFE, poiTokenBucket(NOON))
    expect(checker.check(old, CAFE, NOON)).toBe('ok')
    expect(new PoiTokenChecker([SECRET]).check(old, CAFE, NOON)).toBe('forged')
  })

  test.each([
    ['of another place', signPoiToken(SECRET, 'n43' as PlaceId, poiTokenBucket(NOON))],
    ['of another secret', `aB3z${signPoiToken(OLDER, CAFE, poiTokenBucket(NOON)).slice(4)}`],
    ['cut short', token.slice(0, -1)],
    ['with something behind it', `${token}A`],
    ['empty', ''],
    ['of other characters', `${token.slice(0, -1)}=`],
    ['dated otherwise', token.slice(0, 7) + (token[7] === 'A' ? 'B' : 'A') + token.slice(8)],
  ])('%s is forged', (_, forged) => {
    expect(checker.check(forged, CAFE, NOON)).toBe('forged')
  })

  test('is checked anew each time', () => {
    const fresh = new PoiTokenChecker([SECRET])
    const forged = `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`
    const other = signPoiToken(SECRET, 'n43' as PlaceId, poiTokenBucket(NOON))
    for (let again = 0; again < 2; again++) {
      expect(fresh.check(forged, CAFE, NOON)).toBe('forged')
      expect(fresh.check(token, CAFE, NOON)).toBe('ok')
      expect(fresh.check(other, CAFE, NOON)).toBe('forged')
      expect(fresh.check(token, CAFE, poiTokenEndMs(poiTokenBucket(NOON)))).toBe('expired')
    }
  })

  test('is right for more places than tokens are kept of', () => {
    const fresh = new PoiTokenChecker([SECRET])
    for (let i = 0; i < 20_000; i++) {
      const id = `n${i}` as PlaceId
      if (fresh.check(signPoiToken(SECRET, id, poiTokenBucket(NOON)), id, NOON) === 'ok') continue
      throw new Error(`the token of ${id} was refused`)
    }
    expect(fresh.check(token, CAFE, NOON)).toBe('ok')
  })

  test('of an id longer than any is forged', () => {
    const long = 'n'.repeat(5_000) as PlaceId
    expect(checker.check(signPoiToken(SECRET, long, poiTokenBucket(NOON)), long, NOON)).toBe(
      'forged',
    )
  })

  test('is forged when any one character of it is another', () => {
    const alphabet = 'AZaz09-_'.split('')
    fc.assert(
      fc.property(fc.nat(POI_TOKEN_CHARS - 1), fc.constantFrom(...alphabet), (at, character) => {
        fc.pre(token[at] !== character)
        const forged = token.slice(0, at) + character + token.slice(at + 1)
        expect(checker.check(forged, CAFE, NOON)).toBe('forged')
      }),
    )
  })
})
