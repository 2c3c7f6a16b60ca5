import type { KeyRecord } from './key.ts'

const HASH_BYTES = 32
const HASH_WORDS = HASH_BYTES / 4

interface Entry {
  //   hash  Int32[8]  SHA-256 of the key's text
  readonly hash: Int32Array
  readonly record: KeyRecord
}

/**
 * The keys that a server accepts at one moment: a snapshot, replaced as a whole when keys change.
 * A look-up costs one SHA-256 and takes the same time whether or not the hashes differ early.
 */
export class KeyTable {
  /** By the first word of the hash; more than one entry only by accident. */
  readonly #byFirstWord = new Map<number, Entry[]>()
  readonly #scratch = new Int32Array(HASH_WORDS)
  readonly #scratchBytes = new Uint8Array(this.#scratch.buffer)

  constructor(records: readonly KeyRecord[]) {
    for (const record of records) {
      const bytes = Uint8Array.fromHex(record.hashHex)
      const hash = new Int32Array(bytes.buffer, 0, HASH_WORDS)
      const first = hash[0] as number
      const entries = this.#byFirstWord.get(first)
      if (entries) entries.push({ hash, record })
      else this.#byFirstWord.set(first, [{ hash, record }])
    }
  }

  /** The record of the key with this text; null when it is unknown, revoked or expired. */
  lookup(text: string, nowMs: number): KeyRecord | null {
    Bun.SHA256.hash(text, this.#scratchBytes)
    const entries = this.#byFirstWord.get(this.#scratch[0] as number)
    if (!entries) return null
    for (const { hash, record } of entries) {
      if (!sameHash(hash, this.#scratch)) continue
      const expired = record.expiresAtMs !== null && nowMs >= record.expiresAtMs
      return expired ? null : record
    }
    return null
  }
}

/** In constant time: every word is looked at. */
function sameHash(a: Int32Array, b: Int32Array): boolean {
  let difference = 0
  for (let i = 0; i < HASH_WORDS; i++) difference |= a[i]! ^ b[i]!
  return difference === 0
}
