/*
 * Where places of a kind lie: cells of 0.02 degrees, about 2 km, numbered row by row from the south
 * west, so that neighbours in a row stand beside each other.
 */

export const SIDE_E7 = 200_000
const COLUMN_BITS = 15
const WEST_E7 = -1_800_000_000
const SOUTH_E7 = -900_000_000

const COLUMNS_MAX = 1 << COLUMN_BITS

/** Which column of cells a longitude lies in, 1e-7 degrees. */
export function columnOf(lonE7: number): number {
  return Math.floor((lonE7 - WEST_E7) / SIDE_E7)
}

/** Which row of cells a latitude lies in, 1e-7 degrees. */
export function rowOf(latE7: number): number {
  return Math.floor((latE7 - SOUTH_E7) / SIDE_E7)
}

/** The number of a cell; ascends along a row. */
export function cellOf(column: number, row: number): number {
  return row * COLUMNS_MAX + column
}
