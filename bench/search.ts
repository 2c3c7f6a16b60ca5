/*
 * The search kernels alone: what a query costs, by the form of the query, and what the index costs.
 *
 *   bun bench/search.ts EXTRACT.osm.pbf …
 *
 * Equal queries are not cached anywhere. CPU time is this process's own, so that a busy machine
 * does not show; the 99th percentile is wall clock, and does. Prints tables in Markdown.
 */
import { misspelt } from '../eval/misspell.ts'
import { telex } from '../eval/typing.ts'
import { seededRandom } from '../src/commands/bench.ts'
import type { Point } from '../src/geo/point.ts'
import { readExtract } from '../src/import/extract.ts'
import { Progress } from '../src/import/report/progress.ts'
import { buildSearch } from '../src/search/build/build-search.ts'
import { buildReverse } from '../src/search/build/reverse.ts'
import { geocode } from '../src/search/geocode.ts'
import type { PlaceAnswer } from '../src/search/model/query.ts'
import { resolve } from '../src/search/resolve.ts'
import { openReverse, type Reverse, reverse } from '../src/search/reverse/reverse.ts'
import { openSearch, type Search } from '../src/search/search.ts'
import { suggest } from '../src/search/suggest.ts'
import { withoutMarks } from '../src/text/fold.ts'
import { shortForm } from './inputs.ts'

const SAMPLE = 3_000
const ROUNDS = 2
const SEED = 20_261_120
const CHARS_MIN = 2
const CHARS_MAX = 20
const JITTER_DEGREES = 0.0003 // about 30 m
const HANOI: Point = { lon: 105.8342, lat: 21.0278 }

async function main(path: string): Promise<void> {
  const progress = new Progress({ log: () => {}, progress: () => {} })
  const { places } = await readExtract(path, progress, new AbortController().signal)
  const startMs = performance.now()
  const bytes = buildSearch(places)
  const searchMs = performance.now() - startMs
  const reverseBytes = buildReverse(places)
  console.log(`\n${path}: ${places.length.toLocaleString('en')} places, search.idx`)
  console.log(
    `${(bytes.length / 1e6).toFixed(1)} MB in ${(searchMs / 1000).toFixed(1)} s, reverse.idx`,
  )
  console.log(`${(reverseBytes.length / 1e6).toFixed(1)} MB\n`)
  const search = openSearch(bytes)
  console.log('| kernel | mean CPU | queries/s | p99, wall clock |')
  console.log('|---|---|---|---|')
  const ids = places.map(({ id }) => id)
  for (const [name, query] of casesOf(search, openReverse(reverseBytes, search), ids)) {
    measure(name, query, SAMPLE)
  }
}

type Case = readonly [name: string, query: (i: number) => unknown]

/** The forms of query; each takes the number of one of SAMPLE. */
function casesOf(search: Search, near: Reverse, ids: readonly string[]): readonly Case[] {
  const random = seededRandom(SEED)
  const answers: PlaceAnswer[] = []
  while (answers.length < SAMPLE) {
    const answer = resolve(search, ids[Math.floor(random() * ids.length)] ?? '', 'vi')
    if (answer !== null && answer.name.length >= CHARS_MIN) answers.push(answer)
  }
  const beginning = (text: string) => {
    const length = CHARS_MIN + Math.floor(random() * (CHARS_MAX - CHARS_MIN + 1))
    return [...text].slice(0, length).join('')
  }
  const jitter = (degrees: number) => degrees + (random() - 0.5) * 2 * JITTER_DEGREES
  const typed = (of: (answer: PlaceAnswer) => string) => answers.map(of)
  const suggestAll = (inputs: string[], focusOf: (i: number) => Point | null) => (i: number) =>
    suggest(search, { input: inputs[i] ?? '', lang: 'vi', focus: focusOf(i) })
  const nowhere = () => null
  const inHanoi = () => HANOI
  const geocodeAll = (inputs: string[]) => (i: number) =>
    geocode(search, { address: inputs[i] ?? '', lang: 'vi', focus: null })
  const points = answers.map(({ lon, lat }) => ({ lon: jitter(lon), lat: jitter(lat) }))

  const begun = typed(({ name }) => beginning(name))
  return [
    ['resolve', (i) => resolve(search, answers[i]?.id ?? '', 'vi')],
    [
      'reverse',
      (i) =>
        reverse(near, {
          point: points[i]!,
          radiusM: 50,
          size: 1,
          lang: 'vi',
          isVietnamOnly: false,
        }),
    ],
    // Maps send a focus: these are the ones to judge a change by.
    ['suggest, focus near the place', suggestAll(begun, (i) => points[i]!)],
    ['suggest, focus in Hà Nội', suggestAll(begun, inHanoi)],
    ['suggest, 2 to 20 characters', suggestAll(begun, nowhere)],
    [
      'suggest, without marks',
      suggestAll(
        typed(({ name }) => withoutMarks(beginning(name))),
        nowhere,
      ),
    ],
    [
      'suggest, with an error',
      suggestAll(
        typed(({ name }) => misspelt(name, random) ?? name),
        nowhere,
      ),
    ],
    [
      'suggest, Telex',
      suggestAll(
        typed(({ name }) => telex(name)),
        nowhere,
      ),
    ],
    ['geocode, full address', geocodeAll(typed(({ address }) => address))],
    ['geocode, without marks', geocodeAll(typed(({ address }) => withoutMarks(address)))],
    ['geocode, short forms', geocodeAll(typed(({ address }) => shortForm(address)))],
  ]
}

function measure(name: string, query: (i: number) => unknown, count: number): void {
  for (let i = 0; i < count; i++) query(i)
  const walls = new Float64Array(count * ROUNDS)
  const before = process.cpuUsage()
  for (let i = 0; i < walls.length; i++) {
    const startMs = performance.now()
    query(i % count)
    walls[i] = performance.now() - startMs
  }
  const { user, system } = process.cpuUsage(before)
  const meanUs = (user + system) / walls.length
  const p99Us = (walls.sort()[Math.floor(walls.length * 0.99)] ?? 0) * 1000
  const rate = Math.round(1e6 / meanUs).toLocaleString('en')
  console.log(`| ${name} | ${meanUs.toFixed(1)} µs | ${rate} | ${p99Us.toFixed(0)} µs |`)
}

const paths = process.argv.slice(2)
if (paths.length === 0) {
  console.error('Name one or more extracts: bun bench/search.ts FILE.osm.pbf')
  process.exit(2)
}
for (const path of paths) await main(path)
