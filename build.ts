/*
 * Makes dist/saola, one executable with everything in it.
 *
 *   bun build.ts [--target linux-x64|linux-x64-musl|linux-arm64|…]
 *
 * One commit gives the same bytes every time, wherever it is built with this Bun.
 */
import {
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { parseArgs } from 'node:util'
import type { BunPlugin } from 'bun'
import manifest from './package.json' with { type: 'json' }

/**
 * Bun's name for the runtime of each. Those of x64 need no AVX2: Bun 1.4.5 has the same bytes under
 * these names and with `-baseline`. That of this machine's platform is not fetched.
 */
const RUNTIMES = {
  'linux-x64': 'bun-linux-x64',
  'linux-x64-musl': 'bun-linux-x64-musl',
  'linux-arm64': 'bun-linux-arm64',
  'linux-arm64-musl': 'bun-linux-arm64-musl',
  'darwin-arm64': 'bun-darwin-arm64',
  'windows-x64': 'bun-windows-x64',
} as const

/** A platform that executables are made for. */
export type Target = keyof typeof RUNTIMES
export const TARGETS = Object.keys(RUNTIMES) as readonly Target[]

const ROOT = import.meta.dir
const SOURCE = join(ROOT, 'src')
const PACKERS = ['packaging/first-database.ts', 'packaging/still.ts', 'packaging/tar.ts']
/** All that the executable is made from. */
const SOURCES = [
  'src',
  'data',
  'docs',
  'drizzle',
  'package.json',
  'bun.lock',
  'patches',
  'build.ts',
  ...PACKERS,
]

/** Where the executable for this machine (null) or for `target` is made. */
export function executable(target: Target | null = null): string {
  const suffix = target === null ? '' : `-${target}`
  return join(ROOT, 'dist', `saola${suffix}${target === 'windows-x64' ? '.exe' : ''}`)
}

/** What decides how the built-in dataset and the schema look in the database. */
const FIRST_DATABASE_SOURCES = [
  ...[
    'base',
    'geo',
    'text',
    'search',
    'boundaries',
    'pois',
    'tiles',
    'basemap',
    'db',
    'import',
    'dataset.ts',
    'builtin-edition.ts',
  ].map((name) => join('src', name)),
  ...['data', 'drizzle', 'bun.lock', ...PACKERS],
]

/** Whether this machine's executable is newer than all that it is made from. */
export function isUpToDate(): boolean {
  if (!existsSync(executable())) return false
  return SOURCES.every((source) => newestMs(join(ROOT, source)) < statSync(executable()).mtimeMs)
}

function newestMs(path: string): number {
  const stat = statSync(path, { throwIfNoEntry: false })
  if (!stat) return 0
  if (!stat.isDirectory()) return stat.mtimeMs
  return readdirSync(path).reduce(
    (newest, name) => Math.max(newest, newestMs(join(path, name))),
    stat.mtimeMs,
  )
}

/** Makes `executable(target)`. Throws when that fails, such as without the target's runtime. */
export async function build(target: Target | null): Promise<void> {
  const outfile = executable(target)
  const startedMs = performance.now()
  console.error(`Building ${relative(process.cwd(), outfile)} …`)
  const firstDatabase = packedFirstDatabase()
  const result = await Bun.build({
    entrypoints: [join(ROOT, 'src/main.ts'), ...globSync(join(ROOT, 'src/**/*.worker.ts'))],
    root: SOURCE,
    target: 'bun',
    minify: true,
    // No bytecode: a start would take 0.2 s less, but suggest lost eight per cent for good.
    plugins: [sources(firstDatabase)],
    define: {
      SAOLA_COMMIT: JSON.stringify(commit()),
      SAOLA_DATE: JSON.stringify(sourceDate().toISOString().slice(0, 10)),
      'process.env.NODE_ENV': JSON.stringify('production'),
    },
    compile: {
      outfile,
      ...(target === null ? {} : { target: RUNTIMES[target] }),
      // The directory it is started in is the operator's, not ours: nothing there may steer it.
      autoloadDotenv: false,
      autoloadBunfig: false,
    },
  })
  for (const log of result.logs) console.error(log.message)
  const seconds = ((performance.now() - startedMs) / 1000).toFixed(1)
  const megabytes = (statSync(outfile).size / 1e6).toFixed(1)
  console.error(`${outfile}: ${manifest.version}, ${megabytes} MB in ${seconds} s`)
}

/**
 * The archive of `src/db/embedded/first-database.ts`, kept in `dist` until anything changes that it
 * is made from, or the date.
 */
function packedFirstDatabase(): string {
  const date = sourceDate().toISOString()
  const hash = new Bun.CryptoHasher('sha256').update(date)
  for (const file of FIRST_DATABASE_SOURCES.flatMap((source) => filesOf(join(ROOT, source)))) {
    hash.update(`${relative(ROOT, file)}\n`).update(readFileSync(file))
  }
  const edition = hash.digest('hex').slice(0, 16)
  const prefix = 'first-database-'
  const path = join(ROOT, 'dist', `${prefix}${edition}.tar.gz`)
  if (existsSync(path)) return path
  mkdirSync(dirname(path), { recursive: true })
  for (const old of globSync(join(ROOT, 'dist', `${prefix}*`))) rmSync(old, { force: true })
  const script = ['packaging/still.ts', 'packaging/first-database.ts']
  const child = Bun.spawnSync(
    [process.execPath, '--preload', ...script.map((name) => join(ROOT, name)), path, edition],
    // A time zone would stand in the database.
    { env: { ...process.env, TZ: 'UTC', SOURCE_DATE_EPOCH: String(Date.parse(date) / 1000) } },
  )
  if (child.exitCode !== 0) throw new Error(child.stderr.toString())
  return path
}

/** All files in a directory, or the file itself; in one order everywhere. */
function filesOf(path: string): string[] {
  if (!statSync(path).isDirectory()) return [path]
  return readdirSync(path)
    .sort()
    .flatMap((name) => filesOf(join(path, name)))
}

/** Two things of the sources are other in the executable. */
function sources(firstDatabase: string): BunPlugin {
  return {
    name: 'sources',
    setup(build) {
      build.onLoad({ filter: /[\\/]src[\\/]db[\\/]embedded[\\/]first-database\.ts$/ }, () => ({
        contents:
          `import path from ${JSON.stringify(firstDatabase)} with { type: 'file' }\n` +
          'export const FIRST_DATABASE = path',
        loader: 'ts',
      }))
      build.onLoad({ filter: /[\\/]src[\\/].*\.ts$/ }, async ({ path }) => ({
        contents: withWorkerUrls(path, await Bun.file(path).text()),
        loader: 'ts',
      }))
    },
  }
}

/**
 * In the executable every module has the URL of the executable, so a worker's own file is named
 * from `src` instead: `new URL('./x.worker.ts', import.meta.url)` is the one form to write.
 */
function withWorkerUrls(path: string, source: string): string {
  const folder = relative(SOURCE, dirname(path)).replaceAll('\\', '/')
  return source.replace(
    /new URL\('\.\/([\w.-]+\.worker\.ts)', import\.meta\.url\)/g,
    (_, name) => `new URL('./${folder === '' ? '' : `${folder}/`}${name}', import.meta.url)`,
  )
}

/**
 * Short hash of the source, marked when it differs from the commit; `unknown` outside git and where
 * it is not installed.
 */
export function commit(): string {
  const hash = git('rev-parse', '--short=12', 'HEAD')
  if (hash === '') return 'unknown'
  return git('status', '--porcelain', '--untracked-files=no') === '' ? hash : `${hash}-modified`
}

/** `SOURCE_DATE_EPOCH`, else the commit's date, else the newest file's; in whole seconds. */
export function sourceDate(): Date {
  const told = process.env['SOURCE_DATE_EPOCH'] || git('log', '-1', '--format=%ct')
  const newest = (): number => Math.max(...SOURCES.map((source) => newestMs(join(ROOT, source))))
  const seconds = told === '' ? Math.floor(newest() / 1000) : Number(told)
  return new Date(seconds * 1000)
}

/** What git says of this source; '' outside git and where it is not installed. */
function git(...args: string[]): string {
  if (Bun.which('git') === null) return ''
  const { stdout } = Bun.spawnSync(['git', '-C', ROOT, ...args], { stderr: 'ignore' })
  return stdout.toString().trim()
}

function parseTarget(): Target | null {
  const { target } = parseArgs({ options: { target: { type: 'string' } } }).values
  if (target === undefined) return null
  const found = TARGETS.find((known) => known === target)
  if (found) return found
  console.error(`--target is ${JSON.stringify(target)}; it accepts ${TARGETS.join(', ')}.`)
  process.exit(2)
}

if (import.meta.main) {
  const target = parseTarget()
  try {
    await build(target)
  } catch (error) {
    rmSync(executable(target), { force: true })
    console.error(error instanceof AggregateError ? error.errors.join('\n') : String(error))
    if (target !== null) {
      console.error(
        `Could not build for ${target}. Bun fetches its runtime for another platform from the\n` +
          'npm registry: check that this machine can reach it, or build on that platform.',
      )
    }
    process.exit(1)
  }
}
