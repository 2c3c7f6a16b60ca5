import { expect, test } from 'bun:test'
import fc from 'fast-check'
import type { PlaceId } from '../../src/base/ids.ts'
import { PredictionsBody } from '../../src/http/json/predictions-body.ts'
import type { Answers, PlaceAnswer } from '../../src/search/model/query.ts'

const decoder = new TextDecoder()
const toWire = ({ id, name }: PlaceAnswer) => ({ placeId: id, text: name })

const placeNamed = (name: string, i: number): PlaceAnswer => ({
  id: `n${i}` as PlaceId,
  name,
  address: name,
  mainText: name,
  secondaryText: '',
  lat: 21,
  lon: 105,
  ward: null,
  province: null,
  country: 'VN',
  types: ['route'],
})

test('is the JSON of the list, the first time and every other, however long', () => {
  const name = fc.oneof(fc.string({ unit: 'grapheme' }), fc.constant('đường '.repeat(3_000)))
  const names = fc.array(name, { minLength: 1, maxLength: 30 })
  const lists = fc.array(fc.array(fc.nat(29), { maxLength: 7 }), { maxLength: 6 })
  fc.assert(
    fc.property(names, lists, fc.boolean(), (named, asked, isKnown) => {
      const body = new PredictionsBody(toWire)
      const of = (place: number) => placeNamed(named[place % named.length] ?? '', place)
      const answers: Answers = { lang: 'vi', count: 30, of }
      for (const places of [...asked, ...asked]) {
        const shown = places.map((place) => (isKnown ? { answers, place } : of(place)))
        const predictions = places.map((place) => toWire(of(place)))
        expect(decoder.decode(body.of(shown))).toBe(JSON.stringify({ predictions }))
      }
    }),
  )
})
