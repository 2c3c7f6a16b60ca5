import { describe, expect, test } from 'bun:test'
import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { saolaExecutable, startServer } from '../executable.ts'
import { program } from '../program.ts'
import { scratchDirectory } from '../scratch.ts'

/*
 * The image without Docker: the root file system that the Dockerfile has, laid out by the same
 * script, and the program started in it as the Dockerfile says: read-only, no rights, no root.
 */

const ROOT = join(import.meta.dir, '../..')
const DOCKERFILE = readFileSync(join(ROOT, 'Dockerfile'), 'utf8')
const BWRAP =
  process.platform === 'linux' ? program('bwrap', 'Its Debian package is bubblewrap.') : null
const VOLUME = '/var/lib/saola'

/** `ENTRYPOINT ["/usr/bin/saola"]` ▶ `['/usr/bin/saola']` */
function instruction(name: string): string[] {
  const list = new RegExp(`^${name} (\\[.*\\])$`, 'm').exec(DOCKERFILE)?.[1]
  return JSON.parse(list ?? 'null')
}

/** The process at the end of the line: bwrap passes the exit code on, but no signal. */
function programOf(pid: number): number {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
  const [child] = children.split(' ').filter(Boolean)
  return child === undefined ? pid : programOf(Number(child))
}

describe.skipIf(BWRAP === null)('the image', () => {
  const place = scratchDirectory()
  const root = join(place, 'root')
  const data = join(place, 'data')
  const laidOut = Bun.spawnSync(['sh', 'packaging/container-root.sh', saolaExecutable(), root], {
    cwd: ROOT,
  })
  mkdirSync(data)
  // As `COPY --chown` does.
  mkdirSync(join(root, VOLUME), { recursive: true })
  const user = /^USER (\d+):(\d+)$/m.exec(DOCKERFILE) ?? []
  const variables = /^ENV (.*)$/m.exec(DOCKERFILE)?.[1]?.split(' ') ?? []
  // Inside, this process's user is the one of the image, who owns the volume.

  /** A command line that runs one in the image. */
  const inside = (...command: string[]): string[] => [
    ...[BWRAP ?? '', '--ro-bind', root, '/', '--bind', data, VOLUME, '--proc', '/proc'],
    ...['--dev', '/dev', '--tmpfs', '/tmp', '--unshare-user', '--unshare-pid', '--unshare-ipc'],
    ...['--uid', user[1] ?? '', '--gid', user[2] ?? '', '--cap-drop', 'ALL', '--die-with-parent'],
    ...['--clearenv', ...variables.flatMap((each) => ['--setenv', ...each.split('=')])],
    ...['--setenv', 'SAOLA_HOST', '127.0.0.1', '--', ...command],
  ]
  const runInside = (...command: string[]) => {
    const { exitCode, stdout, stderr } = Bun.spawnSync(inside(...command))
    return { code: exitCode, out: stdout.toString(), log: stderr.toString() }
  }

  test('holds the program, its libraries and nothing else', () => {
    expect([laidOut.exitCode, laidOut.stderr.toString()]).toEqual([0, ''])
    const entries = readdirSync(root, { recursive: true, withFileTypes: true })
    const files = entries
      .filter((entry) => !entry.isDirectory())
      .map(({ parentPath, name }) => join(parentPath, name).slice(root.length))
    const [libraries, others] = [
      files.filter((file) => file.startsWith('/lib')),
      files.filter((file) => !file.startsWith('/lib')),
    ]
    expect(others.sort()).toEqual(['/etc/group', '/etc/passwd', '/usr/bin/saola'])
    expect(libraries.map((file) => /[^/]*(?=\.so)/.exec(file)?.[0]).sort()).toEqual([
      ...['ld-linux-x86-64', 'libc', 'libdl', 'libm', 'libpthread'].map((name) =>
        process.arch === 'arm64' ? name.replace('x86-64', 'aarch64') : name,
      ),
    ])
  })

  test('serves as a user without rights from a file system that cannot be written', async () => {
    const entry = [...instruction('ENTRYPOINT')]
    expect(instruction('CMD').at(-1)).toBe('serve')
    expect(DOCKERFILE).toContain(`VOLUME ${VOLUME}\n`)
    const env: Record<string, string> = {}
    const server = await startServer(inside(...entry), { cwd: '/', env })
    const { port } = new URL(server.url)
    const page = await fetch(`http://127.0.0.1:${port}/`)
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('<title>')])
    const check = /^HEALTHCHECK .* CMD (\[.*\])$/m.exec(DOCKERFILE)?.[1]
    const healthy = runInside(...(JSON.parse(check ?? '[]') as string[]), '--port', port)
    expect([healthy.code, healthy.log]).toEqual([0, ''])
    const create = ['keys', 'create', '--user', 'an', '--scopes', 'all', '--json']
    expect(runInside(...entry, ...create).code).toBe(0)
    process.kill(programOf(server.process.pid), 'SIGTERM')
    expect(await server.process.exited).toBe(0)
    expect(runInside(...(JSON.parse(check ?? '[]') as string[]), '--port', port).code).toBe(1)
    expect(readdirSync(data).sort()).toEqual(['datasets', 'db'])
    const elsewhere = runInside(...entry, 'serve', '--port', '0', '--data', '/usr/other')
    expect([elsewhere.code, elsewhere.log]).toEqual([1, expect.stringContaining('cannot be used')])
  })
})
