import { expect, test } from 'bun:test'
import { BUILTIN_EDITION, isOtherEdition } from '../src/builtin-edition.ts'

test.each([
  ['the built-in one of this Saola', 'builtin', { edition: BUILTIN_EDITION }, false],
  ['that of another', 'builtin', { edition: '1.6' }, true],
  ['that of one which did not say', 'builtin', {}, true],
  ['one with places of an operator', 'builtin', { edition: '1.6', operators: {} }, false],
  ['one with official boundaries', 'builtin', { boundaries: {} }, false],
  ['an extract', 'vietnam.osm.pbf', {}, false],
])('%s', (_, sourceName, report, isOther) => {
  expect(isOtherEdition({ sourceName, report })).toBe(isOther)
})
