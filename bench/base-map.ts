/*
 * Requests a second of tiles of the base map, against a bare Bun.serve that returns the same bytes:
 *
 *   bun bench/base-map.ts --data DIR [--seconds 5] [--connections 32]
 *
 * DIR holds a dataset with a map. Tiles come packed, as every client of a map asks for them. Needs
 * wrk. Prints a table in Markdown, and how long tiles take that were never asked for before.
 */
import { join } from 'node:path'
import { seededRandom } from '../src/commands/bench.ts'
import {
  firstLine,
  type Measured,
  measure,
  memoryOf,
  rowOf,
  type Subject,
  TABLE_HEAD,
  together,
  withSubject,
} from './comparison.ts'

const SEED = 20_261_125
/** Within Vietnam: from the north-west to the south-east. */
const BOX = { west: 103, south: 9, east: 109, north: 23 }
const ZOOMS = [6, 8, 10, 12, 14]
const TRIES = 3_000
const TILES_MAX = 300
const WARM_UP_SECONDS = '5'
const GZIP = 'gzip'

const random = seededRandom(SEED)

/** A tile of the zoom somewhere in the country. */
function somewhere(z: number): string {
  const lon = BOX.west + random() * (BOX.east - BOX.west)
  const lat = ((BOX.south + random() * (BOX.north - BOX.south)) * Math.PI) / 180
  const x = Math.floor(((lon + 180) / 360) * 2 ** z)
  const y = Math.floor(((1 - Math.asinh(Math.tan(lat)) / Math.PI) / 2) * 2 ** z)
  return `/map/tiles/${z}/${x}/${y}`
}

/** Writes packed tiles to files named by their number; how long the first answers took. */
async function record({ server, scratch }: Subject, z: number) {
  const paths: string[] = []
  const timesMs: number[] = []
  const asked = new Set<string>()
  for (let i = 0; i < TRIES && paths.length < TILES_MAX; i++) {
    const path = somewhere(z)
    if (asked.has(path)) continue
    asked.add(path)
    const startMs = performance.now()
    const request = { headers: { 'accept-encoding': GZIP }, decompress: false }
    const response = await fetch(server.url + path, request)
    const bytes = await response.bytes()
    timesMs.push(performance.now() - startMs)
    if (response.status !== 200) continue
    await Bun.write(join(scratch, String(paths.length)), bytes)
    paths.push(path)
  }
  timesMs.sort((a, b) => a - b)
  return { paths, coldP99Ms: timesMs[Math.floor(0.99 * timesMs.length)] ?? Number.NaN }
}

await withSubject(async (subject) => {
  const { server, scratch, seconds } = subject
  console.log(TABLE_HEAD)
  const cold: string[] = []
  for (const z of ZOOMS) {
    const { paths, coldP99Ms } = await record(subject, z)
    const pathsFile = join(scratch, 'paths.txt')
    await Bun.write(pathsFile, paths.map((path) => `${path} \n`).join(''))
    const script = join(import.meta.dir, 'tile-server.ts')
    const command = [process.execPath, script, 'bare', scratch, ...paths]
    const bare = Bun.spawn(command, { stdout: 'pipe' })
    const bareUrl = await firstLine(bare.stdout)
    await measure(subject, server.url, pathsFile, WARM_UP_SECONDS, GZIP)
    await measure(subject, bareUrl, pathsFile, WARM_UP_SECONDS, GZIP)
    const ours: Measured[] = []
    const theirs: Measured[] = []
    for (let second = 0; second < Number(seconds); second++) {
      ours.push(await measure(subject, server.url, pathsFile, '1', GZIP))
      theirs.push(await measure(subject, bareUrl, pathsFile, '1', GZIP))
    }
    bare.kill()
    await bare.exited
    console.log(rowOf(`zoom ${z}, ${paths.length} tiles`, together(ours), together(theirs)))
    cold.push(`zoom ${z}: ${coldP99Ms.toFixed(1)} ms`)
  }
  console.log(`\nAsked for the first time, one after the other, p99: ${cold.join(', ')}.`)
  console.log(memoryOf(subject))
})
