import { describe, expect, test } from 'bun:test'
import { buildSearch } from '../../../src/search/build/build-search.ts'
import { otherSpaces } from '../../../src/search/interpret/segmentation.ts'
import { openSearch } from '../../../src/search/search.ts'
import { tokenize } from '../../../src/text/tokens.ts'
import { place } from '../town.ts'
import { poi, street, town, W1 } from '../town-more.ts'

/* Words of a query that are typed without the spaces between them. */

/** Names that make these words frequent. */
const frequent = (...words: string[]) =>
  words.flatMap((word, i) =>
    ['Một', 'Hai', 'Ba', 'Bốn'].map((other, k) => poi(`${word} ${other}`, `c${100 + 4 * i + k}`)),
  )

describe('a word typed without its spaces', () => {
  const coffee = poi('Sương Khói Highlands', 'c8')
  const lane = street('Sương Khói', 's9')
  const others = [poi('Mỹ Sương', 'c10'), poi('Xô Sương', 'c11')]
  const words = frequent('Sương', 'Khói', 'Highlands', 'Mỹ')
  const { find, ask } = town(coffee, lane, ...others, ...words)

  test.each([
    ['suongkhoihighlands', 'c8'],
    ['sươngkhói Highlands', 'c8'],
    ['suong khoihighlands', 'c8'],
    ['suongkhoi, Bến Gỗ', 's9'],
    ['12nguyentrai', 'h0'],
    ['12nguyen trai', 'h0'],
    ['12anguyentrai', 'h1'],
    ['45/6nguyentrai', 'h3'],
    ['p3q5', 'f5p3'],
    ['12 Nguyễn Trãi p4q5saola', 'h0'],
    ['mysuong', 'c10'],
    ['xosuong', 'c11'],
    ['Nguyễn Trãi 12', 'h0'],
  ])('%p is found as %p', (address, expected) => {
    expect(find(address)?.place.id as string).toBe(expected)
  })

  test('counts as a guess', () => {
    expect(find('suongkhoihighlands')).toMatchObject({ partialMatch: true })
    expect(find('suong khoi highlands')).toMatchObject({ partialMatch: false })
  })

  test('is not cut where it is one', () => {
    const both = [poi('Sươngkhói', 'c8'), poi('Sương Khói', 'c9')]
    const { find } = town(...both, ...frequent('Sương', 'Khói'))
    expect(find('sươngkhói Lan')?.place.id as string).toBe('c8')
    expect(find('sương khói Lan')?.place.id as string).toBe('c9')
  })

  test('that is cut to no avail says nothing', () => {
    const found = find('Nguyễn Trãi, Bến Gỗ, motmot')
    expect(found?.place.id as string).toBe('s1')
    expect(found).toMatchObject({ confidence: find('Nguyễn Trãi, Bến Gỗ, xyzxyz')?.confidence })
  })

  test.each(['suongkhoih', 'suongkhoihighl', 'suong khoihi'])('%p is typed so far', (input) => {
    expect(ask(input)).toContain('c8')
  })

  test.each(['suongkhoix', 'xsuongkhoi'])('%p is not cut', (address) => {
    expect(find(address)?.place.id).not.toBe('c8')
  })
})

test('the most frequent words are meant, not rare ones that are joined themselves', () => {
  const [joined, cut] = [poi('Mâygió', 'c8'), poi('Mây Gió Sương', 'c9')]
  const rare = [poi('Mâygi Một', 'c10'), poi('Ósương Hai', 'c11')]
  const { find } = town(joined, cut, ...rare, ...frequent('Mây', 'Gió', 'Sương'))
  expect(find('maygiosuong')?.place.id as string).toBe('c9')
  expect(find('maygio')?.place.id as string).toBe('c8')
})

test('a name is meant rather than likelier words', () => {
  const named = poi('Mũi Cá Mập', 'c8')
  const { find, ask } = town(named, ...frequent('Mũi', 'Cam', 'Áp', 'Ca'))
  expect(find('muicamap')?.place.id as string).toBe('c8')
  expect(ask('muicama')).toContain('c8')
  // The last of the words is in one name, and one letter long.
  const rare = poi('Thác Khói Đatanla Ô', 'c9')
  const other = town(rare, ...frequent('Thác', 'Khói', 'Đa', 'Tan', 'La'))
  expect(other.find('thackhoidatanlao')?.place.id as string).toBe('c9')
  expect(other.find('thackhoidatanla')?.place.id).not.toBe('c9')
})

test('a unit is a street where a number stands before it', () => {
  const unit = place('ward', { id: 'w8', at: [105.2, 20], name: 'Phường Nguyễn Trãi', ...W1 })
  const { find } = town(unit)
  expect(find('nguyentrai, Sao La')?.place.id as string).toBe('w8')
  expect(find('12 nguyentrai, Sao La')?.place.id as string).toBe('h0')
})

test('a number with a word behind it is that of no door', () => {
  const { find } = town()
  expect(find('12duong nguyen trai')?.place.id as string).toBe('h0')
  expect(find('12mot nguyen trai')).toMatchObject({ place: { id: 's1' }, matchLevel: 'street' })
  expect(find('12bis nguyen trai')?.place.address).toStartWith('12BIS Nguyễn Trãi')
})

describe('a word typed in pieces', () => {
  const { find } = town(poi('Sươngkhóimây', 'c8'), poi('Nắng 4567', 'c9'), poi('Nắng 45', 'c10'))

  test.each([
    ['suong khoimay', 'c8'],
    ['sương khói mây', 'c8'],
    ['suong khoi may, Bến Gỗ', 'c8'],
  ])('%p is found as %p', (address, expected) => {
    expect(find(address)).toMatchObject({ place: { id: expected }, partialMatch: true })
  })

  test('is none where something stands between them', () => {
    expect(find('suong, khoi may')?.place.id).not.toBe('c8')
  })

  test('numbers are none', () => {
    expect(find('nang 45 67')?.place.id as string).toBe('c10')
  })
})

describe('a space a letter too early or too late', () => {
  const sights = [poi('Sương Khói Mây', 'c8'), street('Mã Gió', 's9')]
  const { find, ask } = town(...sights, ...frequent('Sương', 'Khói'))

  test.each([
    ['suon gkhoi may', 'c8'],
    ['suongk hoi may', 'c8'],
    ['suong kho imay', 'c8'],
    ['m agio, Bến Gỗ', 's9'],
    ['mag io, Bến Gỗ', 's9'],
    ['12 nguyent rai', 'h0'],
  ])('%p is found as %p', (address, expected) => {
    expect(find(address)).toMatchObject({ place: { id: expected }, partialMatch: true })
  })

  test('is moved while the last word is typed', () => {
    expect(ask('suong kho im')).toContain('c8')
    expect(ask('suon gkh')).toContain('c8')
  })

  test('is none beside a number or a comma, or where what is typed is likelier', () => {
    const places = [...sights, poi('Gió 45', 'c9'), poi('Sươn Khói', 'c10')]
    const search = openSearch(buildSearch([...places, ...frequent('Sương', 'Khói')]))
    const read = (text: string, explainedMask = 0) =>
      Array.from(
        otherSpaces(search, {
          tokens: tokenize(text),
          typing: false,
          explainedMask,
          elsewhereMask: 0,
          unitMask: 0,
        }),
        (tokens) => tokens.map(({ folded }) => folded).join(' '),
      )
    expect(read('suon gkhoi')).toEqual(['suong khoi'])
    expect(read('suon gkhoi', 1)).toEqual(['suong khoi'])
    expect(read('suon gkhoi', 3)).toEqual([])
    expect(read('suon, gkhoi')).toEqual([])
    expect(read('gio4 5')).toEqual([])
    expect(read('suong khoi')).toEqual([])
  })
})
