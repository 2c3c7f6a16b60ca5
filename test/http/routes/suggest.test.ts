import { describe, expect, test } from 'bun:test'
import type { SuggestQuery } from '../../../src/search/model/query.ts'
import { CAFE, Town } from '../town.ts'

/** A town that notes what its search is asked. */
function listening(): { town: Town; asked: SuggestQuery[] } {
  const asked: SuggestQuery[] = []
  const town = new Town({
    suggest(query) {
      asked.push(query)
      return [CAFE]
    },
  })
  return { town, asked }
}

describe.each(['/v1/suggest', '/v1/demo/suggest'])('%s', (path) => {
  test('answers predictions', async () => {
    const { status, body } = await new Town().ask(`${path}?input=ca phe`)
    expect(status).toBe(200)
    expect(body).toEqual({
      predictions: [
        {
          placeId: 'n42',
          text: 'Cà phê Sông Trăng, 12 Đường Bờ Hồ, Phường Đông, Thành phố Trăng',
          mainText: 'Cà phê Sông Trăng',
          secondaryText: '12 Đường Bờ Hồ, Phường Đông, Thành phố Trăng',
          types: ['cafe', 'point_of_interest'],
        },
      ],
    })
  })

  test.each([
    ['input=ab', { input: 'ab', lang: 'vi', focus: null }],
    ['input=%20%20ab%20', { input: 'ab', lang: 'vi', focus: null }],
    ['input=c%C3%A0&lang=en', { input: 'cà', lang: 'en', focus: null }],
    ['input=cca%CC%80', { input: 'ccà', lang: 'vi', focus: null }],
    ['input=%F0%9F%8D%9C%F0%9F%8D%9C', { input: '🍜🍜', lang: 'vi', focus: null }],
    [`input=${'x'.repeat(256)}`, { input: 'x'.repeat(256), lang: 'vi', focus: null }],
    ['input=ab&country=VN', { input: 'ab', lang: 'vi', focus: null }],
    ['input=ab&country=vnm', { input: 'ab', lang: 'vi', focus: null }],
    ['input=ab&sessionToken=s-1', { input: 'ab', lang: 'vi', focus: null }],
    [
      'input=ab&focus.lat=-10.5&focus.lon=106',
      { input: 'ab', lang: 'vi', focus: { lat: -10.5, lon: 106 } },
    ],
    [
      'input=ab&focus.lat=90&focus.lon=-180.0',
      { input: 'ab', lang: 'vi', focus: { lat: 90, lon: -180 } },
    ],
    ['input=ab&unknown=1&unknown=2', { input: 'ab', lang: 'vi', focus: null }],
  ])('is asked by %s', async (query, expected) => {
    const { town, asked } = listening()
    expect((await town.ask(`${path}?${query}`)).status).toBe(200)
    expect(asked).toEqual([expected as SuggestQuery])
  })

  test.each([
    ['', "Parameter 'input' is missing: it must be text of 2 to 256 characters."],
    ['input', "Parameter 'input' must be text of 2 to 256 characters, got ''."],
    ['input=', "'input' must be text of 2 to 256"],
    ['input=a', "'input' must be text of 2 to 256 characters, got 'a'"],
    ['input=%20%20a%20', "'input' must"],
    ['input=%20%20%20', "'input' must"],
    ['input=%F0%9F%8D%9C', "got '🍜'"],
    ['input=a%CC%80', "'input' must"], // one letter, however its mark is written
    [`input=${'x'.repeat(257)}`, `got '${'x'.repeat(40)}…'`],
    ['input=%FF%FE', "'input' has a broken escape"],
    ['input=ab%', "'input' has a broken escape"],
    ['input=ab&input=cd', "'input' is given twice"],
    ['input=ab&lang=fr', "'lang' must be 'vi' or 'en', got 'fr'"],
    ['input=ab&lang=EN', "'lang' must"],
    ['input=ab&lang=', "'lang' must be 'vi' or 'en', got ''"],
    ['input=ab&country=US', "'country' must be 'VN' or 'VNM'"],
    ['input=ab&country=', "'country' must"],
    ['input=ab&country=VN,VN', "'country' must"],
    ['input=ab&focus.lat=10', "'focus.lat' needs 'focus.lon'"],
    ['input=ab&focus.lon=10', "'focus.lon' needs 'focus.lat'"],
    ['input=ab&focus.lat=&focus.lon=', "'focus.lat' must be a decimal number from -90 to 90"],
    ['input=ab&focus.lat=90.01&focus.lon=0', "'focus.lat' must"],
    ['input=ab&focus.lat=0&focus.lon=180.5', "'focus.lon' must"],
    ['input=ab&focus.lat=NaN&focus.lon=0', "got 'NaN'"],
    ['input=ab&focus.lat=1&focus.lat=1&focus.lon=0', "'focus.lat' is given twice"],
    ['input=ab&sessionToken=', "'sessionToken' must be 1 to 128 printable"],
    ['input=ab&sessionToken=a%20b', "'sessionToken' must"],
    [`input=ab&sessionToken=${'x'.repeat(129)}`, "'sessionToken' must"],
  ])('refuses %s', async (query, message) => {
    const { status, body } = await new Town().ask(`${path}?${query}`)
    expect([status, body['code']]).toEqual([400, 'BAD_REQUEST'])
    expect(body['error']).toContain(message)
  })

  test.each([
    ['a header', {}, 's1', 200],
    ['a header and the same parameter', { sessionToken: 's1' }, 's1', 200],
    ['a header and another parameter', { sessionToken: 's2' }, 's1', 400],
    ['a header with a space', {}, 'a b', 400],
    ['an empty header', {}, '', 200],
    ['an empty header beside a parameter', { sessionToken: 's1' }, '', 200],
  ])('with a session token in %s', async (_, params, header, expected) => {
    const query = new URLSearchParams({ input: 'ab', ...params })
    const { status } = await new Town().ask(`${path}?${query}`, {
      headers: { 'x-session-token': header },
    })
    expect(status).toBe(expected)
  })
})
