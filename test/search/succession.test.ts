import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { successionOf } from '../../src/search/succession.ts'
import { wardCode } from '../../src/search/traits.ts'

const UNITS = 12
const lists = fc.array(fc.uniqueArray(fc.nat(UNITS - 1)), { minLength: UNITS, maxLength: UNITS })

test('the predecessors of a unit are exactly those that it is a successor of', () => {
  fc.assert(
    fc.property(lists, (successorsOf) => {
      const successors = Uint32Array.from(successorsOf.flat())
      const successorFirst = new Uint32Array(UNITS + 1)
      successorsOf.forEach(({ length }, unit) => {
        successorFirst[unit + 1] = successorFirst[unit]! + length
      })
      const units = UNITS
      const succession = successionOf({ units, successorFirst, successors })
      const { predecessorFirst: first, predecessors } = succession
      expect(first[UNITS]).toBe(successors.length)
      for (let unit = 0; unit < UNITS; unit++) {
        const own = [...predecessors.subarray(first[unit], first[unit + 1])]
        const expected = successorsOf.flatMap((list, of) => (list.includes(unit) ? [of] : []))
        expect(own).toEqual(expected)
      }
      expect([...succession.successorCodes]).toEqual([...successors].map(wardCode))
    }),
  )
})
