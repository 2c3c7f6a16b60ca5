import type { NumberMatch } from './match.ts'

/*
 * Every weight of the ranking, in one place. docs/ranking.md says how to work on them: change one,
 * run `bun run eval`, look at single queries with `saola explain`.
 *
 * Coverage is the share of a query's weight that an answer explains, 0..1. A score is coverage in
 * points plus the points below, which order places that explain a query equally well.
 */

/** What full coverage is worth; all other terms together are worth about a quarter of it. */
export const COVERAGE_POINTS = 2000
/** More for a query that is explained whole: nothing is left that one would have to ask about. */
export const FULL_POINTS = 300
/** From here on a query counts as wholly explained; the rest is rounding. */
export const COVERAGE_FULL = 0.999

/** Coverage first, then everything that orders equals. */
export function scoreOf(coverage: number, points: number): number {
  return COVERAGE_POINTS * coverage + (coverage >= COVERAGE_FULL ? FULL_POINTS : 0) + points
}

/*
 * Weights of tokens: the cost of leaving one unexplained. A word has 1.
 */

export const TYPE_WORD_WEIGHT = 0.3 // says of what kind a thing is, not which
export const POI_TYPE_WORD_WEIGHT = 0.7 // but a hospital is not a hotel of the same name
export const POI_TYPE_WEIGHT_MAX = 1.4 // of all its words: `sân vận động` says no more than `chợ`
export const NUMBER_WORD_WEIGHT = 0.1 // taken from its number: `số 12` asks for no more than `12`
export const SHORT_PREFIX_WEIGHT = 0.42 // one or two letters of a word still being typed

/*
 * Points.
 */

/** For the importance of the place, 0 to this. */
export const RANK_POINTS = 120

/** For diacritics typed as they are written; as many are lost where others are written. */
export const DIACRITICS_POINTS = 160

/** For the tokens that name the place itself: they tell more than those of its surroundings. */
export const NAME_POINTS = 100

/** For the place that the query begins with: addresses go from the inside out. */
export const FIRST_POINTS = 150

/** For the kind that was asked for: `xã Khánh Vĩnh` is not the town. */
export const TYPE_POINTS = 40

/** More where its name says so: `Thành phố Cao Bằng` was a town, its province only has one. */
export const TYPE_IN_NAME_POINTS = 80

/** At most, for nearness to the focus; halves at FOCUS_HALF_M. */
export const FOCUS_POINTS = 200
export const FOCUS_HALF_M = 5000

/** Lost for a name of which nothing was asked for; less of it loses less. */
export const MISSING_POINTS = 150

/** Lost by a ward that is not said to be one: `Lê Lợi` alone is the street, `xã Lê Lợi` is not. */
export const UNSAID_LOSS = 15

/**
 * Lost by a place outside the unit that is said, `quận 1` or `Ben Nghe Ward`: half of it in the
 * province of that unit.
 */
export const STRAY_LOSS = 150

/**
 * A door of that number counts as one of the named district so far from the middle of one of its
 * wards, which are one or two kilometres wide in cities: `48 Nguyễn Thái Học, Đống Đa`.
 */
export const DOOR_OUTSIDE_M = 3000
/** A street so far from the middle of a ward that is said is another of that name. */
export const WARD_OUTSIDE_M = 4000
/** Of the district's weight it then explains this share. */
export const DOOR_OUTSIDE_CREDIT = 0.9

/** Lost by a former ward of which only the province is named, not the district. */
export const DISTRICT_LOSS = 30

/** Lost by a district whose name is said twice, and twice that by a province. */
export const TWICE_LOSS = 105

/** Lost by a ward of today where a district is said that held a ward of that name. */
export const LATER_LOSS = 90

/**
 * Lost by a town that gave its unit the name, and by all else of the name of the district or
 * province that the text ends with: the unit is the address.
 */
export const NAMESAKE_LOSS = 100

/** Lost where the query names a former unit of the place, not the unit of today. */
export const FORMER_LOSS = 60

/** Lost where another name than the official one was asked for. */
export const ALIAS_LOSS = 25

/** Lost by names of which only the beginning is typed, where the typed text is a whole name. */
export const BEGUN_LOSS = 40

/** Lost by a number between two doors: a mapped door elsewhere is the better guess. */
export const BETWEEN_LOSS = 40

/** Lost for another word for the kind of place than was typed. */
export const OTHER_WORD_LOSS = 20

/** For standing right beside the landmark, less the farther: BESIDE_M away none is left. */
export const BESIDE_POINTS = 400

/*
 * Shares of a name that count as missing, beyond its words that were not asked for.
 */

/** Less than a name was asked for: a POI's without its type word, initials. */
export const BARE_MISSING = 0.6
/** A POI's name without its type word, where a word for its kind is said: `đại học Bách Khoa`. */
export const BARE_SAID_MISSING = 0.1
/** The words are there, but in disorder. */
export const DISORDER_MISSING = 0.3
/** The kind of a place was asked for in a unit, not a name; hardly so while still typing. */
export const KIND_MISSING = 0.75
export const KIND_MISSING_TYPING = 0.1
/** A place of that kind is called just that, `Siêu thị`: it goes first. */
export const KIND_NAME_MISSING = 0.7
/** A place of a large range of names was found by its surroundings. */
export const RANGE_MISSING = 0.5
/** The nearest to a landmark was meant, but nobody said which. */
export const BESIDE_MISSING = 0.25
/** With more missing a number in the name is chance. */
export const LITTLE_MISSING = 0.5

/** Share of a number's weight that is explained; `missing`: the right street, an unknown door. */
export const NUMBER_CREDIT: Readonly<Record<NumberMatch, number>> = {
  none: 0,
  house: 1,
  between: 1,
  mouth: 1,
  alley: 0.6,
  reversed: 0.5, // of Hanoi; all others tell the alley first
  missing: 0.35,
}

/*
 * Coverage.
 */

/** Matches that explain so much less than the best are noise. */
export const COVERAGE_SPREAD = 0.3
/** Streets of the name that is begun are meant as well as the few that have the number. */
export const NUMBER_SPREAD = 0.46
/** While a query is typed, names that hold its words in any order are looked for below this. */
export const COVERAGE_WHILE_TYPING = 0.9
/** Below it a prediction looks like nothing typed. */
export const PREDICTION_COVERAGE_MIN = 0.45

/** Lost by an interpretation, as a share of its coverage. */
export const UNHELD_COST = 0.02 // a floor, flat or quarter: no answer says it
export const SEGMENTATION_COST = 0.03 // for all words: a space left out is less of a guess
export const CORRECTION_COST = 0.06 // a word: what was asked for is not quite there
export const EAR_COST = 0.04 // a word, written as another that sounds alike
/** More, for a short word that names have as it is and that begins with another letter. */
export const OTHER_LETTER_COST = 0.2

/** A place beside a landmark has to be found but for a slip: anything else near is chance. */
export const BESIDE_COVERAGE_MIN = 0.9
/** Of the landmark little may be unknown, else the place is beside something else. */
export const LANDMARK_COVERAGE_MIN = 0.7

/*
 * Intersections that explain as much are ordered by words and diacritics of names that are shown,
 * nearness, and a first street that lies where the text says, in parts of the coverage.
 */

export const INTERSECTION_SPELLING = 0.02
export const INTERSECTION_FOCUS = 0.01
export const INTERSECTION_PLACE = 0.005
/** A text that does not say that two streets meet has to be explained by so much more. */
export const INTERSECTION_UNSAID = 0.001

/*
 * Confidence of geocoded answers.
 */

/** Where two streets cross; of all else it is fitted (confidence.ts). */
export const INTERSECTION_CONFIDENCE = 0.8
/** A POI outside the named province that leaves more words open than this is hardly meant. */
export const STRAY_COVERAGE = 0.9

/** An answer below it is mostly wrong: a unit that the address ends with goes before it. */
export const DOUBTED_CONFIDENCE = 0.3
/** An answer to less is a guess. */
export const ANSWER_COVERAGE_MIN = 0.4
/** More of it, the less of a name was asked for. */
export const ANSWER_COVERAGE_MISSING = 0.3
/** Enough for the ward or district of an address that is nowhere in the data. */
export const UNIT_COVERAGE_MIN = 0.2
