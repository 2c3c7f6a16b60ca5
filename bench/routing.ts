/*
 * Routes over a country-size extract: what the graphs cost to build, and how long a search, a whole
 * route (with snapping and unpacking) and directions with all their steps take, by how far the ends
 * are apart.
 *
 *   bun bench/routing.ts EXTRACT.osm.pbf | GRAPH.idx [--osrm "PYTHON DATA.osrm"]
 *
 * With an extract both graphs are built first; with a graph only that one is asked. `--osrm` asks
 * OSRM for the same pairs, through its Python bindings, in a process of its own and in turn with
 * us: PYTHON (3.12 or later) has the package osrm-bindings, DATA.osrm is what its osrm-extract and
 * osrm-contract made of the same extract with its car.lua. Prints tables in Markdown.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { parseArgs } from 'node:util'
import { distanceM } from '../src/geo/distance.ts'
import type { Point } from '../src/geo/point.ts'
import { buildRoutingFiles } from '../src/import/roads/graphs.ts'
import { DIRECTIONS_DEFAULTS, directions } from '../src/routing/answer.ts'
import { type Guide, openGuide } from '../src/routing/guide.ts'
import { findRoute } from '../src/routing/path/route.ts'
import { mapFile } from '../src/system/mapped-file.ts'
import { nodePoint } from '../test/routing/node-point.ts'
import { seededRandom } from './inputs.ts'

const PAIRS_A_BAND = 1_000
const BANDS_KM = [1, 2, 5, 10, 20, 50, 100, 200, 500, 2_000]
const TRIES = 400_000
const SEED = 20_261_121

interface Pair {
  readonly from: Point
  readonly to: Point
}

interface Graph {
  readonly name: string
  readonly bytes: Uint8Array
}

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { osrm: { type: 'string' } },
})
const file = positionals[0]
if (file === undefined) {
  console.error('Give an extract or a graph: bun bench/routing.ts EXTRACT.osm.pbf | GRAPH.idx')
  process.exit(2)
}
const directory = mkdtempSync(join(tmpdir(), 'saola-bench-routing-'))
process.on('exit', () => rmSync(directory, { recursive: true, force: true }))
const graphs = file.endsWith('.idx') ? [file] : await build(file)
for (const path of graphs) await measure({ name: basename(path), bytes: mapFile(path) })

/** Paths of both graphs. */
async function build(path: string): Promise<string[]> {
  const startedMs = performance.now()
  const files = await buildRoutingFiles(path, directory, {})
  const seconds = (performance.now() - startedMs) / 1_000
  const cpuSeconds = process.cpuUsage().user / 1e6
  const peakMb = process.resourceUsage().maxRSS / 1_000
  console.log(
    `Both graphs, read, built and checked: ${seconds.toFixed(1)} s, ` +
      `${cpuSeconds.toFixed(1)} s of processor, at most ${peakMb.toFixed(0)} MB\n`,
  )
  console.log('| Graph | Nodes | Edges | Arcs | Arcs of the hierarchy | MB |')
  console.log('|---|---|---|---|---|---|')
  for (const { name, size, summary } of files) {
    const { nodes, edges, arcs, hierarchyArcs } = summary
    const counts = [nodes, edges, arcs, hierarchyArcs].map((count) => count.toLocaleString('en-US'))
    console.log(`| ${name} | ${counts.join(' | ')} | ${(size / 1e6).toFixed(0)} |`)
  }
  return files.map(({ path: graph }) => graph)
}

async function measure(graph: Graph): Promise<void> {
  const router = openGuide(graph.bytes)
  const bands = pairsByDistance(router)
  const everywhere = randomPairs(router)
  const osrm = values.osrm === undefined ? null : new Osrm(values.osrm)
  console.log(`\n${graph.name}: microseconds, median and 99th of a hundred\n`)
  const columns = ['Kilometres', 'Pairs', 'Arcs', 'Visited', 'Search', 'Route', 'Directions']
  const compared = osrm === null ? [] : ['OSRM route', 'ratio', 'OSRM directions', 'ratio']
  console.log(`| ${[...columns, ...compared].join(' | ')} |`)
  console.log(`|${'---|'.repeat(columns.length + compared.length)}`)
  for (const [name, pairs] of [...bands, ['anywhere', everywhere] as const]) {
    // A first round warms caches and compiler; who searches a country has them warm.
    timesOf(router, pairs)
    const ours = timesOf(router, pairs)
    const told = directionsUs(router, pairs)
    const cells = [name, pairs.length, ours.arcs.toFixed(0), ours.settled.toFixed(0)]
    const times = [ours.searchUs, ours.routeUs, told].map(spread)
    const theirs = osrm && (await osrm.microseconds(pairs))
    const others = theirs
      ? [
          ...[spread(theirs.route), ratio(theirs.route, ours.routeUs)],
          ...[spread(theirs.directions), ratio(theirs.directions, told)],
        ]
      : []
    console.log(`| ${[...cells, ...times, ...others].join(' | ')} |`)
  }
  osrm?.close()
}

interface Times {
  readonly searchUs: readonly number[]
  readonly routeUs: readonly number[]
  /** Averages over the routes that were found. */
  readonly arcs: number
  readonly settled: number
}

/** A search is timed by what a route takes without its snapping and unpacking. */
function timesOf(router: Guide, pairs: readonly Pair[]): Times {
  const searchUs: number[] = []
  const routeUs: number[] = []
  let arcs = 0
  let settled = 0
  let searchMs = 0
  const run = router.search.run.bind(router.search)
  router.search.run = () => {
    const startedMs = performance.now()
    const cost = run()
    searchMs += performance.now() - startedMs
    return cost
  }
  for (const { from, to } of pairs) {
    searchMs = 0
    const startedMs = performance.now()
    const route = findRoute(router, from, to)
    routeUs.push(1_000 * (performance.now() - startedMs))
    searchUs.push(1_000 * searchMs)
    arcs += route?.arcs.length ?? 0
    settled += router.search.settled
  }
  router.search.run = run
  return { searchUs, routeUs, arcs: arcs / pairs.length, settled: settled / pairs.length }
}

function directionsUs(router: Guide, pairs: readonly Pair[]): number[] {
  return pairs.map(({ from, to }) => {
    const query = { origin: from, destination: to, vehicle: 'car', lang: 'vi' } as const
    const startedMs = performance.now()
    directions(router, query, DIRECTIONS_DEFAULTS)
    return 1_000 * (performance.now() - startedMs)
  })
}

function randomPairs(router: Guide): Pair[] {
  const random = seededRandom(SEED)
  const nodes = router.graph.nodeLonE7.length
  const anywhere = () => nodePoint(router.graph, Math.floor(random() * nodes))
  return Array.from({ length: PAIRS_A_BAND }, () => ({ from: anywhere(), to: anywhere() }))
}

/** Connected pairs, so many for every band of distances that the extract is large enough for. */
function pairsByDistance(router: Guide): (readonly [name: string, pairs: readonly Pair[]])[] {
  const random = seededRandom(SEED + 1)
  const nodes = router.graph.nodeLonE7.length
  const bands: Pair[][] = BANDS_KM.map(() => [])
  for (let i = 0; i < TRIES && bands.some((band) => band.length < PAIRS_A_BAND); i++) {
    const at = Math.floor(random() * nodes)
    // Nodes stand in the order of a curve: near in number is near on the ground, mostly.
    const away = Math.floor(nodes ** random()) * (random() < 0.5 ? -1 : 1)
    const other = (at + away + nodes) % nodes
    const pair = { from: nodePoint(router.graph, at), to: nodePoint(router.graph, other) }
    const km = distanceM(pair.from, pair.to) / 1_000
    const band = bands[BANDS_KM.findIndex((most) => km <= most)]
    if (band === undefined || band.length >= PAIRS_A_BAND) continue
    if (findRoute(router, pair.from, pair.to) !== null) band.push(pair)
  }
  return BANDS_KM.flatMap((most, i) => {
    const pairs = bands[i] ?? []
    return pairs.length < 100 ? [] : [[`${BANDS_KM[i - 1] ?? 0} to ${most}`, pairs] as const]
  })
}

interface OsrmTimes {
  readonly route: readonly number[]
  readonly directions: readonly number[]
}

/** OSRM in Python: pairs in as a line of JSON, microseconds out. */
class Osrm {
  private readonly child: Bun.Subprocess<'pipe', 'pipe', 'inherit'>
  private readonly lines: AsyncIterator<string>

  constructor(command: string) {
    const [python = '', data = ''] = command.split(' ')
    const script = `${import.meta.dir}/ask-osrm.py`
    this.child = Bun.spawn([python, script, data], { stdin: 'pipe', stdout: 'pipe' })
    this.lines = linesOf(this.child.stdout)
  }

  async microseconds(pairs: readonly Pair[]): Promise<OsrmTimes> {
    const numbers = pairs.map(({ from, to }) => [from.lon, from.lat, to.lon, to.lat])
    this.child.stdin.write(`${JSON.stringify(numbers)}\n`)
    await this.child.stdin.flush()
    const { value, done } = await this.lines.next()
    if (done) throw new Error('OSRM ended: see its message above')
    return JSON.parse(value)
  }

  close(): void {
    this.child.stdin.end()
  }
}

async function* linesOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<string, void> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of stream) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
}

function spread(times: readonly number[]): string {
  const sorted = [...times].sort((a, b) => a - b)
  const last = sorted[Math.floor(sorted.length * 0.99)] ?? 0
  return `${middle(times).toFixed(0)} (${last.toFixed(0)})`
}

/** How many times as long their median is as ours. */
function ratio(theirs: readonly number[], ours: readonly number[]): string {
  return (middle(theirs) / middle(ours)).toFixed(1)
}

function middle(times: readonly number[]): number {
  return [...times].sort((a, b) => a - b)[times.length >> 1] ?? 0
}
