import { describe, expect, test } from 'bun:test'
import { poi, street, town, W2 } from '../town-more.ts'

/*
 * Names of streets with some of their words as initials. The town has Nguyễn Thị Minh Khai in the
 * ward Bến Gỗ, and Nguyễn Trãi in both.
 */

describe('initials', () => {
  const namesake = street('Ngô Thế Mai Khai', 's9', W2)
  const { find, ask } = town(namesake)

  test.each([
    ['N.T.M.Khai, Bến Gỗ', 's5'],
    ['N. T. M. Khai, Bến Gỗ', 's5'],
    ['n t m khai ben go', 's5'],
    ['N.T. Minh Khai, Bến Gỗ', 's5'],
    ['Nguyễn T. M. Khai, Bến Gỗ', 's5'],
    ['Nguyễn Th. Minh Khai', 's5'],
    ['Đ.N.T.M.Khai, P. Bến Gỗ', 's5'],
    ['lầu 2, N.T.M.Khai, Bến Gỗ', 's5'],
    ['N.T.M.Khai, Chợ Mới', 's9'],
    ['Ng. Trãi, Chợ Mới', 's2'],
    ['Ng Trãi Bến Gỗ', 's1'],
  ])('%p stand for %p', (text, street) => {
    expect(find(text)?.place.id as string).toBe(street)
  })

  test('are less than the name, and all of it', () => {
    const [whole, initials] = ['Nguyễn Trãi, Chợ Mới', 'N.Trãi, Chợ Mới'].map(find)
    expect(initials).toMatchObject({ place: { id: 's2' }, partialMatch: false })
    expect(initials!.confidence).toBeLessThan(whole!.confidence)
  })

  test('may stand before a word that is still being typed', () => {
    expect(ask('N.T.M.Kha')).toContain('s5')
    expect(ask('Nguyễn T.M.Kha')[0]).toBe('s5')
  })

  test('are of streets, not of units that are called so', () => {
    expect(find('B. Gỗ')?.place.id as string | undefined).not.toBe('w1')
  })

  test('that are a name are no initials', () => {
    const shop = poi('A Sương Mai', 'c8')
    const lane = street('Anh Sương Mai', 's8')
    expect(town(shop, lane).find('A Sương Mai')?.place.id as string).toBe('c8')
    expect(town(lane).find('A Sương Mai')?.place.id as string).toBe('s8')
  })
})
