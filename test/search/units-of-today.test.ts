import { describe, expect, test } from 'bun:test'
import type { Lang } from '../../src/base/lang.ts'
import { buildSearch } from '../../src/search/build/build-search.ts'
import { openSearch } from '../../src/search/search.ts'
import { suggest } from '../../src/search/suggest.ts'
import { id as idOf, place, TOWN } from './town.ts'

describe('suggest names a unit of today once', () => {
  const former = (id: string, name: string) =>
    place('ward', {
      id,
      at: [105.1, 20.0],
      name,
      successorIds: [idOf('w2')],
      formerParentId: idOf('f5'),
      importance: 0.9,
      wardId: idOf('w2'),
      provinceId: idOf('p1'),
    })
  const more = [former('f5p7', 'Phường 7'), former('f5p9', 'Phường 9')]
  const search = openSearch(buildSearch([...TOWN, ...more]))
  const ask = (input: string, lang: Lang = 'vi') => suggest(search, { input, lang, focus: null })

  test.each(['vi', 'en'] as const)('by itself, whatever it took over, in %s', (lang) => {
    const answers = ask('phuong', lang)
    expect(new Set(answers.map(({ address }) => address)).size).toBe(answers.length)
    expect(answers.filter(({ ward }) => ward === answers[0]?.ward)).toHaveLength(1)
    expect(answers[0]).toMatchObject({ id: 'w2' })
  })

  test.each([
    ['phường 7 quận 5', 'f5p7', 'Thành phố Sao La (trước đây Phường 7, Quận 5)'],
    ['phuong 9', 'f5p9', 'Thành phố Sao La (trước đây Phường 9, Quận 5)'],
  ])('by the former one that is typed, %s', (input, id, secondaryText) => {
    const mainText = 'Phường Chợ Mới'
    expect(ask(input)[0] as object).toMatchObject({ id, mainText, secondaryText })
  })
})
