import type { Token } from '../../text/tokens.ts'

/** A house number that a query asks for. */
export interface HouseNumber {
  /** Canonical (text/house-number.ts). */
  readonly key: string
  /** The key in UTF-8. */
  readonly bytes: Uint8Array
  /** The number that the key begins with, 0 for a word. */
  readonly leading: number
  /** Whether it may lie between two others: not `12/3`, an alley's, nor `78duong`, no door's. */
  readonly mayLieBetween: boolean
  /** Its outer numbers, each one link shorter: of `12/34/5b`, `12/34` and `12`. */
  readonly outer: readonly HouseNumber[]
}

/**
 * How a number of the query was found on a street: the door itself, a place between two doors, the
 * mouth of the alley that was asked for, the alley that the door lies in, the alley of a number
 * written from the inside out, or not at all.
 */
export type NumberMatch = 'none' | 'house' | 'between' | 'mouth' | 'alley' | 'reversed' | 'missing'

/** A place that may be the answer, and how the query led to it. One record is reused. */
export interface Candidate {
  place: number
  /** The bits of the entry by which it was found (entry-bits.ts). */
  entryBits: number
  /** The tokens of the query that its name takes, as bits. */
  nameMask: number
  /** `nameMask` and the type words beside it that fit the place's kind, as bits. */
  typedMask: number
  /** Share of its name that the query lacks; above 1 where the order is wrong too. */
  missing: number
  /** Points for the spelling of its name. */
  spelling: number
  /** Whether the query only begins its name, and is the whole name of other places. */
  isBegun: boolean
  /** Whether its name holds only some of the query's words, or in another order. */
  isPartial: boolean
}

export function newCandidate(): Candidate {
  return {
    place: 0,
    entryBits: 0,
    nameMask: 0,
    typedMask: 0,
    missing: 0,
    spelling: 0,
    isBegun: false,
    isPartial: false,
  }
}

/** A place that answers a query, with its score. Places are their numbers in the index. */
export interface Match {
  readonly place: number
  /** Its province and ward, as the bits of entry-bits.ts. */
  readonly where: number
  /** The street that led to a house or alley mouth; NONE when the place was found by its name. */
  readonly street: number
  readonly numberMatch: NumberMatch
  /** The number that the query asks for; null when `numberMatch` is none. */
  readonly number: HouseNumber | null
  /** The tokens of the interpretation that was matched, not those that were typed. */
  readonly tokens: readonly Token[]
  /** The tokens that the place explains, as bits. */
  readonly mask: number
  /** Of `mask`, the tokens of the number. */
  readonly numberMask: number
  /** Of `mask`, the tokens of a name that is not the official one, or less than that. */
  readonly otherNameMask: number
  /** Share of the query's weight that `mask` has, 0..1. */
  readonly coverage: number
  /** Share of the place's name that the query lacks; above 1 where the order is wrong too. */
  readonly missing: number
  readonly score: number
}

/** The kind of thing that an answer is. */
export type MatchLevel = 'house' | 'alley' | 'street' | 'poi' | 'ward' | 'district' | 'province'
