import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { buildSearch } from '../../../src/search/build/build-search.ts'
import { numberFilterOf } from '../../../src/search/index/house-number-filter.ts'
import {
  alleyMouth,
  doorsAround,
  houseAt,
  houseNumberOf,
} from '../../../src/search/index/houses.ts'
import { NONE, openSearchIndex, type SearchIndex } from '../../../src/search/index/layout.ts'
import { id, place } from '../town.ts'

/* Which numbers a street may have: src/search/house-number-filter.ts. */

const AT: [number, number] = [105, 20]
const doorKey = fc.stringMatching(/^[1-9][0-9]{0,2}[ab]?(\/[1-9][0-9]?)?$/)
const key = fc.oneof(doorKey, fc.constantFrom('12-14', '98bis', 'lo a2'))

/** A street, place 0, with doors and the mouths of alleys. */
function streetWith(doors: readonly string[], alleys: readonly number[]): SearchIndex {
  const along = { at: AT, streetId: id('s'), streetName: 'Lê Lợi' }
  return openSearchIndex(
    buildSearch([
      place('street', { id: 's', at: AT, name: 'Lê Lợi', importance: 0.9 }),
      ...doors.map((houseNumber, i) => place('house', { ...along, id: `h${i}`, houseNumber })),
      ...alleys.map((number, i) =>
        place('alley', { ...along, id: `a${i}`, name: `Ngõ ${number}` }),
      ),
    ]),
  )
}

test('no number that is found on a street or between its doors is beyond its reach', () => {
  const some = fc.uniqueArray(key, { maxLength: 12 })
  const alleys = fc.uniqueArray(fc.integer({ min: 1, max: 999 }), { maxLength: 6 })
  fc.assert(
    fc.property(
      some,
      alleys,
      fc.array(key, { minLength: 20, maxLength: 20 }),
      (doors, of, asked) => {
        const index = streetWith(doors, of)
        for (const each of [...asked, ...doors, ...of.map(String)]) {
          const number = houseNumberOf(each)
          const isThere =
            houseAt(index, 0, number) !== NONE ||
            alleyMouth(index, 0, number) !== NONE ||
            number.outer.some((outer) => houseAt(index, 0, outer) !== NONE) ||
            doorsAround(index, 0, number) !== null
          if (isThere)
            expect(index.houseNumberFilter[0]! & numberFilterOf(number.leading)).not.toBe(0)
        }
      },
    ),
  )
})

test('a street reaches from door to door of one side, not to what is far from both', () => {
  const index = streetWith(['3', '45', '400', '1000'], [150])
  const reached = (number: number) => (index.houseNumberFilter[0]! & numberFilterOf(number)) !== 0
  expect([3, 21, 45, 150, 400, 1000].map(reached)).toEqual([true, true, true, true, true, true])
  // Between 45 and 150 there is no door of the other side, between 45 and 400 are too many numbers.
  expect([60, 99, 240].map(reached)).toEqual([false, false, false])
})
