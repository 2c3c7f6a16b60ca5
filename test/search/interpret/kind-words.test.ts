import { describe, expect, test } from 'bun:test'
import { poi, street, town, W2 } from '../town-more.ts'

/*
 * Places that are asked for by another word for their kind than their name has.
 */

const FUEL = { category: 'amenity=fuel' }

describe('a word for a kind of place', () => {
  const { find, ask } = town(
    poi('CHXD số 14', 'c8', FUEL),
    poi('Cây xăng số 3', 'c9', { ...FUEL, importance: 0.5 }),
    poi('Trạm Xăng dầu Sương Mai', 'c10', { ...FUEL, ...W2 }),
    poi('Trạm xăng', 'c11', { ...FUEL, ...W2, importance: 0.5 }),
    poi('UBND Phường Gió', 'c12', { category: 'amenity=townhall' }),
    poi('Mây Nắng Hotel', 'c13', { category: 'tourism=hotel' }),
    poi('Bưu cục Sương Mai', 'c14', { ...W2, category: 'amenity=post_office' }),
    poi('Bưu điện', 'c15', { ...W2, category: 'amenity=post_office', importance: 0.5 }),
    poi('Trường THCS Sương Mai', 'c16', { category: 'amenity=school' }),
  )

  test.each([
    ['cây xăng số 14, Sao La', 'c8'],
    ['cay xang so 14', 'c8'],
    ['cây xăng sương mai chợ mới', 'c10'],
    ['uỷ ban phường Gió', 'c12'],
    ['Mây Nắng khách sạn, Bến Gỗ', 'c13'],
    ['bưu điện Sương Mai, Chợ Mới', 'c14'],
    ['cấp 2 Sương Mai', 'c16'],
    ['trường cấp 2 sương mai, Bến Gỗ', 'c16'],
  ])('in %p leads to one that is called by another: %p', (text, place) => {
    expect(find(text)).toMatchObject({ place: { id: place }, partialMatch: false })
  })

  test('leads to that which is called by it first', () => {
    expect(find('cây xăng số 3')?.place.id as string).toBe('c9')
    expect(find('bưu điện Chợ Mới')?.place.id as string).toBe('c15')
  })

  test('is no matter where the text is a name', () => {
    const { find } = town(street('Cây Xăng', 's8'), poi('Trạm xăng dầu', 'c8', W2))
    expect(find('Cây Xăng, Bến Gỗ')?.place.id as string).toBe('s8')
  })

  test('offers others only where nothing begins so, while it is typed', () => {
    expect(ask('cây xăng số')[0]).toBe('c9')
    expect(ask('cây xăng số 14')[0]).toBe('c8')
  })
})
