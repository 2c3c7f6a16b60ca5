import type { PlaceId } from '../base/ids.ts'

/*
 * A token allows to ask for the details of one POI for a while; tiles give one with each feature.
 * 24 characters of base64url:
 *
 *   4   id of the key that it is signed with
 *   4   bucket: the quarter of an hour in which it was signed, counted from 1970, big-endian
 *   16  the first 96 bits of HMAC-SHA-256(secret, bucket as 4 bytes big-endian, place id as UTF-8)
 *
 * It is valid in its own quarter and in the next, so for 15 to 30 minutes; all tokens of a place
 * that are signed in one quarter are the same.
 */

export const POI_TOKEN_CHARS = 24
export const POI_TOKEN_BUCKET_MS = 900_000
const VALID_BUCKETS = 2
const KEY_ID_CHARS = 4
const BUCKET_CHARS = 4
const MAC_BYTES = 12
const FORM = new RegExp(`^[0-9A-Za-z_-]{${POI_TOKEN_CHARS}}$`)
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
const DIGITS = new TextEncoder().encode(ALPHABET)
const DIGIT_BITS = 6

/** The secret for signing tokens. */
export interface PoiSecret {
  /** 4 characters of base62, different for each secret. */
  readonly keyId: string
  readonly bytes: Uint8Array
}

export type PoiTokenVerdict = 'ok' | 'forged' | 'expired'

/** The bucket in which tokens are signed at that moment. */
export function poiTokenBucket(nowMs: number): number {
  return Math.floor(nowMs / POI_TOKEN_BUCKET_MS)
}

/** The first moment at which tokens of the bucket are no longer valid. */
export function poiTokenEndMs(bucket: number): number {
  return (bucket + VALID_BUCKETS) * POI_TOKEN_BUCKET_MS
}

/** Writes tokens of one secret and bucket; a tile has thousands of them. */
export class PoiTokenWriter {
  readonly chars = POI_TOKEN_CHARS
  readonly #head: Uint8Array
  /** Has taken in the secret and the bucket. */
  readonly #begun: Bun.CryptoHasher
  /** Bun asks for room for the longest of its digests. */
  readonly #mac = new Uint8Array(64)

  constructor(secret: PoiSecret, bucket: number) {
    this.#head = new TextEncoder().encode(secret.keyId + bucketDigits(bucket))
    const bytes = new Uint8Array(4)
    new DataView(bytes.buffer).setUint32(0, bucket)
    this.#begun = new Bun.CryptoHasher('sha256', secret.bytes).update(bytes)
  }

  /** Writes the token of the id at `ids[from … to]` to `out[at … at + chars]`. */
  write(ids: Uint8Array, from: number, to: number, out: Uint8Array, at: number): void {
    const mac = this.#mac
    this.#begun.copy().update(ids.subarray(from, to)).digest(mac)
    out.set(this.#head, at)
    let next = at + KEY_ID_CHARS + BUCKET_CHARS
    for (let i = 0; i < MAC_BYTES; i += 3) {
      const bits = (mac[i]! << 16) | (mac[i + 1]! << 8) | mac[i + 2]!
      out[next++] = DIGITS[bits >> 18]!
      out[next++] = DIGITS[(bits >> 12) & 63]!
      out[next++] = DIGITS[(bits >> 6) & 63]!
      out[next++] = DIGITS[bits & 63]!
    }
  }
}

/** Quarters that a checker keeps: two, by the current secret and the one before. */
const QUARTERS_MAX = 4
/** Tokens that it keeps of each. */
const TOKENS_MAX = 16_384
/** More bytes than any id has. */
const ID_BYTES_MAX = 1_024

/** The tokens of one secret and bucket. */
interface Quarter {
  readonly endMs: number
  readonly writer: PoiTokenWriter
  /** By place id; made when they were first asked for. */
  readonly tokens: Map<PlaceId, string>
}

/** Checks tokens against some secrets: the one that signs, and those that signed before. */
export class PoiTokenChecker {
  readonly #secrets: readonly PoiSecret[]
  /** By key id and bucket, as a token begins. */
  readonly #quarters = new Map<string, Quarter>()
  readonly #id = new Uint8Array(ID_BYTES_MAX)
  readonly #token = new Uint8Array(POI_TOKEN_CHARS)
  readonly #encoder = new TextEncoder()
  readonly #decoder = new TextDecoder()

  constructor(secrets: readonly PoiSecret[]) {
    this.#secrets = secrets
  }

  /**
   * Whether the token allows to ask for that place now. Takes the same time whatever part of the
   * MAC is wrong. A token of the future is one of a server whose clock is ahead, and valid.
   */
  check(token: string, placeId: PlaceId, nowMs: number): PoiTokenVerdict {
    if (token.length !== POI_TOKEN_CHARS) return 'forged'
    const quarter = this.#quarterOf(token)
    if (quarter === null) return 'forged'
    const expected = quarter.tokens.get(placeId) ?? this.#sign(quarter, placeId)
    if (expected === null) return 'forged'
    let difference = 0
    for (let i = 0; i < POI_TOKEN_CHARS; i++) {
      difference |= expected.charCodeAt(i) ^ token.charCodeAt(i)
    }
    if (difference !== 0) return 'forged'
    return nowMs < quarter.endMs ? 'ok' : 'expired'
  }

  #quarterOf(token: string): Quarter | null {
    const head = token.slice(0, KEY_ID_CHARS + BUCKET_CHARS)
    const known = this.#quarters.get(head)
    if (known !== undefined) return known
    if (!FORM.test(token)) return null
    const keyId = head.slice(0, KEY_ID_CHARS)
    const secret = this.#secrets.find((each) => each.keyId === keyId)
    if (secret === undefined) return null
    if (this.#quarters.size === QUARTERS_MAX) this.#quarters.clear()
    const bucket = bucketOf(token)
    const quarter = {
      endMs: poiTokenEndMs(bucket),
      writer: new PoiTokenWriter(secret, bucket),
      tokens: new Map<PlaceId, string>(),
    }
    this.#quarters.set(head, quarter)
    return quarter
  }

  /** The token of a place; null when that is no id. */
  #sign({ writer, tokens }: Quarter, placeId: PlaceId): string | null {
    const { read, written } = this.#encoder.encodeInto(placeId, this.#id)
    if (read < placeId.length) return null
    writer.write(this.#id, 0, written, this.#token, 0)
    const token = this.#decoder.decode(this.#token)
    if (tokens.size === TOKENS_MAX) tokens.clear()
    tokens.set(placeId, token)
    return token
  }
}

function bucketDigits(bucket: number): string {
  let digits = ''
  for (let shift = (BUCKET_CHARS - 1) * DIGIT_BITS; shift >= 0; shift -= DIGIT_BITS) {
    digits += ALPHABET.charAt((bucket >> shift) & 63)
  }
  return digits
}

function bucketOf(token: string): number {
  let bucket = 0
  for (let i = KEY_ID_CHARS; i < KEY_ID_CHARS + BUCKET_CHARS; i++) {
    bucket = (bucket << DIGIT_BITS) | ALPHABET.indexOf(token.charAt(i))
  }
  return bucket
}
