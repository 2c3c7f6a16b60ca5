import type { Command } from 'commander'
import { ServiceError } from '../base/errors.ts'
import type { PlaceId } from '../base/ids.ts'
import { DatasetStore } from '../control/datasets.ts'
import { type OpenDataset, openDataset } from '../dataset.ts'
import type { Db } from '../db/client.ts'
import { activeDataset } from '../db/datasets.ts'
import { readPlaces } from '../db/places.ts'
import type { Place } from '../search/model/place.ts'
import { answerTo } from '../search/model/query.ts'
import { answer, type CommandEnv, columns, DATABASE_SETTINGS, newCommand } from './env/command.ts'
import { existingData, withDatabase } from './env/database.ts'

const SAMPLE_PLACES = 2_000
const WARM_UP_MS = 300
const SECONDS_MIN = 0.1
const SECONDS_MAX = 60
const SEED = 1
const REVERSE_RADIUS_M = 50 // interface, `/v1/reverse`

/** Speed of one thread with one kind of query, without HTTP. */
interface Figures {
  readonly question: string
  readonly perSecond: number
  readonly p50Us: number
  readonly p99Us: number
}

export function benchCommand(env: CommandEnv): Command {
  const command = newCommand(
    'bench',
    'measure how fast one thread of this machine answers from the active dataset',
    DATABASE_SETTINGS,
  ).option('--seconds <seconds>', 'how long each kind of question is asked', '2')
  return command.action(async () => {
    const seconds = parseSeconds(String(command.opts()['seconds']))
    const data = existingData(command, env)
    const figures = await withDatabase(command, env, async ({ db }) => {
      const local = await new DatasetStore(db, data, env.log).refresh()
      if (!local) throw noDataset()
      const places = await samplePlaces(db, SAMPLE_PLACES, seededRandom(SEED))
      return measureAll(openDataset(local, env.log), places, seconds * 1000, env.signal)
    })
    answer(command, env, { figures }, () =>
      columns([
        ['QUESTION', 'PER SECOND', 'MEDIAN', '99 %'],
        ...figures.map(({ question, perSecond, p50Us, p99Us }) => [
          question,
          perSecond.toFixed(0),
          `${p50Us.toFixed(1)} µs`,
          `${p99Us.toFixed(1)} µs`,
        ]),
      ]),
    )
  })
}

/** Places of the active dataset, each with the same chance. Throws `NOT_FOUND` without one. */
export async function samplePlaces(
  db: Db,
  count: number,
  random: () => number,
): Promise<readonly Place[]> {
  const dataset = await activeDataset(db)
  if (!dataset) throw noDataset()
  const sample: Place[] = []
  let seen = 0
  // Reservoir sampling: one page of the dataset is in memory at a time.
  for await (const page of readPlaces(db, dataset.id)) {
    for (const place of page) {
      const slot = seen < count ? seen : Math.floor(random() * (seen + 1))
      if (slot < count) sample[slot] = place
      seen++
    }
  }
  return sample
}

/** Mulberry32: the same questions in every run. */
export function seededRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

function measureAll(
  dataset: OpenDataset,
  places: readonly Place[],
  durationMs: number,
  signal: AbortSignal,
): Figures[] {
  const lang = 'vi'
  const focus = null
  const typed = places.map(({ name }, i) => [...name].slice(0, 2 + (i % 19)).join(''))
  const resolve = (id: PlaceId) => {
    const shown = dataset.resolve(id, lang)
    return shown && answerTo(shown)
  }
  const addresses = places.map(({ id, name }) => resolve(id)?.address ?? name)
  const points = places.map(({ lonE7, latE7 }) => ({ lon: lonE7 / 1e7, lat: latE7 / 1e7 }))
  const near = { radiusM: REVERSE_RADIUS_M, size: 1, lang, isVietnamOnly: false } as const
  const questions: readonly [string, (i: number) => unknown][] = [
    ['suggest', (i) => dataset.suggest({ input: typed[i] ?? '', lang, focus }).map(answerTo)],
    ['geocode', (i) => dataset.geocode({ address: addresses[i] ?? '', lang, focus })],
    ['resolve', (i) => places[i] && resolve(places[i].id)],
    ['reverse', (i) => points[i] && dataset.reverse({ point: points[i], ...near })],
    ['reverse-geocode', (i) => points[i] && dataset.boundariesAt(points[i], [4, 8])],
  ]
  return questions.map(([question, ask]) => {
    if (signal.aborted) throw new ServiceError('INTERRUPTED', 'Stopped before the end.')
    askFor(ask, places.length, WARM_UP_MS)
    return { question, ...askFor(ask, places.length, durationMs) }
  })
}

function askFor(
  ask: (i: number) => unknown,
  count: number,
  durationMs: number,
): Omit<Figures, 'question'> {
  const latenciesUs: number[] = []
  const startedMs = performance.now()
  let nowMs = startedMs
  for (let i = 0; nowMs - startedMs < durationMs; i++) {
    ask(i % count)
    const thenMs = nowMs
    nowMs = performance.now()
    latenciesUs.push((nowMs - thenMs) * 1000)
  }
  const sorted = Float64Array.from(latenciesUs).sort()
  return {
    perSecond: (latenciesUs.length * 1000) / (nowMs - startedMs),
    p50Us: sorted[Math.floor(sorted.length * 0.5)] ?? 0,
    p99Us: sorted[Math.floor(sorted.length * 0.99)] ?? 0,
  }
}

function parseSeconds(text: string): number {
  const seconds = Number(text)
  if (/^\d+(\.\d+)?$/.test(text) && seconds >= SECONDS_MIN && seconds <= SECONDS_MAX) return seconds
  const range = `${SECONDS_MIN} to ${SECONDS_MAX}`
  throw new ServiceError('USAGE', `--seconds is ${JSON.stringify(text)}; it accepts ${range}.`)
}

function noDataset(): ServiceError {
  return new ServiceError('NOT_FOUND', "No dataset is active: 'saola import' makes one.")
}
