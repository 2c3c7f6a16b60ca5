import type { PoiSecret } from '../access/poi-token.ts'
import type { Db } from '../db/client.ts'
import { ensureSecret, listSecrets, POI_TOKEN_SECRET } from '../db/secrets.ts'

/**
 * How long a retired secret is still known: its last tokens live for half an hour, and a server
 * that has not yet heard of its end may go on signing for a moment. Then it opens nothing any more,
 * whoever has got hold of it.
 */
const RETIRED_KNOWN_MS = 35 * 60_000

/** What tokens of POIs are signed and checked with, as this server last read it. */
export class PoiSecretRegister {
  readonly #db: Db
  readonly #onChange: (secrets: readonly PoiSecret[]) => void
  #known = ''

  /** `onChange` is told all secrets, the one that signs first, whenever they have changed. */
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
