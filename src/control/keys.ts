import type { KeyId, KeyRecord, UserId } from '../access/key.ts'
import { keysStamp, listKeyRecords } from '../db/api-keys.ts'
import type { Db } from '../db/client.ts'

/** The keys of the database as this server last read them. */
export class KeyRegister {
  readonly #db: Db
  readonly #onChange: (records: readonly KeyRecord[]) => void
  #stamp: string | null = null
  #records: readonly KeyRecord[] = []
  /** Owners of every key ever seen: counts of a key may be written after it was revoked. */
  readonly #owners = new Map<KeyId, UserId>()

  /** `onChange` gets all records whenever a key or a plan has changed. */
  constructor(db: Db, onChange: (records: readonly KeyRecord[]) => void) {
    this.#db = db
    this.#onChange = onChange
  }

  /** Reads the keys again if any has changed. */
  async refresh(): Promise<void> {
    const stamp = await keysStamp(this.#db)
    if (stamp === this.#stamp) return
    this.#records = await listKeyRecords(this.#db)
    for (const { id, userId } of this.#records) this.#owners.set(id, userId)
    this.#onChange(this.#records)
    // Last: should anything above fail, the next run reads them again.
    this.#stamp = stamp
  }

  /** Null for a key that this server never had. */
  ownerOf(id: KeyId): UserId | null {
    return this.#owners.get(id) ?? null
  }

  /** The valid keys of a user, and the requests a day that they allow together. */
  allowanceOf(userId: UserId, nowMs: number): { keyIds: readonly KeyId[]; perDay: number } {
    // In the grace time of a rotation a key has two records under one id.
    const byKey = new Map<KeyId, number>()
    for (const { id, userId: owner, perDay, expiresAtMs } of this.#records) {
      const isValid = expiresAtMs === null || nowMs < expiresAtMs
      if (owner === userId && isValid) byKey.set(id, perDay)
    }
    const perDay = byKey.values().reduce((sum, each) => sum + each, 0)
    return { keyIds: [...byKey.keys()], perDay }
  }
}
