import { RecentMap } from '../../base/recent-map.ts'
import { answerTo, isKnown, type PlaceAnswer, type Shown } from '../model/query.ts'

/** Of each language: of the places that are asked for again and again. */
const WORDINGS_KEPT = 32_768

const STREET_WORD = /^(Đường|Phố|Đại lộ) /

/** How an answer reads, as hashes of 53 bits: texts of equal hashes are taken to be equal. */
export interface Wording {
  /** Of its main and secondary text together. */
  readonly text: number
  /** Of its main text without a word for "street": `Đường Nguyễn Trãi` and `Nguyễn Trãi`. */
  readonly name: number
}

/**
 * The wordings of answers in one language, kept: a list of predictions is told apart by them, and
 * no text is read, which no query has in a near cache of the processor.
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
