/*
 * Makes dist/saola, one executable with everything in it.
 *
 *   bun build.ts [--target linux-x64|linux-arm64|darwin-arm64|windows-x64]
 */
import {
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { parseArgs } from 'node:util'
import type { BunPlugin } from 'bun'
import manifest from './package.json' with { type: 'json' }

const TARGETS = ['linux-x64', 'linux-arm64', 'darwin-arm64', 'windows-x64'] as const
type Target = (typeof TARGETS)[number]

const ROOT = import.meta.dir
const SOURCE = join(ROOT, 'src')
/** All that the executable is made from. */
const SOURCES = ['src', 'data', 'drizzle', 'package.json', 'bun.lock', 'build.ts']

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
  ...['data', 'drizzle', 'bun.lock'],
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

async function build(target: Target | null): Promise<void> {
  const outfile = executable(target)
  const startedMs = performance.now()
  console.error(`Building ${relative(process.cwd(), outfile)} …`)
  const firstDatabase = await packedFirstDatabase()
  const result = await Bun.build({
    entrypoints: [join(ROOT, 'src/main.ts'), ...globSync(join(ROOT, 'src/**/*.worker.ts'))],
    root: SOURCE,
    target: 'bun',
    minify: true,
    // No bytecode: a start would take 0.2 s less, but suggest lost eight per cent for good.
    plugins: [sources(firstDatabase)],
    define: {
      SAOLA_COMMIT: JSON.stringify(commit()),
      SAOLA_DATE: JSON.stringify(new Date().toISOString().slice(0, 10)),
      'process.env.NODE_ENV': JSON.stringify('production'),
    },
    compile: {
      outfile,
      ...(target === null ? {} : { target: `bun-${target}` as const }),
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
 * is made from.
 */
async function packedFirstDatabase(): Promise<string> {
  const hash = new Bun.CryptoHasher('sha256')
  for (const file of FIRST_DATABASE_SOURCES.flatMap((source) => filesOf(join(ROOT, source)))) {
    hash.update(`${relative(ROOT, file)}\n`).update(readFileSync(file))
  }
  const prefix = 'first-database-'
  const path = join(ROOT, 'dist', `${prefix}${hash.digest('hex').slice(0, 16)}.tar.gz`)
  if (existsSync(path)) return path
  mkdirSync(dirname(path), { recursive: true })
  for (const old of globSync(join(ROOT, 'dist', `${prefix}*`))) rmSync(old, { force: true })
  // Loaded here: the tests import this file to know where the executable is.
  const { makeFirstDatabase } = await import('./src/import/first-database.ts')
  const { BUILTIN_EDITION } = await import('./src/builtin-edition.ts')
  await Bun.write(`${path}.${process.pid}`, await makeFirstDatabase(BUILTIN_EDITION))
  renameSync(`${path}.${process.pid}`, path)
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
  if (Bun.which('git') === null) return 'unknown'
  const git = (...args: string[]): string =>
    Bun.spawnSync(['git', '-C', ROOT, ...args], { stderr: 'ignore' })
      .stdout.toString()
      .trim()
  const hash = git('rev-parse', '--short=12', 'HEAD')
  if (hash === '') return 'unknown'
  return git('status', '--porcelain', '--untracked-files=no') === '' ? hash : `${hash}-modified`
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
