import { describe, expect, test } from 'bun:test'
import { POI_TOKEN_CHARS } from '../../src/access/poi-token.ts'
import type { PlaceId } from '../../src/base/ids.ts'
import { PoiTokens } from '../../src/serving/poi-tokens.ts'
import { checkPoiToken } from '../access/tokens.ts'

const NOON = Date.parse('2026-11-20T05:00:00Z') // a quarter begins
const QUARTER = 15 * 60_000
const OLD = { keyId: 'old0', bytes: new Uint8Array(32).fill(1) }
const NEW = { keyId: 'new0', bytes: new Uint8Array(32).fill(2) }

function signed(tokens: PoiTokens, nowMs: number): string {
  const out = new Uint8Array(POI_TOKEN_CHARS)
  tokens.writer(nowMs).write(new TextEncoder().encode('n42'), 0, 3, out, 0)
  return new TextDecoder().decode(out)
}

describe('tokens of the moment', () => {
  test('are written by one object for a quarter of an hour', () => {
    const tokens = new PoiTokens()
    tokens.secrets = [OLD]
    const first = tokens.writer(NOON)
    expect(tokens.writer(NOON + QUARTER - 1)).toBe(first)
    expect(tokens.writer(NOON + QUARTER)).not.toBe(first)
  })

  test('are signed with the new secret at once, and those of the old one still open', () => {
    const tokens = new PoiTokens()
    tokens.secrets = [OLD]
    const before = signed(tokens, NOON)
    tokens.secrets = [NEW, OLD]
    const after = signed(tokens, NOON)
    expect(after).toStartWith('new0')
    for (const token of [before, after]) {
      expect(checkPoiToken(tokens.secrets, token, 'n42' as PlaceId, NOON)).toBe('ok')
    }
  })

  test.each([
    [0, 900],
    [1, 899],
    [QUARTER - 1000, 1],
    [QUARTER - 1, 0],
    [QUARTER, 900],
  ])('%d ms into a quarter a tile may be kept for %d s', (afterMs, expected) => {
    expect(new PoiTokens().secondsLeft(NOON + afterMs)).toBe(expected)
  })
})
