import { describe, expect, test } from 'bun:test'
import type { PlaceId } from '../../src/base/ids.ts'
import { buildPois } from '../../src/pois/build.ts'
import { KeptDetails, type PoiDetail, poiDetail } from '../../src/pois/detail.ts'
import type { DayTimes, OpeningCalendar } from '../../src/pois/opening.ts'
import type { Poi } from '../../src/pois/poi.ts'
import { openPois } from '../../src/pois/pois.ts'
import { poi } from './sample.ts'

/** Noon of Friday, 20 November 2026, in Vietnam. */
const NOON = Date.parse('2026-11-20T05:00:00Z')
const FRIDAY = 4
const DAY_MS = 86_400_000
const TODAY = Math.floor((NOON + 7 * 3_600_000) / DAY_MS)

const CAFE = poi({
  id: 'n1',
  name: 'Sông Trăng',
  category: 'cafe',
  address: 'Số 5 Bờ Hồ',
  rating: 4.55,
  userRatingCount: 0,
  priceLevel: 'PRICE_LEVEL_FREE',
  phone: '028 3829 2255',
  internationalPhone: '+84 28 3829 2255',
  website: 'https://songtrang.vn/',
})

function detail(known: Poi, nowMs = NOON, holidays: readonly number[] = []) {
  const content = { pois: [known, poi({ id: 'n2' })], categories: ['cafe', 'restaurant'], holidays }
  return poiDetail(openPois(buildPois(content)), known.id, nowMs)
}

const weekly = (times: (weekday: number) => DayTimes): OpeningCalendar => ({
  form: 'weekday',
  firstDay: 0,
  times: Array.from({ length: 7 }, (_, weekday) => times(weekday)),
})

function periods(opening: OpeningCalendar, nowMs = NOON, holidays: readonly number[] = []) {
  const hours = detail({ ...CAFE, opening, openingText: 'x' }, nowMs, holidays)?.openingHours
  const at = ({ weekday, minute }: { weekday: number; minute: number }) => `${weekday} ${minute}`
  const told = hours?.schedule?.periods?.map(({ opens, closes }) => [at(opens), at(closes)])
  return { isOpen: hours?.schedule?.isOpen, periods: told ?? null }
}

describe('details', () => {
  test('are what the index was built from', () => {
    const { lonE7, latE7, importance, openingText, opening, ...known } = CAFE
    expect(detail(CAFE)).toEqual({ ...known, openingHours: null })
  })

  test('of what is not there are none', () => {
    const pois = openPois(buildPois({ pois: [CAFE], categories: ['cafe'], holidays: [] }))
    for (const id of ['', 'n', 'n11', 'N1']) {
      expect(poiDetail(pois, id as PlaceId, NOON)).toBeNull()
    }
  })

  test('say nothing of hours before and after the days that are known', () => {
    const opening: OpeningCalendar = { form: 'dates', firstDay: TODAY, times: [[], [480, 1_200]] }
    const schedule = (days: number) => {
      const known = detail({ ...CAFE, opening, openingText: 'x' }, NOON + days * DAY_MS)
      return known?.openingHours?.schedule
    }
    expect([schedule(0)?.isOpen, schedule(1)?.isOpen]).toEqual([false, true])
    expect([schedule(-1), schedule(2)]).toEqual([null, null])
  })

  test('have null for all that is not known', () => {
    expect(detail(poi({ id: 'n9' }))).toEqual({
      id: 'n9' as PlaceId,
      name: 'Quán n9',
      category: 'restaurant',
      address: null,
      rating: null,
      userRatingCount: null,
      priceLevel: null,
      phone: null,
      internationalPhone: null,
      website: null,
      openingHours: null,
    })
  })

  test('are one object until a place opens, closes or the day ends', () => {
    const opening = weekly(() => [480, 720])
    const known = { ...CAFE, opening, openingText: 'x' }
    const pois = openPois(buildPois({ pois: [known], categories: ['cafe'], holidays: [] }))
    const at = (hours: number) => poiDetail(pois, known.id, NOON + hours * 3_600_000)
    const [open, shut, tomorrow] = [at(-1), at(1), at(21)]
    expect(at(-2)).toBe(at(-1))
    expect(shut).toEqual({ ...open, openingHours: expect.anything() } as typeof open)
    expect(shut?.openingHours?.schedule?.isOpen).toBe(false)
    expect(tomorrow?.openingHours?.schedule?.isOpen).toBe(true)
    expect(tomorrow?.openingHours?.schedule?.periods?.[0]?.opens.weekday).toBe(5)
    expect(at(-1)).toEqual(open)
  })

  test('are kept, the newest of them', () => {
    const kept = new KeptDetails()
    const some = { poi: 0, detail: detail(CAFE) as PoiDetail }
    const ids = Array.from({ length: 20_000 }, (_, i) => `n${i}` as PlaceId)
    for (const id of ids) kept.set(id, some)
    expect(ids.slice(-16_384).every((id) => kept.get(id) === some)).toBe(true)
    expect(ids.filter((id) => kept.get(id) !== null)).toHaveLength(16_384)
  })

  test('tell hours that are not understood as text', () => {
    const hours = detail({ ...CAFE, openingText: 'sáng sớm' })?.openingHours
    expect(hours).toEqual({ text: 'sáng sớm', schedule: null })
  })
})

describe('periods', () => {
  test('begin with today', () => {
    const { isOpen, periods: told } = periods(weekly(() => [480, 720, 780, 1_020]))
    expect(isOpen).toBe(false)
    expect(told).toHaveLength(14)
    expect(told?.[0]).toEqual(['4 480', '4 720'])
    expect(told?.at(-1)).toEqual(['3 780', '3 1020'])
  })

  test('join a night to the evening before it', () => {
    const night = weekly(() => [0, 120, 1_200, 1_440])
    const { isOpen, periods: told } = periods(night)
    expect(isOpen).toBe(false)
    expect(told).toHaveLength(7)
    expect(told?.[0]).toEqual(['4 1200', '5 120'])
    expect(told?.at(-1)).toEqual(['3 1200', '4 120'])
  })

  test('are null for what never closes, empty for what never opens', () => {
    expect(periods(weekly(() => [0, 1_440]))).toEqual({ isOpen: true, periods: null })
    expect(periods(weekly(() => []))).toEqual({ isOpen: false, periods: [] })
  })

  test('keep a weekend together', () => {
    const weekend = weekly((weekday) => (weekday >= 5 ? [0, 1_440] : []))
    expect(periods(weekend).periods).toEqual([['5 0', '0 0']])
  })

  test('consider holidays', () => {
    const open = Array.from({ length: 28 }, (_, i) => (i % 14 < 7 ? [480, 1_020] : []))
    const calendar: OpeningCalendar = { form: 'holiday', firstDay: 0, times: open }
    const told = periods(calendar, NOON, [TODAY]).periods
    expect(told).toHaveLength(6)
    expect(told?.[0]).toEqual([`${FRIDAY + 1} 480`, `${FRIDAY + 1} 1020`])
  })

  test('are those of the day, whatever was asked before', () => {
    const calendar = weekly((weekday) => [480 + weekday, 1_200])
    const known = { ...CAFE, opening: calendar, openingText: 'x' }
    const pois = openPois(buildPois({ pois: [known], categories: ['cafe'], holidays: [] }))
    const firstAt = (nowMs: number) =>
      poiDetail(pois, known.id, nowMs)?.openingHours?.schedule?.periods?.[0]?.opens
    expect(firstAt(NOON)).toEqual({ weekday: 4, minute: 484 })
    expect(firstAt(NOON + DAY_MS)).toEqual({ weekday: 5, minute: 485 })
    expect(firstAt(NOON)).toEqual({ weekday: 4, minute: 484 })
  })
})
