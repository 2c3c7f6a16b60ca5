import { expect, test } from 'bun:test'
import { buildSearch } from '../../src/search/build.ts'
import { correctedReadings } from '../../src/search/corrected.ts'
import { openSearch } from '../../src/search/search.ts'
import { tokenize } from '../../src/text/tokens.ts'
import { poi, street, syllable, town } from './town-more.ts'

const common = ['Kim', 'Nam', 'Lam', 'Tam'].flatMap((word, i) =>
  [1, 2, 3, 4, 5].map((n) => poi(`${word} ${syllable(n)}`, `c${100 + 10 * i + n}`)),
)
const known = [1, 2, 3].map((n) => poi(`Kam ${syllable(n)}`, `c${200 + n}`))

function readings(text: string, ...places: Parameters<typeof town>): string[] {
  const search = openSearch(buildSearch(places))
  const found = correctedReadings(search, tokenize(text), false, 0, 0)
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
