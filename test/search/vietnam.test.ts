import { beforeAll, describe, expect, test } from 'bun:test'
import { LISTS_FILE } from '../../eval/lists.ts'
import { PAIRS_FILE } from '../../eval/pairs.ts'
import { randomFrom, shuffled } from '../../eval/random.ts'
import { telex, vni } from '../../eval/typing.ts'
import { distanceM } from '../../src/geo/distance.ts'
import { buildSearch } from '../../src/search/build/build-search.ts'
import { geocode } from '../../src/search/geocode.ts'
import { searchNames } from '../../src/search/index/search-names.ts'
import { PLACE_KINDS, type Place } from '../../src/search/model/place.ts'
import type { PlaceAnswer } from '../../src/search/model/query.ts'
import { resolve } from '../../src/search/resolve.ts'
import { openSearch, type Search } from '../../src/search/search.ts'
import { suggest } from '../../src/search/suggest.ts'
import { foldText, withoutMarks } from '../../src/text/fold.ts'
import { writtenOut } from '../../src/text/short-forms.ts'
import { type Token, tokenize } from '../../src/text/tokens.ts'
import { hasVietnam, vietnam } from '../import/vietnam.ts'
import { KNOWN_FAULTS } from './known-faults.ts'

/*
 * Promises about real data, of which every exception is in known-faults.ts with its cause: a place
 * or name that fails and is not there is a regression.
 *
 * What "the same first answer" means. NFC, NFD, Telex and VNI say the same letters and marks: the
 * answer is the same place, unless the keys are the name of another as they stand. Unmarked letters
 * say less (`Bình Thạnh` or `Bình Thành`): the answer is a place that is called so, unmarked.
 *
 * What "found" means. No text tells apart two places whose whole address reads the same: either is
 * right, and stands where the place or one of its namesakes stands.
 */

const SEED = 20261121
const NAMES = 1_000
const PLACES = 5_000
const NEAR_M = 30
/** Half a ward may be `Phu`, as more begin than a list has room for. */
const HALF_TYPED_MIN = 0.985

describe.skipIf(!hasVietnam)('vietnam-dev', () => {
  let search: Search
  let places: readonly Place[]
  const byId = new Map<string, Place>()
  /** Places by their whole address, folded. */
  const byAddress = new Map<string, PlaceAnswer[]>()

  beforeAll(async () => {
    places = (await vietnam()).places
    search = openSearch(buildSearch(places))
    for (const place of places) {
      byId.set(place.id, place)
      const answer = resolved(place)
      const key = foldText(answer.address)
      const namesakes = byAddress.get(key)
      if (namesakes) namesakes.push(answer)
      else byAddress.set(key, [answer])
    }
  }, 300_000)

  const find = (address: string) =>
    geocode(search, { address, lang: 'vi', focus: null })?.place ?? null
  const ask = (input: string) => suggest(search, { input, lang: 'vi', focus: null })[0] ?? null

  function resolved(place: Place): PlaceAnswer {
    const answer = resolve(search, place.id, 'vi')
    if (!answer) throw new Error(`${place.id} does not resolve`)
    return answer
  }

  /** Names that carry marks, each once: the other spellings of those without are themselves. */
  function sampleOfNames(): string[] {
    const marked = places.map(({ name }) => name).filter((name) => withoutMarks(name) !== name)
    return shuffled([...new Set(marked)], randomFrom(SEED)).slice(0, NAMES)
  }

  /** As many of every kind as there are or as make the sample, so that the few kinds count too. */
  function sampleOfPlaces(): Place[] {
    const random = randomFrom(SEED)
    const kinds = PLACE_KINDS.map((kind) =>
      shuffled(
        places.filter((place) => place.kind === kind),
        random,
      ),
    ).sort((a, b) => a.length - b.length)
    const sample: Place[] = []
    kinds.forEach((ofKind, i) => {
      const share = Math.ceil((PLACES - sample.length) / (kinds.length - i))
      sample.push(...ofKind.slice(0, share))
    })
    return sample
  }

  /** Whether the place is called so, in letters without marks. */
  function isCalled(answer: PlaceAnswer | null, name: string): boolean {
    const place = answer && byId.get(answer.id)
    if (!place) return false
    const text = (tokens: readonly Token[]) => tokens.map(({ folded }) => folded).join(' ')
    const asked = tokenize(name)
    const spellings = [text(asked), text(writtenOut(asked) ?? asked)]
    return searchNames(place).some(({ tokens }) => spellings.includes(text(tokens)))
  }

  describe.each([
    ['geocode', find],
    ['suggest', ask],
  ] as const)('%s', (endpoint, first) => {
    test(`${NAMES} names: every spelling has the same first answer`, () => {
      const spellings = { nfd: (text: string) => text.normalize('NFD'), telex, vni }
      const failed: string[] = []
      for (const name of sampleOfNames()) {
        const answer = first(name)
        if (!isCalled(answer, name)) failed.push(`nfc ${name}`)
        if (!isCalled(first(withoutMarks(name)), name)) failed.push(`unmarked ${name}`)
        for (const [spelling, written] of Object.entries(spellings)) {
          const keys = written(name)
          const other = first(keys)
          // `Uar` is Ủa to Telex, and a commune to those who live there.
          const isNameItself = keys !== name.normalize('NFD') && isCalled(other, keys)
          if (other?.id !== answer?.id && !isNameItself) failed.push(`${spelling} ${name}`)
        }
      }
      expect(failed.filter((name) => !KNOWN_FAULTS[endpoint].has(name))).toEqual([])
    })
  })

  test(`${PLACES} places: each is found by its own full address, within ${NEAR_M} m`, () => {
    const sample = sampleOfPlaces()
    expect(sample.length).toBe(PLACES)
    const failed = sample.filter((place) => {
      const wanted = resolved(place)
      const key = foldText(wanted.address)
      const answer = find(wanted.address)
      if (!answer || foldText(answer.address) !== key) return true
      const namesakes = byAddress.get(key) ?? []
      return !namesakes.some((namesake) => distanceM(answer, namesake) <= NEAR_M)
    })
    const unknown = failed.filter(({ id }) => !KNOWN_FAULTS.address.has(id))
    expect(unknown.map((place) => `${place.id} ${resolved(place).address}`)).toEqual([])
  })

  test('a place is offered while its ward is half typed, but where dozens may be meant', () => {
    const missed: string[] = []
    let asked = 0
    for (const place of sampleOfPlaces()) {
      const { mainText, secondaryText, ward } = resolved(place)
      const name = (ward ?? '').replace(/^(Phường|Xã|Đặc khu) /u, '')
      if (place.successorIds.length > 0 || name === '' || name === mainText) continue
      asked++
      const typed = withoutMarks(`${mainText}, ${name.slice(0, Math.ceil(name.length / 2))}`)
      const answers = suggest(search, { input: typed, lang: 'vi', focus: null })
      const isOffered = answers.some(
        (answer) => answer.mainText === mainText && answer.secondaryText === secondaryText,
      )
      if (!isOffered) missed.push(`${typed} [${secondaryText}]`)
    }
    expect(asked).toBeGreaterThan(PLACES / 2)
    expect(missed.slice(Math.floor(asked * (1 - HALF_TYPED_MIN)))).toEqual([])
  })

  test('every place and every number that is suggested or found resolves to what was said', () => {
    const random = randomFrom(SEED)
    const said: PlaceAnswer[] = []
    for (const place of sampleOfPlaces().slice(-NAMES)) {
      const { name, address } = resolved(place)
      for (const lang of ['vi', 'en'] as const) {
        const typed = name.slice(0, 2 + Math.floor(random() * 12))
        const answers = suggest(search, { input: typed, lang, focus: null })
        for (const answer of answers) expect(resolve(search, answer.id, lang)).toEqual(answer)
        said.push(...answers)
        const found = geocode(search, { address, lang, focus: null })
        if (!found) continue
        expect(resolve(search, found.place.id, lang)).toEqual(found.place)
      }
    }
    expect(said.length).toBeGreaterThan(NAMES)
  })

  /** While a text is typed, wards do not bind, nor do districts without a comma before them. */
  test('what geocode answers is among the first three suggestions for the text', async () => {
    const [pairs, lists] = await Promise.all([rowsOf(PAIRS_FILE), rowsOf(LISTS_FILE)])
    const asked = [...pairs.filter(([, quality]) => quality !== 'typing'), ...lists]
    const failed = asked.flatMap(([, , question = '']) => {
      const answer = find(question)
      const list = suggest(search, { input: question, lang: 'vi', focus: null }).slice(0, 3)
      const isThere = list.some(({ id, address }) => {
        return id === answer?.id || address === answer?.address
      })
      return answer === null || isThere ? [] : [question]
    })
    expect(asked.length).toBeGreaterThan(3_000)
    // One in three hundred.
    expect(failed.slice(Math.floor(asked.length / 300))).toEqual([])
  })
})

/** The rows of a set of eval/, without the head. */
async function rowsOf(file: string): Promise<string[][]> {
  const lines = (await Bun.file(file).text()).trim().split('\n')
  return lines.slice(1).map((line) => line.split('\t'))
}
