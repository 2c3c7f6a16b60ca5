import { DrizzleQueryError } from 'drizzle-orm'
import { ServiceError } from '../base/errors.ts'
import type { PostgresUrl, SslMode } from '../postgres-url.ts'
import { LOW_BYTES } from './embedded/disk-space.ts'

/** Address of a database, for messages: no password in it. */
export interface DatabasePlace {
  /** `PostgreSQL at db.example.com:5432, database saola, user app`. */
  readonly name: string
  /** Advice when there is no answer. */
  readonly check: string
  /** Meaning of its refusal of changes. */
  readonly readOnly: ServiceError
}

export function postgresPlace(
  { hosts, user, database }: PostgresUrl,
  mode: SslMode,
): DatabasePlace {
  const where = hosts.map(({ host, port }) => `${host}:${port}`).join(',') || '(default)'
  const isTls = mode === 'require' || mode === 'verify-ca' || mode === 'verify-full'
  return placeOf(
    `PostgreSQL at ${where}, database ${database ?? '(default)'}, user ${user ?? '(default)'}`,
    'that it runs there, that the host and port in DATABASE_URL are right, and the firewall' +
      (isTls ? `; and that it speaks TLS, which sslmode=${mode} asks for` : ''),
  )
}

function placeOf(name: string, check: string): DatabasePlace {
  const readOnly = new ServiceError(
    'DATABASE_UNAVAILABLE',
    `${name}: it is read-only: name the primary server in DATABASE_URL.`,
  )
  return { name, check, readOnly }
}

export function embeddedPlace(dataDir: string): DatabasePlace {
  return {
    name: `the embedded database in ${dataDir}`,
    check: 'that the Saola process which holds the directory still runs, then try again',
    readOnly: new ServiceError(
      'DISK_FULL',
      `The disk of the embedded database in ${dataDir} is nearly full: it takes no changes until ` +
        `${LOW_BYTES >> 20} MB are free. Free some space; nothing has to be restarted.`,
    ),
  }
}

/** By PostgreSQL's SQLSTATE, or the system's code: what happened and what to do. */
const BY_STATE: Readonly<Record<string, string>> = {
  '28P01': 'the password is refused: check it in DATABASE_URL',
  '28000': 'the user is refused: check DATABASE_URL and the server’s pg_hba.conf',
  '3D000': 'there is no such database: create it, or correct the name in DATABASE_URL',
  '42501': 'the user lacks a privilege: let it create tables in its schema',
  '53300': 'it has no connection left: raise max_connections or stop other clients',
  '57P01': 'it is shutting down: start it again',
  '57P02': 'it has crashed: look at its log',
  '57P03': 'it is still starting: try again in a moment',
  XX001: 'a file of it is damaged: restore a backup, or import again into another --data directory',
  NO_TLS: 'it offers no TLS, which sslmode asks for: turn on ssl there, or use sslmode=prefer',
  EMFILE: 'this process may open no more files: raise its limit, such as with ulimit -n 4096',
  '25P03': 'a transaction was silent for too long: try again',
}

const READ_ONLY = '25006'

const AUTHORITY =
  'name the file with the certificate of its authority in DATABASE_URL (sslrootcert=FILE), or ' +
  'use sslmode=require, which encrypts without a check'

/** Of OpenSSL and Node: what is wrong with a server's certificate. */
const BY_CERTIFICATE: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: 'has expired: give the server a new one',
  CERT_NOT_YET_VALID: 'is not valid yet: compare the clocks of both machines',
  DEPTH_ZERO_SELF_SIGNED_CERT: `is signed by itself: ${AUTHORITY}`,
  ERR_TLS_CERT_ALTNAME_INVALID:
    'is of another name than the host in DATABASE_URL: write the name that it has, or use ' +
    'sslmode=verify-ca, which does not compare names',
  SELF_SIGNED_CERT_IN_CHAIN: `is signed by an authority that is not trusted: ${AUTHORITY}`,
  UNABLE_TO_GET_ISSUER_CERT: `is signed by an authority that is not known: ${AUTHORITY}`,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: `is signed by an authority that is not known: ${AUTHORITY}`,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: `is signed by an authority that is not known: ${AUTHORITY}`,
}

/** PostgreSQL's own, and those of the system that runs the embedded database. */
const NO_SPACE = new Set(['53100', 'ENOSPC', 'EDQUOT'])

/** Codes of the network and the driver that all mean: no server there, or no longer. */
const UNREACHABLE = new Set([
  'CONNECTION_CLOSED',
  'CONNECTION_DESTROYED',
  'CONNECTION_ENDED',
  'CONNECT_TIMEOUT',
  'EAI_AGAIN',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOENT',
  'ENOTFOUND',
  'EPIPE',
  'ERR_SOCKET_CLOSED',
  'ETIMEDOUT',
  'FailedToOpenSocket',
])

/**
 * An error of a query as the ServiceError that it means, or the error itself when it means none (a
 * bug of ours then, or a conflict that the caller knows). Neither shows a password or a bound
 * value.
 */
export function explainFailure(error: unknown, place: DatabasePlace): unknown {
  // Its message holds the whole statement with all that was bound.
  const cause = error instanceof DrizzleQueryError ? error.cause : error
  if (cause instanceof ServiceError || !(cause instanceof Error)) return cause ?? error
  const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : ''
  if (NO_SPACE.has(code)) {
    return new ServiceError('DISK_FULL', `${capital(place.name)} has no space left on its disk.`)
  }
  if (code === READ_ONLY) return place.readOnly
  const certificate = BY_CERTIFICATE[code]
  if (certificate !== undefined) {
    return unavailable(`${place.name}: its certificate ${certificate} (${code}).`, cause)
  }
  const known = BY_STATE[code]
  if (known !== undefined) return unavailable(`${place.name}: ${known}.`, cause)
  if (UNREACHABLE.has(code)) {
    return unavailable(`${place.name} does not answer (${code}). Check ${place.check}.`, cause)
  }
  return cause
}

function unavailable(message: string, cause: Error): ServiceError {
  return new ServiceError('DATABASE_UNAVAILABLE', capital(message), { cause })
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

const UNDEFINED_TABLE = '42P01' // PostgreSQL, Appendix A

/** Whether a query failed because no migration was ever applied. */
export function isWithoutTables(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : null
  return cause instanceof Error && 'code' in cause && cause.code === UNDEFINED_TABLE
}
