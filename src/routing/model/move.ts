/** The action of a driver at the beginning of a step, in no language. */
export type Move =
  | { readonly kind: 'depart' }
  | { readonly kind: 'turn'; readonly side: Side; readonly bend: Bend }
  /** Straight on, where the road gets another name or where that is not plain to see. */
  | { readonly kind: 'straight' }
  /** A road that parts into two or more which all lead on; null: between two others. */
  | { readonly kind: 'fork'; readonly side: Side | null }
  /** Onto a slip road, null when it leads off between two roads; `isExit`: from a motorway. */
  | { readonly kind: 'ramp'; readonly side: Side | null; readonly isExit: boolean }
  /** From a slip road into the traffic of another road. */
  | { readonly kind: 'merge' }
  /** Through a roundabout; `exit` counts from 1. */
  | { readonly kind: 'roundabout'; readonly exit: number }
  /** Into a roundabout that the route does not leave. */
  | { readonly kind: 'enter-roundabout' }
  /** Out of the roundabout that the route begins in. */
  | { readonly kind: 'leave-roundabout' }
  | { readonly kind: 'uturn'; readonly side: Side }
  | { readonly kind: 'ferry' }
  | { readonly kind: 'leave-ferry' }

export type Side = 'left' | 'right'
export type Bend = 'slight' | 'plain' | 'sharp'

/** Angles are in 256ths of a circle, −128 to 127, right is positive: as bytes count them. */
export function angleOf(degrees: number): number {
  return Math.round((degrees * 256) / 360)
}

/** To this a driver calls it straight on. */
export const STRAIGHT_MAX = angleOf(25)
/** To this a road bends; beyond it a driver turns. */
export const BEND_MAX = angleOf(50)
/** From this on he turns back. */
export const BACK_MIN = angleOf(165)
const SLIGHT_MAX = BEND_MAX
const SHARP_MIN = angleOf(125)

export function sideOf(angle: number): Side {
  return angle < 0 ? 'left' : 'right'
}

export function turnOf(angle: number): Move {
  const size = Math.abs(angle)
  const bend = size < SLIGHT_MAX ? 'slight' : size > SHARP_MIN ? 'sharp' : 'plain'
  return { kind: 'turn', side: sideOf(angle), bend }
}
