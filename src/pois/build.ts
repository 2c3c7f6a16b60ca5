import { assert } from '../base/assert.ts'
import { writeContainer } from '../base/container.ts'
import { ServiceError } from '../base/errors.ts'
import { idSlotsOf } from '../base/id-table.ts'
import { StringPoolWriter } from '../base/string-pool.ts'
import { buildKdTree, KD_ITEMS_MAX } from '../geo/kd-tree.ts'
import { POIS_KIND, POIS_VERSION, RATING_STEPS } from './layout.ts'
import { CLASSES_OF, OPENING_FORMS, type OpeningCalendar } from './opening.ts'
import { type Poi, PRICE_LEVELS } from './poi.ts'
import { CATEGORIES_MAX, summariesOf } from './summary.ts'

/** All that pois.idx is built from. */
export interface PoiContent {
  /** In any order; two with one id are a bug of the caller. */
  readonly pois: readonly Poi[]
  /** Ids of all categories that POIs bear, at most 256. */
  readonly categories: readonly string[]
  /** Public holidays, days since 1970-01-01, ascending. */
  readonly holidays: readonly number[]
}

/**
 * Builds pois.idx; the same content in any order gives the same bytes. Throws `INVALID_FILE` when
 * they are more than its tree has room for: an operator's file may hold that many.
 */
export function buildPois(content: PoiContent): Uint8Array<ArrayBuffer> {
  const { categories, holidays } = content
  assert(categories.length <= CATEGORIES_MAX, 'categories fit their bitmaps')
  if (content.pois.length > KD_ITEMS_MAX) {
    throw new ServiceError(
      'INVALID_FILE',
      `A dataset has room for ${KD_ITEMS_MAX} POIs, with this file it would have ` +
        `${content.pois.length}. Import fewer of them.`,
    )
  }
  const { pois, tree } = inTreeOrder(content.pois)
  const strings = new StringPoolWriter()
  const calendars = new CalendarTable()
  const hours = Uint32Array.from(pois, ({ opening }) => (opening ? calendars.add(opening) + 1 : 0))
  const columns = { ...columnsOf(pois, categories, strings), hours }
  const categoryId = Uint32Array.from(categories, (id) => strings.add(id))
  const pool = strings.finish()
  return writeContainer(POIS_KIND, POIS_VERSION, {
    treePositions: tree.positions,
    treeSplits: tree.splits,
    treeAxes: tree.axes,
    treeBounds: tree.bounds,
    ...columns,
    idSlots: idSlotsOf(pois.map(({ id }) => id)),
    ...summariesOf({ tree, ...columns }),
    ...calendars.finish(),
    holidays: Int32Array.from(holidays),
    categoryId,
    stringBytes: pool.bytes,
    stringOffsets: pool.offsets,
  })
}

/** Numbers the POIs as the leaves of a tree; those at one position stand in the order of ids. */
function inTreeOrder(given: readonly Poi[]) {
  const byId = [...given].sort((a, b) => (a.id < b.id ? -1 : 1))
  const { tree, order } = buildKdTree(
    Int32Array.from(byId.flatMap(({ lonE7, latE7 }) => [lonE7, latE7])),
  )
  return { pois: Array.from(order, (item) => byId[item]!), tree }
}

function columnsOf(pois: readonly Poi[], categories: readonly string[], strings: StringPoolWriter) {
  const numberOf = new Map(categories.map((id, number) => [id, number]))
  const text = (of: (poi: Poi) => string | null) =>
    Uint32Array.from(pois, (poi) => strings.add(of(poi) ?? ''))
  return {
    category: Uint8Array.from(pois, ({ category }) => {
      const number = numberOf.get(category)
      assert(number !== undefined, 'a POI is of a known category')
      return number
    }),
    rank: Uint8Array.from(pois, ({ importance }) => Math.round(importance * 255)),
    rating: Uint16Array.from(pois, ({ rating }) =>
      rating === null ? 0 : 1 + Math.round(rating * RATING_STEPS),
    ),
    ratings: Uint32Array.from(pois, ({ userRatingCount: count }) =>
      count === null ? 0 : 1 + count,
    ),
    price: Uint8Array.from(pois, ({ priceLevel }) =>
      priceLevel === null ? 0 : 1 + PRICE_LEVELS.indexOf(priceLevel),
    ),
    id: text(({ id }) => id),
    name: text(({ name }) => name),
    address: text(({ address }) => address),
    phone: text(({ phone }) => phone),
    phoneAbroad: text(({ internationalPhone }) => internationalPhone),
    website: text(({ website }) => website),
    hoursText: text(({ openingText }) => openingText),
  }
}

/** Gathers opening calendars and the times of days; equal ones get the same number. */
class CalendarTable {
  private readonly calendars = new Map<string, number>()
  private readonly days = new Map<string, number>()
  private readonly forms: number[] = []
  private readonly starts: number[] = []
  private readonly firsts: number[] = [0]
  private readonly classTimes: number[] = []
  private readonly timesFirst: number[] = [0]
  private readonly times: number[] = []

  add(calendar: OpeningCalendar): number {
    const { form, firstDay } = calendar
    const classes = CLASSES_OF[form] ?? calendar.times.length
    assert(classes === calendar.times.length && classes > 0, 'a calendar has all its classes')
    const numbers = calendar.times.map((times) => this.addTimes(times))
    const key = `${form} ${firstDay} ${numbers.join(' ')}`
    const known = this.calendars.get(key)
    if (known !== undefined) return known
    const number = this.forms.length
    this.calendars.set(key, number)
    this.forms.push(OPENING_FORMS.indexOf(form))
    this.starts.push(firstDay)
    for (const times of numbers) this.classTimes.push(times)
    this.firsts.push(this.classTimes.length)
    return number
  }

  private addTimes(times: readonly number[]): number {
    const key = times.join(' ')
    const known = this.days.get(key)
    if (known !== undefined) return known
    const number = this.days.size
    this.days.set(key, number)
    this.times.push(...times)
    this.timesFirst.push(this.times.length)
    return number
  }

  finish() {
    return {
      hoursForm: Uint8Array.from(this.forms),
      hoursStart: Int32Array.from(this.starts),
      hoursFirst: Uint32Array.from(this.firsts),
      hoursTimes: Uint32Array.from(this.classTimes),
      timesFirst: Uint32Array.from(this.timesFirst),
      times: Uint16Array.from(this.times),
    }
  }
}
