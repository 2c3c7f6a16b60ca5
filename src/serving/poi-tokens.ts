import {
  POI_TOKEN_BUCKET_MS,
  type PoiSecret,
  PoiTokenChecker,
  type PoiTokenVerdict,
  PoiTokenWriter,
  poiTokenBucket,
} from '../access/poi-token.ts'
import { assert } from '../base/assert.ts'
import type { PlaceId } from '../base/ids.ts'

/** The current secrets, and a signer with the first of them. */
export class PoiTokens {
  #secrets: readonly PoiSecret[] = []
  #writer: PoiTokenWriter | null = null
  #checker = new PoiTokenChecker([])
  #bucket = -1

  /** The signing one first. */
  get secrets(): readonly PoiSecret[] {
    return this.#secrets
  }

  set secrets(secrets: readonly PoiSecret[]) {
    this.#secrets = secrets
    this.#writer = null
    this.#checker = new PoiTokenChecker(secrets)
  }

  check(token: string, id: PlaceId, nowMs: number): PoiTokenVerdict {
    return this.#checker.check(token, id, nowMs)
  }

  /** One object for as long as its tokens are the same. */
  writer(nowMs: number): PoiTokenWriter {
    const bucket = poiTokenBucket(nowMs)
    if (this.#writer !== null && bucket === this.#bucket) return this.#writer
    const [secret] = this.#secrets
    assert(secret, 'there is a secret before the first request')
    this.#bucket = bucket
    this.#writer = new PoiTokenWriter(secret, bucket)
    return this.#writer
  }

  /** Whole seconds until the tokens change; the current ones live longer by a bucket. */
  secondsLeft(nowMs: number): number {
    return Math.floor(((poiTokenBucket(nowMs) + 1) * POI_TOKEN_BUCKET_MS - nowMs) / 1000)
  }
}
