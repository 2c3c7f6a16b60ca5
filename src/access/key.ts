import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { assert } from '../base/assert.ts'
import type { Brand } from '../base/ids.ts'

/*
 * An API key as its owner sees it, 47 characters:
 *
 *   sk_live_   33 base62 digits   6 base62 digits
 *   prefix     192 random bits    CRC-32 of all that stands before
 *
 * The checksum tells a typo from an unknown key without a look-up, and lets scanners for leaked
 * secrets recognise ours. Only the SHA-256 of the whole text is ever stored.
 */

const PREFIX = 'sk_live_'
export const KEY_RANDOM_BYTES = 24
const RANDOM_DIGITS = 33 // 62^33 > 2^192
const CHECKSUM_DIGITS = 6 // 62^6 > 2^32
const KEY_CHARS = PREFIX.length + RANDOM_DIGITS + CHECKSUM_DIGITS
const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const KEY_FORM = new RegExp(`^${PREFIX}[0-9A-Za-z]{${RANDOM_DIGITS + CHECKSUM_DIGITS}}$`)

export const SCOPES = [
  'geocoding:read',
  'places:read',
  'admin_boundaries:read',
  'routing:read',
] as const // interface, Authentication
export type Scope = (typeof SCOPES)[number]

export type KeyId = Brand<string, 'KeyId'>
export type UserId = Brand<string, 'UserId'>

/** The part of a key that a server needs to answer for it. */
export interface KeyRecord {
  readonly id: KeyId
  readonly userId: UserId
  /** Name of the owner's organisation; null when the owner has none. */
  readonly organisation: string | null
  /** SHA-256 of the key's text, 64 lower-case hexadecimal digits. */
  readonly hashHex: string
  readonly scopes: readonly Scope[]
  /** Allowances of its plan, requests; 0 allows none. At most 2^31 - 1. */
  readonly perMinute: number
  readonly perDay: number
  /** First moment at which the key is no longer accepted; null for never. */
  readonly expiresAtMs: number | null
}

export function isScope(text: string): text is Scope {
  return (SCOPES as readonly string[]).includes(text)
}

/** The text of the key that these `KEY_RANDOM_BYTES` random bytes make. */
export function keyFromRandom(bytes: Uint8Array): string {
  assert(bytes.length === KEY_RANDOM_BYTES, 'a key is made of 24 random bytes')
  let value = 0n
  for (const byte of bytes) value = (value << 8n) | BigInt(byte)
  const unsigned = PREFIX + base62(value, RANDOM_DIGITS)
  return unsigned + checksumOf(unsigned)
}

/** Whether `text` has the form of a key and its checksum is right: it may still be unknown. */
export function isWellFormedKey(text: string): boolean {
  if (text.length !== KEY_CHARS || !KEY_FORM.test(text)) return false
  const unsigned = text.slice(0, -CHECKSUM_DIGITS)
  return text.endsWith(checksumOf(unsigned))
}

/** SHA-256 of a key's text, 64 lower-case hexadecimal digits: what the database stores. */
export function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

function checksumOf(unsigned: string): string {
  return base62(BigInt(crc32(unsigned)), CHECKSUM_DIGITS)
}

/** `value` in exactly `digits` base62 digits, most significant first. */
function base62(value: bigint, digits: number): string {
  let text = ''
  let rest = value
  for (let i = 0; i < digits; i++) {
    text = BASE62.charAt(Number(rest % 62n)) + text
    rest /= 62n
  }
  assert(rest === 0n, 'the value fits its digits')
  return text
}
