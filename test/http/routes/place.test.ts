import { describe, expect, test } from 'bun:test'
import { CAFE, Town } from '../town.ts'

describe('/v1/place/resolve', () => {
  test('answers the place', async () => {
    const { status, body } = await new Town().ask('/v1/place/resolve?id=n42')
    expect(status).toBe(200)
    expect(body).toEqual({
      result: {
        placeId: 'n42',
        name: 'Cà phê Sông Trăng',
        address: 'Cà phê Sông Trăng, 12 Đường Bờ Hồ, Phường Đông, Thành phố Trăng',
        lat: 10.5,
        lon: 106.25,
        district: 'Phường Đông',
        city: 'Thành phố Trăng',
        country: 'VN',
        types: ['cafe', 'point_of_interest'],
      },
    })
  })

  test('shows null for units that nobody knows', async () => {
    const town = new Town({ resolve: () => ({ ...CAFE, ward: null, province: null }) })
    const { body } = await town.ask('/v1/place/resolve?id=n42')
    expect(body['result']).toMatchObject({ district: null, city: null })
  })

  test('hands id and language on', async () => {
    const asked: string[] = []
    const town = new Town({
      resolve(id, lang) {
        asked.push(`${id} ${lang}`)
        return CAFE
      },
    })
    await town.ask('/v1/place/resolve?id=s8f2~12A&lang=en')
    await town.ask('/v1/place/resolve?lang=vi&id=s8f2%7E12%2F3')
    expect(asked).toEqual(['s8f2~12A en', 's8f2~12/3 vi'])
  })

  test.each([
    ['', 400, "'id' is missing"],
    ['id=', 400, "'id' must be text of 1 to 256"],
    ['id=%20', 400, "'id' must"],
    [`id=${'x'.repeat(257)}`, 400, "'id' must"],
    ['id=n42&id=n42', 400, "'id' is given twice"],
    ['id=n42&lang=de', 400, "'lang' must"],
    ['id=n42&sessionToken=', 400, "'sessionToken' must"],
    ['id=n43', 404, "No place has the id 'n43'"],
    ['id=%20n42', 404, "No place has the id ' n42'"],
    ['id=n42%20', 404, "No place has the id 'n42 '"],
    ['id=%EF%BB%BFn42', 404, 'No place has the id'],
  ])('refuses %p', async (query, expected, message) => {
    const { status, body } = await new Town().ask(`/v1/place/resolve?${query}`)
    expect([status, body['code']]).toEqual([
      expected,
      expected === 404 ? 'NOT_FOUND' : 'BAD_REQUEST',
    ])
    expect(body['error']).toContain(message)
  })

  test('of an unknown place does not end the session', async () => {
    const town = new Town()
    await town.ask('/v1/suggest?input=ca&sessionToken=s1')
    await town.ask('/v1/place/resolve?id=n43&sessionToken=s1')
    await town.ask('/v1/place/resolve?id=n42&sessionToken=s1')
    const billed = town.usage.drain().reduce((sum, { billable }) => sum + billable, 0)
    expect(billed).toBe(1)
  })
})
