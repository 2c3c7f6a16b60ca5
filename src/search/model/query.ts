import type { PlaceId } from '../../base/ids.ts'
import type { Lang } from '../../base/lang.ts'
import type { Point } from '../../geo/point.ts'
import { ADDRESS_WORDS_MAX, type Token, tokenize } from '../../text/tokens.ts'
import type { MatchLevel } from './match.ts'

/** A text to search for, read once: everything behind works on its tokens. */
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

/** What `suggest` is asked. `input` is as typed, at least 2 characters. */
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
  /** How many answers at most. */
  readonly size: number
  readonly lang: Lang
  /** Whether what lies abroad, or may, is left out. */
  readonly isVietnamOnly: boolean
}

/** A place as an answer shows it, in the language asked for. */
export interface PlaceAnswer {
  readonly id: PlaceId
  /** Short display name: the POI's name, or number and street. */
  readonly name: string
  /** Full formatted address, country left out. */
  readonly address: string
  /** Address in two lines: what it is, and where that is. */
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
 * What a dataset answers in one language, one object as long as the dataset is open. Places are
 * their numbers, 0 … count - 1.
 */
export interface Answers {
  readonly lang: Lang
  readonly count: number
  of(place: number): PlaceAnswer
}

/** A place whose answer is made only when it is asked for: what shows it may have kept its own. */
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
  /** Whether something that was asked for is not in the answer. */
  readonly partialMatch: boolean
  /**
   * The name by which the place was found, where its address has another: of a former unit as it
   * was, any other as typed; else null.
   */
  readonly matchedName: string | null
  /** The words that were typed and are not in the answer, as typed, in their order. */
  readonly unmatched: readonly string[]
}

/** As `GeocodeAnswer`. */
export interface GeocodeMatch extends Omit<GeocodeAnswer, 'place'> {
  readonly place: Shown
}

/** A place near a point; of a street, where it is nearest. */
export interface ReverseHit {
  readonly place: Shown
  readonly lat: number
  readonly lon: number
  readonly confidence: number
  readonly distanceM: number
}

/** Of a place what an answer to `reverse` shows. */
export interface ReverseAnswer
  extends Omit<ReverseHit, 'place'>,
    Pick<PlaceAnswer, 'id' | 'address' | 'ward' | 'province' | 'country'> {}

export const PREDICTIONS_MAX = 7 // interface, Limits
