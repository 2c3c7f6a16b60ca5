import { describe, expect, test } from 'bun:test'
import { buildSearch } from '../../../src/search/build/build-search.ts'
import { correctedReadings } from '../../../src/search/interpret/spell-correction.ts'
import { openSearch } from '../../../src/search/search.ts'
import { tokenize } from '../../../src/text/tokens.ts'
import { id } from '../town.ts'
import { poi, street, syllable, town } from '../town-more.ts'

const common = ['Kim', 'Nam', 'Lam', 'Tam'].flatMap((word, i) =>
  [1, 2, 3, 4, 5].map((n) => poi(`${word} ${syllable(n)}`, `c${100 + 10 * i + n}`)),
)
const known = [1, 2, 3].map((n) => poi(`Kam ${syllable(n)}`, `c${200 + n}`))

function readings(text: string, ...places: Parameters<typeof town>): string[] {
  const search = openSearch(buildSearch(places))
  const found = correctedReadings(search, {
    tokens: tokenize(text),
    typing: false,
    explainedMask: 0,
    elsewhereMask: 0,
    unitMask: 0,
  })
  return found.map(({ tokens }) => tokens.map(({ folded }) => folded).join(' '))
}

test('a misspelt word is the one that its neighbours know, though others are commoner', () => {
  const khamThien = street('Khâm Thiên', 's8')
  expect(readings('kam thien', khamThien, ...common)[0]).toBe('kham thien')
  expect(town(khamThien, ...common).find('kam thien')?.place.id as string).toBe('s8')
})

test('so is one that some names have', () => {
  const near = [street('Phố Khâm Thiên', 's8'), poi('Nam Thiên', 'c9'), ...known, ...common]
  expect(readings('pho kam thien', ...near)[0]).toBe('pho kham thien')
})

test('of words that are known beside it the one that ends a name comes first', () => {
  const common = [1, 2, 3, 4].map((n) => street(`Lê Dzan ${syllable(n)}`, `s${20 + n}`))
  expect(readings('le dan', street('Lê Duẩn', 's8'), ...common)[0]).toBe('le duan')
  expect(readings('le dan', street('Lê Duẩn Sương', 's8'), ...common)[0]).toBe('le dzan')
})

test('a word that is known behind two others comes before one that is behind the last', () => {
  const common = [1, 2, 3, 4].map((n) => street(`Bình Tzlong ${syllable(n)}`, `s${20 + n}`))
  const near = [street('Trần Bình Tzrong', 's8'), ...common]
  expect(readings('tran binh tzong', ...near)[0]).toBe('tran binh tzrong')
  expect(readings('binh tzong', ...near)[0]).toBe('binh tzlong')
})

test('a word that hardly any name has may be cut short of one that many have', () => {
  const banks = [1, 2, 3, 4].map((n) => poi(`Techcombank ${syllable(n)}`, `c${20 + n}`))
  const near = [...banks, poi('Techcomsat', 'c9'), poi('Techcom Mây', 'c10')]
  expect(readings('techcom', ...near)[0]).toBe('techcombank')
  expect(readings('techcoms', ...near)).toEqual(['techcom'])
  expect(readings('tec', ...near)).toEqual([])
  expect(town(...near).find(`techcom ${syllable(3)}`)?.place.id as string).toBe('c23')
})

test('a letter is sooner left out, or taken for one that is like it, than any other', () => {
  const common = [1, 2, 3, 4].map((n) => street(`Lê Gzan ${syllable(n)}`, `s${20 + n}`))
  expect(readings('le wzan', ...common, street('Lê Wzuan', 's8'))[0]).toBe('le wzuan')
  expect(readings('le ezan', ...common, street('Lê Rzan Sương', 's8'))[0]).toBe('le rzan')
  expect(readings('le ezan', ...common, street('Lê Kzan Sương', 's8'))[0]).toBe('le gzan')
})

/** So many names that hold a word. */
const many = (count: number, word: string, from: number) =>
  Array.from({ length: count }, (_, n) => poi(`${word} ${syllable(n)}`, `c${from + n}`))

describe('a word that some place has', () => {
  const common = many(120, 'Khách Sạn', 100)
  const slips = [1, 2, 3].map((n) => poi(`Khác Sạn ${syllable(200 + n)}`, `c${n + 10}`))
  const inn = poi('Khách Sạn Mơzô', 'c8')

  test('may be a slip of one that far more have', () => {
    const { find } = town(inn, ...slips, ...common)
    expect(find('khac san mozo')).toMatchObject({ place: { id: 'c8' }, partialMatch: true })
    expect(find(`khac san ${syllable(201)}`)).toMatchObject({ place: { id: 'c11' } })
    expect(town(inn, ...slips, ...common.slice(0, 60)).find('khac san mozo')?.place.id).not.toBe(
      'c8',
    )
  })

  test('is none where it is spelt rightly, or a number is all that is left', () => {
    const { find } = town(inn, ...slips, ...common)
    expect(find('khác sạn mozo')?.place.id).not.toBe('c8')
    expect(find(`khac san ${syllable(202)} 77`)?.place.id as string).toBe('c12')
  })
})

test('a name elsewhere may be one cut short by a letter', () => {
  const there = poi('Highland Mây', 'c8', { wardId: id('w3'), provinceId: id('p2') })
  const chain = [1, 2, 3, 4].map((n) => poi(`Highlands Mây ${syllable(n)}`, `c${20 + n}`))
  const here = poi('Highlands Mây', 'c9', { importance: 0.5 })
  const { find } = town(there, here, ...chain)
  expect(find('highland mây, Hà Lam')?.place.id as string).toBe('c8')
  expect(find('highland mây, Sao La')?.place.id as string).toBe('c9')
})

test('a short word with another first letter is another word, if it is one', () => {
  const words = ['Sao', 'Dao', 'Duy', 'Anh', 'Mây'].flatMap((word, i) =>
    many(4, word, 100 + 10 * i),
  )
  const { find } = town(street('Dao Duy', 's8'), poi('Dao Duy Anh Mây', 'c9'), ...words)
  const short = find('sao duy anh may')
  expect(short?.place.id as string).toBe('c9')
  expect(short?.confidence).toBeLessThan(0.7)
})
