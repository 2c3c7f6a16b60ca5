import { describe, expect, test } from 'bun:test'
import { id, place } from '../town.ts'
import { AT, poi, town } from '../town-more.ts'

/*
 * A place that does not lie where a text says: the branches of a bank are all in Tỉnh Hà Lam, and
 * asked for in Thành phố Sao La.
 */

const P2 = { wardId: id('w3'), provinceId: id('p2') }
// A word of few names is looked at as a slip in any case.
const known = ['Nắng', 'Trưa', 'Chiều'].map((word, i) =>
  poi(`${word} Phường Bến Gỗ Vân Phong`, `k${i}`, P2),
)
const branches = [...['x1', 'x2', 'x3'].map((key) => poi('Ngân Lam Cao', key, P2)), ...known]

describe('a name that several places bear', () => {
  test.each([
    ['Ngân Lam Cao Sao La', 'p1'],
    ['Ngân Lam Cao, TP Sao La', 'p1'],
    ['Ngân Lam Cao Quận 5', 'f5'],
    ['Ngân Lam Cao, Phường Bến Gỗ', 'w1'],
  ])('%s: the unit goes before those elsewhere', (asked, unit) => {
    const answer = town(...branches).find(asked)
    expect(answer).toMatchObject({ place: { id: unit }, partialMatch: true })
  })

  test('is found in the unit wherever else it is', () => {
    const { find } = town(...branches, poi('Ngân Lam Cao', 'x4'))
    const whole = { place: { id: 'x4' }, confidence: 0.98, partialMatch: false }
    expect(find('Ngân Lam Cao Sao La')).toMatchObject(whole)
    expect(find('Sao La Ngân Lam Cao')).toMatchObject(whole)
  })

  test('behind the unit is answered with doubt', () => {
    const answer = town(...branches).find('Sao La Ngân Lam Cao')
    expect(answer).toMatchObject({ place: answerOf('x1'), partialMatch: true })
    expect(answer?.confidence).toBeLessThan(0.4)
  })

  test('takes no word of the unit into one that is written as one elsewhere', () => {
    const province = place('province', { id: 'p8', at: [...AT], name: 'Tỉnh Vân Phong' })
    const { find } = town(...branches, province, poi('Caovan', 'n1', P2))
    expect(find('Ngân Lam Cao Vân Phong')).toMatchObject({ place: { id: 'p8' } })
  })
})

describe('a name that one place bears', () => {
  test('may be meant elsewhere, with doubt', () => {
    const answer = town(poi('Chợ Gió Mây', 'c8', P2)).find('Chợ Gió Mây, Sao La')
    expect(answer).toMatchObject({ place: { id: 'c8' }, partialMatch: true })
    expect(answer?.confidence).toBeLessThan(0.4)
  })

  test('and that holds the name of a unit is called so anywhere', () => {
    const noodles = ['c7', 'c8', 'c9'].map((key) => poi('Bún Sao La', key, P2))
    const { find } = town(...noodles)
    const whole = { place: answerOf('c7'), confidence: 0.98, partialMatch: false }
    expect(find('Bún Sao La')).toMatchObject(whole)
    expect(find('bun sao la')).toMatchObject(whole)
    // What only an answer cannot say leaves no doubt of where it lies.
    expect(find('Tầng 5, Bún Sao La')?.confidence).toBeGreaterThan(0.9)
    // Half a name beside another word is somebody else's.
    const half = find('Gió Mây Bún Sao La')
    expect(half?.confidence ?? 0).toBeLessThan(0.5)
  })
})

/** An answer of that place. */
function answerOf(key: string) {
  return { id: key, province: 'Tỉnh Hà Lam' }
}
