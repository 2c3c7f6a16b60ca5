import { describe, expect, test } from 'bun:test'
import {
  dateOfDay,
  dayOf,
  dayOfDate,
  dayStartMs,
  minuteOf,
  minuteStartMs,
  momentText,
} from '../../src/access/window.ts'

describe('a Vietnamese day', () => {
  test.each([
    ['2026-11-20T16:59:59.999Z', '2026-11-20'],
    ['2026-11-20T17:00:00.000Z', '2026-11-21'],
    ['2024-02-28T17:00:00.000Z', '2024-02-29'],
    ['1969-12-31T16:59:59.999Z', '1969-12-31'],
  ])('at %s is %s', (moment, date) => {
    expect(dateOfDay(dayOf(Date.parse(moment)))).toBe(date)
  })

  test('begins at midnight in Vietnam', () => {
    const day = dayOf(Date.parse('2026-11-20T00:00:00Z'))
    expect(new Date(dayStartMs(day)).toISOString()).toBe('2026-11-19T17:00:00.000Z')
    expect(dayOf(dayStartMs(day))).toBe(day)
    expect(dayOf(dayStartMs(day) - 1)).toBe(day - 1)
  })

  test.each(['2026-11-20', '2024-02-29', '1970-01-01'])('is found by its date %s', (date) => {
    const day = dayOfDate(date)
    expect(day).not.toBeNull()
    expect(dateOfDay(day ?? 0)).toBe(date)
  })

  test.each([
    '2026-02-29',
    '2026-13-01',
    '2026-1-1',
    '20261120',
    '2026-11-20T00:00',
    '0000-01-01',
    '',
    ' ',
  ])('is not found by %p', (date) => {
    expect(dayOfDate(date)).toBeNull()
  })
})

test('a minute begins with second 0', () => {
  const ms = Date.parse('2026-11-20T12:34:56.789Z')
  expect(new Date(minuteStartMs(minuteOf(ms))).toISOString()).toBe('2026-11-20T12:34:00.000Z')
})

test.each([
  ['2026-11-20T16:59:59.999Z', '2026-11-20 23:59:59'],
  ['2026-11-20T17:00:00.000Z', '2026-11-21 00:00:00'],
  ['2026-12-31T20:30:05.000Z', '2027-01-01 03:30:05'],
])('the moment %s is shown as %s', (moment, text) => {
  expect(momentText(new Date(moment))).toBe(text)
})
