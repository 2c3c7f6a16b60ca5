import { describe, expect, test } from 'bun:test'
import type { KeyId } from '../../src/access/key.ts'
import { RECENT_NAMES_MAX } from '../../src/access/recent-table.ts'
import { SESSION_IDLE_MS, Sessions } from '../../src/access/session.ts'

const LAN = 'lan' as KeyId
const MINH = 'minh' as KeyId
const NOW = Date.parse('2026-11-20T05:00:00Z')

describe('a session', () => {
  test('is billed once: its first suggest', () => {
    const sessions = new Sessions()
    const suggests = [0, 1000, 2000].map((ms) => sessions.suggest(LAN, 'a', NOW + ms))
    expect(suggests).toEqual([true, false, false])
    expect(sessions.resolve(LAN, 'a', NOW + 3000)).toBe(false)
  })

  test('ends with its resolve', () => {
    const sessions = new Sessions()
    sessions.suggest(LAN, 'a', NOW)
    sessions.resolve(LAN, 'a', NOW)
    expect(sessions.resolve(LAN, 'a', NOW)).toBe(true)
    expect(sessions.suggest(LAN, 'a', NOW)).toBe(true)
  })

  test('that never began makes the resolve the billed one', () => {
    expect(new Sessions().resolve(LAN, 'a', NOW)).toBe(true)
  })

  test('belongs to its key and its token', () => {
    const sessions = new Sessions()
    sessions.suggest(LAN, 'a', NOW)
    expect(sessions.suggest(MINH, 'a', NOW)).toBe(true)
    expect(sessions.suggest(LAN, 'b', NOW)).toBe(true)
  })

  test('lives as long as it is used, and no longer', () => {
    const sessions = new Sessions()
    sessions.suggest(LAN, 'a', NOW)
    expect(sessions.suggest(LAN, 'a', NOW + SESSION_IDLE_MS)).toBe(false)
    expect(sessions.suggest(LAN, 'a', NOW + 2 * SESSION_IDLE_MS)).toBe(false)
    expect(sessions.suggest(LAN, 'a', NOW + 3 * SESSION_IDLE_MS + 10_000)).toBe(true)
  })

  test('is kept among as many others as half the table holds', () => {
    const sessions = new Sessions()
    const tokens = Array.from({ length: RECENT_NAMES_MAX / 4 }, (_, i) => `t${i}`)
    for (const token of tokens) sessions.suggest(LAN, token, NOW)
    const forgotten = tokens.filter((token) => sessions.suggest(LAN, token, NOW))
    // Eight rows a set and two names on average: hardly a set overflows.
    expect(forgotten.length).toBeLessThan(tokens.length / 100)
  })
})
