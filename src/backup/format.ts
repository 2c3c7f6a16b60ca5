import { ServiceError } from '../base/errors.ts'
import type { MigrationName } from '../db/migrate.ts'

/*
 * A backup is a gzipped tar file:
 *
 *   backup.json                        BackupHeader, first
 *   tables/<table>/<n>.ndjson          rows, one a line, as src/db/backup/rows.ts has them
 *   dataset/files/<name>/<part>        parts of the files of the active dataset
 *   manifest.json                      BackupManifest, last: sums of all before it
 *
 * Every entry is small, so that both sides hold no more than one in memory. gzip's own checksum is
 * that of the manifest.
 */

export const FORMAT = 1
export const HEADER_NAME = 'backup.json'
export const MANIFEST_NAME = 'manifest.json'

export interface BackupHeader {
  readonly format: number
  /** Version of the Saola that made it. */
  readonly saola: string
  /** ISO 8601, UTC. */
  readonly madeAt: string
  readonly database: 'postgres' | 'embedded'
  /** The migrations of its tables, in order. */
  readonly migrations: readonly MigrationName[]
  /** The active dataset; null when the backup is without one. */
  readonly dataset: string | null
}

export interface BackupEntry {
  readonly name: string
  readonly bytes: number
  /** 64 lower-case hexadecimal digits. */
  readonly sha256: string
}

export interface BackupManifest {
  readonly entries: readonly BackupEntry[]
  /** Count of rows of each table. */
  readonly rows: Readonly<Record<string, number>>
}

/** The meaning of an entry's name. */
export type EntryPlace =
  | { readonly kind: 'rows'; readonly table: string }
  | { readonly kind: 'part'; readonly file: string; readonly part: number }

export function rowsName(table: string, number: number): string {
  return `tables/${table}/${padded(number)}.ndjson`
}

export function partName(file: string, part: number): string {
  return `dataset/files/${file}/${padded(part)}`
}

/** Null for a name that this Saola does not know. */
export function placeOfEntry(name: string): EntryPlace | null {
  const [, table] = /^tables\/([a-z_]+)\/\d+\.ndjson$/.exec(name) ?? []
  if (table !== undefined) return { kind: 'rows', table }
  const [, file, part] = /^dataset\/files\/([^/]+)\/(\d+)$/.exec(name) ?? []
  return file === undefined ? null : { kind: 'part', file, part: Number(part) }
}

export function damaged(fault: string, cause?: unknown): ServiceError {
  return new ServiceError(
    'INVALID_FILE',
    `The backup is damaged: ${fault}. Nothing was changed. Take another copy of it.`,
    { cause },
  )
}

function padded(number: number): string {
  return String(number).padStart(6, '0')
}
