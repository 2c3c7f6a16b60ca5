import { afterAll, beforeAll, beforeEach, expect, setDefaultTimeout, test } from 'bun:test'
import { existsSync, readdirSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { importCommand } from '../../src/commands/import/import.ts'
import { updateCommand } from '../../src/commands/import/update.ts'
import { type Database, openDatabase } from '../../src/db/client.ts'
import { activeDataset, createDataset, listDatasets, markReady } from '../../src/db/datasets.ts'
import { datasets } from '../../src/db/schema.ts'
import { embeddedFromTemplate, scratchDirectory } from '../db/databases.ts'
import { osmXml, scratchFile } from '../import/drawing.ts'
import { until } from '../running-town.ts'
import { type Outcome, runCommand } from './harness.ts'

/* Updates from a server on loopback; each test goes on from the one before. */

setDefaultTimeout(120_000)

const MAIN = join(import.meta.dir, '../../src/main.ts')
const options = { dataDir: scratchDirectory(), databaseUrl: null }
let database: Database

/** A town with so many cafés on one road. */
function town(cafes: number): string {
  const places = Array.from(
    { length: cafes },
    (_, i) => `n${i + 1} ${10 + i} 10  amenity=cafe | name=Quán ${i + 1}`,
  )
  return osmXml(`n9001 0 0
    n9002 100 0
    n9003 200 0
    ${places.join('\n')}
    w1 n9001 n9002 n9003  highway=residential | name=Lê Lợi`)
}

type Answer = (response: ServerResponse) => void
/** What is served, and by which answer if not all of it. */
let body = town(30)
let answer: Answer | null = null
let asked = 0
let unchanged = 0

const server = createServer((request, response) => {
  asked++
  const etag = `"${Bun.hash(body)}"`
  if (answer !== null) answer(response)
  else if (request.headers['if-none-match'] === etag) {
    unchanged++
    response.writeHead(304).end()
  } else response.writeHead(200, { etag, 'content-length': Buffer.byteLength(body) }).end(body)
})
let url = ''

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/town.osm`
  await embeddedFromTemplate(options.dataDir)
  database = await openDatabase(options)
  const shops = scratchFile(
    'shops.csv',
    'id,name,category,lat,lon\n1,Của tôi,cafe,10.7005,106.7005\n',
  )
  expect((await runCommand(importCommand, ['import', url], options)).code).toBe(0)
  expect((await runCommand(importCommand, ['import', shops], options)).code).toBe(0)
})
afterAll(async () => {
  server.close()
  await database.close()
})
beforeEach(() => {
  answer = null
  asked = 0
  unchanged = 0
})

function update(...argv: readonly string[]): Promise<Outcome> {
  return runCommand(updateCommand, ['update', ...argv], options)
}
async function active() {
  const dataset = await activeDataset(database.db)
  if (dataset === null) throw new Error('a dataset should be active')
  return dataset
}
/** Half of the file, of which all was promised. */
function half(response: ServerResponse, then: () => void): void {
  const headers = { etag: '"half"', 'content-length': Buffer.byteLength(body) }
  response.writeHead(200, headers)
  response.write(body.slice(0, body.length / 2), () => setTimeout(then, 50))
}

test('an unchanged extract: nothing new, and nothing is downloaded', async () => {
  const { id } = await active()
  const { code, out } = await update()
  expect([code, out]).toEqual([0, `Nothing new at ${url}: dataset ${id} stays active.\n`])
  expect([asked, unchanged]).toEqual([1, 1])
  const json = await update('--json')
  expect(JSON.parse(json.out)).toEqual({ updated: false, source: url, dataset: id })
})

test('a new one is imported, with own places in it, and old datasets go', async () => {
  const before = await active()
  for (const name of ['old', 'older', 'oldest']) {
    const id = await createDataset(database.db, { name, description: '' })
    await markReady(database.db, id, { counts: {}, report: {} })
  }
  body = town(31)
  const { code, out } = await update('--json')
  const told = JSON.parse(out)
  expect([code, told.updated, told.dataset]).toEqual([0, true, (await active()).id])
  expect((await active()).counts['poi']).toBe(32)
  // The active one and two more; the one before was active last.
  const left = (await listDatasets(database.db)).map(({ id }) => id)
  expect(left).toHaveLength(3)
  expect(left).toContain(before.id)
})

test('a download that is cut leaves the active one, and so does a damaged file', async () => {
  const { id } = await active()
  body = town(34)
  answer = (response) => {
    if (asked === 1) half(response, () => response.destroy())
    else response.writeHead(404).end()
  }
  const cut = await update('--json')
  expect([cut.code, JSON.parse(cut.out).code, asked]).toEqual([1, 'DOWNLOAD_FAILED', 2])
  answer = null
  body = town(35).slice(0, -100)
  const damaged = await update('--json')
  expect([damaged.code, JSON.parse(damaged.out).code]).toEqual([1, 'INVALID_FILE'])
  expect((await active()).id).toBe(id)
  // It is not asked about again.
  expect(readdirSync(join(options.dataDir, 'downloads'))).toEqual([])
  body = town(36)
  expect((await update()).code).toBe(0)
  expect((await active()).counts['poi']).toBe(37)
})

test('a much smaller one is refused without --force, with both counts', async () => {
  const before = await active()
  body = town(20)
  const { code, log } = await update()
  expect([code, log]).toEqual([
    1,
    expect.stringMatching(
      /The new extract has \d+ places and 2 roads, dataset \S+ has \d+ and 2: more than a tenth/,
    ),
  ])
  expect((await active()).id).toBe(before.id)
  expect(await listDatasets(database.db)).toHaveLength(3)
})

test('one without its roads is refused, too', async () => {
  body = town(36).replace(/<tag k="highway"[^>]*>/, '')
  const { code, log } = await update()
  expect([code, log]).toEqual([1, expect.stringContaining('and 0 roads, dataset')])
})

test('a second one at the same time says so', async () => {
  body = town(21)
  let release: (() => void) | null = null
  answer = (response) => {
    release = () => response.destroy()
    half(response, () => {})
  }
  const first = update()
  await until(async () => release !== null)
  const second = await update('--json')
  expect([second.code, JSON.parse(second.out).error]).toEqual([
    1,
    expect.stringContaining(`Process ${process.pid} on`),
  ])
  expect(second.log).toContain('is updating already. Wait until it is done.')
  answer = (response) => response.writeHead(404).end()
  const go: () => void = release ?? (() => {})
  go()
  expect((await first).code).toBe(1)
})

test('killed while it downloads, and while it imports; --force takes a smaller one', async () => {
  const { id } = await active()
  const start = () =>
    Bun.spawn([process.execPath, MAIN, 'update', '--force', '--data', options.dataDir], {
      stdio: ['ignore', 'ignore', 'pipe'],
    })
  body = town(20)
  let isAsked = false
  answer = (response) => {
    isAsked = true
    half(response, () => {})
  }
  const downloading = start()
  await until(async () => isAsked, 20_000)
  downloading.kill('SIGKILL')
  await downloading.exited
  answer = null
  const importing = start()
  await said(importing.stderr, /rows to the database|search.idx|verify/)
  importing.kill('SIGKILL')
  await importing.exited
  expect((await active()).id).toBe(id)
  expect((await update('--force')).code).toBe(0)
  expect((await active()).counts['poi']).toBe(21)
  expect(existsSync(join(options.dataDir, 'update.lock'))).toBe(false)
  const left = readdirSync(options.dataDir).filter((name) => name.startsWith('importing-'))
  expect(left).toEqual([])
  const states = (await listDatasets(database.db)).map(({ state }) => state)
  expect(states.toSorted()).toEqual(['active', 'ready', 'ready'])
})

/** Waits for a line of progress. */
async function said(stream: ReadableStream<Uint8Array>, pattern: RegExp): Promise<void> {
  let text = ''
  for await (const chunk of stream) {
    text += new TextDecoder().decode(chunk)
    if (pattern.test(text)) return
  }
  throw new Error(text)
}

test('boundaries of an operator are not replaced unasked', async () => {
  const { report } = await active()
  await database.db.update(datasets).set({ report: { ...report, boundaries: {} } })
  const { code, log } = await update()
  expect([code, log]).toEqual([1, expect.stringContaining('has boundaries of your own')])
  await database.db.update(datasets).set({ report })
})

test.each([
  ['builtin', 'No extract was imported yet. Name it: '],
  ['town.osm', 'town.osm is a file, which nobody can download: '],
  ['https://example.com/a.osm.pbf?***', 'of which a part is not stored'],
])('no source to download: %s', async (sourceName, message) => {
  await database.db.update(datasets).set({ sourceName })
  const { code, log } = await update()
  expect([code, log]).toEqual([2, expect.stringContaining(message)])
  expect(asked).toBe(0)
})
