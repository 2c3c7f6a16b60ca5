import { expect, test } from 'bun:test'
import fc from 'fast-check'
import type { DatasetId } from '../../src/base/ids.ts'
import { AnswerCache } from '../../src/http/request/answer-cache.ts'
import { CAFE, GEOCODED, Town } from './town.ts'

const ONE = '20261120-aaaaaa' as DatasetId
const TWO = '20261121-bbbbbb' as DatasetId
const ENTRY_BYTES = 256
const decoder = new TextDecoder()
/** As the routes ask: what is kept, else what is made now. */
function bodyOf(cache: AnswerCache, key: string, make: () => string | Uint8Array<ArrayBuffer>) {
  return cache.find(key) ?? cache.keep(key, make())
}
const textOf = (body: string | Uint8Array) =>
  typeof body === 'string' ? body : decoder.decode(body)

test('gives what was made, and makes anew only what it has forgotten', () => {
  const asked = fc.array(fc.nat(30), { maxLength: 200 })
  fc.assert(
    fc.property(asked, fc.integer({ min: 0, max: 20 }), (keys, room) => {
      const cache = new AnswerCache(2 * room * (ENTRY_BYTES + 20), () => ONE)
      const recent: number[] = []
      for (const key of keys) {
        let made = false
        const body = bodyOf(cache, `k${key}`, () => {
          made = true
          return `số ${key}`
        })
        expect(textOf(body)).toBe(`số ${key}`)
        // A generation has room for so many: what was asked for among the last is surely kept.
        if (recent.slice(0, room).includes(key)) expect(made).toBe(false)
        recent.splice(0, recent.length, key, ...recent.filter((other) => other !== key))
      }
    }),
  )
})

test('keeps nothing of another dataset, nothing without one, and nothing that failed', () => {
  let dataset: DatasetId | null = ONE
  const cache = new AnswerCache(1_000_000, () => dataset)
  const ask = (answer: string) => textOf(bodyOf(cache, 'key', () => answer))
  expect(ask('one')).toBe('one')
  expect(ask('again')).toBe('one')
  dataset = TWO
  expect(ask('two')).toBe('two')
  dataset = null
  expect(ask('none')).toBe('none')
  expect(ask('none yet')).toBe('none yet')
  dataset = ONE
  const fail = () => {
    throw new Error('no')
  }
  expect(() => bodyOf(cache, 'key', fail)).toThrow('no')
  expect(ask('one')).toBe('one')
})

test.each([
  ['an array', (text: string) => new TextEncoder().encode(text)],
  ['a buffer, of which a slice is the same memory', (text: string) => Buffer.from(text)],
  ['a part of one', (text: string) => Buffer.from(`${text}…`).subarray(0, text.length)],
])('keeps what bytes said when they were given, not what they say later: %s', (_, bytesOf) => {
  const cache = new AnswerCache(1_000_000, () => ONE)
  const bytes = bytesOf('1')
  expect(textOf(bodyOf(cache, 'key', () => bytes))).toBe('1')
  bytes[0] = 0x32
  expect(textOf(bodyOf(cache, 'key', () => 'made anew'))).toBe('1')
})

test('does not keep what is larger than its budget', () => {
  const cache = new AnswerCache(1_000, () => ONE)
  expect(textOf(bodyOf(cache, 'key', () => 'x'.repeat(1_000)))).toHaveLength(1_000)
  expect(textOf(bodyOf(cache, 'key', () => 'new'))).toBe('new')
})

test.each(['/v1/suggest?input=', '/v1/geocode?address='])(
  'equal searches of %s are made once for each language and focus',
  async (path) => {
    const searches: unknown[] = []
    const town = new Town({
      suggest: (query) => {
        searches.push(query)
        return []
      },
      geocode: (query) => {
        searches.push(query)
        return GEOCODED
      },
    })
    const asked = [
      'ha%20noi',
      'ha+noi&lang=vi',
      'ha%20noi&lang=en',
      'ha%20noi&focus.lat=21&focus.lon=105',
      'ha%20noi&focus.lat=21&focus.lon=106',
    ]
    for (const text of [...asked, ...asked]) {
      expect((await town.ask(path + text)).status).toBe(200)
    }
    expect(searches).toHaveLength(4)
  },
)

test('keeps what is asked for again and again, however much comes between', () => {
  const cache = new AnswerCache(2 * 4 * (ENTRY_BYTES + 20), () => ONE)
  bodyOf(cache, 'often', () => 'made first')
  for (let i = 0; i < 40; i++) {
    bodyOf(cache, `k${i}`, () => 'other')
    expect(textOf(bodyOf(cache, 'often', () => 'made again'))).toBe('made first')
  }
})

test.each(['/v1/suggest?input=', '/v1/geocode?address='])(
  'what is kept of %s says what it said before others were answered',
  async (path) => {
    const named = (text: string) => ({ ...CAFE, address: text, mainText: text })
    const town = new Town({
      suggest: ({ input }) => [named(input)],
      geocode: ({ address }) => ({
        place: named(address),
        confidence: 1,
        matchLevel: 'poi',
        partialMatch: false,
        matchedName: null,
        unmatched: [],
      }),
    })
    const { body } = await town.ask(`${path}mot`)
    expect(JSON.stringify(body)).toContain('mot')
    await town.ask(`${path}hai`)
    await town.ask(`${path}ba`)
    expect((await town.ask(`${path}mot`)).body).toEqual(body)
  },
)
