import {
  hashOf,
  KEY_RANDOM_BYTES,
  type KeyId,
  type KeyRecord,
  keyFromRandom,
  SCOPES,
  type UserId,
} from '../../src/access/key.ts'

/** The text of a key that no one else has, the same on every run. */
export function keyText(seed: number): string {
  return keyFromRandom(new Uint8Array(KEY_RANDOM_BYTES).fill(seed))
}

/** The record of `keyText(seed)`: all scopes and ample allowances unless said otherwise. */
export function keyRecord(seed: number, parts: Partial<KeyRecord> = {}): KeyRecord {
  return {
    id: `key${seed}` as KeyId,
    userId: 'lan' as UserId,
    organisation: null,
    hashHex: hashOf(keyText(seed)),
    scopes: SCOPES,
    perMinute: 1_000_000,
    perDay: 1_000_000,
    expiresAtMs: null,
    ...parts,
  }
}
