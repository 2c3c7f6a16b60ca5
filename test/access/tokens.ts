import {
  POI_TOKEN_CHARS,
  type PoiSecret,
  PoiTokenChecker,
  type PoiTokenVerdict,
  PoiTokenWriter,
} from '../../src/access/poi-token.ts'
import type { PlaceId } from '../../src/base/ids.ts'

/** The token of a place. */
export function signPoiToken(secret: PoiSecret, placeId: PlaceId, bucket: number): string {
  const id = new TextEncoder().encode(placeId)
  const token = new Uint8Array(POI_TOKEN_CHARS)
  new PoiTokenWriter(secret, bucket).write(id, 0, id.length, token, 0)
  return new TextDecoder().decode(token)
}

/** What a checker says of one token. */
export function checkPoiToken(
  secrets: readonly PoiSecret[],
  token: string,
  placeId: PlaceId,
  nowMs: number,
): PoiTokenVerdict {
  return new PoiTokenChecker(secrets).check(token, placeId, nowMs)
}
