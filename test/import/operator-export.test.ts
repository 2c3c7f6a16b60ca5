import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import type { ListedRow, OwnRow } from '../../src/db/operator-places.ts'
import { planList } from '../../src/import/operator/list-plan.ts'
import { csvOf, geojsonOf } from '../../src/import/operator/operator-export.ts'
import { readOperatorFile } from '../../src/import/operator/operator-file.ts'
import { CATEGORIES } from '../../src/pois/categories.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
const inList = (rows: readonly OwnRow[]): ListedRow[] =>
  rows.map((row) => ({ ...row, list: 'own' }))

const FORMATS = [
  ['csv', csvOf],
  ['geojson', (rows: readonly OwnRow[]) => JSON.stringify(geojsonOf(rows))],
] as const

const ALL_COLUMNS = {
  id: 'khách "1"/2',
  name: 'Cà phê "Sân", Huế',
  name_en: 'Yard; Coffee',
  category: 'cafe',
  address: '12 Lê Lợi,\r\nHuế\n\tViệt Nam',
  house_number: '12/3Bis',
  street: "Lê Lợi 'cũ'",
  phone: '0234 1',
  website: 'san.vn',
  email: 'a@san.vn',
  opening_hours: 'Mo-Su 07:00-22:00; PH off',
  brand: 'Sân',
  cuisine: 'coffee_shop;tea',
  description: '= "quán" đẹp, \\ yên\ntĩnh',
  image: 'https://san.vn/a,b.jpg',
  rating: '4.50',
  user_rating_count: '0120',
  price_level: '2',
}

/** A list of features with these properties. */
function geojson(features: readonly (readonly [Record<string, unknown>, number, number])[]) {
  const list = features.map(([properties, lon, lat]) => {
    return { type: 'Feature', properties, geometry: { type: 'Point', coordinates: [lon, lat] } }
  })
  return bytes(JSON.stringify({ type: 'FeatureCollection', features: list }))
}

describe.each(FORMATS)('an export as %s', (format, write) => {
  function backFrom(rows: readonly OwnRow[]) {
    const file = readOperatorFile(bytes(write(rows)), format)
    expect(file.rejections).toEqual([])
    return planList('own', inList(rows), file)
  }

  test('of all columns imports again without a change', () => {
    const { rows, rejections } = readOperatorFile(
      geojson([
        [ALL_COLUMNS, 107.1234567, 16.4],
        [{ name: 'Không số' }, -0.0000001, 10],
        [{ name: 'Ít nhất', rating: '0.00000001' }, 106, -0.00000001],
      ]),
      'geojson',
    )
    expect(rejections).toEqual([])
    const plan = backFrom(rows)
    expect(plan).toMatchObject({ change: { unchanged: 3 }, written: [], deleted: [] })
    expect(plan.rows).toEqual(rows)
  })

  test('of an empty list is an empty list', () => {
    expect(readOperatorFile(bytes(write([])), format)).toMatchObject({ rows: [], rejections: [] })
  })

  test('of every category', () => {
    const all = CATEGORIES.map(({ id }) => [{ name: id, category: id }, 106, 10] as const)
    const { rows } = readOperatorFile(geojson(all), 'geojson')
    expect(rows).toHaveLength(CATEGORIES.length)
    expect(backFrom(rows).written).toEqual([])
  })

  test('keeps a row that is renamed there the same place', () => {
    const { rows } = readOperatorFile(geojson([[{ name: 'Quán cũ' }, 106, 10]]), 'geojson')
    const renamed = write(rows).replace('Quán cũ', 'Quán mới')
    const plan = planList('own', inList(rows), readOperatorFile(bytes(renamed), format))
    expect(plan.change).toMatchObject({ new: 0, changed: 1, gone: 0 })
    expect(plan.rows[0]?.place.id).toBe(rows[0]?.place.id)
  })

  test('of any texts imports again without a change', () => {
    const text = fc.string({ unit: 'binary', maxLength: 20 })
    const awkward = fc.constantFrom('"', '""', ',', ';', '\t', '\r', '\r\n', ' a ', 'e\u200d\u0301')
    const value = fc.array(fc.oneof(text, awkward), { maxLength: 3 }).map((parts) => parts.join(''))
    const lon = fc.double({ min: -180, max: 180, noNaN: true })
    const lat = fc.double({ min: -90, max: 90, noNaN: true })
    const texts = ['id', 'name_en', 'house_number', 'street', 'address', 'phone', 'description']
    const properties = fc
      .tuple(value, fc.dictionary(fc.constantFrom(...texts), value, { noNullPrototype: true }))
      .map(([name, others]): Record<string, unknown> => ({ ...others, name: `Q${name}` }))
    fc.assert(
      fc.property(fc.array(fc.tuple(properties, lon, lat), { maxLength: 4 }), (features) => {
        const { rows } = readOperatorFile(geojson(features), 'geojson')
        expect(backFrom(rows)).toMatchObject({ written: [], deleted: [] })
      }),
    )
  })
})
