import type { Vehicle } from '../model/vehicle.ts'

/*
 * Costs of turns, milliseconds. Pairs are [car, motorbike].
 *
 * Traffic keeps to the right: a left turn crosses the oncoming lane. Sizes by judgement, of the
 * order of OSRM's (7.5 s for the sharpest turn, 2 s at lights in profiles/car.lua), with longer
 * lights as in Vietnamese cities.
 */

type Ms = readonly [car: number, motorbike: number]

interface Band {
  /** Turns of at least this angle, 256ths of a circle. */
  readonly from: number
  readonly left: Ms
  readonly right: Ms
}

/** By angle, the sharpest first; less than the last is straight on and costs nothing. */
export const BANDS: readonly Band[] = [
  { from: 107, left: [10_000, 7_000], right: [9_000, 6_000] }, // 150°: back, through a gap
  { from: 78, left: [6_000, 4_000], right: [4_500, 3_000] }, // 110°: sharp
  { from: 32, left: [4_000, 2_500], right: [2_000, 1_200] }, // 45°: a turn
]

/** Turning round where a road ends. */
export const U_TURN: Ms = [15_000, 6_000]
/** The share of red that one meets, on average. */
export const SIGNALS: Ms = [8_000, 7_000]
/**
 * Braking for a roundabout and waiting for those in it, whatever the angle; along it one only
 * follows the road. Of the order of the delays of NCHRP 672, Roundabouts: an informational guide.
 */
export const ROUNDABOUT: Ms = [5_000, 5_000]
/** A gate or a booth. */
export const STOP: Ms = [15_000, 6_000]

/**
 * Cost of a private or residents-only road that does not lead to the destination. More than any
 * detour in a country's cities; the time is not part of a route's time.
 */
export const RELUCTANCE_MS = 3_600_000

/**
 * Cost of a left turn across the one node of a roundabout that two roads share, instead of going
 * round. More than a round of any; the time is not part of a route's time either.
 */
export const ACROSS_RING_MS = 60_000

/** Turn costs of one vehicle as tables for hot loops. */
export interface TurnCosts {
  /** Uint16[256]: cost of a turn, by its angle plus 128. */
  readonly angleMs: Uint16Array
  readonly uTurnMs: number
  readonly signalsMs: number
  readonly stopMs: number
  readonly roundaboutMs: number
}

export function turnCosts(vehicle: Vehicle): TurnCosts {
  const v = vehicle === 'car' ? 0 : 1
  const angleMs = new Uint16Array(256)
  for (let angle = -128; angle < 128; angle++) {
    const band = BANDS.find(({ from }) => Math.abs(angle) >= from)
    if (band !== undefined) angleMs[angle + 128] = (angle < 0 ? band.left : band.right)[v]
  }
  return {
    angleMs,
    uTurnMs: U_TURN[v],
    signalsMs: SIGNALS[v],
    stopMs: STOP[v],
    roundaboutMs: ROUNDABOUT[v],
  }
}
