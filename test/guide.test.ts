import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { GUIDE_NAMES, guidePage } from '../src/web/guide.ts'
import { type RunningServer, runSaola, saolaExecutable, startServer } from './executable.ts'
import { osmXml, TWO_WARDS } from './import/drawing.ts'
import { hasPostgres, type PostgresServer, startPostgres } from './postgres.ts'
import { program } from './program.ts'
import { ask, until } from './running-town.ts'
import { scratchDirectory } from './scratch.ts'

/*
 * The guide does what it says: every command and request of README and `docs/` is run, by the
 * executable, in the directory of a new user beside a running server, pages from top to bottom.
 * Blocks marked `sh` are run line by line; those marked `console` have what is printed behind each
 * `$ command`, where `…` stands for anything.
 */

setDefaultTimeout(120_000)

const ROOT = resolve(import.meta.dir, '..')
/** That on backups comes last, as it puts the database away. */
const PAGES = ['README.md', 'README.vi.md', ...GUIDE_NAMES.map((name) => `docs/${name}.md`)].sort(
  (a, b) => Number(a.includes('backup')) - Number(b.includes('backup')),
)
/** A block with one of these is for a machine that the suite may not change, or a checkout. */
const OUTSIDE = new RegExp(
  `^\\s*(?:\\$ )?(?:${[
    ...['sudo', 'apt', 'apt-get', 'dpkg', 'rpm', 'dnf', 'systemctl', 'journalctl', 'docker'],
    ...['npm', 'npx', 'bun', 'nginx', 'caddy', 'sh', 'ssh', 'scp', 'promtool', 'python3'],
    ...['\\.ci/run', '\\./install\\.sh', 'SAOLA_RELEASES='],
  ].join('|')})\\b`,
  'm',
)
const EXTRACT = osmXml(`${TWO_WARDS}
  n1 10 50
  n2 90 50
  w1 n1 n2  highway=residential | name=Nguyễn Trãi
  n10 50 51  amenity=cafe | name=Cà phê Sân | addr:housenumber=12 | addr:street=Nguyễn Trãi`)
const TABLES = {
  'customers.csv': 'id;Địa chỉ\n1;12 Nguyễn Trãi, P.7, Q.5, TP.HCM\n2;Phường Ba Đình, Hà Nội\n',
  'in.csv': 'address\n"Phường Ba Đình, Hà Nội"\n',
  'orders.tsv': 'Nơi giao\tQuận\nPhường 7\tQuận 5\n',
  'boundaries.geojson': JSON.stringify({
    type: 'FeatureCollection',
    features: [
      {
        type: 'Feature',
        properties: { fullName: 'Phường Ba Đình', code: '00004' },
        geometry: {
          type: 'Polygon',
          coordinates: [
            [
              [105.8, 21],
              [105.9, 21],
              [105.9, 21.1],
              [105.8, 21],
            ],
          ],
        },
      },
    ],
  }),
  'places.csv': 'id,name,category,lat,lon\n1,Cà phê Sao Mai,cafe,21.0367,105.8261\n',
} as const satisfies Record<string, string>

interface Block {
  readonly language: string
  readonly code: string
}

function blocksOf(page: string): Block[] {
  const text = readFileSync(join(ROOT, page), 'utf8')
  return [...text.matchAll(/```(sh|console)\n([\s\S]*?)```/g)].map(
    ([, language = '', code = '']) => ({ language, code }),
  )
}

/** Commands of a block with what each is said to print; null where nothing is said. */
function commandsOf({ language, code }: Block): { command: string; printed: string | null }[] {
  if (language === 'sh') {
    const lines = code.replaceAll('\\\n', ' ').split('\n')
    return lines
      .filter((line) => /^[^#\s]/.test(line))
      .map((line) => ({ command: line, printed: null }))
  }
  return code
    .split(/^\$ /m)
    .slice(1)
    .map((part) => {
      const [, command = '', printed = ''] = /^((?:.*\\\n)*.*\n)([\s\S]*)$/.exec(part) ?? []
      return { command: command.trim(), printed }
    })
}

/** Whether a text has the parts between the `…` of `expected` in their order, spaces apart. */
function reads(text: string, expected: string): boolean {
  const solid = (of: string) => of.replace(/\s+/g, '')
  let rest = solid(text)
  for (const part of solid(expected).split('…')) {
    const at = rest.indexOf(part)
    if (at < 0) return false
    rest = rest.slice(at + part.length)
  }
  return true
}

const curl = program('curl', 'Its Debian package is curl.')
const isPostgresThere = hasPostgres() || process.env['CI'] === 'true'

/** Whether this machine has what a command needs besides Saola. */
function isRunnable(command: string): boolean {
  return (
    (curl !== null || !/\bcurl\b/.test(command)) &&
    (isPostgresThere || !command.includes('postgres://'))
  )
}

/** The town in the place of the country. */
const inTown = (command: string) =>
  command.replace(
    /(?:vietnam-latest|extract)\.osm\.pbf|(?<=import )vietnam\b/g,
    'vietnam-latest.osm',
  )

/** The commands of all pages, each once: a page goes on from what those before have done. */
function commandsOfPages(): (readonly [page: string, command: string, printed: string | null])[] {
  const seen = new Set<string>()
  return PAGES.flatMap((page) =>
    blocksOf(page)
      .filter(({ code }) => !OUTSIDE.test(code))
      .flatMap(commandsOf)
      .filter(({ command }) => isRunnable(command))
      .filter(({ command }) => {
        const said = inTown(command).replace(/\s+#.*/, '')
        return !seen.has(said) && seen.add(said)
      })
      .map(({ command, printed }) => [page, command, printed] as const),
  )
}

describe('what the guide says is done', () => {
  const directory = scratchDirectory()
  // An extract to download.
  const mirror = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: () => new Response(EXTRACT, { headers: { etag: '"town"' } }),
  })
  let postgres: PostgresServer | null = null
  let databaseUrl = ''
  let server: RunningServer | null = null
  let key = ''
  let keyId = ''

  beforeAll(async () => {
    if (isPostgresThere) postgres = await startPostgres()
    databaseUrl = (await postgres?.createDatabase()) ?? ''
    mkdirSync(join(directory, 'bin'))
    // A request that is refused fails.
    writeFileSync(join(directory, '.curlrc'), 'silent\nfail-with-body\n')
    symlinkSync(saolaExecutable(), join(directory, 'bin/saola'))
    writeFileSync(join(directory, 'vietnam-latest.osm'), EXTRACT)
    for (const [name, text] of Object.entries(TABLES)) writeFileSync(join(directory, name), text)
    server = await startServer([saolaExecutable()], { cwd: directory, env: {} })
    const create = ['keys', 'create', '--user', 'guide', '--scopes', 'all', '--json']
    key = JSON.parse(runSaola(directory, ...create)).key
    keyId = JSON.parse(runSaola(directory, ...create)).id
    await until(async () => (await ask(server?.url ?? '', key, '/v1/usage')).ok)
  })

  afterAll(async () => {
    await server?.stop()
    await mirror.stop(true)
    postgres?.remove()
    rmSync(directory, { recursive: true })
  })

  /** The command as it is run here: its server is the test's, the system's directories scratch. */
  const here = (command: string) =>
    inTown(command)
      .replaceAll('http://127.0.0.1:8080', server?.url ?? '')
      .replace('postgres://saola@127.0.0.1:5432/saola', databaseUrl)
      .replace('boundaries.fgb', 'boundaries.geojson')
      .replaceAll('/var/backups/', './')
      .replace(/(?<=update )vietnam\b/, `${mirror.url}vietnam-latest.osm`)

  async function serve(flags: readonly string[] = []): Promise<void> {
    await server?.stop()
    server = await startServer([saolaExecutable()], { cwd: directory, env: {}, flags })
  }

  /** A restore wants no server, and an empty database unless it says otherwise. */
  async function makeWayFor(command: string): Promise<void> {
    await server?.stop()
    server = null
    if (/--(?:replace|data|database-url)\b/.test(command)) return
    rmSync(join(directory, 'saola-data'), { recursive: true })
  }

  const datasetsServed = () => server?.log().match(/Serving dataset/g)?.length ?? 0

  test.each(commandsOfPages())('%s > %s', async (_, command, printed) => {
    const served = /^saola serve\b(.*)$/.exec(command)
    if (served) {
      // The one that runs gives way; the test's port is not the reader's.
      await serve((served[1] ?? '').replace(/#.*|--(?:port|host) \S+/g, '').match(/\S+/g) ?? [])
      return
    }
    if (/^saola restore\b/.test(command)) await makeWayFor(command)
    else if (server === null) await serve()
    const datasets = datasetsServed()
    const shell = Bun.spawn(['sh', '-ec', here(command)], {
      cwd: directory,
      env: {
        PATH: `${join(directory, 'bin')}:${process.env['PATH']}`,
        HOME: directory,
        KEY: key,
        KEY_ID: keyId,
        SAOLA_API_KEY: key,
        SAOLA_PORT: server === null ? '0' : new URL(server.url).port,
      },
      stdin: 'ignore',
      stdout: 'pipe',
      stderr: 'pipe',
    })
    const [out, log, code] = await Promise.all([
      shell.stdout.text(),
      shell.stderr.text(),
      shell.exited,
    ])
    expect({ code, log: code === 0 ? '' : log + out }).toEqual({ code: 0, log: '' })
    if (/^saola import (?!--dry-run)/.test(command)) {
      await until(async () => datasetsServed() > datasets)
    }
    if (printed !== null && !reads(out + log, here(printed))) expect(out + log).toBe(printed)
  })
})

test('a block that is left out is for another machine', () => {
  const left = PAGES.flatMap(blocksOf).filter(({ code }) => OUTSIDE.test(code))
  const hidden = left
    .flatMap(({ code }) => code.split('\n'))
    // The script that a release has is run by test/packaging/release.test.ts.
    .filter((line) => /^(?:\$ )?(?:saola|curl(?!.*SAOLA_RELEASES))\b/.test(line))
  expect(hidden).toEqual([])
})

test('each page stands in the list of the first, which links to no other', () => {
  const index = readFileSync(join(ROOT, 'docs/README.md'), 'utf8')
  const linked = [...index.matchAll(/\]\(([\w-]+)\.md\)/g)].map(([, name]) => name)
  expect(linked.toSorted()).toEqual([...GUIDE_NAMES].toSorted())
})

test('links of pages lead to pages and their headings', () => {
  const idsOf = (html: string) => new Set([...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id))
  const pages = new Map(
    [null, ...GUIDE_NAMES].map((name) => [name ?? '../guide', guidePage(name, '') ?? '']),
  )
  for (const [name, html] of pages) {
    for (const [, target = '', fragment] of html.matchAll(/href="([\w./-]*)(?:#([^"]*))?"/g)) {
      if (target === '../../docs') continue
      const page = target === '' ? html : pages.get(target)
      expect({ name, target, known: page !== undefined }).toEqual({ name, target, known: true })
      if (fragment)
        expect({ name, fragment, in: idsOf(page ?? '').has(fragment) }).toEqual({
          name,
          fragment,
          in: true,
        })
    }
  }
})
