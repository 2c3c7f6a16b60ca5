import { isWellFormedKey, type KeyRecord, type Scope } from '../../access/key.ts'
import type { KeyTable } from '../../access/key-table.ts'
import { ServiceError } from '../../base/errors.ts'

/** The record of the request's key. Throws `MISSING_API_KEY` or `INVALID_API_KEY`. */
export function authenticate(request: Request, keys: KeyTable, nowMs: number): KeyRecord {
  const text = request.headers.get('x-api-key')
  if (text === null || text === '') {
    throw new ServiceError('MISSING_API_KEY', 'Send your API key in the X-API-Key header.')
  }
  const key = keys.lookup(text, nowMs)
  if (key === null) {
    throw new ServiceError(
      'INVALID_API_KEY',
      isWellFormedKey(text)
        ? 'This API key is unknown, revoked or expired; create one with `saola keys create`.'
        : 'This is not an API key: it is mistyped or cut; copy the whole key, `sk_live_…`.',
    )
  }
  return key
}

/** Throws `INSUFFICIENT_SCOPE`. A null scope needs only a valid key. */
export function authorise(key: KeyRecord, scope: Scope | null): void {
  if (scope === null || key.scopes.includes(scope)) return
  throw new ServiceError(
    'INSUFFICIENT_SCOPE',
    `This needs the scope '${scope}'; the key has ${key.scopes.join(', ') || 'none'}.`,
  )
}
