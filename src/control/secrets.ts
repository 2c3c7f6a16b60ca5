import type { PoiSecret } from '../access/poi-token.ts'
import type { Db } from '../db/client.ts'
import { ensureSecret, listSecrets, POI_TOKEN_SECRET } from '../db/secrets.ts'

/**
 * Time that a retired secret is still accepted: its last tokens live for half an hour, and a server
 * that has not yet read of its end may sign for a moment more. After that a stolen secret opens
 * nothing.
 */
const RETIRED_KNOWN_MS = 35 * 60_000

/** The secrets for signing and checking tokens of POIs, as this server last read them. */
export class PoiSecretRegister {
  readonly #db: Db
  readonly #onChange: (secrets: readonly PoiSecret[]) => void
  #known = ''

  /** `onChange` gets all secrets, the signing one first, whenever they have changed. */
  constructor(db: Db, onChange: (secrets: readonly PoiSecret[]) => void) {
    this.#db = db
    this.#onChange = onChange
  }

  /** Reads the secrets again, and makes one where there is none. */
  async refresh(): Promise<void> {
    let all = await listSecrets(this.#db, POI_TOKEN_SECRET)
    if (all.every(({ retiredAt }) => retiredAt !== null)) {
      await ensureSecret(this.#db, POI_TOKEN_SECRET)
      all = await listSecrets(this.#db, POI_TOKEN_SECRET)
    }
    const since = Date.now() - RETIRED_KNOWN_MS
    const secrets = all.filter(({ retiredAt }) => retiredAt === null || +retiredAt > since)
    const known = secrets.map(({ keyId }) => keyId).join()
    if (known === this.#known) return
    this.#onChange(secrets.map(({ keyId, bytes }) => ({ keyId, bytes })))
    this.#known = known
  }
}
