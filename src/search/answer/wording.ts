import { RecentMap } from '../../base/recent-map.ts'
import { answerTo, isKnown, type PlaceAnswer, type Shown } from '../model/query.ts'

/** Of each language; queries ask for the same places again and again. */
const WORDINGS_KEPT = 32_768

const STREET_WORD = /^(Đường|Phố|Đại lộ) /

/** The text of an answer, as hashes of 53 bits: texts of equal hashes are taken to be equal. */
export interface Wording {
  /** The hash of its main and secondary text together. */
  readonly text: number
  /** The hash of its main text without a word for "street": `Đường Nguyễn Trãi`, `Nguyễn Trãi`. */
  readonly name: number
}

/**
 * The wordings of answers in one language, kept: predictions are compared by them, without reading
 * texts, which are in no near cache of the processor.
 */
export class Wordings {
  private readonly kept = new RecentMap<number, Wording>(WORDINGS_KEPT)

  of(shown: Shown): Wording {
    if (!isKnown(shown)) return wordingOf(shown)
    const known = this.kept.get(shown.place)
    if (known) return known
    const wording = wordingOf(answerTo(shown))
    this.kept.set(shown.place, wording)
    return wording
  }
}

function wordingOf({ mainText, secondaryText }: PlaceAnswer): Wording {
  const name = mainText.replace(STREET_WORD, '')
  return { text: hashOf(`${mainText}\n${secondaryText}`), name: hashOf(name) }
}

function hashOf(text: string): number {
  return Number(BigInt.asUintN(53, BigInt(Bun.hash(text))))
}
