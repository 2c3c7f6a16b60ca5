import { ServiceError } from '../base/errors.ts'
import { isBackupTable } from '../db/backup/tables.ts'
import { type MigrationName, migrationNames } from '../db/migrate.ts'
import { readArchive } from './archive.ts'
import {
  type BackupEntry,
  type BackupHeader,
  type BackupManifest,
  damaged,
  FORMAT,
  MANIFEST_NAME,
  placeOfEntry,
} from './format.ts'

/** A backup of which every byte was read and is what was written. */
export interface CheckedBackup {
  readonly path: string
  readonly header: BackupHeader
  readonly manifest: BackupManifest
  /** Of all entries, uncompressed. */
  readonly bytes: number
}

/**
 * Reads a backup to its end. Throws `INVALID_FILE` when it is none or damaged, `CONFLICT` when a
 * newer Saola made it.
 */
export async function checkBackup(path: string, onEntry: () => void): Promise<CheckedBackup> {
  const entries: BackupEntry[] = []
  let header: BackupHeader | null = null
  let manifest: BackupManifest | null = null
  let total = 0
  for await (const { content, ...entry } of readArchive(path)) {
    onEntry()
    if (manifest !== null) throw damaged('something follows its end')
    if (entry.name === MANIFEST_NAME) manifest = readJson<BackupManifest>(entry.name, content)
    else {
      header ??= requireOurs(readJson<BackupHeader>(entry.name, content))
      entries.push(entry)
      total += entry.bytes
    }
  }
  if (header === null || manifest === null) throw damaged('its end is missing')
  requireSame(entries, manifest.entries)
  requireKnown(entries)
  return { path, header, manifest, bytes: total }
}

function requireSame(found: readonly BackupEntry[], noted: readonly BackupEntry[]): void {
  if (found.length !== noted.length) {
    throw damaged(`${found.length} of its ${noted.length} parts are there`)
  }
  found.forEach((entry, i) => {
    const { name, bytes, sha256 } = noted[i] ?? entry
    if (entry.name !== name || entry.bytes !== bytes || entry.sha256 !== sha256) {
      throw damaged(`${entry.name} is not what was written`)
    }
  })
}

/** Beyond the header. */
function requireKnown(entries: readonly BackupEntry[]): void {
  for (const { name } of entries.slice(1)) {
    const place = placeOfEntry(name)
    if (place === null || (place.kind === 'rows' && !isBackupTable(place.table))) {
      throw damaged(`${name} has no place in a database of Saola`)
    }
  }
}

/** Whether this Saola knows the format and all migrations. */
function requireOurs(header: BackupHeader): BackupHeader {
  const { format, saola, migrations } = header
  const ours = migrationNames()
  const news = migrations.find((migration, i) => !isSame(migration, ours[i]))
  if (format === FORMAT && news === undefined) return header
  const what = format === FORMAT ? `migration ${news?.name}` : `format ${format}`
  throw new ServiceError(
    'CONFLICT',
    `The backup was made by Saola ${saola}, whose ${what} this one does not know. Install that ` +
      'version or a newer one, and restore with it. Nothing was changed.',
  )
}

function isSame(migration: MigrationName, ours: MigrationName | undefined): boolean {
  return ours?.name === migration.name && ours.sha256 === migration.sha256
}

function readJson<T>(name: string, content: Uint8Array): T {
  try {
    return JSON.parse(new TextDecoder().decode(content)) as T
  } catch (error) {
    throw damaged(`${name} cannot be read`, error)
  }
}
