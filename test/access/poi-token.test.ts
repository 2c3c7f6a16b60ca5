import { describe, expect, test } from 'bun:test'
import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import {
  POI_TOKEN_CHARS,
  POI_TOKEN_PERIOD_MS,
  type PoiTokenSecret,
  PoiTokens,
} from '../../src/access/poi-token.ts'

const NOON = Date.parse('2026-11-20T05:00:00Z') // a period begins
const MINUTE = 60_000
const OLD = { keyId: 'old0', bytes: new Uint8Array(32).fill(1), retiredAtMs: NOON }
const NEW = { keyId: 'new0', bytes: new Uint8Array(32).fill(2), retiredAtMs: null }

function signed(tokens: PoiTokens, id: string, nowMs: number): string {
  const bytes = new TextEncoder().encode(`<${id}>`)
  const out = new Uint8Array(POI_TOKEN_CHARS + 2)
  tokens.signer(nowMs).write(bytes, 1, bytes.length - 1, out, 1)
  expect([out[0], out.at(-1)]).toEqual([0, 0])
  return new TextDecoder().decode(out.subarray(1, -1))
}

function tokensOf(...secrets: readonly PoiTokenSecret[]): PoiTokens {
  return new PoiTokens(secrets)
}

describe('a token', () => {
  const tokens = tokensOf(NEW)

  test('is key id, expiry and HMAC-SHA-256, in base64url', () => {
    const expiry = (NOON / MINUTE + 30).toString(36).padStart(6, '0')
    const mac = createHmac('sha256', NEW.bytes).update(`${expiry}n42`).digest()
    const expected = `new0${expiry}${mac.subarray(0, 16).toString('base64url')}`
    expect(signed(tokens, 'n42', NOON)).toBe(expected)
  })

  test('is the same for a whole period, on every server', () => {
    const first = signed(tokens, 'n42', NOON)
    expect(signed(tokensOf(NEW, OLD), 'n42', NOON + POI_TOKEN_PERIOD_MS - 1)).toBe(first)
    expect(signed(tokens, 'n42', NOON + POI_TOKEN_PERIOD_MS)).not.toBe(first)
    expect(tokens.signer(NOON)).toBe(tokens.signer(NOON + POI_TOKEN_PERIOD_MS - 1))
  })

  test.each([
    [0, 'valid'],
    [15 * MINUTE, 'valid'],
    [30 * MINUTE - 1, 'valid'],
    [30 * MINUTE, 'expired'],
    [90 * MINUTE, 'expired'],
  ])('%d ms after the start of its period is %s', (afterMs, expected) => {
    expect(tokens.check(signed(tokens, 'n42', NOON), 'n42', NOON + afterMs)).toBe(expected as never)
  })

  test('lives at least 15 minutes from whenever it is given out', () => {
    fc.assert(
      fc.property(fc.nat({ max: 3 * POI_TOKEN_PERIOD_MS }), fc.string(), (afterMs, id) => {
        const token = signed(tokens, id, NOON + afterMs)
        expect(tokens.check(token, id, NOON + afterMs + 15 * MINUTE - 1)).toBe('valid')
        expect(tokens.check(token, id, NOON + afterMs + 30 * MINUTE)).toBe('expired')
      }),
    )
  })

  test('with one character changed, cut short or for another place is forged', () => {
    const token = signed(tokens, 'n42', NOON)
    const characters = fc.constantFrom(...'0123456789abcdefghijklmnopqrstuvwxyzAZ-_ é')
    fc.assert(
      fc.property(fc.nat({ max: POI_TOKEN_CHARS - 1 }), characters, (at, character) => {
        fc.pre(token[at] !== character)
        const changed = token.slice(0, at) + character + token.slice(at + 1)
        expect(tokens.check(changed, 'n42', NOON)).toBe('forged')
        expect(tokens.check(token.slice(0, at), 'n42', NOON)).toBe('forged')
      }),
      { numRuns: 500 },
    )
    expect(tokens.check(token, 'n43', NOON)).toBe('forged')
    expect(tokens.check(`${token}A`, 'n42', NOON)).toBe('forged')
    expect(tokens.check('', 'n42', NOON)).toBe('forged')
  })
})

describe('after a rotation', () => {
  const before = tokensOf({ ...OLD, retiredAtMs: null })
  const after = tokensOf(NEW, OLD)

  test('the new secret signs, and tokens of the old one live on until they expire', () => {
    expect(signed(after, 'n42', NOON).slice(0, 4)).toBe('new0')
    const token = signed(before, 'n42', NOON - 1)
    expect(after.check(token, 'n42', NOON + 15 * MINUTE - 1)).toBe('valid')
    expect(after.check(token, 'n42', NOON + 15 * MINUTE)).toBe('expired')
  })

  test('the old secret signs nothing that is later than its end', () => {
    const late = signed(before, 'n42', NOON + 20 * MINUTE)
    expect(before.check(late, 'n42', NOON + 20 * MINUTE)).toBe('valid')
    expect(after.check(late, 'n42', NOON + 20 * MINUTE)).toBe('forged')
  })

  test('a secret that nobody knows signs nothing', () => {
    const stranger = tokensOf({ keyId: 'else', bytes: new Uint8Array(32), retiredAtMs: null })
    expect(after.check(signed(stranger, 'n42', NOON), 'n42', NOON)).toBe('forged')
  })
})
