import { fault } from '../fault.ts'

/** The scale from numbers of a block to positions: nanodegrees = offset + granularity × number. */
export interface Scale {
  readonly granularity: number
  readonly lonOffset: number
  readonly latOffset: number
}

export const LON_E7_MAX = 1_800_000_000
export const LAT_E7_MAX = 900_000_000

const E7_NANODEGREES = 100

/** 1e-7 degrees, rounded where the block is finer than that. May lie outside the world. */
export function scaledE7(raw: number, granularity: number, offset: number): number {
  // Nearly every file is written in steps of 1e-7 degrees from 0: nothing to compute.
  if (granularity === E7_NANODEGREES && offset === 0) return raw
  return Math.round((offset + granularity * raw) / E7_NANODEGREES)
}

/** Refuses a node that is nowhere on Earth: its bytes are damaged. */
export function checkInWorld(id: number, lonE7: number, latE7: number): void {
  const isInWorld =
    lonE7 >= -LON_E7_MAX && lonE7 <= LON_E7_MAX && latE7 >= -LAT_E7_MAX && latE7 <= LAT_E7_MAX
  if (!isInWorld) fault(`puts node ${id} outside the world`)
}
