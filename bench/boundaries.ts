/*
 * Boundaries: look-ups in the kernel, in PostGIS and over HTTP, the whole country as text, and how
 * long simplifying it takes.
 *
 *   bun bench/boundaries.ts --data DIR [--seconds 5] [--connections 32] [--database-url URL]
 *
 * DIR holds an imported dataset with wards. Needs wrk and PostGIS. Prints Markdown.
 */
import { readFileSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { readFlatGeobuf } from '../src/boundaries/fgb.ts'
import { openLayer } from '../src/boundaries/layer.ts'
import { openBoundaries } from '../src/boundaries/open.ts'
import { activeDataset } from '../src/db/datasets.ts'
import { mapFile } from '../src/system/mapped-file.ts'
import { compare, type Subject, TABLE_HEAD, withSubject } from './comparison.ts'
import { benchLookUps, count, pointsInside } from './look-ups.ts'

const HTTP_POINTS = 4_000
const WARDS = '/v1/admin-boundaries?levels=8'
const SLOW_MS = 5_000
const SAMPLE_MS = 20

await withSubject(async (subject) => {
  const active = await activeDataset(subject.db)
  const data = process.argv[process.argv.indexOf('--data') + 1] ?? ''
  const directory = join(data, 'datasets', active?.id ?? '')
  const file = mapFile(join(directory, 'boundaries-8.fgb'))
  const boundaries = openBoundaries(mapFile(join(directory, 'boundaries.idx')))
  const layer = openLayer(file)
  const features = readFlatGeobuf(file)
  const points = features.flatMap(({ polygons }) => polygons.flat())
  const total = points.reduce((sum, ring) => sum + ring.length / 2, 0)
  console.log(`${features.length} wards of ${count(total)} points.\n`)
  rmSync(join(directory, 'derived-1'), { recursive: true, force: true })

  // First, while the server has not been asked for anything else.
  console.log('| All wards | Bytes | First byte | Time | Memory before | Most |')
  console.log('|---|--:|--:|--:|--:|--:|')
  await download(subject, 'as they are', WARDS, 'identity')
  await download(subject, 'as they are, gzip', WARDS, 'gzip')
  await download(subject, 'the same again', WARDS, 'gzip')
  await download(subject, 'as they are, again', WARDS, 'identity')
  await download(subject, 'at 0.001, gzip', `${WARDS}&tolerance=0.001`, 'gzip')
  await download(subject, 'the same again', `${WARDS}&tolerance=0.001`, 'gzip')
  await download(subject, 'at 0.001, WKT', `${WARDS}&tolerance=0.001&format=wkt`, 'gzip')
  await slowClient(subject)

  const paths = pointsInside(boundaries, HTTP_POINTS).map(
    ({ lon, lat }) => `/v1/reverse-geocode?lat=${lat.toFixed(6)}&lng=${lon.toFixed(6)}`,
  )
  console.log(`\n${TABLE_HEAD}`)
  console.log(await compare(subject, { endpoint: '/v1/reverse-geocode', paths }))
  console.log('')
  await benchLookUps(boundaries, features, layer)
})

async function download(
  subject: Subject,
  name: string,
  path: string,
  encoding: string,
): Promise<void> {
  const memory = watchMemory(subject)
  const startMs = performance.now()
  // Bun's own client would decompress: what goes over the wire is counted.
  const response = await fetch(subject.server.url + path, {
    headers: { 'X-API-Key': subject.key, 'Accept-Encoding': encoding },
    decompress: false,
  })
  let bytes = 0
  let firstMs = 0
  for await (const chunk of response.body ?? []) {
    firstMs ||= performance.now() - startMs
    bytes += chunk.length
  }
  const cells = [
    name,
    count(bytes),
    `${firstMs.toFixed(0)} ms`,
    `${((performance.now() - startMs) / 1000).toFixed(2)} s`,
    ...memory.stop(),
  ]
  console.log(`| ${cells.join(' | ')} |`)
}

/** A client that reads nothing for a while and then goes away. */
async function slowClient(subject: Subject): Promise<void> {
  const memory = watchMemory(subject)
  const { hostname, port } = new URL(subject.server.url)
  const socket = connect(Number(port), hostname)
  socket.pause()
  socket.write(`GET ${WARDS} HTTP/1.1\r\nHost: a\r\nX-API-Key: ${subject.key}\r\n\r\n`)
  await Bun.sleep(SLOW_MS)
  socket.destroy()
  await Bun.sleep(SLOW_MS / 10)
  const [before, most] = memory.stop()
  console.log(`\nA client that reads nothing for ${SLOW_MS / 1000} s: ${before}, at most ${most}.`)
}

interface MemoryWatch {
  /** Of the server: not of files before it was asked and most of that since, in words. */
  stop(): [string, string]
}

/** Linux only. Mapped files are left out: they are the system's to take back. */
function watchMemory({ server }: Subject): MemoryWatch {
  const read = (): number => {
    const status = readFileSync(`/proc/${server.process.pid}/status`, 'utf8')
    return Number(/^RssAnon:\s+(\d+) kB$/m.exec(status)?.[1]) / 1000
  }
  const before = read()
  let most = before
  const timer = setInterval(() => {
    most = Math.max(most, read())
  }, SAMPLE_MS)
  return {
    stop() {
      clearInterval(timer)
      return [`${before.toFixed(0)} MB`, `${Math.max(most, read()).toFixed(0)} MB`]
    },
  }
}
