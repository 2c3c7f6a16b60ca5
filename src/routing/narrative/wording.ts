import type { Lang } from '../../base/lang.ts'
import type { Bend, Side } from '../model/move.ts'
import { ENGLISH } from './wording-en.ts'
import { VIETNAMESE } from './wording-vi.ts'

/** The wording of one language. Roads and places come escaped and in bold, ready for HTML. */
export interface Wording {
  /** By points of the compass, from north clockwise in eighths. */
  readonly headings: readonly [string, string, string, string, string, string, string, string]
  depart(heading: string, onto: Onto): string
  /** The estimate's only step. */
  headToDestination(heading: string): string
  readonly atDestination: string
  turn(side: Side, bend: Bend, onto: Onto): string
  straight(onto: Onto): string
  /** A side of null, here and below: between two roads. */
  fork(side: Side | null, onto: Onto): string
  /** One with a number is an exit, whatever it leaves. */
  ramp(side: Side | null, isExit: boolean, onto: Onto): string
  merge(onto: Onto): string
  roundabout(exit: number, onto: Onto): string
  enterRoundabout(onto: Onto): string
  leaveRoundabout(onto: Onto): string
  uturn(onto: Onto): string
  ferry(onto: Onto): string
  leaveFerry(onto: Onto): string
  arrive(side: Side): string
  /** Before the number of an alley that has no other name. */
  readonly alley: string
  readonly tollRoad: string
  readonly tollWarning: string
  readonly ferryWarning: string
  /** For a route that begins, or ends, elsewhere than requested; the distance in words. */
  startMoved(distance: string): string
  endMoved(distance: string): string
  /** The summary of a route that two roads carry, not escaped. */
  both(first: string, second: string): string
}

/** The road that a move leads onto. */
export interface Onto {
  /** Null when it has no name. */
  readonly road: string | null
  /** Number or name of the exit, of slip roads alone; null when it has none. */
  readonly exit: string | null
  /** The destination on signs; null when that is not known. */
  readonly toward: string | null
  /** The name of the roundabout that is passed; null when it has none of its own. */
  readonly roundabout: string | null
  readonly stays: boolean
  readonly isAlley: boolean
}

export const WORDINGS = {
  vi: VIETNAMESE,
  en: ENGLISH,
} as const satisfies Record<Lang, Wording>
