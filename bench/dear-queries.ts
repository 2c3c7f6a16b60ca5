/*
 * What the dearest texts cost that anybody could think of, and a search for dearer ones.
 *
 *   bun bench/dear-queries.ts SEARCH.idx                              measures dear-queries.tsv
 *   bun bench/dear-queries.ts SEARCH.idx --climb SECONDS [--seed N]   finds texts that cost more
 *
 * Climbing changes a text word by word, and goes on from each change that costs more time: what an
 * attacker would find. Its finds belong into dear-queries.tsv.
 */
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { seededRandom } from '../src/commands/bench.ts'
import type { Point } from '../src/geo/point.ts'
import { geocode } from '../src/search/geocode.ts'
import { openSearch, type Search } from '../src/search/search.ts'
import { suggest } from '../src/search/suggest.ts'
import { mapFile } from '../src/system/mapped-file.ts'

const HANOI: Point = { lon: 105.8342, lat: 21.0278 }
const CHARS_MAX = 256
const ROUNDS = 3
/** Texts that were changed so often without costing more are left. */
const TRIES_MAX = 120
const STARTS = 12
const SHOWN = 10

/** Words that take a way of their own through the search. */
const SPECIAL =
  'cạnh gần đối diện ngay sát ngã tư góc giao với và & x - , / p. q. tp. phường quận đường phố ' +
  'ngõ hẻm số tổ khu phố chợ atm agribank cây xăng cửa hàng a b c d h n t 1 2 12 5/3 12/3/4 8 9 ' +
  'tx hcm hn k1 d1 p5q5 duong nguyen tran le the thi van dduowngf truwowngf bachhoaxanh'

interface Ask {
  readonly name: string
  readonly run: (text: string) => unknown
}

/** Every way in which a text is asked. */
function asksOf(search: Search): readonly Ask[] {
  return [null, HANOI].flatMap((focus) => {
    const where = focus ? ', focus' : ''
    return [
      {
        name: `geocode${where}`,
        run: (text) => geocode(search, { address: text, focus, lang: 'vi' }),
      },
      {
        name: `suggest${where}`,
        run: (text) => suggest(search, { input: text, focus, lang: 'vi' }),
      },
    ] satisfies Ask[]
  })
}

/** Milliseconds that it takes, the least of several runs: others may compute beside it. */
function costOf({ run }: Ask, text: string): number {
  let least = Number.POSITIVE_INFINITY
  for (let round = 0; round < ROUNDS; round++) {
    const startMs = performance.now()
    run(text)
    least = Math.min(least, performance.now() - startMs)
  }
  return least
}

/** Of each text: what its dearest way took before there was a budget, and what each takes now. */
function measureKnown(asks: readonly Ask[]): void {
  const table = readFileSync(new URL('dear-queries.tsv', import.meta.url), 'utf8')
  const rows = table
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split('\t'))
  // What runs for the first time is not compiled yet.
  for (const [, , text = ''] of rows) for (const ask of asks) costOf(ask, text)
  console.log(`| text | once, ms | ${asks.map(({ name }) => name).join(' | ')} |`)
  console.log(`|---|---|${asks.map(() => '---|').join('')}`)
  for (const [before, , text = ''] of rows) {
    const costs = asks.map((ask) => costOf(ask, text).toFixed(1))
    console.log(`| \`${text}\` | ${before} | ${costs.join(' | ')} |`)
  }
}

/** Climbs from several texts, until the time is over; prints the dearest. */
function climb(asks: readonly Ask[], words: readonly string[], seconds: number, seed: number) {
  const random = seededRandom(seed)
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!
  const found: { text: string; ms: number; ask: string }[] = []
  const endMs = performance.now() + seconds * 1000
  for (let start = 0; performance.now() < endMs; start++) {
    const ask = asks[start % asks.length]!
    const texts = Array.from({ length: STARTS }, () =>
      Array.from({ length: 4 + Math.floor(random() * 20) }, () => pick(words)),
    )
    let best = texts[0]!
    let ms = 0
    for (const text of texts) {
      const cost = costOf(ask, textOf(text))
      if (cost > ms) [best, ms] = [text, cost]
    }
    for (let tries = 0; tries < TRIES_MAX && performance.now() < endMs; tries++) {
      const changed = changedText(best, words, pick, random)
      const cost = costOf(ask, textOf(changed))
      if (cost <= ms * 1.02) continue
      best = changed
      ms = cost
      tries = 0
    }
    found.push({ text: textOf(best), ms, ask: ask.name })
  }
  found.sort((a, b) => b.ms - a.ms)
  for (const { text, ms, ask } of found.slice(0, SHOWN))
    console.log(`${ms.toFixed(1)}\t${ask}\t${text}`)
}

/** One word more, less, another, twice, or with a letter less. */
function changedText(
  text: readonly string[],
  words: readonly string[],
  pick: <T>(list: readonly T[]) => T,
  random: () => number,
): string[] {
  const at = Math.floor(random() * text.length)
  const word = text[at] ?? ''
  switch (Math.floor(random() * 6)) {
    case 0:
      return text.toSpliced(at, 0, pick(words))
    case 1:
      return text.length > 1 ? text.toSpliced(at, 1) : [...text]
    case 2:
      return text.toSpliced(at, 0, word)
    case 3:
      return text.toSpliced(at, 1, word.slice(0, -1) || pick(words))
    case 4:
      return text.toSpliced(Math.floor(random() * text.length), 0, pick(text))
    default:
      return text.toSpliced(at, 1, pick(words))
  }
}

function textOf(words: readonly string[]): string {
  return words.join(' ').slice(0, CHARS_MAX)
}

/** Special words, and as many of names. */
function wordsOf(search: Search): string[] {
  const special = SPECIAL.split(' ')
  const { index } = search
  const random = seededRandom(1)
  const names = special.flatMap(() => {
    const name = search.answers.vi.of(Math.floor(random() * index.places)).name
    return name.split(' ')
  })
  return [...special, ...special, ...names]
}

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { climb: { type: 'string' }, seed: { type: 'string', default: '1' } },
})
const [path] = positionals
if (path === undefined) {
  console.error('Usage: bun bench/dear-queries.ts SEARCH.idx [--climb SECONDS] [--seed N]')
  process.exit(1)
}
const search = openSearch(mapFile(path))
const asks = asksOf(search)
if (values.climb === undefined) measureKnown(asks)
else climb(asks, wordsOf(search), Number(values.climb), Number(values.seed))
