import type { Lang } from '../../base/lang.ts'
import { isKnown, type PlaceAnswer, type Shown } from '../../search/model/query.ts'
import type { JsonBytes } from './json-bytes.ts'
import { KeptTexts, type Part } from './text-memo.ts'

/** Of each language, kind of text and thread: that of some 50,000 places. */
const KEPT_BYTES_MAX = 16 * 1024 * 1024
const SETS_MAX = 16_384

/** JSON of a place in two parts, between which a writer may add its own. */
export type Parts = readonly [first: string, rest: string]

/** JSON of places, kept once it is made, of one dataset at a time. */
export class PlaceTexts {
  readonly #make: (place: PlaceAnswer) => Parts
  readonly #kept: Readonly<Record<Lang, KeptTexts>>

  constructor(make: (place: PlaceAnswer) => Parts, bytesMax = KEPT_BYTES_MAX) {
    this.#make = make
    this.#kept = { vi: new KeptTexts(bytesMax, SETS_MAX), en: new KeptTexts(bytesMax, SETS_MAX) }
  }

  add(out: JsonBytes, shown: Shown, part: Part = 'both'): void {
    if (!isKnown(shown)) {
      out.addText(partOf(this.#make(shown), part))
      return
    }
    const { answers, place } = shown
    const kept = this.#kept[answers.lang]
    kept.open(answers, answers.count)
    if (kept.addTo(out, place, part)) return
    const parts = this.#make(answers.of(place))
    out.addText(partOf(parts, part))
    const bytes = Buffer.from(parts.join(''))
    kept.keep(place, bytes, 0, bytes.length, Buffer.byteLength(parts[0]))
  }
}

function partOf([first, rest]: Parts, part: Part): string {
  if (part === 'both') return first + rest
  return part === 'first' ? first : rest
}
