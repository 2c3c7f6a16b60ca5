import type { Token } from '../../text/tokens.ts'

/** A house number that is looked for. */
export interface HouseNumber {
  /** Canonical (text/house-number.ts). */
  readonly key: string
  /** The key in UTF-8. */
  readonly bytes: Uint8Array
  /** The number that the key begins with, 0 for a word. */
  readonly leading: number
  /** Whether it may lie between two others: `12/3` is in an alley, `78duong` of no door. */
  readonly mayLieBetween: boolean
  /** The number one link shorter each: of `12/34/5b`, `12/34` and `12`. */
  readonly outer: readonly HouseNumber[]
}

/**
 * How a number of the query was found on a street: the door itself, a place between two doors, the
 * mouth of the alley that was asked for, the alley that the door lies in, the alley of a number
 * written from the inside out, or not at all.
 */
export type NumberMatch = 'none' | 'house' | 'between' | 'mouth' | 'alley' | 'reversed' | 'missing'

/** A place that may be meant, and how the query led to it. One record is filled again and again. */
export interface Candidate {
  place: number
  /** Of the entry by which it was found (entry-bits.ts). */
  entryBits: number
  /** The tokens of the query that its name takes. */
  nameMask: number
  /** Those, and the type words beside them that fit its kind. */
  typedMask: number
  /** Share of its name that was not asked for; above 1 where the order is wrong too. */
  missing: number
  /** Points for how its name is spelt. */
  spelling: number
  /** Whether the query only begins its name, and is the whole name of others. */
  isBegun: boolean
  /** Whether its name holds only some of the words, or in another order. */
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

/** A place that answers a query, and how well. Places are their numbers in the index. */
export interface Match {
  readonly place: number
  /** Its province and ward, as the bits of entry-bits.ts. */
  readonly where: number
  /** The street that led to a house or alley mouth; NONE when the place was found by its name. */
  readonly street: number
  readonly numberMatch: NumberMatch
  /** The number asked for; null when `numberMatch` is none. */
  readonly number: HouseNumber | null
  /** The tokens that were matched, in place of those that were typed. */
  readonly tokens: readonly Token[]
  /** Those that the place explains, as bits. */
  readonly mask: number
  /** Of these, that number. */
  readonly numberMask: number
  /** Of these, a name that is not its official one, or less than that. */
  readonly otherNameMask: number
  /** Share of the query's weight that these are, 0..1. */
  readonly coverage: number
  /** Share of the place's name that was not asked for; above 1 where the order is wrong too. */
  readonly missing: number
  readonly score: number
}

/** The kind of thing that an answer is. */
export type MatchLevel = 'house' | 'alley' | 'street' | 'poi' | 'ward' | 'district' | 'province'
