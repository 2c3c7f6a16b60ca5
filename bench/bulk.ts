/*
 * `saola geocode` and `saola convert` on whole files: rows a second, processor time and memory.
 *
 *   bun bench/bulk.ts [--data DIR] [--rows 1000000] [--workers N]
 *
 * The addresses are made of the places of the active dataset, with a seed: for geocode as answers
 * write them, half without diacritics, a third in short forms; for convert with the former units of
 * their wards. The commands run as an operator runs them, a process each. The processor time is
 * that of all threads, so that a busy machine shows less in it. Prints a table in Markdown.
 */
import { createWriteStream, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { samplePlaces, seededRandom } from '../src/commands/bench.ts'
import { DatasetStore } from '../src/control/datasets.ts'
import { readUnits, type Unit } from '../src/convert/units.ts'
import { openDataset, SEARCH_FILE } from '../src/dataset.ts'
import { openDatabase } from '../src/db/client.ts'
import { answerTo } from '../src/search/model/query.ts'
import { withoutMarks } from '../src/text/fold.ts'
import { shortForm } from './inputs.ts'

const MAIN = join(import.meta.dir, '../src/main.ts')
const SEED = 20_261_125
const PLACES = 100_000
const NUMBERS_MAX = 400
const SHORT_SHARE = 1 / 3

const { values } = parseArgs({
  options: {
    data: { type: 'string', default: './saola-data' },
    rows: { type: 'string', default: '1000000' },
    workers: { type: 'string', default: String(navigator.hardwareConcurrency) },
  },
})
const rows = Number(values.rows)
const directory = mkdtempSync(join(tmpdir(), 'saola-bulk-'))

type Random = () => number

async function main(): Promise<void> {
  const { addresses, streets } = await readDataset()
  const random = seededRandom(SEED)
  console.log('| command | rows | rows/s | processor, rows/s a core | memory | result |')
  console.log('|---|--:|--:|--:|--:|---|')
  await measure('geocode', () => written(pick(addresses, random), random))
  const wards = readUnits().units.filter(isFormerWard)
  await measure('convert', () => {
    const number = 1 + Math.floor(random() * NUMBERS_MAX)
    return written(`${number} ${pick(streets, random)}, ${pathOf(pick(wards, random))}`, random)
  })
}

/** Addresses of places as answers write them, and names of streets. */
async function readDataset(): Promise<{ addresses: string[]; streets: string[] }> {
  const database = await openDatabase({ databaseUrl: null, dataDir: values.data })
  try {
    const local = await new DatasetStore(database.db, values.data, console.error).refresh()
    if (!local) throw new Error('There is no dataset.')
    const places = await samplePlaces(database.db, PLACES, seededRandom(SEED))
    const dataset = openDataset({ ...local, files: [SEARCH_FILE] }, () => {})
    const addresses = places.flatMap(({ id }) => {
      const shown = dataset.resolve(id, 'vi')
      return shown === null ? [] : [answerTo(shown).address]
    })
    const streets = places.filter(({ kind }) => kind === 'street').map(({ name }) => name)
    return { addresses, streets }
  } finally {
    await database.close()
  }
}

function isFormerWard({ level, system, isOlder, name }: Unit): boolean {
  return level === 'ward' && system === 'old' && !isOlder && name !== ''
}

function pathOf(unit: Unit): string {
  return unit.parent === null ? unit.name : `${unit.name}, ${pathOf(unit.parent)}`
}

function pick<T>(items: readonly T[], random: Random): T {
  return items[Math.floor(random() * items.length)]!
}

function written(address: string, random: Random): string {
  const short = random() < SHORT_SHARE ? shortForm(address) : address
  return random() < 0.5 ? short : withoutMarks(short)
}

async function measure(command: string, next: () => string): Promise<void> {
  const input = join(directory, `${command}.csv`)
  await write(input, next)
  const output = join(directory, 'out.csv')
  const flags = ['--data', values.data, '-o', output, '--workers', values.workers, '--json']
  const startMs = performance.now()
  const child = Bun.spawn([process.execPath, MAIN, command, input, ...flags], { stdout: 'pipe' })
  const summary = JSON.parse(await child.stdout.text()) as { rows: number; failed: number }
  await child.exited
  const seconds = (performance.now() - startMs) / 1_000
  const usage = child.resourceUsage()
  const cpuSeconds = Number(usage?.cpuTime.total ?? 0) / 1e6
  const megabytes = Math.round((usage?.maxRSS ?? 0) / 1e6)
  const cells = [
    `\`saola ${command}\``,
    summary.rows.toLocaleString('en'),
    Math.round(summary.rows / seconds).toLocaleString('en'),
    Math.round(summary.rows / cpuSeconds).toLocaleString('en'),
    `${megabytes} MB`,
    `${summary.failed} failed, ${(statSync(output).size / 1e6).toFixed(0)} MB`,
  ]
  console.log(`| ${cells.join(' | ')} |`)
}

async function write(path: string, next: () => string): Promise<void> {
  const file = createWriteStream(path)
  file.write('id,địa chỉ\n')
  for (let id = 1; id <= rows; id++) {
    const isTaken = file.write(`${id},"${next().replaceAll('"', '""')}"\n`)
    if (!isTaken) await new Promise<void>((resolve) => file.once('drain', () => resolve()))
  }
  await new Promise<void>((resolve) => file.end(() => resolve()))
}

try {
  await main()
} finally {
  rmSync(directory, { recursive: true })
}
