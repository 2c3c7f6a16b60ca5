import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import type { ListedRow } from '../../src/db/operator-places.ts'
import { listNameOf } from '../../src/import/operator/list-name.ts'
import { isDrastic, type ListPlan, planList } from '../../src/import/operator/list-plan.ts'
import { readOperatorFile } from '../../src/import/operator/operator-file.ts'

const HEADING = 'id,name,category,lat,lon'
const read = (csv: string) => readOperatorFile(new TextEncoder().encode(csv), 'csv')
const rowsOf = (list: string, csv: string, stored: readonly ListedRow[] = []): ListedRow[] =>
  planList(list, stored, read(csv)).rows.map((row) => ({ list, ...row }))
const withIds = (...rows: string[]) => [HEADING, ...rows, ''].join('\n')
const withoutIds = (...rows: string[]) => ['name,category,lat,lon', ...rows, ''].join('\n')

const FIVE = withIds(...[1, 2, 3, 4, 5].map((n) => `${n},Quán ${n},cafe,10.${n},106.${n}`))

describe('a list imported again', () => {
  test.each([
    ['the same file', FIVE, { unchanged: 5 }],
    ['in another order', withIds(...FIVE.split('\n').slice(1, 6).reverse()), { unchanged: 5 }],
    ['a row more', `${FIVE}6,Quán 6,bar,10.6,106.6\n`, { new: 1, unchanged: 5 }],
    ['a row less', FIVE.replace(/^2,.*\n/m, ''), { gone: 1, unchanged: 4 }],
    ['another name', FIVE.replace('Quán 2', 'Tiệm 2'), { changed: 1, unchanged: 4 }],
    ['another category', FIVE.replace('cafe,10.2', 'bar,10.2'), { changed: 1, unchanged: 4 }],
    ['another position', FIVE.replace('10.2,', '10.25,'), { changed: 1, unchanged: 4 }],
    [
      'another place under an id',
      FIVE.replace('2,Quán 2,cafe,10.2', '2,Kho,cafe,10.9'),
      { changed: 1, replaced: 1, unchanged: 4 },
    ],
    ['a row that is refused', FIVE.replace('10.2,', 'x,'), { kept: 1, unchanged: 4 }],
    ['a new row that is refused', `${FIVE}6,Quán 6,bar,x,1\n`, { unchanged: 5 }],
    ['a row twice', `${FIVE}5,Quán 5,cafe,10.5,106.5\n`, { unchanged: 5 }],
    ['no row', withIds(), { gone: 5 }],
  ])('%s', (_, csv, expected) => {
    const none = { new: 0, changed: 0, replaced: 0, gone: 0, unchanged: 0, kept: 0 }
    const stored = rowsOf('own', FIVE)
    expect(planList('own', stored, read(csv)).change).toEqual({ before: 5, ...none, ...expected })
  })

  const PLAIN = withoutIds('Quán A,cafe,10.1,106.1', 'Quán B,cafe,10.2,106.2')
  test.each([
    ['within 10 m it is the same', PLAIN.replace('10.2,', '10.20001,'), { changed: 1, gone: 0 }],
    ['by another name it is another', PLAIN.replace('Quán B', 'Quán C'), { new: 1, gone: 1 }],
    ['elsewhere it is another', PLAIN.replace('10.2,', '10.3,'), { new: 1, gone: 1 }],
    ['refused, known by both', PLAIN.replace('cafe,10.2', 'Quán,10.2'), { kept: 1, gone: 0 }],
    ['refused, known by its name', PLAIN.replace('10.2,', 'x,'), { kept: 1, gone: 0 }],
    ['refused, known by its position', PLAIN.replace('Quán B', ''), { kept: 1, gone: 0 }],
    ['refused, not known', PLAIN.replace('Quán B,cafe,10.2', ',cafe,x'), { kept: 0, gone: 1 }],
  ])('a row without an id: %s', (_, csv, expected) => {
    expect(planList('own', rowsOf('own', PLAIN), read(csv)).change).toMatchObject(expected)
  })

  test('writes what differs, deletes what is gone, and nothing else', () => {
    const csv = withIds('1,Quán 1,cafe,10.1,106.1', '2,Quán Hai,cafe,10.2,106.2', '9,N,bar,10,106')
    const { written, deleted, rows } = planList('own', rowsOf('own', FIVE), read(csv))
    expect(written.map(({ place }) => place.name)).toEqual(['Quán Hai', 'N'])
    expect(deleted.map(String)).toEqual(['op3', 'op4', 'op5'])
    expect(rows.map(({ place }) => String(place.id))).toEqual(['op1', 'op2', 'op9'])
  })
})

describe('two lists with the same ids', () => {
  const other = FIVE.replaceAll('Quán', 'Nhà sách')
  const first = rowsOf('first', FIVE)
  const second = rowsOf('second', other, first)
  const both = [...first, ...second]

  test('have places of their own', () => {
    expect(planList('second', first, read(other)).renumbered).toBe(5)
    expect(new Set(both.map(({ place }) => place.id)).size).toBe(10)
    expect(second[0]?.place.id).toMatch(/^op~[0-9a-f]{16}$/)
  })

  test('keep their place ids when imported again, with or without the other', () => {
    for (const stored of [both, second]) {
      const plan = planList('second', stored, read(other))
      expect(plan).toMatchObject({ change: { unchanged: 5 }, written: [], deleted: [] })
    }
    expect(planList('first', both, read(FIVE))).toMatchObject({ change: { unchanged: 5 } })
  })
})

test.each([
  [{ before: 0, gone: 0, replaced: 0 }, false],
  [{ before: 100, gone: 10, replaced: 0 }, false],
  [{ before: 100, gone: 11, replaced: 0 }, true],
  [{ before: 100, gone: 5, replaced: 6 }, true],
  [{ before: 1, gone: 1, replaced: 0 }, true],
])('%j is drastic: %p', (change, expected) => {
  const rest = { new: 0, changed: 0, unchanged: 0, kept: 0 }
  expect(isDrastic({ ...rest, ...change })).toBe(expected)
})

test.each([
  ['places.csv', 'places'],
  ['a/b/Kho hàng.GeoJSON', 'Kho hàng'],
  ['https://***@example.com/d/places.json?***', 'places'],
  ['a.csv.csv', 'a.csv'],
  ['.csv', '.csv'],
  ['Cà phê.csv'.normalize('NFD'), 'Cà phê'.normalize('NFC')],
])('the list of %s is named %s', (source, name) => {
  expect(listNameOf(source)).toBe(name)
})

/*
 * Two states of a list and what another list holds, drawn from few ids so that they meet often. A
 * fault makes a row one that is refused.
 */
const csvRow = fc.record({
  id: fc.constantFrom('1', '2', '3', 'khách 4', ''),
  name: fc.constantFrom('A', 'B', 'C'),
  lat: fc.constantFrom('10', '10.1', '10.2'),
  isFaulty: fc.boolean(),
})
const csvFile = fc.array(csvRow, { maxLength: 8 }).map((rows) =>
  withIds(
    ...rows.map(({ id, name, lat, isFaulty }) => {
      return `${id},${name},${isFaulty ? 'Không có' : 'cafe'},${lat},106`
    }),
  ),
)

function countsAgree({ change, rows, written, deleted }: ListPlan): void {
  const { before, changed, gone, unchanged, kept } = change
  expect(changed + gone + unchanged + kept).toBe(before)
  expect(change.new + changed + unchanged + kept).toBe(rows.length)
  expect([written.length, deleted.length]).toEqual([change.new + changed, gone])
}

test('whatever a list held: the file and former places of refused rows, under stable ids', () => {
  fc.assert(
    fc.property(csvFile, csvFile, csvFile, (elsewhere, before, after) => {
      const others = rowsOf('other', elsewhere)
      const stored = [...others, ...rowsOf('own', before, others)]
      const file = read(after)
      const plan = planList('own', stored, file)
      countsAgree(plan)
      const ids = [...others, ...plan.rows].map(({ place }) => place.id)
      expect(new Set(ids).size).toBe(ids.length)
      for (const row of file.rows) {
        const now = plan.rows.find(({ ownId }) => ownId === row.ownId)
        expect(now?.place).toEqual({ ...row.place, id: now?.place.id ?? row.place.id })
        const then = stored.find(({ list, ownId }) => list === 'own' && ownId === row.ownId)
        if (then !== undefined) expect(now?.place.id).toBe(then.place.id)
      }
      const again = planList(
        'own',
        [...others, ...plan.rows.map((row) => ({ list: 'own', ...row }))],
        file,
      )
      expect(again).toMatchObject({ written: [], deleted: [], change: { new: 0, gone: 0 } })
    }),
  )
})
