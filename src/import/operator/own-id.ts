import { createHash } from 'node:crypto'
import type { PlaceId } from '../../base/ids.ts'

/*
 * The id of a row of an operator's list, by which the next import of the list finds the row again.
 * It is the `id` of the file; for a row without one a hash of its name and position, `~` and 16
 * hexadecimal digits. Such a hash may be in an `id` too: an export writes it, so that a row that is
 * renamed there is still the same place.
 *
 * The place id is made of it, and stays the same as long as the list has the row.
 */

const HASH_DIGITS = 16
/** Side of the squares within which a name is one place: 1e-4 degrees, about 10 m. */
const SQUARE_E7 = 1_000

/** The own id of a row that gives none. */
export function ownIdWithout(name: string, lonE7: number, latE7: number): string {
  return `~${hashOf(`${name}|${squareOf(lonE7, latE7)}`)}`
}

/** The square around a position, as a text. */
export function squareOf(lonE7: number, latE7: number): string {
  return `${Math.round(lonE7 / SQUARE_E7)}|${Math.round(latE7 / SQUARE_E7)}`
}

/** The place id of a row, where no other list has it. Equal own ids of a list have equal ones. */
export function placeIdOf(ownId: string): PlaceId {
  const isPlain = /^([A-Za-z0-9_.-]{1,64}|~[0-9a-f]{16})$/.test(ownId)
  return `op${isPlain ? ownId : `~${hashOf(ownId)}`}` as PlaceId
}

/** The same for a row whose place id is that of a place in another list. */
export function placeIdInList(
  list: string,
  ownId: string,
  isTaken: (id: PlaceId) => boolean,
): PlaceId {
  let id = placeIdOf(ownId)
  for (let turn = 0; isTaken(id); turn++) {
    id = `op~${hashOf(`${list}|${ownId}|${turn}`)}` as PlaceId
  }
  return id
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, HASH_DIGITS)
}
