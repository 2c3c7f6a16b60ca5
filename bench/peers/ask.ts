/*
 * How many questions geocoders answer within the tolerance: files that `bun run eval
 * --geocoder-tester DIR` wrote, asked of servers that run on the same extract. Quality alone:
 * nothing is timed. README.md beside this says how to set them up.
 *
 *   bun bench/peers/ask.ts DIR/test_clean.csv DIR/test_noisy.csv --box 106.655,10.745,106.69,10.772
 *     --saola http://127.0.0.1:8080 --key KEY --nominatim http://127.0.0.1:8088
 *     --addok http://127.0.0.1:7878
 */
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { parseArgs } from 'node:util'
import { parse } from 'csv-parse/sync'
import { distanceM } from '../../src/geo/distance.ts'
import type { Point } from '../../src/geo/point.ts'

interface Question {
  readonly query: string
  readonly at: Point
  readonly toleranceM: number
}

/** The first answer of a geocoder; null where it has none. */
type Ask = (query: string) => Promise<Point | null>

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      box: { type: 'string', default: '-180,-90,180,90' },
      saola: { type: 'string' },
      key: { type: 'string', default: '' },
      nominatim: { type: 'string' },
      addok: { type: 'string' },
    },
  })
  const peers = new Map<string, Ask>()
  if (values.saola !== undefined) peers.set('Saola', askSaola(values.saola, values.key))
  if (values.nominatim !== undefined) peers.set('Nominatim', askNominatim(values.nominatim))
  if (values.addok !== undefined) peers.set('addok', askAddok(values.addok))
  if (peers.size === 0 || positionals.length === 0) throw new Error('Name files and servers.')
  const [west = 0, south = 0, east = 0, north = 0] = values.box.split(',').map(Number)
  const isIn = ({ at }: Question) =>
    at.lon >= west && at.lon <= east && at.lat >= south && at.lat <= north
  console.log(`| Questions | ${[...peers.keys()].join(' | ')} |`)
  console.log(`|---|${'--:|'.repeat(peers.size)}`)
  for (const path of positionals) {
    const questions = questionsOf(path).filter(isIn)
    const cells = [`${basename(path)}, ${questions.length}`]
    for (const ask of peers.values()) cells.push(shareOf(await right(questions, ask), questions))
    console.log(`| ${cells.join(' | ')} |`)
  }
}

/** Those with one answer to look at: nobody but autocomplete is asked what is half typed. */
function questionsOf(path: string): readonly Question[] {
  const rows: Record<string, string>[] = parse(readFileSync(path), { columns: true })
  return rows
    .filter(({ limit }) => limit === '1')
    .map(({ query = '', expected_coordinate: expected = '' }) => {
      const [lat = Number.NaN, lon = Number.NaN, toleranceM = 0] = expected.split(',').map(Number)
      return { query, at: { lon, lat }, toleranceM }
    })
}

async function right(questions: readonly Question[], ask: Ask): Promise<number> {
  let count = 0
  for (const { query, at, toleranceM } of questions) {
    const found = await ask(query)
    if (found !== null && distanceM(found, at) <= toleranceM) count++
  }
  return count
}

function shareOf(count: number, { length }: readonly Question[]): string {
  return length === 0 ? '–' : `${((100 * count) / length).toFixed(1)} %`
}

function askSaola(base: string, key: string): Ask {
  return async (query) => {
    const url = `${base}/v1/geocode?${new URLSearchParams({ address: query })}`
    const response = await fetch(url, { headers: { 'X-API-Key': key } })
    if (response.status === 404) return null
    const { result } = (await bodyOf(response)) as { result: { lat: number; lon: number } }
    return { lon: result.lon, lat: result.lat }
  }
}

function askNominatim(base: string): Ask {
  return (query) =>
    askGeoJson(`${base}/search?${new URLSearchParams({ q: query, format: 'geojson', limit: '1' })}`)
}

function askAddok(base: string): Ask {
  return (query) => askGeoJson(`${base}/search/?${new URLSearchParams({ q: query, limit: '1' })}`)
}

async function askGeoJson(url: string): Promise<Point | null> {
  const { features } = (await bodyOf(await fetch(url))) as {
    features: readonly { geometry: { coordinates: readonly [number, number] } }[]
  }
  const [first] = features
  if (first === undefined) return null
  const [lon, lat] = first.geometry.coordinates
  return { lon, lat }
}

async function bodyOf(response: Response): Promise<unknown> {
  if (!response.ok) throw new Error(`${response.url} answers with status ${response.status}.`)
  return response.json()
}

await main()
