import { expect, test } from 'bun:test'
import type { Tags } from '../../src/base/tags.ts'
import { ROAD_KEYS, roadMeaning } from '../../src/import/tags/road-tags.ts'
import { EAST_WARD, readDrawing, TWO_WARDS, WEST_WARD } from './drawing.ts'

/*
 * Roads whose tags agree in ROAD_KEYS are interpreted once: a key that is read but not among them
 * would give streets the names of others.
 */

test('the keys that tell roads apart are those that are read', () => {
  const tags: Tags = { highway: 'primary', ref: 'QL1' }
  const read = new Set<string>()
  const asked = {
    get(_: Tags, key: string) {
      read.add(key)
      return tags[key]
    },
  }
  roadMeaning(new Proxy(tags, asked))
  expect([...read].sort()).toEqual([...ROAD_KEYS].sort())
})

test('each street has its own names, whatever key they stand under', async () => {
  const keys = ROAD_KEYS.filter((key) => !['highway', 'area', 'ref', 'name'].includes(key))
  const roads = keys.map((key, i) => {
    const tags = (side: string) => `highway=primary | name=Phố ${i} | ${key}=${side} ${i}`
    return `
      n${10 * i + 1} 10 ${i}
      n${10 * i + 2} 90 ${i}
      n${10 * i + 3} 110 ${i}
      n${10 * i + 4} 190 ${i}
      w${2 * i} n${10 * i + 1} n${10 * i + 2}  ${tags('Tây')}
      w${2 * i + 1} n${10 * i + 3} n${10 * i + 4}  ${tags('Đông')}`
  })
  const { places } = await readDrawing(TWO_WARDS + roads.join(''))
  const names = places
    .filter(({ kind }) => kind === 'street')
    .map(({ wardId, name, nameEn, aliases }) => [wardId, name, nameEn ?? aliases[0]].join(', '))
  const expected = keys.flatMap((_, i) => [
    `${WEST_WARD}, Phố ${i}, Tây ${i}`,
    `${EAST_WARD}, Phố ${i}, Đông ${i}`,
  ])
  expect(names.sort()).toEqual(expected.sort())
})
