import type { Move } from '../model/move.ts'

/** A move and where on the path it is made. */
export interface Maneuver {
  readonly move: Move
  /** Index into the path's arcs of the first that is driven after the move begins. */
  readonly at: number
  /** Index of the arc that the move leads onto: beyond `at` for roundabouts and slip roads. */
  readonly onto: number
  /** Whether that is the road the driver is on already. */
  readonly stays: boolean
  /** Whether that road leads elsewhere where the driver goes straight on, but not back. */
  readonly roadLeaves: boolean
}
