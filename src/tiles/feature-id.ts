/** Which of an object's ids it is, by the letter that a place id begins with. */
const KINDS: ReadonlyMap<string, number> = new Map([
  ['n', 1],
  ['w', 2],
  ['r', 3],
])

/**
 * The number by which a map knows a POI from one tile and one import to the next: of an OSM object
 * four times its id plus its kind, of all others a hash of 51 bits, times four. 1 … 2^53 − 1.
 */
export function featureIdOf(placeId: string): number {
  const kind = KINDS.get(placeId[0] ?? '')
  if (kind !== undefined && /^.[1-9]\d{0,14}$/.test(placeId)) {
    const id = Number(placeId.slice(1)) * 4 + kind
    if (Number.isSafeInteger(id)) return id
  }
  const high = fnv1a(placeId, 0x811c9dc5)
  const low = fnv1a(placeId, high) >>> 13
  return Math.max(4, (high * 2 ** 19 + low) * 4)
}

/** FNV-1a over UTF-16 units, 32 bits, from any start. */
function fnv1a(text: string, start: number): number {
  let hash = start
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  return hash >>> 0
}
