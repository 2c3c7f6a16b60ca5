import { expect, test } from 'bun:test'
import { entries, foldedEntries, wordsOf } from '../../src/text/lexicon/concept.ts'
import { NAME_WORDS, PLACES } from '../../src/text/lexicon/places.ts'
import { ALLEYS, NUMBERED_ROADS, STREETS } from '../../src/text/lexicon/streets.ts'
import { SETTLEMENTS, UNIT_NAMES, UNITS } from '../../src/text/lexicon/units.ts'
import { runChanged } from '../changed-source.ts'

const ALL = [
  ...[...UNITS, ...UNIT_NAMES, ...SETTLEMENTS, ...STREETS, ...ALLEYS, ...NUMBERED_ROADS],
  ...[...PLACES, ...NAME_WORDS],
]

/** What texts are read as by a program whose lexicon has more lines. */
const PROGRAM = `
  import { tokenize } from '@/text/tokens.ts'
  import { foldedSpan, typeWordBefore } from '@/text/words.ts'
  import { withoutShortForms } from '@/text/short-forms.ts'
  import { kindReadings } from '@/text/kind-words.ts'
  import { addressParts } from '@/text/address.ts'
  import { askedKind, LISTED_KINDS } from '@/listed-kinds.ts'
  import { sortOfWord, sortsOfTag } from '@/poi-sorts.ts'
  import { roadMeaning } from '@/road-tags.ts'
  const text = (tokens) => tokens === null ? null : foldedSpan(tokens, 0, tokens.length)
  const fits = (word, tag) => ((sortsOfTag(tag) >>> sortOfWord(word)) & 1) === 1
  console.log(JSON.stringify({
    short: text(withoutShortForms(tokenize('NTĐ Phú Thọ'))),
    said: kindReadings(tokenize('tiệm xăng 14')).map(text),
    type: typeWordBefore(tokenize('bãi trực thăng'), 3)?.classes,
    listed: LISTED_KINDS[askedKind(tokenize('bãi trực thăng gần đây'))?.kind]?.tags,
    fits: ['aeroway=helipad', 'shop=tea'].map((tag) => fits('bai truc thang', tag)),
    part: addressParts(tokenize('Chòi 5, 12 Lê Lợi')).map(({ kind }) => kind),
    road: roadMeaning({ highway: 'primary', ref: 'LX12' })?.names.name,
  }))`

const places = 'lexicon/places.ts'
const LINES = [
  {
    file: places,
    after: 'export const NAME_WORDS: readonly Concept[] = [',
    line: "  { words: 'nhà thi đấu', short: { alone: 'ntđ' } },",
  },
  {
    file: places,
    after: 'export const PLACES: readonly PlaceConcept[] = [',
    line: `  { said: 'tiệm xăng', named: 'cây xăng' },
  { words: 'bãi trực thăng', surely: 'aeroway=helipad', maybe: 'aeroway=helipad' },`,
  },
  {
    file: 'lexicon/addresses.ts',
    after: 'const COUNTED: readonly CountedPart[] = [',
    line: "  { words: 'chòi', kind: 'subpremise', behind: 'code', opens: true },",
  },
  {
    file: 'lexicon/streets.ts',
    after: 'export const NUMBERED_ROADS: readonly RoadConcept[] = [',
    line: "  { words: 'liên xã', signs: 'LX' },",
  },
]

test('one line more, and every reader knows the word', async () => {
  expect(await runChanged([], PROGRAM)).toEqual({
    short: null,
    said: [],
    fits: [false, false],
    part: [],
    road: 'LX12',
  })
  expect(await runChanged(LINES, PROGRAM)).toEqual({
    short: 'nha thi dau phu tho',
    said: ['cay xang 14'],
    type: ['poi'],
    listed: 'aeroway=helipad',
    fits: [true, false],
    part: ['subpremise'],
    road: 'Liên xã 12',
  })
})

test('what is short for something has a word for it, and one alone in one place', () => {
  const shorts = ALL.flatMap((concept) =>
    Object.entries(concept.short ?? {}).flatMap(([where, list]) => {
      expect(wordsOf(concept)).not.toEqual([])
      return foldedEntries(list).map((short) => `${short} ${where}`)
    }),
  )
  expect(shorts.length).toBe(new Set(shorts).size)
})

test('lists are tidy', () => {
  const lists = ALL.flatMap((concept) => Object.values(concept)).filter(
    (value) => typeof value === 'string',
  )
  const wrong = lists.flatMap(entries).filter((entry) => entry !== entry.trim() || entry === '')
  expect(wrong).toEqual([])
})
