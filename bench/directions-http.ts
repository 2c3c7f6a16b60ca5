/*
 * /v1/directions of the compiled executable over HTTP, one worker, on an imported dataset: cars
 * between random points of its road graph, with all steps.
 *
 *   bun bench/directions-http.ts --data DIR [--seconds 10] [--connections 8]
 *
 * Prints a table in Markdown: what one connection and several get, and what a request costs the
 * server of processor time: a core answers as many requests as that goes into a second. The floor
 * is an absolute one, and a machine that is shared may take twice as long for the same work: so a
 * second table has it in turns with a bare server that returns the same bytes, which tells in what
 * state the machine is. Needs wrk and Linux.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { activeDataset } from '../src/db/datasets.ts'
import { openRouter } from '../src/routing/path/route.ts'
import { mapFile } from '../src/system/mapped-file.ts'
import { nodePoint } from '../test/routing/node-point.ts'
import {
  ask,
  compare,
  type Measured,
  measure,
  type Subject,
  TABLE_HEAD,
  withSubject,
} from './comparison.ts'
import { seededRandom } from './inputs.ts'

const PAIRS = 4_000
const CHECKED = 50
const SEED = 20_261_121
/** The compiler takes processor time too until it has done with what is hot. */
const WARM_UP_SECONDS = '20'
const CLOCK_TICKS = 100 // sysconf(_SC_CLK_TCK) of every Linux that Bun runs on

await withSubject(async (subject) => {
  const dataset = await activeDataset(subject.db)
  if (dataset === null) throw new Error('the directory holds no active dataset')
  const paths = randomPaths(join(subject.dataDir, 'datasets', dataset.id, 'routing-car.idx'))
  const bytes = await checkedBytes(subject, paths)
  const file = join(subject.scratch, 'directions.txt')
  await Bun.write(file, paths.map((path) => `${path}\n`).join(''))
  await measure(subject, subject.server.url, file, WARM_UP_SECONDS)
  console.log(`${PAIRS} random pairs, answers of ${(bytes / 1_000).toFixed(1)} kB\n`)
  console.log(
    '| Connections | Requests/s | p50, ms | p99, ms | Processor, µs | Requests/s a core |',
  )
  console.log('|--:|--:|--:|--:|--:|--:|')
  for (const connections of ['1', subject.connections]) {
    console.log(await rowOf({ ...subject, connections }, file))
  }
  console.log(`\n${TABLE_HEAD}`)
  console.log(await compare(subject, { endpoint: '/v1/directions', paths }))
})

async function rowOf(subject: Subject, file: string): Promise<string> {
  const beforeUs = processorUs(subject)
  const run = await measure(subject, subject.server.url, file, subject.seconds)
  const us = (processorUs(subject) - beforeUs) / run.requests
  const cells = [
    subject.connections,
    (run.requests / run.seconds).toFixed(0),
    run.p50Ms.toFixed(2),
    run.p99Ms.toFixed(2),
    us.toFixed(0),
    (1e6 / us).toFixed(0),
  ]
  return `| ${cells.join(' | ')} |${failuresOf(run)}`
}

function failuresOf({ failures }: Measured): string {
  return failures > 0 ? ` ${failures} FAILED` : ''
}

/** Of the server and all its threads since its start: fields 14 and 15 of proc_pid_stat(5). */
function processorUs({ server }: Subject): number {
  const text = readFileSync(`/proc/${server.process.pid}/stat`, 'utf8')
  // The name of the program, which may hold spaces, ends with the last bracket.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  return ((Number(fields[11]) + Number(fields[12])) * 1e6) / CLOCK_TICKS
}

function randomPaths(graphFile: string): string[] {
  const { graph } = openRouter(mapFile(graphFile))
  const random = seededRandom(SEED)
  const nodes = graph.nodeLonE7.length
  const point = () => {
    const { lat, lon } = nodePoint(graph, Math.floor(random() * nodes))
    return `${lat},${lon}`
  }
  return Array.from(
    { length: PAIRS },
    () => `/v1/directions?origin=${point()}&destination=${point()}&vehicle=car`,
  )
}

/** Mean size of some answers, each of which has to be a route. */
async function checkedBytes(subject: Subject, paths: readonly string[]): Promise<number> {
  let bytes = 0
  let routes = 0
  for (const path of paths.slice(0, CHECKED)) {
    const text = await (await ask(subject, path)).text()
    bytes += text.length
    if (text.includes('"status":"OK"')) routes++
  }
  if (routes < CHECKED / 2) throw new Error(`only ${routes} of ${CHECKED} pairs are connected`)
  return bytes / CHECKED
}
