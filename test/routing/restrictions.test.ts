import { describe, expect, test } from 'bun:test'
import type { Tags } from '../../src/base/tags.ts'
import { buildGraph } from '../../src/routing/build/build.ts'
import type { Vehicle } from '../../src/routing/model/vehicle.ts'
import { isRestriction, restrictionMeaning } from '../../src/routing/profile/restriction-tags.ts'
import { type Drawing, draw } from './drawing.ts'

/** `restriction=no_left_turn except=psv` */
function tagsOf(text: string): Tags {
  return Object.fromEntries(text.split(' ').map((pair) => pair.split('=', 2)))
}

/** `no left`, `only right`, or why it means nothing. */
function means(text: string, vehicle: Vehicle): string {
  const meaning = restrictionMeaning(tagsOf(text), vehicle)
  if (typeof meaning === 'string') return meaning
  return `${meaning.isForbidden ? 'no' : 'only'} ${meaning.sign}`
}

describe('what a relation says', () => {
  test.each([
    ['restriction=no_left_turn', 'no left', 'no left'],
    ['restriction=no_right_turn', 'no right', 'no right'],
    ['restriction=no_straight_on', 'no straight', 'no straight'],
    ['restriction=no_u_turn', 'no u_turn', 'no u_turn'],
    ['restriction=no_entry', 'no any', 'no any'],
    ['restriction=no_exit', 'no any', 'no any'],
    ['restriction=only_left_turn', 'only left', 'only left'],
    ['restriction=only_right_turn', 'only right', 'only right'],
    ['restriction=only_straight_on', 'only straight', 'only straight'],
    ['restriction=only_u_turn', 'only u_turn', 'only u_turn'],
    ['restriction=no_parking', 'unknown', 'unknown'],
    ['type=restriction', 'unknown', 'unknown'],
    // whom it is about
    ['restriction=no_left_turn except=motorcycle', 'no left', 'excepted'],
    ['restriction=no_left_turn except=bicycle;motorcycle', 'no left', 'excepted'],
    ['restriction=no_left_turn except=psv;motorcar', 'excepted', 'no left'],
    ['restriction=no_left_turn except=motor_vehicle', 'excepted', 'excepted'],
    ['restriction=no_left_turn except=psv', 'no left', 'no left'],
    ['restriction:motorcycle=no_left_turn', 'other vehicles', 'no left'],
    ['restriction:motorcar=only_right_turn', 'only right', 'other vehicles'],
    ['restriction:motor_vehicle=no_u_turn', 'no u_turn', 'no u_turn'],
    ['restriction:hgv=no_left_turn', 'other vehicles', 'other vehicles'],
    ['restriction=no_u_turn restriction:motorcycle=no_left_turn', 'no u_turn', 'no left'],
    // at certain hours
    ['restriction:conditional=no_left_turn@(06:00-22:00)', 'conditional', 'conditional'],
    ['restriction:motorcycle:conditional=no_entry@(06:00-09:00)', 'other vehicles', 'conditional'],
    ['restriction=no_left_turn hour_on=06:00 hour_off=09:00', 'conditional', 'conditional'],
    ['restriction=no_left_turn day_on=Monday', 'conditional', 'conditional'],
  ])('%s: to a car %s, to a motorbike %s', (text, car, motorbike) => {
    expect([means(text, 'car'), means(text, 'motorbike')]).toEqual([car, motorbike])
  })

  test.each([
    [{ type: 'restriction' }, true],
    [{ type: 'restriction:motorcycle' }, true],
    [{ type: 'route' }, false],
    [{}, false],
  ])('%j is a restriction: %p', (tags, expected) => {
    expect(isRestriction(tags)).toBe(expected)
  })
})

describe('which turns of a crossing it forbids', () => {
  const CROSSING = {
    map: `
        n
        |
      w-x-e-f
        |
        s`,
    ways: { wxe: 'primary', sx: 'residential', xn: 'residential', ef: 'primary oneway=yes' },
  }

  test.each([
    [['no_left_turn sx x wxe'], 1],
    [['no_right_turn sx x wxe'], 1],
    [['no_left_turn sx x wxe', 'no_right_turn sx x wxe'], 2],
    [['no_straight_on sx x xn'], 1],
    // Every other way to go on, back included.
    [['only_straight_on sx x xn'], 3],
    // Two ways to go on are the only ones: all but the way back.
    [['only_straight_on sx x xn+wxe'], 1],
    [['no_left_turn wxe x xn'], 1],
    [['no_entry sx+xn x wxe'], 4],
    [['no_left_turn sx w wxe'], 0],
    [['no_left_turn ef x wxe'], 0],
    [['no_right_turn sx wxe ef'], 1],
    [['only_right_turn sx wxe ef'], 1],
    [['no_u_turn sx wxe sx'], 0],
    // Neither side fits the sign: it is about both.
    [['no_u_turn sx x wxe'], 2],
    // Along a way and back on it is not what a run over that way means.
    [['no_u_turn sx wxe wxe'], 0],
  ])('%j: %d', (restrictions, forbidden) => {
    const { network } = draw({ ...CROSSING, restrictions })
    const summary = buildGraph(network, 'car')?.summary
    expect(summary?.restrictions).toBe(forbidden)
    const ignored = forbidden === 0 ? restrictions.length : 0
    expect(summary?.ignoredRestrictions['not on the roads']).toBe(ignored)
  })

  test('what is left out is counted by its reason', () => {
    const restrictions = [
      'no_left_turn sx x wxe except=motorcycle',
      '- sx x wxe restriction:conditional=no_right_turn~@~(06:00-09:00)',
      '- sx x wxe restriction:hgv=no_straight_on',
      'no_parking sx x wxe',
    ]
    const summary = buildGraph(draw({ ...CROSSING, restrictions }).network, 'motorbike')?.summary
    expect(summary?.restrictions).toBe(0)
    expect(summary?.ignoredRestrictions).toEqual({
      conditional: 1,
      excepted: 1,
      'other vehicles': 1,
      unknown: 1,
      'not on the roads': 0,
      'too tangled': 0,
    })
  })
})

describe('via ways that go round in loops', () => {
  /** From s to the middle x, from where a way goes round in loops, and on to t. */
  const flower = (loops: number): Drawing => {
    const letters = [...'abcdefghijklmnopqruvwyzABCDEFGHIJKLMNOPQRSTUVWXYZ'].slice(0, 2 * loops)
    const pairs = Array.from({ length: loops }, (_, i) => letters.slice(2 * i, 2 * i + 2))
    return {
      map: `
        ${pairs.map(([one]) => one).join(' ')}
        ${pairs.map(([, two]) => two).join(' ')}
        s-x-t`,
      ways: {
        sx: 'residential',
        [`x${pairs.map((pair) => `${pair.join('')}x`).join('')}`]: 'residential',
        xt: 'residential',
      },
    }
  }

  const petals = (drawing: Drawing) => Object.keys(drawing.ways)[1] ?? ''
  const summaryOf = (drawing: Drawing, restriction: string) =>
    buildGraph(draw({ ...drawing, restrictions: [restriction] }).network, 'car')?.summary

  test.each([1, 6, 20])('%d of them: the shortest way round is what counts', (loops) => {
    const drawing = flower(loops)
    const summary = summaryOf(drawing, `no_straight_on sx ${petals(drawing)} xt`)
    expect(summary?.restrictions).toBe(1)
  })

  test.each([1, 6, 20])('%d of them, and after them no way on', (loops) => {
    const drawing = flower(loops)
    const via = `${petals(drawing)}+sx+${petals(drawing)}`
    const summary = summaryOf(drawing, `no_straight_on sx ${via} xt`)
    expect(summary?.ignoredRestrictions['not on the roads']).toBe(1)
  })

  test('those that begin and end in the loops too are given up', () => {
    const drawing = flower(20)
    const via = `${petals(drawing)}+sx+${petals(drawing)}`
    const summary = summaryOf(drawing, `no_u_turn ${petals(drawing)} ${via} ${petals(drawing)}`)
    expect(summary?.restrictions).toBe(0)
    expect(summary?.ignoredRestrictions['too tangled']).toBe(1)
  })
})
