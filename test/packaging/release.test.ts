import { beforeAll, describe, expect, test } from 'bun:test'
import {
  appendFileSync,
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import Ajv from 'ajv'
import addFormats from 'ajv-formats'
import manifest from '../../package.json' with { type: 'json' }
import { openDatabase } from '../../src/db/client.ts'
import { program } from '../program.ts'
import { scratchDirectory } from '../scratch.ts'

/*
 * A release of one platform, made twice from copies of this source at two places, and installed.
 */

const ROOT = join(import.meta.dir, '../..')
const NOT_SOURCE = ['node_modules', 'dist', '.git', 'saola-data']
const TARGET = `linux-${process.arch}`
const TOOLS = [
  program('dpkg-deb', 'Its Debian package is dpkg.'),
  program('rpmbuild', 'Its Debian package is rpm.'),
]
const { version } = manifest
const ARCHIVE = `saola-${version}-${TARGET}`
const canRelease = process.platform === 'linux' && !TOOLS.includes(null)

/** A copy of the source, at another path each. */
function copyOfSource(directory: string): string {
  mkdirSync(directory, { recursive: true })
  for (const name of readdirSync(ROOT)) {
    if (!NOT_SOURCE.includes(name)) cpSync(join(ROOT, name), join(directory, name), COPIED)
  }
  for (const name of ['node_modules', '.git']) {
    if (existsSync(join(ROOT, name))) symlinkSync(join(ROOT, name), join(directory, name))
  }
  return directory
}
const COPIED = { recursive: true, preserveTimestamps: false } as const

async function release(source: string): Promise<string> {
  const command = [process.execPath, 'packaging/release.ts', '--target', TARGET]
  const child = Bun.spawn(command, { cwd: source, stdout: 'ignore', stderr: 'pipe' })
  const log = await new Response(child.stderr).text()
  if ((await child.exited) !== 0) throw new Error(log)
  return join(source, 'dist/release')
}

describe.skipIf(!canRelease)('a release', () => {
  let first = ''
  let second = ''

  beforeAll(async () => {
    const sources = [join(scratchDirectory(), 'a'), join(scratchDirectory(), 'deeper/b')]
    const made = await Promise.all(sources.map((source) => release(copyOfSource(source))))
    ;[first = '', second = ''] = made
  })

  test('has the same bytes each time', () => {
    const sums = readFileSync(join(first, 'SHA256SUMS'), 'utf8')
    expect(readFileSync(join(second, 'SHA256SUMS'), 'utf8')).toBe(sums)
    const names = sums.split('\n').flatMap((line) => line.split('  ')[1] ?? [])
    expect(names).toEqual([
      'install.sh',
      ...['.deb', '.rpm', '.tar.gz'].map((ending) => ARCHIVE + ending),
      `saola-${version}.cdx.json`,
    ])
    const check = Bun.spawnSync(['sha256sum', '--check', 'SHA256SUMS'], { cwd: first })
    expect(check.exitCode).toBe(0)
  })

  test('its archive is sorted, of root and of one date', () => {
    const flags = ['-tvz', '--full-time', '--utc', '-f']
    const listed = Bun.spawnSync(['tar', ...flags, join(first, `${ARCHIVE}.tar.gz`)])
    expect(listed.stderr.toString()).toBe('')
    const rows = listed.stdout.toString().trim().split('\n')
    const fields = rows.map((row) => row.split(/\s+/))
    expect(new Set(fields.map(([, owner]) => owner))).toEqual(new Set(['root/root']))
    expect(new Set(fields.map(([, , , day, time]) => `${day} ${time}`)).size).toBe(1)
    const names = fields.map(([mode, , , , , name]) => [mode, name?.slice(ARCHIVE.length + 1)])
    expect(names.map(([, name]) => name)).toEqual(names.map(([, name]) => name).toSorted())
    expect(names).toContainEqual(['-rwxr-xr-x', 'saola'])
    for (const name of ['LICENSE', 'README.md', 'THIRD-PARTY-NOTICES', 'saola.1']) {
      expect(names).toContainEqual(['-rw-r--r--', name])
    }
    for (const name of ['saola.bash', '_saola', 'saola.fish']) {
      expect(names).toContainEqual(['-rw-r--r--', `completions/${name}`])
    }
    expect(names).toContainEqual(['-rw-r--r--', 'systemd/saola.service'])
  })

  test('its packages hold the same files', () => {
    const deb = Bun.spawnSync(['dpkg-deb', '--contents', join(first, `${ARCHIVE}.deb`)])
    const inDeb = deb.stdout.toString().match(/(?<= \.)\/.*[^/\n]$/gm) ?? []
    const rpm = Bun.spawnSync(['rpm', '-qlp', join(first, `${ARCHIVE}.rpm`)])
    const inRpm = rpm.stdout
      .toString()
      .trim()
      .replace('zsh/site-functions', 'zsh/vendor-completions')
      .split('\n')
    expect(inDeb).toContain('/usr/bin/saola')
    expect(inDeb).toContain('/etc/saola/saola.env')
    expect(inRpm.filter((path) => path !== '/etc/saola').sort()).toEqual(inDeb.sort())
  })

  test('the first database holds no secret, key or user', async () => {
    const [archive = ''] = globSync(join(first, '../first-database-*.tar.gz'))
    const dataDir = scratchDirectory()
    await new Bun.Archive(await Bun.file(archive).bytes()).extract(join(dataDir, 'db'))
    const { sql, close } = await openDatabase({ databaseUrl: null, dataDir })
    const [row] = await sql`
      select (select count(*) from secrets)::int as secrets,
             (select count(*) from api_keys)::int as keys,
             (select count(*) from users)::int as users,
             (select count(*) from datasets)::int as datasets`
    await close()
    expect(row).toEqual({ secrets: 0, keys: 0, users: 0, datasets: 1 })
  })

  test('its bill of materials is CycloneDX', async () => {
    const bill = JSON.parse(readFileSync(join(first, `saola-${version}.cdx.json`), 'utf8'))
    const validate = await cycloneDx()
    expect([validate(bill), validate.errors]).toEqual([true, null])
    const { components } = bill as { components: readonly Record<string, string>[] }
    expect(components.map(({ name }) => name)).toContain('opening_hours')
    expect(validate({ ...bill, components: [{ name: 'x' }] })).toBe(false)
  })

  describe('install.sh', () => {
    const install = async (releases: string) => {
      const prefix = scratchDirectory()
      const child = Bun.spawn(['sh', join(first, 'install.sh')], {
        env: { PATH: process.env['PATH'], SAOLA_RELEASES: releases, SAOLA_PREFIX: prefix },
        stdout: 'pipe',
        stderr: 'pipe',
      })
      const [out, log, code] = await Promise.all([
        new Response(child.stdout).text(),
        new Response(child.stderr).text(),
        child.exited,
      ])
      return { code, out, log, files: readdirSync(prefix), prefix }
    }

    test('takes a directory', async () => {
      const { code, out, log, prefix } = await install(first)
      expect([code, log]).toEqual([0, ''])
      expect(out).toStartWith(`${prefix}/bin/saola: ${version}\n`)
      expect(statSync(join(prefix, 'bin/saola')).mode & 0o777).toBe(0o755)
      expect(existsSync(join(prefix, 'share/man/man1/saola.1'))).toBe(true)
    })

    test('downloads from a server, and tells what that does not have', async () => {
      const server = Bun.serve({
        hostname: '127.0.0.1',
        port: 0,
        fetch: async ({ url }) => {
          const file = Bun.file(join(first, basename(new URL(url).pathname)))
          return (await file.exists()) && url.includes('/saola/')
            ? new Response(file)
            : new Response('', { status: 404 })
        },
      })
      const found = await install(`http://127.0.0.1:${server.port}/saola/`)
      expect([found.code, found.log]).toEqual([0, ''])
      const lost = await install(`http://127.0.0.1:${server.port}/elsewhere`)
      await server.stop()
      expect([lost.code, lost.log]).toEqual([1, expect.stringContaining('not be downloaded')])
    })

    test('refuses an archive that is damaged', async () => {
      const copy = scratchDirectory()
      for (const name of ['SHA256SUMS', `${ARCHIVE}.tar.gz`]) {
        cpSync(join(first, name), join(copy, name))
      }
      appendFileSync(join(copy, `${ARCHIVE}.tar.gz`), 'x')
      const { code, log, files } = await install(copy)
      expect([code, log]).toEqual([1, expect.stringContaining('it is damaged')])
      expect(files).toEqual([])
    })

    test('says where the release is missing', async () => {
      const { code, log } = await install('/nowhere')
      expect([code, log]).toEqual([1, expect.stringContaining('there is no /nowhere/SHA256SUMS')])
    })
  })
})

/** The schema of its version 1.6. */
async function cycloneDx() {
  const folder = join(ROOT, 'node_modules/@cyclonedx/cyclonedx-library/res/schema')
  const schema = (name: string) => Bun.file(join(folder, `${name}.SNAPSHOT.schema.json`)).json()
  const ajv = new Ajv({ strict: false, allErrors: true })
  addFormats(ajv)
  // Of addresses in other scripts, of which there are none.
  for (const format of ['idn-email', 'iri-reference']) ajv.addFormat(format, true)
  for (const name of ['spdx', 'jsf-0.82', 'cryptography-defs']) {
    ajv.addSchema(await schema(name), `http://cyclonedx.org/schema/${name}.SNAPSHOT.schema.json`)
  }
  return ajv.compile(await schema('bom-1.6'))
}
