import type { PlaceId } from '../../base/ids.ts'
import type { Lang } from '../../base/lang.ts'
import type { Point } from '../../geo/point.ts'
import { ADDRESS_WORDS_MAX, type Token, tokenize } from '../../text/tokens.ts'
import type { MatchLevel } from './match.ts'

/** A text to search for, read once: all later steps work on its tokens. */
export interface Query {
  /** As typed. */
  readonly text: string
  readonly tokens: readonly Token[]
  /** Whether the last word may go on. */
  readonly typing: boolean
  readonly focus: Point | null
}

export function parse(text: string, typing: boolean, focus: Point | null): Query {
  return { text, tokens: tokenize(text, ADDRESS_WORDS_MAX), typing, focus }
}

/** A question to `suggest`. `input` is as typed, at least 2 characters. */
export interface SuggestQuery {
  readonly input: string
  readonly lang: Lang
  readonly focus: Point | null
}

export interface GeocodeQuery {
  readonly address: string
  readonly lang: Lang
  readonly focus: Point | null
}

export interface ReverseQuery {
  readonly point: Point
  readonly radiusM: number
  /** Most answers to give. */
  readonly size: number
  readonly lang: Lang
  /** Whether places abroad, or perhaps abroad, are left out. */
  readonly isVietnamOnly: boolean
}

/** A place as an answer shows it, in the language asked for. */
export interface PlaceAnswer {
  readonly id: PlaceId
  /** Short display name: the POI's name, or number and street. */
  readonly name: string
  /** Full formatted address, country left out. */
  readonly address: string
  /** The address in two lines: the place, and its surroundings. */
  readonly mainText: string
  readonly secondaryText: string
  readonly lat: number
  readonly lon: number
  readonly ward: string | null
  readonly province: string | null
  /** ISO 3166-1 alpha-2. */
  readonly country: string
  /** In Google's terms: `street_address`, `route`, `point_of_interest` … */
  readonly types: readonly string[]
}

/**
 * The answers of a dataset in one language, one object as long as the dataset is open. Places are
 * their numbers, 0 … count - 1.
 */
export interface Answers {
  readonly lang: Lang
  readonly count: number
  of(place: number): PlaceAnswer
}

/** A place whose answer is made only on demand: a caller may have kept its own text of it. */
export interface KnownPlace {
  readonly answers: Answers
  readonly place: number
}

/** A known place, or an answer of its own: a number between the doors of a street. */
export type Shown = KnownPlace | PlaceAnswer

export function isKnown(shown: Shown): shown is KnownPlace {
  return 'answers' in shown
}

export function answerTo(shown: Shown): PlaceAnswer {
  return isKnown(shown) ? shown.answers.of(shown.place) : shown
}

export interface GeocodeAnswer {
  readonly place: PlaceAnswer
  /** 0..1; the scale is documented in the README. */
  readonly confidence: number
  readonly matchLevel: MatchLevel
  /** Whether the answer lacks something that the text asks for. */
  readonly partialMatch: boolean
  /**
   * The name by which the place was found, where its address has another: of a former unit as it
   * was, any other as typed; else null.
   */
  readonly matchedName: string | null
  /** The typed words that the answer lacks, as typed, in their order. */
  readonly unmatched: readonly string[]
}

/** As `GeocodeAnswer`. */
export interface GeocodeMatch extends Omit<GeocodeAnswer, 'place'> {
  readonly place: Shown
}

/** A place near a point; of a street its nearest position. */
export interface ReverseHit {
  readonly place: Shown
  readonly lat: number
  readonly lon: number
  readonly confidence: number
  readonly distanceM: number
}

/** The part of a place that an answer to `reverse` shows. */
export interface ReverseAnswer
  extends Omit<ReverseHit, 'place'>,
    Pick<PlaceAnswer, 'id' | 'address' | 'ward' | 'province' | 'country'> {}

export const PREDICTIONS_MAX = 7 // interface, Limits
