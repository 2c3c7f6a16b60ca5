import { beforeAll, describe, expect, test } from 'bun:test'
import { telex, vni } from '../../eval/typing.ts'
import { stringAt } from '../../src/base/string-pool.ts'
import { distanceM } from '../../src/geo/distance.ts'
import { buildSearch } from '../../src/search/build.ts'
import { geocode } from '../../src/search/geocode.ts'
import { kindOf } from '../../src/search/layout.ts'
import type { PlaceKind } from '../../src/search/place.ts'
import type { PlaceAnswer } from '../../src/search/query.ts'
import { resolve } from '../../src/search/resolve.ts'
import { openSearch, type Search } from '../../src/search/search.ts'
import { suggest } from '../../src/search/suggest.ts'
import { withoutMarks } from '../../src/text/fold.ts'
import { hasVietnam, vietnam } from '../import/vietnam.ts'

/*
 * Promises about real data, in shares: what is asked is said by the data itself, and the data has
 * its own faults (one address mapped twice, names that are keyboard noise).
 */

const NAMES = 1_000
const PLACES = 5_000

describe.skipIf(!hasVietnam)('vietnam-dev', () => {
  let search: Search

  beforeAll(async () => {
    search = openSearch(buildSearch((await vietnam()).places))
  }, 300_000)

  /** Every nth place of these kinds, as many as asked for. */
  function sample(count: number, kinds: readonly PlaceKind[]): PlaceAnswer[] {
    const { index } = search
    const numbers: number[] = []
    for (let place = 0; place < index.places; place++) {
      if (kinds.includes(kindOf(index, place))) numbers.push(place)
    }
    const step = Math.max(1, numbers.length / count)
    return Array.from({ length: Math.min(count, numbers.length) }, (_, i) => {
      const place = numbers[Math.floor(i * step)] ?? 0
      const answer = resolve(search, stringAt(index.strings, index.id[place] ?? 0), 'vi')
      if (!answer) throw new Error(`place ${place} does not resolve`)
      return answer
    })
  }

  const find = (address: string) => geocode(search, { address, lang: 'vi', focus: null })
  const isSame = (answer: PlaceAnswer | null | undefined, wanted: PlaceAnswer) =>
    answer?.id === wanted.id || answer?.address === wanted.address

  test('every spelling of a name has one first answer', () => {
    // Marks decide between `Bình Thạnh` and `Bình Thành`, which unmarked letters cannot.
    const spellings = { nfd: (t: string) => t.normalize('NFD'), telex, vni, upper }
    const names = sample(NAMES, ['ward', 'street', 'settlement', 'poi'])
    for (const [spelling, written] of Object.entries(spellings)) {
      const agreeing = names.filter(({ address }) => {
        const plain = find(address)
        return plain !== null && isSame(find(written(address)), plain)
      })
      expect([spelling, agreeing.length >= names.length * 0.97]).toEqual([spelling, true])
    }
    const unmarked = names.filter(({ address }) => find(withoutMarks(address)) !== null)
    expect(unmarked.length).toBeGreaterThan(names.length * 0.999 - 1)
  })

  test('every place is found by its own full address, and stands where it resolves', () => {
    const places = sample(PLACES, ['ward', 'street', 'alley', 'house', 'poi', 'settlement'])
    const missed = places.filter((place) => {
      const answer = find(place.address)
      return !answer || !(isSame(answer, place) || distanceM(answer, place) <= 30)
    })
    expect(missed.length).toBeLessThan(places.length * 0.02)
  })

  test('every suggested place resolves to what was suggested', () => {
    for (const { name } of sample(NAMES, ['ward', 'street', 'house', 'poi'])) {
      for (const lang of ['vi', 'en'] as const) {
        const typed = name.slice(0, 4 + (name.length % 8))
        for (const answer of suggest(search, { input: typed, lang, focus: null })) {
          expect(resolve(search, answer.id, lang)).toEqual(answer)
        }
      }
    }
  })
})

function upper(text: string): string {
  return text.toUpperCase()
}
