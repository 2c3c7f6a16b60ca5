import { describe, expect, test } from 'bun:test'
import { readOperatorFile } from '../../src/import/operator/operator-file.ts'

const read = (text: string, format: 'csv' | 'geojson') => {
  const file = readOperatorFile(new TextEncoder().encode(text), format)
  return { ...file, places: file.rows.map(({ place }) => place) }
}
const csv = (text: string) => read(text, 'csv')
const geojson = (value: unknown) => read(JSON.stringify(value), 'geojson')
const HEADING = 'id,name,category,lat,lon'

describe('CSV', () => {
  test('all columns', () => {
    const { places, rejections, warnings } = csv(
      'id,name,name_en,category,address,house_number,street,lat,lon,phone,website,email,' +
        'opening_hours,rating,user_rating_count,price_level\n' +
        'a1,Cà phê Sân,Yard Coffee,cafe,"12 Lê Lợi, Huế",12,Lê Lợi,16.46,107.59,0234 1,' +
        'san.vn,a@san.vn,Mo-Su 07:00-22:00,4.5,120,2\n',
    )
    expect({ rejections, warnings }).toEqual({ rejections: [], warnings: [] })
    expect(places).toMatchObject([
      {
        id: 'opa1',
        kind: 'poi',
        source: 'operator',
        name: 'Cà phê Sân',
        nameEn: 'Yard Coffee',
        category: 'amenity=cafe',
        houseNumber: '12',
        streetName: 'Lê Lợi',
        lonE7: 1075900000,
        latE7: 164600000,
        tags: {
          'addr:full': '12 Lê Lợi, Huế',
          phone: '0234 1',
          website: 'https://san.vn',
          email: 'a@san.vn',
          opening_hours: 'Mo-Su 07:00-22:00',
          rating: '4.5',
          user_rating_count: '120',
          price_level: 'PRICE_LEVEL_MODERATE',
        },
      },
    ])
  })

  test.each([
    ['byte order mark and CRLF', `\ufeff${HEADING}\r\n1,A,cafe,10,106\r\n`],
    ['semicolons', 'id;name;category;lat;lon\n1;A;cafe;10;106\n'],
    ['tabs', 'id\tname\tcategory\tlat\tlon\n1\tA\tcafe\t10\t106'],
    ['quotes, spaces, capitals', '"ID", Name ,category,LAT,Longitude\n1,"A",cafe, 10 ,"106"\n'],
    ['empty lines', `${HEADING}\n1,A,cafe,10,106\n\n\n`],
    ['columns in another order', 'lon,lat,name,id,category\n106,10,A,1,cafe\n'],
  ])('%s', (_, text) => {
    const { places, rejections } = csv(text)
    expect(rejections).toEqual([])
    expect(places).toMatchObject([
      { id: 'op1', name: 'A', category: 'amenity=cafe', lonE7: 1060000000, latE7: 100000000 },
    ])
  })

  test('a quoted line break keeps the line numbers right', () => {
    const { places, rejections } = csv(`${HEADING}\n1,"A\nB",cafe,10,106\n2,C,cafe,x,106\n`)
    expect(places.map(({ name }) => name)).toEqual(['A B'])
    expect(rejections.map(({ line }) => line)).toEqual([4])
  })

  test.each([
    ['1,,cafe,10,106', 'name is empty'],
    ['1,A,cafe,,106', 'lat is empty'],
    ['1,A,cafe,"10,77",106', "lat '10,77' has a decimal comma: write 10.77"],
    ['1,A,cafe,106.7,10.7', 'lat 106.7 is not between -90 and 90; are lat and lon swapped?'],
    ['1,A,cafe,10,190', 'lon 190 is not between -180 and 180'],
    ['1,A,cafe,NaN,106', "lat 'NaN' is no decimal number"],
    ['1,A,cafe,1e1,106', "lat '1e1' is no decimal number"],
    ['1,A,Quán cà phê,10,106', "category 'Quán cà phê' is neither key=value as in OSM nor one of"],
    ['1,A,cafe,10,106,7', '6 cells, more than the heading has'],
    [`1,${'x'.repeat(256)},cafe,10,106`, 'name is longer than 255 characters'],
  ])('%s is refused: %s', (row, reason) => {
    const { places, rejections } = csv(`${HEADING}\n0,Good,cafe,10,106\n${row}\n`)
    expect(places).toHaveLength(1)
    expect(rejections).toHaveLength(1)
    expect(rejections[0]?.line).toBe(3)
    expect(rejections[0]?.reason).toStartWith(reason)
  })

  test.each([
    ['rating', '5.5', 'rating 5.5 is not from 0 to 5'],
    ['rating', '"4,5"', "rating '4,5' has a decimal comma: write 4.5"],
    ['user_rating_count', '-1', "user_rating_count '-1' is no whole number"],
    ['price_level', 'cheap', "price_level 'cheap' is neither 0 to 4 nor one of"],
    ['website', 'not a site', "website 'not a site' is no address"],
  ])('%s %s is refused', (column, value, reason) => {
    const { rejections } = csv(`${HEADING},${column}\n1,A,cafe,10,106,${value}\n`)
    expect(rejections[0]?.reason).toStartWith(reason)
  })

  test('the second of two ids is refused, with the line of the first', () => {
    const { places, rejections } = csv(`${HEADING}\n7,A,cafe,10,106\n7,B,cafe,11,106\n`)
    expect(places.map(({ name }) => name)).toEqual(['A'])
    expect(rejections).toEqual([{ line: 3, reason: "id '7' is that of line 2" }])
  })

  test('without an id the same name at the same place is the same place', () => {
    const id = (row: string) => csv(`name,lat,lon\n${row}\n`).places[0]?.id ?? ''
    expect(id('A,10.00001,106')).toBe(id('A,10.00002,106'))
    expect(id('A,10,106')).not.toBe(id('B,10,106'))
    expect(csv(`${HEADING}\nkhách 1/2,A,cafe,10,106\n`).places[0]?.id).toMatch(/^op~[0-9a-f]{16}$/)
  })

  test('unknown columns and places abroad are warned of', () => {
    const { places, warnings } = csv('name,lat,lon,colour\nA,48,2,red\n')
    expect(places).toHaveLength(1)
    expect(warnings).toEqual([
      "column 'colour' is not known and not read",
      '1 place outside Vietnam',
    ])
  })

  test.each([
    ['', 'The file is empty'],
    ['name,lat\nA,10\n', 'The heading has no column lon'],
    ['name,lat,lon,lat\n', 'The heading has two columns lat'],
    ['name,lat,lon\n"A,10,106\n', 'The file is no CSV'],
  ])('%p cannot be used: %s', (text, message) => {
    expect(() => csv(text)).toThrow(message)
  })

  test('other encodings are named', () => {
    const bytes =
      (...values: number[]) =>
      () =>
        readOperatorFile(Uint8Array.from(values), 'csv')
    expect(bytes(0xff, 0xfe, 0x6e, 0)).toThrow('UTF-16')
    expect(bytes(0x6e, 0xe0, 0x0a)).toThrow('not UTF-8')
  })
})

describe('GeoJSON', () => {
  const feature = (geometry: unknown, properties: unknown = { name: 'A' }, more = {}) => ({
    type: 'FeatureCollection',
    features: [{ type: 'Feature', geometry, properties, ...more }],
  })
  const point = { type: 'Point', coordinates: [106.7, 10.7] }

  test('points with properties', () => {
    const properties = { name: 'A', category: 'amenity=cafe', rating: 4, lat: 'no' }
    const { places } = geojson(feature(point, properties, { id: 9 }))
    expect(places).toMatchObject([
      { id: 'op9', category: 'amenity=cafe', lonE7: 1067000000, tags: { rating: '4' } },
    ])
  })

  test.each([
    [{ type: 'LineString', coordinates: [] }, 'lat is empty'],
    [null, 'lat is empty'],
    [{ type: 'Point', coordinates: ['x', 1] }, "lon 'x' is no decimal number"],
    [{ type: 'Point', coordinates: [10.7, 106.7] }, 'lat 106.700000000 is not between'],
  ])('%o is refused', (geometry, reason) => {
    expect(geojson(feature(geometry)).rejections).toMatchObject([{ line: 1 }])
    expect(geojson(feature(geometry)).rejections[0]?.reason).toStartWith(reason)
  })

  test('control characters go, whatever value they stand in', () => {
    const properties = {
      name: 'Qu\u0000án\u0007',
      website: 'a\u0000.vn',
      brand: 'B\u0000',
      'x\u0000': 1,
    }
    const { places, warnings } = geojson(feature(point, properties, { id: 'k\u0000ey' }))
    const tags = { website: 'https://a.vn', brand: 'B' }
    expect(places).toMatchObject([{ id: 'opkey', name: 'Quán', tags }])
    expect(warnings).toEqual(["property 'x' is not known and not read"])
    const row = csv('name,lat,lon,website\nA\u0000B,10,106,a\u0000.vn\n')
    expect(row.places).toMatchObject([{ name: 'AB', tags: { website: 'https://a.vn' } }])
  })

  test('polygons are another thing', () => {
    const polygon = { type: 'Polygon', coordinates: [] }
    expect(() => geojson(feature(polygon))).toThrow('with --level 4 (provinces) or 8 (wards)')
    expect(() => geojson({ type: 'Feature' })).toThrow('no GeoJSON FeatureCollection')
    expect(() => readOperatorFile(new TextEncoder().encode('{'), 'geojson')).toThrow('no JSON')
  })
})
