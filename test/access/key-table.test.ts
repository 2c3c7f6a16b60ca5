import { expect, test } from 'bun:test'
import { KeyTable } from '../../src/access/key-table.ts'
import { keyRecord, keyText } from './keys.ts'

test('every key is found by its text, no other is', () => {
  const records = Array.from({ length: 200 }, (_, seed) => keyRecord(seed))
  const table = new KeyTable(records)
  for (const [seed, record] of records.entries()) {
    expect(table.lookup(keyText(seed), 0)).toBe(record)
  }
  expect(table.lookup(keyText(201), 0)).toBeNull()
  expect(table.lookup('', 0)).toBeNull()
})

test('hashes with the same first word are told apart', () => {
  const record = keyRecord(1)
  const twin = { ...record, hashHex: record.hashHex.slice(0, 8) + '0'.repeat(56) }
  expect(new KeyTable([twin, record]).lookup(keyText(1), 0)).toBe(record)
  expect(new KeyTable([twin]).lookup(keyText(1), 0)).toBeNull()
})

test.each([
  ['before it expires', 999, true],
  ['at that moment', 1000, false],
  ['after it', 1001, false],
])('a key %s', (_, nowMs, found) => {
  const table = new KeyTable([keyRecord(1, { expiresAtMs: 1000 })])
  expect(table.lookup(keyText(1), nowMs) !== null).toBe(found)
})
