import type { PlaceId } from '../../base/ids.ts'
import type { ListedRow, OwnRow } from '../../db/operator-places.ts'
import type { Place } from '../../search/model/place.ts'
import type { OperatorFile, RowMark } from './operator-file.ts'
import { placeIdInList, placeIdOf, squareOf } from './own-id.ts'

/** Rows of a list that an import adds, alters and deletes. */
export interface ListChange {
  /** Places of the list before. */
  readonly before: number
  readonly new: number
  readonly changed: number
  /** Changed rows whose id is now that of another name at another position. */
  readonly replaced: number
  readonly gone: number
  readonly unchanged: number
  /** Places that stay as they were because their row is refused. */
  readonly kept: number
}

/** The effect of an import on a list. */
export interface ListPlan {
  readonly change: ListChange
  /** All rows of the list as they will be. */
  readonly rows: readonly OwnRow[]
  /** Rows of the file that are new or altered. */
  readonly written: readonly OwnRow[]
  readonly deleted: readonly PlaceId[]
  /** New places whose place id another list has: they get one of their own. */
  readonly renumbered: number
}

/**
 * Compares a file with what its list holds. `stored` are the rows of all lists. The file is the
 * whole truth about the list, but for rows that are refused: their places stay as they are.
 */
export function planList(
  list: string,
  stored: readonly ListedRow[],
  file: Pick<OperatorFile, 'rows' | 'refused'>,
): ListPlan {
  const former = new Map<PlaceId, ListedRow>()
  for (const row of stored) if (row.list === list) former.set(placeIdOf(row.ownId), row)
  const before = former.size
  const taken = new Set(stored.map(({ place }) => place.id))
  const rows: OwnRow[] = []
  const written: OwnRow[] = []
  const counts = { new: 0, changed: 0, replaced: 0, renumbered: 0 }
  for (const { ownId, place } of file.rows) {
    const known = placeIdOf(ownId)
    const then = former.get(known)
    former.delete(known)
    const id = then?.place.id ?? placeIdInList(list, ownId, (each) => taken.has(each))
    taken.add(id)
    const row = { ownId, place: { ...place, id } }
    rows.push(row)
    if (then === undefined) {
      counts.new++
      if (id !== known) counts.renumbered++
    } else if (!isSameRow(then.place, row.place)) {
      counts.changed++
      if (isOtherPlace(then.place, row.place)) counts.replaced++
    }
    if (then === undefined || !isStoredAs(then, row)) written.push(row)
  }
  const left = [...former.values()]
  const kept = keptRows(former, file.refused)
  const { renumbered, ...counted } = counts
  return {
    change: {
      before,
      ...counted,
      gone: left.length - kept.size,
      unchanged: before - left.length - counts.changed,
      kept: kept.size,
    },
    rows: [...rows, ...kept],
    written,
    deleted: left.filter((row) => !kept.has(row)).map(({ place }) => place.id),
    renumbered,
  }
}

/** Whether so much of a list would be lost that it may be another list that is meant. */
export function isDrastic({ before, gone, replaced }: ListChange): boolean {
  return 10 * (gone + replaced) > before
}

/**
 * The former versions of refused rows: by their id; a row without one by its name, or else by its
 * position, whichever could be read.
 */
function keptRows(
  former: ReadonlyMap<PlaceId, ListedRow>,
  refused: readonly RowMark[],
): ReadonlySet<ListedRow> {
  const kept = new Set<ListedRow>()
  const marks = new Set<string>()
  for (const { id, name, square } of refused) {
    const row = id === null ? undefined : former.get(id)
    if (row !== undefined) kept.add(row)
    if (id === null) for (const mark of [name, square]) if (mark !== null) marks.add(mark)
  }
  for (const row of former.values()) {
    const { name, lonE7, latE7 } = row.place
    if (marks.has(name) || marks.has(squareOf(lonE7, latE7))) kept.add(row)
  }
  return kept
}

/** Whether a file would have the same text for both. */
function isSameRow(a: Place, b: Place): boolean {
  return Bun.deepEquals(saidOf(a), saidOf(b))
}

function saidOf(place: Place): readonly unknown[] {
  const { name, nameEn, category, houseNumber, streetName, lonE7, latE7, tags } = place
  return [name, nameEn, category, houseNumber, streetName, lonE7, latE7, tags]
}

/** As where rows have no id: another name in another square is another place. */
function isOtherPlace(a: Place, b: Place): boolean {
  return a.name !== b.name && squareOf(a.lonE7, a.latE7) !== squareOf(b.lonE7, b.latE7)
}

/** Also what this Saola makes of the row, such as its importance, is as it was. */
function isStoredAs({ ownId, place }: ListedRow, row: OwnRow): boolean {
  return ownId === row.ownId && Bun.deepEquals(place, row.place)
}
