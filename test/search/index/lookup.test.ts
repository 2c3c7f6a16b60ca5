import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { MinHeap } from '../../../src/base/heap.ts'
import { stringAt } from '../../../src/base/string-pool.ts'
import { buildSearch } from '../../../src/search/build/build-search.ts'
import { checkSearchIndex } from '../../../src/search/check-search-index.ts'
import { houseAt, houseNumberOf } from '../../../src/search/index/houses.ts'
import {
  firstEntry,
  firstRestEntry,
  firstToken,
  NO_PLACE,
  NONE,
  nameCount,
  openSearchIndex,
  placeIn,
  type SearchIndex,
} from '../../../src/search/index/layout.ts'
import {
  endsAt,
  narrow,
  placesNamed,
  tokenRange,
  visitBest,
} from '../../../src/search/index/lookup.ts'
import { id, place } from '../town.ts'

const word = fc.constantFrom('an', 'anh', 'ba', 'bac', 'cau', 'đa', 'da', 'lê', 'le', 'z9')
const name = fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join(' '))
const names = fc.array(name, { minLength: 1, maxLength: 60 })

function indexOf(texts: readonly string[]): SearchIndex {
  const places = texts.map((text, i) =>
    place(i % 3 === 0 ? 'ward' : 'settlement', {
      id: `n${i}`,
      at: [105, 20],
      name: text,
      importance: (i % 10) / 10,
    }),
  )
  return openSearchIndex(buildSearch(places))
}

function nameText(index: SearchIndex, name: number): string {
  const tokens = index.nameTokens.subarray(firstToken(index, name), firstToken(index, name + 1))
  return [...tokens].map((token) => stringAt(index.tokens, token)).join(' ')
}

function allNames(index: SearchIndex): string[] {
  return Array.from({ length: nameCount(index) }, (_, name) => nameText(index, name))
}

/** The range of names that begin with `words`, the last of them perhaps unfinished. */
function rangeOf(index: SearchIndex, words: readonly string[], prefix: boolean) {
  let range = { from: 0, to: nameCount(index) }
  words.forEach((text, depth) => {
    const last = prefix && depth === words.length - 1
    range = narrow(index, range, depth, tokenRange(index, text, last))
  })
  return range
}

const folded = (text: string) => text.replaceAll('đ', 'd').replaceAll('ê', 'e')

describe('name ranges', () => {
  test('are those of a scan over all names', () => {
    fc.assert(
      fc.property(names, name, fc.boolean(), (texts, asked, prefix) => {
        const index = indexOf(texts)
        checkSearchIndex(index)
        const words = folded(asked).split(' ')
        const range = rangeOf(index, words, prefix)
        const found = allNames(index).slice(range.from, range.to)
        const key = words.join(' ')
        const expected = allNames(index).filter((text) =>
          prefix ? text.startsWith(key) : `${text} `.startsWith(`${key} `),
        )
        expect(found).toEqual(expected)
        if (!prefix) expect(endsAt(index, range, words.length)).toBe(expected[0] === key)
        if (found.length > 0)
          expect(placesNamed(index, range.from, range.to)).toBeGreaterThanOrEqual(found.length)
      }),
    )
  })

  test('are visited by their best place', () => {
    fc.assert(
      fc.property(names, word, (texts, asked) => {
        const index = indexOf(texts)
        const range = rangeOf(index, [folded(asked)], true)
        const best = (name: number) => placeIn(index, firstEntry(index, name))
        const bestRest = (name: number) => {
          const rest = firstRestEntry(index, name)
          return rest < firstEntry(index, name + 1) ? placeIn(index, rest) : NO_PLACE
        }
        for (const [tree, its] of [
          [index.best, best],
          [index.bestRest, bestRest],
        ] as const) {
          const visited: number[] = []
          visitBest(tree, range.from, range.to, new MinHeap(), (name) => visited.push(name) < 5)
          const expected = Array.from({ length: range.to - range.from }, (_, i) => range.from + i)
            .map(its)
            .filter((place) => place !== NO_PLACE)
            .sort((a, b) => a - b)
            .slice(0, 5)
          expect(visited.map(its)).toEqual(expected)
        }
      }),
    )
  })
})

test('a house is found by its key among any others', () => {
  const key = fc.stringMatching(/^[1-9][0-9]{0,2}[ab]?(\/[1-9][0-9]?)?$/)
  fc.assert(
    fc.property(fc.uniqueArray(key, { maxLength: 40 }), key, (keys, asked) => {
      const street = place('street', { id: 's', at: [105, 20], name: 'Lê Lợi', importance: 0.5 })
      const houses = keys.map((houseNumber, i) =>
        place('house', {
          id: `h${i}`,
          at: [105, 20],
          houseNumber,
          streetId: id('s'),
          streetName: 'Lê Lợi',
        }),
      )
      const index = openSearchIndex(buildSearch([street, ...houses]))
      for (const each of [asked, ...keys]) {
        const found = houseAt(index, 0, houseNumberOf(each))
        const known = keys.indexOf(each)
        if (known === -1) expect(found).toBe(NONE)
        else expect(stringAt(index.strings, index.id[found]!)).toBe(`h${known}`)
      }
    }),
  )
})
