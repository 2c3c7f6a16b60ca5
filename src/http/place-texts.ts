import {
  isKnown,
  type KnownPlace,
  type Lang,
  type PlaceAnswer,
  type Shown,
} from '../search/query.ts'
import type { JsonBytes } from './json-bytes.ts'
import { KeptTexts } from './kept-texts.ts'

/** Of each language, kind of text and thread: that of some 25,000 places. */
const KEPT_BYTES_MAX = 8 * 1024 * 1024
const ROWS_MAX = 32_768

/** JSON of a place in two parts, between which a writer may add its own. */
export type Parts = readonly [first: string, rest: string]

/** JSON of places, kept once it is made, of one dataset at a time. */
export class PlaceTexts {
  readonly #make: (place: PlaceAnswer) => Parts
  readonly #kept: Readonly<Record<Lang, KeptTexts>>

  constructor(make: (place: PlaceAnswer) => Parts, bytesMax = KEPT_BYTES_MAX) {
    this.#make = make
    this.#kept = { vi: new KeptTexts(bytesMax, ROWS_MAX), en: new KeptTexts(bytesMax, ROWS_MAX) }
  }

  /** Has all of them brought near at once that will be added soon. */
  fetch(list: readonly Shown[]): void {
    for (let i = 0; i < list.length; i++) {
      const shown = list[i]!
      if (isKnown(shown)) this.#open(shown).fetch(shown.place)
    }
  }

  /** Both parts. */
  add(out: JsonBytes, shown: Shown): void {
    if (isKnown(shown)) this.#keeping(shown).addTo(out, shown.place)
    else out.addText(this.#make(shown).join(''))
  }

  addFirst(out: JsonBytes, shown: Shown): void {
    if (isKnown(shown)) this.#keeping(shown).addFirstTo(out, shown.place)
    else out.addText(this.#make(shown)[0])
  }

  /** What comes after that; it must have been added before. */
  addRest(out: JsonBytes, shown: Shown): void {
    if (isKnown(shown)) this.#kept[shown.answers.lang].addRestTo(out, shown.place)
    else out.addText(this.#make(shown)[1])
  }

  #open({ answers }: KnownPlace): KeptTexts {
    const kept = this.#kept[answers.lang]
    kept.open(answers, answers.count)
    return kept
  }

  /** The texts, with that of the place among them. */
  #keeping(known: KnownPlace): KeptTexts {
    const kept = this.#open(known)
    const { answers, place } = known
    if (kept.bytesOf(place) === 0) {
      const [first, rest] = this.#make(answers.of(place))
      const bytes = Buffer.from(first + rest)
      kept.keep(place, bytes, 0, bytes.length, Buffer.byteLength(first))
    }
    return kept
  }
}
