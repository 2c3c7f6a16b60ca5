import { expect, test } from 'bun:test'
import fc from 'fast-check'
import type { PlaceId } from '../../src/base/ids.ts'
import { PredictionsBody } from '../../src/http/predictions-body.ts'
import type { PlaceAnswer } from '../../src/search/query.ts'

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
  fc.assert(
    fc.property(fc.array(fc.array(name, { maxLength: 7 }), { maxLength: 6 }), (lists) => {
      const body = new PredictionsBody(toWire)
      const asked = lists.map((names) => names.map(placeNamed))
      for (const places of [...asked, ...asked]) {
        const text = decoder.decode(body.of(places))
        expect(text).toBe(JSON.stringify({ predictions: places.map(toWire) }))
      }
    }),
  )
})
