import { describe, expect, test } from 'bun:test'
import { id, place } from '../town.ts'
import { AT, poi, street, town, W1 } from '../town-more.ts'

/*
 * The words of number chains, `số 12` and `ngõ 5 ngách 12`, are no words of names; but names have
 * them, too.
 */

const fuel = poi('Cua Hang Xang Suong So 5', 'c8', { importance: 0.9 })
const office = poi('386 Sương Mai - Cục Sở hữu Mây', 'c9', { importance: 0.9 })
const house = (number: string, its: string, on: string) =>
  place('house', { id: its, at: [...AT], houseNumber: number, streetId: id(on), ...W1 })

describe('the word for number', () => {
  test.each([
    'Số 5 Sương Mai',
    'số nhà 5 Sương Mai',
    'Nhà số 5 Sương Mai',
    'so 5 suong mai',
    'so nha 5 suong mai',
    'so 5 suong mai, ben go',
  ])('of %p is that of a door', (text) => {
    const { find } = town(street('Sương Mai', 's9'), house('5', 'h9', 's9'), fuel, office)
    expect(find(text)).toMatchObject({ place: { id: 'h9' }, partialMatch: false })
    // Where the door is not mapped, the street is answered, as for the number alone.
    const doorless = town(street('Sương Mai', 's9'), fuel, office)
    expect(doorless.find(text)).toMatchObject({ place: { id: 's9' }, partialMatch: true })
    expect(doorless.ask(text)[0]).toBe('s9')
  })

  test('asks for no more than the number', () => {
    const { find } = town(street('Sương Mai', 's9'))
    const confidence = find('12 Sương Mai')?.confidence
    expect(find('số 12 Sương Mai')?.confidence).toBe(confidence)
    expect(find('số nhà 12 Sương Mai')?.confidence).toBe(confidence)
  })

  test('is a word of names that have it', () => {
    const { find } = town(
      fuel,
      street('Đường Số 5', 's8'),
      poi('Trường Sương Mai số 5', 'c7', { category: 'amenity=school' }),
    )
    expect(find('Cua Hang Xang Suong So 5')?.place.id as string).toBe('c8')
    expect(find('xang suong so 5')?.place.id as string).toBe('c8')
    expect(find('Đường Số 5')?.place.id as string).toBe('s8')
    expect(find('số 5')?.place.id as string).toBe('s8')
    expect(find('trường số 5 Sương Mai')?.place.id as string).toBe('c7')
  })

  test('in front of a street is none of a street called by a number there', () => {
    const known = [street('Đường Số 5', 's8'), street('Bến Gỗ', 's9')]
    const { find } = town(...known)
    expect(find('Số 5 Bến Gỗ')).toMatchObject({ place: { id: 's9' } })
    expect(find('Đường Số 5 Bến Gỗ')).toMatchObject({ place: { id: 's8' } })
    expect(town(known[0]!).find('Số 5 Bến Gỗ')).toMatchObject({ place: { id: 's8' } })
  })
})

describe('alleys told in words', () => {
  const alley = place('alley', {
    id: 'a12',
    at: [...AT],
    name: 'Ngõ 12 Sương Mai',
    streetName: 'Sương Mai',
    streetId: id('s9'),
    ...W1,
  })
  const market = poi('Chợ Mơ - 5 Sương Mai', 'c9', { importance: 0.9 })
  const { find } = town(street('Sương Mai', 's9'), house('12', 'h9', 's9'), alley, market)

  test('from the street inwards are no others of the inner number', () => {
    expect(find('ngõ 5 ngách 12 Sương Mai')).toMatchObject({ place: { id: 's9' } })
    expect(find('ngo 5 ngach 12 suong mai')).toMatchObject({ place: { id: 's9' } })
    expect(find('ngõ 12 ngách 5 Sương Mai')).toMatchObject({ place: { id: 'a12' } })
  })

  test('hold no door of the street', () => {
    expect(find('12 Sương Mai')).toMatchObject({ place: { id: 'h9' } })
    expect(find('số 12 ngõ 5 Sương Mai')).toMatchObject({ place: { id: 's9' } })
    expect(find('số 7 ngách 12 ngõ 5 Sương Mai')).toMatchObject({ place: { id: 's9' } })
    expect(find('số 5 ngõ 12 Sương Mai')).toMatchObject({ place: { id: 'a12' } })
  })

  test('are in no name that has their number without their word', () => {
    expect(find('5 Sương Mai')).toMatchObject({ place: { id: 'c9' } })
    expect(find('ngõ 5 Sương Mai')).toMatchObject({ place: { id: 's9' } })
  })
})

describe('the number of a place of interest', () => {
  const school = poi('Trường Sương Mai', 'c9', {
    houseNumber: '12',
    streetId: id('s8'),
    category: 'amenity=school',
    importance: 0.9,
  })
  const { find } = town(street('Nắng Hạ', 's8'), street('Sương Mai', 's9'), school)

  test('in front of its name is that of its street', () => {
    for (const text of ['12 Sương Mai', 'hẻm 12 Sương Mai']) {
      expect(find(text)).toMatchObject({ place: { id: 's9' }, partialMatch: true })
    }
    for (const text of ['12 Nắng Hạ, Trường Sương Mai', 'Trường Sương Mai 12']) {
      expect(find(text)).toMatchObject({ place: { id: 'c9' }, partialMatch: false })
    }
  })

  test('is not all that is asked for of a name', () => {
    const { find } = town(street('Bến Gỗ', 's9'), poi('Cx5', 'c9'))
    expect(find('5 Bến Gỗ')).toMatchObject({ place: { id: 's9' } })
  })

  test('leads to a street by its name of today', () => {
    const renamed = street('Nắng Hạ', 's8', { aliases: ['Sương Mai'], importance: 0.55 })
    const { find } = town(street('Sương Mai', 's9', { importance: 0.5 }), renamed)
    expect(find('sương mai')).toMatchObject({ place: { id: 's9' } })
    expect(find('12 suong mai')).toMatchObject({ place: { id: 's9' } })
  })
})
