/*
 * How fast an extract is decoded, against osmium-tool reading it and writing it nowhere.
 *
 *   bun bench/osm.ts [EXTRACT.osm.pbf …]
 *
 * Without a file: vietnam-dev of the test data. The country-size extract is made by
 * `../shared/tools/make-scale-extract OUT.osm.pbf`. Every reader is a process of its own, started
 * in turn; figures are the median of ROUNDS. Prints a table in Markdown.
 */
import type { OsmWant } from '../src/osm/block.ts'
import { readOsm } from '../src/osm/read.ts'
import { sharedData } from '../test/shared-data.ts'

const ROUNDS = 5

interface Reader {
  readonly name: string
  readonly command: readonly string[]
}

interface Run {
  readonly seconds: number
  readonly peakBytes: number
}

const WANTS = new Map<string, OsmWant>([
  ['all', { nodes: 'all', ways: true, relations: true }],
  ['coordinates', { nodes: 'coordinates', ways: false, relations: false }],
  ['ways', { nodes: 'none', ways: true, relations: false }],
])

/** What one reader process does: decodes the file, prints the number of nodes. */
async function decode(path: string, threads: number, wantName: string): Promise<void> {
  const want = WANTS.get(wantName)
  if (want === undefined) throw new Error(`there is no ${wantName} to decode`)
  let nodes = 0
  const handlers = {
    nodes(block: { readonly ids: Float64Array }) {
      nodes += block.ids.length
    },
    ways() {},
    relations() {},
  }
  await readOsm(path, want, handlers, { threads })
  console.log(nodes)
}

async function run(command: readonly string[]): Promise<Run & { readonly output: string }> {
  const startMs = performance.now()
  const child = Bun.spawn([...command], { stdout: 'pipe', stderr: 'inherit' })
  const output = await child.stdout.text()
  if ((await child.exited) !== 0) throw new Error(`${command.join(' ')} failed`)
  const seconds = (performance.now() - startMs) / 1000
  return { seconds, peakBytes: child.resourceUsage()?.maxRSS ?? 0, output }
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}

async function compare(path: string): Promise<void> {
  const ours = (threads: number, want: string) => ({
    name: `Saola, ${want}, ${threads === 0 ? 'one thread' : `${threads} workers`}`,
    command: [process.execPath, import.meta.path, '--decode', path, String(threads), want],
  })
  const osmium = {
    name: 'osmium cat to OPL',
    command: ['osmium', 'cat', path, '-f', 'opl', '-O', '-o', '/dev/null'],
  }
  const readers: Reader[] = [
    osmium,
    ours(0, 'all'),
    ours(2, 'all'),
    ours(2, 'coordinates'),
    ours(2, 'ways'),
  ]
  const nodes = Number((await run(ours(2, 'all').command)).output)
  const runs = new Map<string, Run[]>(readers.map((reader) => [reader.name, []]))
  for (let round = 0; round < ROUNDS; round++) {
    for (const { name, command } of readers) runs.get(name)?.push(await run(command))
  }
  const seconds = (name: string) => median(runs.get(name)?.map((each) => each.seconds) ?? [])
  console.log(`\n${path.split('/').at(-1)}, ${nodes} nodes\n`)
  console.log('| Reader | Seconds | Nodes/s | Peak memory | Times as fast as osmium |')
  console.log('|---|---:|---:|---:|---:|')
  for (const { name } of readers) {
    const peakMiB = median(runs.get(name)?.map((each) => each.peakBytes) ?? []) / 2 ** 20
    const speed = Math.round(nodes / seconds(name)).toLocaleString('en')
    const ratio = (seconds(osmium.name) / seconds(name)).toFixed(2)
    const row = [name, seconds(name).toFixed(2), speed, `${peakMiB.toFixed(0)} MiB`, ratio]
    console.log(`| ${row.join(' | ')} |`)
  }
}

const [first, ...rest] = process.argv.slice(2)
if (first === '--decode') {
  const [path = '', threads, want = ''] = rest
  await decode(path, Number(threads), want)
} else {
  const fallback = sharedData('vietnam-dev.osm.pbf')
  const paths = first === undefined ? [fallback ?? ''] : [first, ...rest]
  if (paths.includes('')) {
    console.error('Give an extract: bun bench/osm.ts EXTRACT.osm.pbf')
    process.exit(2)
  }
  for (const path of paths) await compare(path)
}
