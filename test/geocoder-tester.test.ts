import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { exportTests } from '../eval/geocoder-tester.ts'
import { toE7 } from '../src/geo/point.ts'
import { scratchDirectory } from './scratch.ts'
import { place } from './search/town.ts'

const AT: [number, number] = [105.5, 21]
const PLACES = [
  place('house', { id: 'h1', at: AT, houseNumber: '8' }),
  place('street', { id: 's1', at: AT, lines: [Int32Array.from([105.5, 21, 105.5, 21.01], toE7)] }),
]

test('questions are written as geocoder-tester reads them, a file a quality', () => {
  const directory = join(scratchDirectory(), 'tests')
  const rows = [
    { form: 'door', quality: 'clean', question: '8 Mây, Gió', place: 'h1' },
    { form: 'half', quality: 'typing', question: 'Mâ', place: 's1' },
  ]
  const counts = exportTests(directory, rows, PLACES)
  expect([...counts]).toEqual([
    ['test_clean.csv', 1],
    ['test_typing.csv', 1],
  ])
  const read = (name: string) => readFileSync(join(directory, name), 'utf8').split('\n')
  const heading = 'query,limit,comment,expected_coordinate'
  expect(read('test_clean.csv')).toEqual([
    heading,
    '"8 Mây, Gió",1,door: house h1,"21,105.5,50"',
    '',
  ])
  expect(read('test_typing.csv')[1]).toBe('Mâ,7,half: street s1,"21,105.5,1112"')
  expect(() => exportTests(directory, rows, [])).toThrow('No place h1')
})
