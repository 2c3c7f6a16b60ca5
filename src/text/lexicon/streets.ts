import type { Concept, TypeConcept } from './concept.ts'

/* Streets, alleys, numbered roads, and the words of house numbers. */

export const STREETS: readonly TypeConcept[] = [
  { words: 'đường', classes: ['street', 'alley'], short: { word: 'đ' } }, // đ. 3/2
  { words: 'phố', classes: ['street', 'alley'] },
  { words: 'đại lộ, phố đi bộ', classes: ['street'] },
  { english: 'street', classes: ['street', 'alley'], short: { always: 'st, str' } },
  { english: 'road', classes: ['street'], short: { always: 'rd' } },
  { english: 'avenue', classes: ['street'], short: { always: 'ave' } },
  { english: 'boulevard', classes: ['street'], short: { always: 'blvd' } },
]

interface AlleyConcept extends TypeConcept {
  /** Of those that lead to a door: 0 leaves the street, 1 leaves another alley. */
  readonly depth: number
  /** Beside a northern alley: in Hanoi the third after ngõ and ngách. */
  readonly besideNorthern?: number
  readonly isNorthern?: true
}

export const ALLEYS: readonly AlleyConcept[] = [
  { words: 'ngõ', english: 'lane', classes: ['alley'], depth: 0, isNorthern: true },
  { words: 'hẻm', english: 'alley', classes: ['alley'], depth: 0, besideNorthern: 2 },
  // K123/45, Đà Nẵng and Huế.
  { words: 'kiệt', classes: ['alley'], depth: 0, short: { number: 'k' } },
  { words: 'ngách', classes: ['alley'], depth: 1 },
  { words: 'xẹc', classes: [], depth: 0 }, // of the oldest in Sài Gòn; no name has it
]

/** Roads that have a number instead of a name. */
interface RoadConcept extends Concept {
  readonly words: string
  /** Beginning of the sign of such a road, without points and blanks: `QL1A`, `ĐT743`. */
  readonly signs?: string
  /** The usual name. */
  readonly otherwise?: string
  /** Whether a number behind it is no door: `12 Quốc lộ 1`, but `Vành đai 12` is a name. */
  readonly takesNumber?: true
}

export const NUMBERED_ROADS: readonly RoadConcept[] = [
  { words: 'quốc lộ', signs: 'QL', short: { number: 'ql' }, takesNumber: true },
  {
    words: 'đường tỉnh',
    otherwise: 'tỉnh lộ',
    signs: 'ĐT, TL, DT',
    short: { number: 'đt' },
    takesNumber: true,
  },
  { words: 'tỉnh lộ', otherwise: 'đường tỉnh', short: { number: 'tl' }, takesNumber: true },
  { words: 'đường huyện', signs: 'ĐH, HL, DH', short: { number: 'đh' }, takesNumber: true },
  { words: 'hương lộ', short: { number: 'hl' }, takesNumber: true }, // of a commune
  { words: 'cao tốc', signs: 'CT' },
  { words: 'vành đai', signs: 'VĐ, VD', short: { number: 'vđ' } },
]

/** Words for "number" in front of one. */
export const NUMBER_WORDS = 'số, sn, no, nhà'
/** Words that are part of the number behind them, in a canonical key by the first: `Lô A2`. */
export const COUNTED_WORDS: readonly string[] = ['lô, lot', 'km']
/** A second house under one number, as French engineers counted: `98 Bis`. */
export const SECOND_HOUSES = 'bis, ter'
/** The spoken slash in the South: `129 xẹt 73B`. */
export const SPOKEN_SLASHES = 'xẹt, sẹt, xuyệt, suyệt, xuyệc, suyệc, sẹc, siệt'
