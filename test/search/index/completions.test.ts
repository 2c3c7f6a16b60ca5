import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { LANGS } from '../../../src/base/lang.ts'
import { stringAt } from '../../../src/base/string-pool.ts'
import { buildSearch } from '../../../src/search/build/build-search.ts'
import { commonBeginnings } from '../../../src/search/build/completions.ts'
import { checkSearchIndex } from '../../../src/search/check-search-index.ts'
import { COMPLETION_COLUMNS, completionOf } from '../../../src/search/index/completions.ts'
import type { Place } from '../../../src/search/model/place.ts'
import { openSearch } from '../../../src/search/search.ts'
import { searchPredictions, suggestShown } from '../../../src/search/suggest.ts'
import { withoutMarks } from '../../../src/text/fold.ts'
import { TOWN } from '../town.ts'
import { AT, poi, street } from '../town-more.ts'

const named = (names: readonly string[], more: Partial<Place> = {}) =>
  names.map((name, i) => poi(name, `c${100 + i}`, more))
const eight = (name: string) => Array.from({ length: 8 }, () => name)

/** By a look at every beginning of every name. */
function beginningsByCounting(names: readonly string[]): string[] {
  const typed = names.flatMap((name) => {
    const whole = name.toLowerCase()
    const bare = whole.replace(/^quán (?=.)/, '')
    return bare === whole ? [whole] : [whole, bare]
  })
  const begun = (texts: readonly string[]) => {
    const counts = new Map<string, number>()
    for (const text of texts) {
      for (let length = 2; length <= Math.min(20, text.length); length++) {
        const key = text.slice(0, length)
        counts.set(key, (counts.get(key) ?? 0) + 1)
      }
    }
    const isWhole = (text: string) => text === text.trimEnd() && text.isWellFormed()
    return [...counts].flatMap(([text, count]) => (count >= 8 && isWhole(text) ? [text] : []))
  }
  const isMarked = (text: string) => text !== withoutMarks(text)
  return [...begun(typed).filter(isMarked), ...begun(typed.map(withoutMarks))]
}

describe('what eight names begin with', () => {
  test('is found as by counting', () => {
    const word = fc.constantFrom('mây', 'may', 'Mấy', 'sương', 'sao', 'đá', '𝒜b', 'quán sương')
    const name = fc.array(word, { minLength: 1, maxLength: 5 }).map((all) => all.join(' '))
    fc.assert(
      fc.property(fc.array(name, { maxLength: 40 }), (names) => {
        expect(commonBeginnings(named(names)).sort()).toEqual(beginningsByCounting(names).sort())
      }),
    )
  })

  test('may be an alias or the English name, but not that of a house', () => {
    const others = named(eight('Mây'), { nameEn: 'Cloud', aliases: ['Sương'] })
    const beginnings = commonBeginnings(others)
    expect(beginnings).toEqual(expect.arrayContaining(['ma', 'mây', 'cl', 'cloud', 'sư', 'suong']))
    expect(commonBeginnings(others.map((each) => ({ ...each, kind: 'house' })))).toEqual([])
    expect(commonBeginnings(others.slice(1))).toEqual([])
  })
})

/** More streets of one name than a list is long, in two wards, and two others that begin so. */
const STREETS = [...eight('Đường Sương Mai'), 'Đường Sương Lam', 'Đường Sương Mù'].map((name, i) =>
  street(name, `s${100 + i}`, { importance: 0.5 - i / 100 }),
)
const bytes = buildSearch([...TOWN, ...STREETS])
const placesOf = (list: readonly object[] | null) =>
  list?.map((shown) => ('place' in shown ? shown.place : shown)) ?? null

describe('predictions that the import has made', () => {
  const search = openSearch(bytes)
  const { index } = search
  const texts = Array.from(index.completionText, (text) => stringAt(index.strings, text))

  test('are those that are searched for', () => {
    checkSearchIndex(index)
    expect(texts).toEqual(expect.arrayContaining(['đường sương m', 'duong suong m', 'sương', 'su']))
    for (const input of texts) {
      for (const lang of LANGS) {
        const searched = searchPredictions(search, { input, lang, focus: null })
        expect(searched.length).toBeGreaterThan(0)
        expect(placesOf(completionOf(index, input, search.answers[lang]))).toEqual(
          placesOf(searched),
        )
      }
    }
  })

  test('are shown for the text in any case and with blanks behind it, but near no focus', () => {
    const changed = openSearch(bytes.slice())
    const { completionLists } = changed.index
    // Places that no search would give.
    for (let at = 0; at < completionLists.length; at += COMPLETION_COLUMNS) {
      completionLists.set([1, 0], at)
    }
    const ask = (input: string, focus: { lon: number; lat: number } | null = null) =>
      placesOf(suggestShown(changed, { input, lang: 'vi', focus }))
    for (const input of ['sương', 'SƯƠNG', 'Suong M', 'đường sương m  ']) {
      expect(ask(input)).toEqual([0])
      expect(ask(input, { lon: AT[0], lat: AT[1] })).not.toEqual([0])
    }
    for (const input of [' sương', 'sương  m', 'sương lam', 'xuong']) {
      expect(ask(input)).not.toEqual([0])
    }
  })

  test('are searched for where the import has found what is no place', () => {
    const changed = openSearch(bytes.slice())
    changed.index.completionLists.fill(0)
    for (const input of texts) {
      expect(completionOf(changed.index, input, changed.answers.vi)).toBeNull()
    }
    expect(suggestShown(changed, { input: 'sương m', lang: 'vi', focus: null })).not.toEqual([])
  })

  test.each([
    ['predictions are few', 0, 8],
    ['each is a place', 1, index.places],
  ])('a damaged index is refused: %s', (message, column, value) => {
    const damaged = openSearch(bytes.slice()).index
    damaged.completionLists[column] = value
    expect(() => checkSearchIndex(damaged)).toThrow(message)
  })

  test('a damaged index is refused: what is typed exists', () => {
    const damaged = openSearch(bytes.slice()).index
    damaged.completionText[0] = damaged.strings.offsets.length
    expect(() => checkSearchIndex(damaged)).toThrow('what is typed exists')
  })
})
