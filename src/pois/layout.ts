import { assert } from '../base/assert.ts'
import { openContainer } from '../base/container.ts'
import { checkIdSlots } from '../base/id-table.ts'
import { checkPool, compareStrings, type StringPool } from '../base/string-pool.ts'
import { checkKdTree, type KdTree, openKdTree } from '../geo/kd-tree.ts'
import { CLASSES_OF, OPENING_FORMS } from './opening.ts'
import { PRICE_LEVELS } from './poi.ts'
import { CATEGORIES_MAX, CATEGORY_WORDS, nodesOf, summariesOf } from './summary.ts'

/*
 * The POI index, one file. POIs are numbered leaf after leaf of the tree, so that neighbours on the
 * ground are neighbours in every column; those at one position in the order of their ids. Strings
 * are numbers of `strings`, 0 for none.
 *
 * POIs, n
 *   treePositions, treeSplits, treeAxes, treeBounds   a k-d tree over their positions
 *                         (geo/kd-tree.ts) with 2^d leaves; item i is POI i: treePositions[2 i] is
 *                         its longitude, [2 i + 1] its latitude, 1e-7 degrees
 *   category    Uint8[n]    position in categoryId
 *   rank        Uint8[n]    importance, 0 … 255
 *   rating      Uint16[n]   1 + hundredths; 0 none
 *   ratings     Uint32[n]   1 + how many people rated; 0 none
 *   price       Uint8[n]    1 + position in PRICE_LEVELS; 0 none
 *   hours       Uint32[n]   1 + number of its opening calendar; 0 none
 *   id, name, address, phone, phoneAbroad, website, hoursText   Uint32[n]   strings
 *   idSlots     Uint32[2^k] hash of ids (base/id-table.ts)
 *
 * Nodes of the tree, m = 2^(d + 1); there is no node 0
 *   nodeCategories  Uint32[8 m]  bit c % 32 of word c / 32: a POI of category c lies beneath
 *   nodeRating      Uint16[m]    the highest `rating` beneath
 *   nodeHours       Uint8[m]     1 when a POI with opening hours lies beneath
 *
 * Opening calendars, h (opening.ts); equal ones are stored once
 *   hoursForm   Uint8[h]      position in OPENING_FORMS
 *   hoursStart  Int32[h]      first day of `dates`, else 0
 *   hoursFirst  Uint32[h + 1] its classes are hoursFirst[h] … hoursFirst[h + 1]
 *   hoursTimes  Uint32[…]     of each class the number of its times
 *   timesFirst  Uint32[t + 1], times Uint16[…]   opening, closing minute …, ascending, 0 … 1440
 *   holidays    Int32[…]      public holidays, days since 1970-01-01, ascending
 *
 *   categoryId  Uint32[c]     string: id in the taxonomy; c ≤ 256
 *   stringBytes, stringOffsets
 */

export const POIS_KIND = 'pois'
export const POIS_VERSION = 2
export const RATING_STEPS = 100 // hundredths

export interface PoiIndex {
  readonly pois: number
  readonly tree: KdTree
  readonly category: Uint8Array
  readonly rank: Uint8Array
  readonly rating: Uint16Array
  readonly ratings: Uint32Array
  readonly price: Uint8Array
  readonly hours: Uint32Array
  readonly id: Uint32Array
  readonly name: Uint32Array
  readonly address: Uint32Array
  readonly phone: Uint32Array
  readonly phoneAbroad: Uint32Array
  readonly website: Uint32Array
  readonly hoursText: Uint32Array
  readonly idSlots: Uint32Array
  readonly nodeCategories: Uint32Array
  readonly nodeRating: Uint16Array
  readonly nodeHours: Uint8Array
  readonly hoursForm: Uint8Array
  readonly hoursStart: Int32Array
  readonly hoursFirst: Uint32Array
  readonly hoursTimes: Uint32Array
  readonly timesFirst: Uint32Array
  readonly times: Uint16Array
  readonly holidays: Int32Array
  readonly categoryId: Uint32Array
  readonly strings: StringPool
}

/** Opens pois.idx over its mapped bytes; no copy, cost independent of its size. */
export function openPoiIndex(bytes: Uint8Array): PoiIndex {
  const file = openContainer(bytes, POIS_KIND, POIS_VERSION)
  const u8 = (name: string) => file.section(name, 'u8')
  const u16 = (name: string) => file.section(name, 'u16')
  const u32 = (name: string) => file.section(name, 'u32')
  const i32 = (name: string) => file.section(name, 'i32')
  const tree = openKdTree(
    i32('treePositions'),
    i32('treeSplits'),
    u8('treeAxes'),
    i32('treeBounds'),
  )
  return {
    pois: tree.items,
    tree,
    category: u8('category'),
    rank: u8('rank'),
    rating: u16('rating'),
    ratings: u32('ratings'),
    price: u8('price'),
    hours: u32('hours'),
    id: u32('id'),
    name: u32('name'),
    address: u32('address'),
    phone: u32('phone'),
    phoneAbroad: u32('phoneAbroad'),
    website: u32('website'),
    hoursText: u32('hoursText'),
    idSlots: u32('idSlots'),
    nodeCategories: u32('nodeCategories'),
    nodeRating: u16('nodeRating'),
    nodeHours: u8('nodeHours'),
    hoursForm: u8('hoursForm'),
    hoursStart: i32('hoursStart'),
    hoursFirst: u32('hoursFirst'),
    hoursTimes: u32('hoursTimes'),
    timesFirst: u32('timesFirst'),
    times: u16('times'),
    holidays: i32('holidays'),
    categoryId: u32('categoryId'),
    strings: { bytes: u8('stringBytes'), offsets: u32('stringOffsets') },
  }
}

/** Throws when a reference leads nowhere or an order that queries rely on does not hold. */
export function checkPoiIndex(index: PoiIndex): void {
  const { pois, tree, strings, categoryId } = index
  checkPool(strings)
  checkKdTree(tree)
  const { category, rank, rating, ratings, price, hours } = index
  const columns = [category, rank, rating, ratings, price, hours]
  for (const column of columns) assert(column.length === pois, 'a column has a row a POI')
  const contacts = [index.address, index.phone, index.phoneAbroad, index.website]
  for (const text of [index.id, index.name, ...contacts, index.hoursText]) {
    assert(text.length === pois, 'a column has a row a POI')
    for (const id of text) assert(id + 1 < strings.offsets.length, 'a string of a POI exists')
  }
  assert(categoryId.length <= CATEGORIES_MAX, 'categories fit their bitmaps')
  for (const category of index.category) assert(category < categoryId.length, 'a category exists')
  for (const price of index.price) assert(price <= PRICE_LEVELS.length, 'a price level exists')
  checkIdSlots(index.idSlots, pois)
  checkOrder(index)
  checkCalendars(index)
  checkNodes(index)
}

/** Those at one position may lie in several leaves, with others between them. */
function checkOrder({ pois, tree, strings, id }: PoiIndex): void {
  const lastAt = new Map<string, number>()
  for (let poi = 0; poi < pois; poi++) {
    const place = `${tree.positions[poi * 2]} ${tree.positions[poi * 2 + 1]}`
    const last = lastAt.get(place)
    const order = last === undefined ? -1 : compareStrings(strings, id[last]!, id[poi]!)
    assert(order < 0, 'POIs at one position are in the order of ids')
    lastAt.set(place, poi)
  }
}

function checkCalendars(index: PoiIndex): void {
  const { hoursForm, hoursFirst, hoursTimes, timesFirst, times, holidays } = index
  const calendars = hoursForm.length
  for (const hours of index.hours) assert(hours <= calendars, 'opening hours exist')
  assert(hoursFirst.length === calendars + 1, 'a calendar has a list of classes')
  assert(hoursFirst[0] === 0 && hoursFirst.at(-1) === hoursTimes.length, 'classes cover their list')
  assert(timesFirst[0] === 0 && timesFirst.at(-1) === times.length, 'times cover their list')
  for (let calendar = 0; calendar < calendars; calendar++) {
    const form = OPENING_FORMS[hoursForm[calendar]!]
    assert(form, 'a calendar has a known form')
    const classes = hoursFirst[calendar + 1]! - hoursFirst[calendar]!
    assert(classes > 0, 'a calendar has classes')
    assert(CLASSES_OF[form] === null || CLASSES_OF[form] === classes, 'a form has all its classes')
  }
  for (const number of hoursTimes) assert(number + 1 < timesFirst.length, 'times exist')
  for (let number = 0; number + 1 < timesFirst.length; number++) {
    const end = timesFirst[number + 1]!
    let last = -1
    for (let i = timesFirst[number]!; i < end; i++) {
      assert(times[i]! > last && times[i]! <= 1_440, 'times of a day ascend')
      last = times[i]!
    }
  }
  for (let i = 1; i < holidays.length; i++) {
    assert(holidays[i]! > holidays[i - 1]!, 'holidays ascend')
  }
}

function checkNodes(index: PoiIndex): void {
  const { tree, nodeCategories, nodeRating, nodeHours } = index
  const nodes = nodesOf(tree)
  assert(nodeCategories.length === nodes * CATEGORY_WORDS, 'a node has a bitmap')
  assert(nodeRating.length === nodes && nodeHours.length === nodes, 'a node has its summary')
  const expected = summariesOf(index)
  assert(same(nodeCategories, expected.nodeCategories), 'bitmaps tell what lies beneath')
  assert(same(nodeRating, expected.nodeRating), 'nodes know the best rating beneath')
  assert(same(nodeHours, expected.nodeHours), 'nodes know whether there are opening hours beneath')
}

function same(a: ArrayLike<number>, b: ArrayLike<number>): boolean {
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false
  return a.length === b.length
}
