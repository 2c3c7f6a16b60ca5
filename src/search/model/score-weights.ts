import type { NumberMatch } from './match.ts'

/*
 * Every weight of the ranking, in one place. docs/ranking.md says how to work on them: change one,
 * run `bun run eval`, look at single queries with `saola explain`.
 *
 * Coverage is the share of a query's weight that an answer explains, 0..1. A score is coverage in
 * points plus the points below, which order places that explain a query equally well.
 */

/** Points for full coverage; all other terms together are worth about a quarter of it. */
export const COVERAGE_POINTS = 2000
/** More for a query that is explained whole: no word of it is left open. */
export const FULL_POINTS = 300
/** From here on a query counts as wholly explained; the rest is rounding. */
export const COVERAGE_FULL = 0.999

/** The score: coverage first, then the points that order equals. */
export function scoreOf(coverage: number, points: number): number {
  return COVERAGE_POINTS * coverage + (coverage >= COVERAGE_FULL ? FULL_POINTS : 0) + points
}

/*
 * Weights of tokens: the cost of leaving one unexplained. A word has 1.
 */

export const TYPE_WORD_WEIGHT = 0.3 // names a kind of place, not one place
export const POI_TYPE_WORD_WEIGHT = 0.7 // but a hospital is not a hotel of the same name
export const POI_TYPE_WEIGHT_MAX = 1.4 // of all its words: `sân vận động` says no more than `chợ`
export const NUMBER_WORD_WEIGHT = 0.1 // taken from its number: `số 12` asks for no more than `12`
export const SHORT_PREFIX_WEIGHT = 0.42 // one or two letters of a word still being typed

/*
 * Points.
 */

/** For the importance of the place, 0 to this. */
export const RANK_POINTS = 120

/** For diacritics typed as the name has them; lost where the name has others. */
export const DIACRITICS_POINTS = 160

/** For the tokens of the place's name: they tell more than those of its surroundings. */
export const NAME_POINTS = 100

/** For the place that the query names first: addresses go from the inside out. */
export const FIRST_POINTS = 150

/** For a type word that fits the kind: `xã Khánh Vĩnh` is not the town. */
export const TYPE_POINTS = 40

/** Instead, for a type word in the name: `Thành phố Cao Bằng` was a town, not its province. */
export const TYPE_IN_NAME_POINTS = 80

/** For nearness to the focus, at most; half of it at FOCUS_HALF_M. */
export const FOCUS_POINTS = 200
export const FOCUS_HALF_M = 5000

/** Lost for a name that the query lacks whole; in proportion for less of it. */
export const MISSING_POINTS = 150

/** Lost by a ward named without a word for wards: `Lê Lợi` is the street, `xã Lê Lợi` is not. */
export const UNSAID_LOSS = 15

/**
 * Lost by a place outside a unit named with its type word, `quận 1` or `Ben Nghe Ward`: half of it
 * in the province of that unit.
 */
export const STRAY_LOSS = 150

/**
 * A door outside the named district counts as in it up to this far from the middle of one of its
 * wards, which are one or two kilometres wide in cities: `48 Nguyễn Thái Học, Đống Đa`.
 */
export const DOOR_OUTSIDE_M = 3000
/** A street farther than this from the middle of a ward named as one is another of its name. */
export const WARD_OUTSIDE_M = 4000
/** Share of the district's weight that such a door explains. */
export const DOOR_OUTSIDE_CREDIT = 0.9

/** Lost by a former ward where the query names its province, but not its district. */
export const DISTRICT_LOSS = 30

/** Lost by a district that the query names twice; a province loses twice as much. */
export const TWICE_LOSS = 105

/** Lost by a ward of today where the query names a district that held a ward of its name. */
export const LATER_LOSS = 90

/**
 * Lost by a town that gave its unit the name, and by any place with the name of the district or
 * province that the text ends with: the unit is the address.
 */
export const NAMESAKE_LOSS = 100

/** Lost by a place of which the query names a former unit, not the unit of today. */
export const FORMER_LOSS = 60

/** Lost by a place found by another name than its official one. */
export const ALIAS_LOSS = 25

/** Lost by names that the typed text only begins, where it is a whole name of others. */
export const BEGUN_LOSS = 40

/** Lost by a number between two doors: a mapped door elsewhere is the better guess. */
export const BETWEEN_LOSS = 40

/** Lost for another word for the kind of place than was typed. */
export const OTHER_WORD_LOSS = 20

/** For a place right beside the landmark, falling to 0 at BESIDE_M (nearness.ts). */
export const BESIDE_POINTS = 400

/*
 * Shares of a name that count as missing, beyond its words that the query lacks.
 */

/** The name typed is less than a name: a POI's without its type word, initials. */
export const BARE_MISSING = 0.6
/** A POI's name without its type word, behind another word for its kind: `đại học Bách Khoa`. */
export const BARE_SAID_MISSING = 0.1
/** The words of the name are typed in another order. */
export const DISORDER_MISSING = 0.3
/** The query names a kind of place in a unit, not a name; counts less while it is typed. */
export const KIND_MISSING = 0.75
export const KIND_MISSING_TYPING = 0.1
/** The whole name is the word for the kind, `Siêu thị`: less than KIND_MISSING, it goes first. */
export const KIND_NAME_MISSING = 0.7
/** The place was found in a large range of names by its surroundings. */
export const RANGE_MISSING = 0.5
/** The place was found by a landmark, which does not name it. */
export const BESIDE_MISSING = 0.25
/** Where more is missing, a number in the name is there by chance. */
export const LITTLE_MISSING = 0.5

/** Share of a number's weight that is explained; `missing`: the right street, no such door. */
export const NUMBER_CREDIT: Readonly<Record<NumberMatch, number>> = {
  none: 0,
  house: 1,
  between: 1,
  mouth: 1,
  alley: 0.6,
  reversed: 0.5, // a custom of Hanoi; elsewhere the alley comes first
  missing: 0.35,
}

/*
 * Coverage.
 */

/** Matches that explain this much less than the best are noise. */
export const COVERAGE_SPREAD = 0.3
/** The same for a street that lacks the number: it may be meant as well as one that has it. */
export const NUMBER_SPREAD = 0.46
/** Below this, while a query is typed, names that hold its words in any order are searched. */
export const COVERAGE_WHILE_TYPING = 0.9
/** A prediction that explains less looks unlike the typed text. */
export const PREDICTION_COVERAGE_MIN = 0.45

/** Lost by an interpretation, as a share of its coverage. */
export const UNHELD_COST = 0.02 // each floor, flat or quarter: no map holds it
export const SEGMENTATION_COST = 0.03 // for all words: other spaces are less of a guess
export const CORRECTION_COST = 0.06 // each word: the answer has another than the one typed
export const EAR_COST = 0.04 // each word, written as another that sounds alike
/** More, for a short word that names have as typed, and that gets another first letter. */
export const OTHER_LETTER_COST = 0.2

/** A place beside a landmark has to explain its part but for a slip: others are near by chance. */
export const BESIDE_COVERAGE_MIN = 0.9
/** The landmark has to explain so much of its part, else it is another. */
export const LANDMARK_COVERAGE_MIN = 0.7

/*
 * The order of intersections that explain as much: the spelling of the names shown, nearness, and a
 * first street that lies where the text says. In units of coverage.
 */

export const INTERSECTION_SPELLING = 0.02
export const INTERSECTION_FOCUS = 0.01
export const INTERSECTION_PLACE = 0.005
/** A text without words for a crossing has to be explained by so much more than by a place. */
export const INTERSECTION_UNSAID = 0.001

/*
 * Confidence of geocoded answers.
 */

/** The confidence of a crossing; that of all else is fitted (confidence.ts). */
export const INTERSECTION_CONFIDENCE = 0.8
/** A POI outside the named province that covers less is hardly meant. */
export const STRAY_COVERAGE = 0.9

/** An answer of less confidence is mostly wrong: the unit that the address ends with is better. */
export const DOUBTED_CONFIDENCE = 0.3
/** An answer that explains less is a guess. */
export const ANSWER_COVERAGE_MIN = 0.4
/** Added to it in proportion to the share of the name that is missing. */
export const ANSWER_COVERAGE_MISSING = 0.3
/** Enough for the unit of an address that is nowhere in the data. */
export const UNIT_COVERAGE_MIN = 0.2
