import { foldText } from '../fold.ts'

/*
 * The lexicon says once what each word of names and addresses means, one concept a line. Lists are
 * separated by commas. Vietnamese is written with its marks, as people write it: typed with other
 * marks a word is another one, typed without any it may be either. A local expert may add a word or
 * a line; everything that reads texts or makes indexes follows.
 */

/** The kinds of places that a word can announce. */
export type TypeClass = 'province' | 'district' | 'ward' | 'settlement' | 'street' | 'alley' | 'poi'

/** When a short form is read as its long one. */
export type Where =
  /** before a number: `q 5`, `p 12` */
  | 'number'
  /** before any further word or number: `h binh chanh` */
  | 'word'
  /** the same, or where nothing else is typed: `bv` */
  | 'alone'
  | 'always'

/** Words of one meaning, and what is short for the first of them. */
export interface Concept {
  /** As names have them in front: `Bệnh viện Chợ Rẫy`. */
  readonly words?: string
  /** The same in English, which has them behind, too: `Rex Hotel`. */
  readonly english?: string
  /** Words by which any such place is asked for, though no name begins with them: `atm gần đây`. */
  readonly asked?: string
  readonly short?: Readonly<Partial<Record<Where, string>>>
}

/** A concept whose words stand in front of a name of this class, in English behind it. */
export interface TypeConcept extends Concept {
  readonly classes: readonly TypeClass[]
}

/** The entries of a list. */
export function entries(list: string | undefined): readonly string[] {
  return list === undefined ? [] : list.split(', ')
}

/** The same as texts have them: folding makes `cong ti` of `công ty`. */
export function foldedEntries(list: string | undefined): readonly string[] {
  return entries(list).map(foldText)
}

/** All its words for it, folded, those of names first. */
export function wordsOf({ words, english, asked }: Concept): readonly string[] {
  return [words, english, asked].flatMap(foldedEntries)
}

/** As a name begins: `Quận` for `quận`. */
export function capitalized(words: string): string {
  return words.slice(0, 1).toUpperCase() + words.slice(1)
}
