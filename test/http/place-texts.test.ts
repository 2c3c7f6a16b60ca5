import { expect, test } from 'bun:test'
import fc from 'fast-check'
import type { PlaceId } from '../../src/base/ids.ts'
import { LANGS, type Lang } from '../../src/base/lang.ts'
import { JsonBytes } from '../../src/http/json/json-bytes.ts'
import { type Parts, PlaceTexts } from '../../src/http/json/place-texts.ts'
import type { Answers, PlaceAnswer, Shown } from '../../src/search/model/query.ts'
import { CAFE } from './town.ts'

const PLACES = 400
const out = new JsonBytes()

/** Places called by their dataset, language and number. */
function answersOf(dataset: string, lang: Lang): Answers {
  const of = (place: number): PlaceAnswer => ({
    ...CAFE,
    id: `${dataset}-${lang}-${place}` as PlaceId,
    name: `Quán ${'ơ'.repeat(place % 7)} "${place}"`,
  })
  return { lang, count: PLACES, of }
}

const partsOf = ({ id, name }: PlaceAnswer): Parts => [JSON.stringify(id), JSON.stringify(name)]

function written(texts: PlaceTexts, list: readonly Shown[]): string {
  out.clear()
  for (const shown of list) {
    texts.add(out, shown)
    texts.add(out, shown, 'first')
    texts.add(out, shown, 'rest')
  }
  return Buffer.from(out.bytes()).toString()
}

test('are those of the place, dataset and language, however many are kept', () => {
  const all = ['d1', 'd2'].flatMap((dataset) => LANGS.map((lang) => answersOf(dataset, lang)))
  const asked = fc.record({
    answers: fc.constantFrom(...all),
    places: fc.array(fc.nat(PLACES - 1), { maxLength: 7 }),
    isOwn: fc.boolean(),
  })
  const few = 300 // bytes: of some ten places
  for (const texts of [new PlaceTexts(partsOf), new PlaceTexts(partsOf, few)]) {
    fc.assert(
      fc.property(fc.array(asked, { maxLength: 60 }), (lists) => {
        for (const { answers, places, isOwn } of lists) {
          const list = places.map((place) => (isOwn ? answers.of(place) : { answers, place }))
          const expected = places.map((place) => partsOf(answers.of(place)).join('').repeat(2))
          expect(written(texts, list)).toBe(expected.join(''))
        }
      }),
    )
  }
})

test('are made once for each place that is asked for again', () => {
  let made = 0
  const texts = new PlaceTexts((place) => {
    made++
    return partsOf(place)
  })
  const answers = answersOf('d1', 'vi')
  const list = Array.from({ length: PLACES }, (_, place) => ({ answers, place }))
  const first = written(texts, list)
  expect(made).toBe(PLACES)
  expect(written(texts, list)).toBe(first)
  expect(made).toBe(PLACES)
})
