import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { LANGS } from '../../../src/base/lang.ts'
import { WORDING } from '../../../src/search/answer/answer-fingerprints.ts'
import { buildSearch } from '../../../src/search/build/build-search.ts'
import type { PlaceAnswer, Shown } from '../../../src/search/model/query.ts'
import { openSearch } from '../../../src/search/search.ts'
import { place, TOWN } from '../town.ts'

const NAMES = ['Đường Lê Lợi', 'Lê Lợi', 'Phố Lê Lợi', 'Đường', 'Đại lộ Lê Lợi', 'Lê Lai']

const streets = Array.from({ length: 60 }, (_, i) => {
  const name = NAMES[i % NAMES.length] ?? ''
  return place('street', { id: `s${i}`, at: [105 + i / 1000, 20], name })
})
const search = openSearch(buildSearch([...TOWN.filter(({ kind }) => kind === 'ward'), ...streets]))

const textOf = ({ mainText, secondaryText }: PlaceAnswer) => `${mainText}\n${secondaryText}`
const bareName = ({ mainText }: PlaceAnswer) => mainText.replace(/^(Đường|Phố|Đại lộ) /, '')

test.each(LANGS)('wordings in %s tell what reads the same and bears one name', (lang) => {
  const answers = search.answers[lang]
  const numbers = fc.nat(answers.count - 1)
  const wordingOf = (shown: Shown) => {
    const out = new Int32Array(WORDING)
    answers.writeWording(shown, out, 0)
    return [out.slice(0, 2), out.slice(2)] as const
  }
  fc.assert(
    fc.property(numbers, numbers, fc.boolean(), (a, b, isKnown) => {
      const [textA, nameA] = wordingOf({ answers, place: a })
      const [textB, nameB] = wordingOf(isKnown ? { answers, place: b } : answers.of(b))
      const [answerA, answerB] = [answers.of(a), answers.of(b)]
      expect(Bun.deepEquals(textA, textB)).toBe(textOf(answerA) === textOf(answerB))
      expect(Bun.deepEquals(nameA, nameB)).toBe(bareName(answerA) === bareName(answerB))
    }),
    { numRuns: 2_000 },
  )
})
