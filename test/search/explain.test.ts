import { expect, test } from 'bun:test'
import { buildSearch } from '../../src/search/build/build-search.ts'
import { explain } from '../../src/search/explain.ts'
import { openSearch } from '../../src/search/search.ts'
import { TOWN } from './town.ts'
import { poi } from './town-more.ts'

/* What `saola explain` tells of a query. */

const search = openSearch(buildSearch([...TOWN, poi('Quán Xuan Mây', 'c8')]))

test('the interpretation taken, its candidates with their terms, and what is answered', () => {
  const told = explain(search, 'Quán Xuan Mây, Phường Bến Gỗ', false, null)
  expect(told.interpretations[0]).toMatchObject({ rule: 'as typed', isTaken: true, coverage: 1 })
  const [best] = told.candidates
  expect(best).toMatchObject({ kind: 'poi', coverage: 1, missing: 0 })
  expect(best?.address).toStartWith('Quán Xuan Mây, ')
  expect(best?.terms['name']).toBeGreaterThan(0)
  expect(told.matches[0]?.address).toBe(best?.address ?? '')
  expect(told.geocoded).toMatchObject({ address: best?.address, matchLevel: 'poi' })
})

test('that the unit of an address is answered where the best match is mostly wrong', () => {
  const told = explain(search, 'Quán Lam Xuan, Phường Bến Gỗ', false, null)
  expect(told.matches[0]?.address).toStartWith('Quán Xuan Mây, ')
  expect(told.geocoded).toMatchObject({ matchLevel: 'ward' })
})

test('what was refused, and why', () => {
  const { refused } = explain(search, 'bệnh viện Xuan Mây', false, null)
  const [first] = refused
  expect(first?.verdict).toBe('only its kind or unit is said')
  expect(first?.examples.length).toBeGreaterThan(0)
  expect(first?.count).toBeGreaterThanOrEqual(first?.examples.length ?? 0)
})

test('a text that is still typed is not geocoded', () => {
  expect(explain(search, 'quán xu', true, null).geocoded).toBeNull()
})
