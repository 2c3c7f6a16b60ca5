/*
 * Makes everything that is given to users, in dist/release:
 *
 *   bun run release [--target linux-x64]…
 *
 * For every platform an archive; for Linux with glibc a .deb and a .rpm (Debian: dpkg-deb, and
 * rpmbuild from the package rpm); install.sh, the bill of materials, SHA256SUMS. One commit gives
 * the same bytes every time. What cannot be made is told at the end, and the exit code is 1.
 */
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { zipSync } from 'fflate'
import { build, executable, sourceDate, TARGETS, type Target } from '../build.ts'
import manifest from '../package.json' with { type: 'json' }
import { makeDeb, makeRpm } from './linux-packages.ts'
import { makeSbom } from './sbom.ts'
import { archiveEntries, packageEntries } from './staged.ts'
import { type Entry, tarGz } from './tar.ts'

const ROOT = join(import.meta.dir, '..')
const OUT = join(ROOT, 'dist/release')
const PACKAGES = { deb: makeDeb, rpm: makeRpm } as const
const { version } = manifest

// A zip has local times.
process.env.TZ = 'UTC'

const date = sourceDate()
const missing: string[] = []
rmSync(OUT, { recursive: true, force: true })
mkdirSync(OUT, { recursive: true })
for (const target of targets()) {
  await attempt(target, async () => {
    await build(target)
    const program = readFileSync(executable(target))
    await attempt(`the archive of ${target}`, () => makeArchive(target, program))
    if (target === 'linux-x64' || target === 'linux-arm64') await makePackages(target, program)
  })
}
writeFileSync(join(OUT, `saola-${version}.cdx.json`), await makeSbom(date))
copyFileSync(join(ROOT, 'install.sh'), join(OUT, 'install.sh'))
writeFileSync(join(OUT, 'SHA256SUMS'), sums())
for (const line of missing) console.error(line)
process.exit(missing.length === 0 ? 0 : 1)

function targets(): readonly Target[] {
  const options = { target: { type: 'string', multiple: true } } as const
  const { target: names = [] } = parseArgs({ options }).values
  const unknown = names.filter((name) => !TARGETS.some((known) => known === name))
  if (unknown.length > 0) {
    console.error(`--target is ${unknown.join(', ')}; it accepts ${TARGETS.join(', ')}.`)
    process.exit(2)
  }
  return names.length === 0 ? TARGETS : TARGETS.filter((target) => names.includes(target))
}

/** What fails is told at the end; the rest goes on. */
async function attempt(what: string, make: () => void | Promise<void>): Promise<void> {
  try {
    await make()
  } catch (error) {
    const reasons = error instanceof AggregateError ? error.errors : [error]
    missing.push(`Not made: ${what}: ${reasons.map(String).join('\n')}`)
  }
}

/** `saola-0.1.0-linux-x64.tar.gz`, a zip for Windows, with one directory in it. */
function makeArchive(target: Target, program: Uint8Array<ArrayBuffer>): void {
  const isWindows = target === 'windows-x64'
  const folder = `saola-${version}-${target}`
  const name = isWindows ? 'saola.exe' : 'saola'
  const entries = [...archiveEntries(date), { name, content: program, isExecutable: true }].map(
    (entry: Entry) => ({ ...entry, name: `${folder}/${entry.name}` }),
  )
  const file = join(OUT, `${folder}${isWindows ? '.zip' : '.tar.gz'}`)
  writeFileSync(file, isWindows ? zip(entries) : tarGz(entries, date))
}

function zip(entries: readonly Entry[]): Uint8Array {
  const sorted = entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))
  return zipSync(
    Object.fromEntries(sorted.map(({ name, content }) => [name, content ?? new Uint8Array()])),
    { level: 6, mtime: date },
  )
}

async function makePackages(
  target: 'linux-x64' | 'linux-arm64',
  program: Uint8Array<ArrayBuffer>,
): Promise<void> {
  const processor = target === 'linux-x64' ? 'x64' : 'arm64'
  for (const kind of ['deb', 'rpm'] as const) {
    const file = join(OUT, `saola-${version}-${target}.${kind}`)
    await attempt(`the .${kind} of ${target}`, () => {
      PACKAGES[kind]({ entries: packageEntries(kind, program, date), date, processor, file })
    })
  }
}

/** As `sha256sum --check` reads them. */
function sums(): string {
  const lines = readdirSync(OUT)
    .sort()
    .map((name) => {
      const hash = new Bun.CryptoHasher('sha256').update(readFileSync(join(OUT, name)))
      return `${hash.digest('hex')}  ${name}\n`
    })
  return lines.join('')
}
