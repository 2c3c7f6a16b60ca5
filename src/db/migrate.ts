import { ServiceError } from '../base/errors.ts'
import type { Database } from './client.ts'

/** What `migrate` did: names of the migrations it applied, none when all were there already. */
export interface MigrationResult {
  readonly applied: readonly string[]
}

/**
 * Brings the database to the schema of this program. Several processes may do it at once. Throws
 * `CONFLICT` for a database that a newer program has migrated.
 */
export async function migrate(_database: Database): Promise<MigrationResult> {
  throw new ServiceError('DATABASE_UNAVAILABLE', 'The migrator is being written.')
}
