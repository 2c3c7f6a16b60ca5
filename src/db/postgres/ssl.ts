import { existsSync, readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { reasonOf, ServiceError } from '../../base/errors.ts'
import { isSslMode, SSL_MODES, type SslMode } from '../../postgres-url.ts'

/* Encryption of connections, by the rules of libpq (its documentation, "SSL Support"). */

export interface SslSettings {
  readonly mode: SslMode
  /** The check of the server's certificate: none, its signer, or its signer and its name. */
  readonly check: 'nothing' | 'authority' | 'name'
  /** Certificates of the authorities that are trusted, PEM; null: those that the system trusts. */
  readonly authorities: string | null
}

type Variables = Readonly<Record<string, string | undefined>>

const SYSTEM = 'system'
const DEFAULT_FILE = '.postgresql/root.crt'

/**
 * From the address, else from the environment, else `prefer`. Throws `INVALID_CONFIG` for other
 * values, and for a file that cannot be read.
 */
export function sslSettings(
  params: ReadonlyMap<string, string>,
  variables: Variables,
): SslSettings {
  const named = params.get('sslrootcert') || variables['PGSSLROOTCERT'] || null
  const given = params.get('sslmode') || variables['PGSSLMODE'] || null
  const mode = given ?? (named === SYSTEM ? 'verify-full' : 'prefer')
  if (!isSslMode(mode)) {
    throw invalid(`PGSSLMODE is ${JSON.stringify(mode)}; it accepts ${SSL_MODES.join(', ')}`)
  }
  if (mode === 'disable' || mode === 'allow' || mode === 'prefer') {
    return { mode, check: 'nothing', authorities: null }
  }
  if (named === SYSTEM && mode !== 'verify-full') {
    throw invalid(`sslrootcert is system, which takes sslmode verify-full, not ${mode}`)
  }
  const authorities = authoritiesOf(named, variables['HOME'] || homedir())
  if (mode === 'verify-full') return { mode, check: 'name', authorities }
  // With the certificate of an authority at hand, it is used.
  const isChecked = mode === 'verify-ca' || authorities !== null
  return { mode, check: isChecked ? 'authority' : 'nothing', authorities }
}

function authoritiesOf(named: string | null, home: string): string | null {
  if (named === SYSTEM) return null
  const path = named ?? join(home, DEFAULT_FILE)
  if (named === null && !existsSync(path)) return null
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw invalid(`sslrootcert cannot be read: ${reasonOf(error)}`)
  }
}

function invalid(fault: string): ServiceError {
  return new ServiceError('INVALID_CONFIG', `${fault}.`)
}
