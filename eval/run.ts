import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { distanceM } from '../src/geo/distance.ts'
import { buildSearch } from '../src/search/build/build-search.ts'
import { geocode } from '../src/search/geocode.ts'
import type { GeocodeAnswer, PlaceAnswer } from '../src/search/model/query.ts'
import { resolve } from '../src/search/resolve.ts'
import { openSearch, type Search } from '../src/search/search.ts'
import { suggest } from '../src/search/suggest.ts'
import { foldText } from '../src/text/fold.ts'
import { evaluationPlaces } from './dataset.ts'
import { exportTests } from './geocoder-tester.ts'
import { LISTS_FILE } from './lists.ts'
import { PAIRS_FILE } from './pairs.ts'

/*
 * How well addresses are understood: every pair of eval/pairs.tsv is asked of the geocoder (first
 * answer) and of autocomplete (seven answers), those that are half typed of autocomplete alone; then
 * the old wards of the reform of 2025.
 *
 *   bun run eval [--worst 20]
 *   bun run eval --geocoder-tester DIR    writes them for other geocoders, and asks nothing
 */

const NEAR_M = 50 // another record of the same thing, mapped twice
const WORST_DEFAULT = 20

interface Outcome {
  readonly form: string
  readonly question: string
  readonly wanted: string
  readonly got: string
  /** 1 for the first, 0 when it is not among them. */
  readonly rank: number
  readonly isFirst: boolean
  readonly errorM: number | null
}

async function main(): Promise<void> {
  const places = await evaluationPlaces()
  const rows = await questionsOf(PAIRS_FILE)
  const at = process.argv.indexOf('--geocoder-tester')
  if (at >= 0) {
    const directory = process.argv[at + 1]
    if (directory === undefined) throw new Error('--geocoder-tester needs a directory.')
    for (const [name, count] of exportTests(directory, rows, places)) {
      console.log(`${join(directory, name)}: ${count} questions`)
    }
    return
  }
  const search = openSearch(buildSearch(places))
  const outcomes = rows.map((row) => ask(search, row))
  const qualityOf = new Map(rows.map((row) => [row['form'] ?? '', row['quality'] ?? '']))
  console.log('| form | pairs | success@1 | success@7 | MRR | median error |')
  console.log('|---|---|---|---|---|---|')
  for (const form of qualityOf.keys()) {
    report(
      form,
      outcomes.filter((outcome) => outcome.form === form),
    )
  }
  for (const quality of ['clean', 'noisy', 'typing']) {
    report(
      `all ${quality}`,
      outcomes.filter(({ form }) => qualityOf.get(form) === quality),
    )
  }
  await reportLists(search)
  await reportOldWards(search)
  const worst = Number(process.argv[process.argv.indexOf('--worst') + 1]) || WORST_DEFAULT
  console.log(`\nThe worst ${worst}:`)
  const failed = outcomes.filter((outcome) => !outcome.isFirst)
  failed.sort((a, b) => (b.errorM ?? Infinity) - (a.errorM ?? Infinity))
  for (const { form, question, wanted, got } of failed.slice(0, worst)) {
    console.log(`- ${form}: ${question}\n    wanted ${wanted}\n    got    ${got}`)
  }
}

async function questionsOf(file: string): Promise<Record<string, string>[]> {
  return parse(await Bun.file(file).text(), { columns: true, delimiter: '\t', quote: false })
}

function ask(search: Search, row: Record<string, string>): Outcome {
  const question = row['question'] ?? ''
  const wanted = resolve(search, row['place'] ?? '', 'vi')
  if (!wanted)
    throw new Error(`No place ${row['place']}: write the pairs anew (bun eval/pairs.ts).`)
  const list = suggest(search, { input: question, lang: 'vi', focus: null })
  const isTyping = row['quality'] === 'typing'
  const found = isTyping ? null : geocode(search, { address: question, lang: 'vi', focus: null })
  const first = isTyping ? (list[0] ?? null) : (found?.place ?? null)
  const rank = list.findIndex((answer) => isSame(answer, wanted)) + 1
  return {
    form: row['form'] ?? '',
    question,
    wanted: wanted.address,
    got: first ? `${first.address}${found ? levelOf(found) : ''}` : 'nothing',
    rank,
    isFirst: first !== null && isSame(first, wanted),
    errorM: first ? distanceM(first, wanted) : null,
  }
}

function levelOf({ matchLevel, confidence }: GeocodeAnswer): string {
  return ` (${matchLevel} ${confidence})`
}

/** The place itself, one that reads the same, or the same thing mapped a second time. */
function isSame(answer: PlaceAnswer, wanted: PlaceAnswer): boolean {
  if (answer.id === wanted.id || answer.address === wanted.address) return true
  const isSameName = foldText(answer.name) === foldText(wanted.name)
  return isSameName && distanceM(answer, wanted) <= NEAR_M
}

function report(form: string, outcomes: readonly Outcome[]): void {
  const share = (count: number) => `${((100 * count) / outcomes.length).toFixed(1)} %`
  const found = outcomes.filter(({ rank }) => rank > 0)
  const reciprocal = found.reduce((sum, { rank }) => sum + 1 / rank, 0) / outcomes.length
  const errors = outcomes.map(({ errorM }) => errorM ?? Infinity).sort((a, b) => a - b)
  const median = errors[Math.floor(errors.length / 2)] ?? Infinity
  const cells = [
    form,
    outcomes.length,
    share(outcomes.filter(({ isFirst }) => isFirst).length),
    share(found.length),
    reciprocal.toFixed(3),
    Number.isFinite(median) ? `${Math.round(median)} m` : '–',
  ]
  console.log(`| ${cells.join(' | ')} |`)
}

/** Addresses as lists have them; right when the answer is one of several places. */
async function reportLists(search: Search): Promise<void> {
  const rows = await questionsOf(LISTS_FILE)
  const outcomes = rows.map((row) => {
    const question = row['question'] ?? ''
    const ids = (row['wanted'] ?? '').split(' ')
    const wanted = ids.flatMap((id) => resolve(search, id, 'vi') ?? [])
    const found = geocode(search, { address: question, lang: 'vi', focus: null })
    const list = suggest(search, { input: question, lang: 'vi', focus: null })
    const isWanted = (answer: PlaceAnswer) => wanted.some((each) => isSame(answer, each))
    return {
      form: row['form'] ?? '',
      quality: row['quality'] ?? '',
      question,
      wanted: wanted.map(({ address }) => address).join(' or '),
      got: found ? `${found.place.address}${levelOf(found)}` : 'nothing',
      rank: list.findIndex(isWanted) + 1,
      isFirst: found !== null && isWanted(found.place),
      errorM: null,
    }
  })
  const of = (key: 'form' | 'quality') => Map.groupBy(outcomes, (outcome) => outcome[key])
  for (const [form, those] of of('form')) report(form, those)
  for (const [quality, those] of of('quality')) report(`lists, ${quality}`, those)
  const failed = outcomes.filter(({ isFirst }) => !isFirst)
  if (process.argv.includes('--lists')) {
    for (const { form, question, wanted, got } of failed) {
      console.log(`- ${form}: ${question}\n    wanted ${wanted}\n    got    ${got}`)
    }
  }
}

/** Addresses in the old form; right when the ward of today is one of those that took it over. */
async function reportOldWards(search: Search): Promise<void> {
  const directory = process.env['SAOLA_TEST_DATA'] ?? join(import.meta.dir, '../../shared/data')
  const path = join(directory, 'tables/old_ward_to_new_ward.csv')
  if (!existsSync(path)) return
  const rows: Record<string, string>[] = parse(await Bun.file(path).text(), { columns: true })
  const outcomes = rows.map((row): Outcome => {
    const question = row['old_address'] ?? ''
    const answer = geocode(search, { address: question, lang: 'vi', focus: null })?.place
    const wards = (row['new_wards'] ?? '').split('|').map(foldText)
    const isFirst = wards.includes(foldText(answer?.ward ?? ''))
    const list = suggest(search, { input: question, lang: 'vi', focus: null })
    const rank = list.findIndex(({ ward }) => wards.includes(foldText(ward ?? ''))) + 1
    const got = answer?.address ?? 'nothing'
    return { form: '', question, wanted: wards.join(), got, rank, isFirst, errorM: null }
  })
  report('old ward to new', outcomes)
}

await main()
