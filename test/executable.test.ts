import { afterAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { get } from 'node:http'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { saolaExecutable, startServer } from './executable.ts'

/*
 * The executable as an operator meets it: alone in an empty directory, on a machine that has
 * neither Node nor Bun nor this repository, with nothing in its environment.
 */

setDefaultTimeout(120_000)

const directory = mkdtempSync(join(tmpdir(), 'saola-executable-'))
const saola = join(directory, 'saola')
cpSync(saolaExecutable(), saola)
afterAll(() => rmSync(directory, { recursive: true }))

const ALONE = { cwd: directory, env: {} }

function run(...argv: string[]): { code: number; out: string; log: string } {
  const { exitCode, stdout, stderr } = Bun.spawnSync([saola, ...argv], ALONE)
  return { code: exitCode, out: stdout.toString(), log: stderr.toString() }
}

/** The status of an answer to a client at that address of this machine. */
function statusFrom(localAddress: string, url: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    get(url, { localAddress }, (response) => {
      response.resume()
      resolve(response.statusCode)
    }).on('error', reject)
  })
}

test('version and help', () => {
  expect(run('version')).toMatchObject({ code: 0, log: '' })
  expect(JSON.parse(run('version', '--json').out).commit).toMatch(/^[0-9a-f]{12}|unknown/)
  const help = run('--help')
  expect(help.code).toBe(0)
  const commands = [...help.out.matchAll(/^ {2}([a-z]+) /gm)].map(([, name = '']) => name)
  expect(commands).toContain('serve')
  for (const command of commands.filter((name) => name !== 'help')) {
    expect(run(command, '--help').out).toStartWith(`Usage: saola ${command}`)
  }
})

test('a whole file is answered by threads', async () => {
  const env = { SAOLA_DATA: 'file-data' }
  await (await startServer([saola], { ...ALONE, env })).stop()
  const input = join(directory, 'old.csv')
  await Bun.write(input, 'id;Địa chỉ\n1;12 Nguyễn Trãi, P.7, Q.5, TP.HCM\n')
  const { code, log } = run('convert', 'old.csv', '--data', 'file-data')
  expect([code, log]).toEqual([0, expect.stringContaining('semicolons')])
  const output = join(directory, 'old.converted.csv')
  expect(await Bun.file(output).text()).toContain('\n1;12 Nguyễn Trãi, P.7, Q.5, TP.HCM;12 Nguyễn')
  for (const name of ['file-data', input, output])
    rmSync(resolve(directory, name), { recursive: true })
})

describe('a server', () => {
  test('starts in an empty directory, answers, stops and leaves nothing but its data', async () => {
    const server = await startServer([saola], ALONE)
    const health = await fetch(`${server.url}/health`)
    expect([health.status, await health.json()]).toEqual([200, { status: 'ok' }])
    expect(await server.stop()).toBe(0)
    expect(server.log()).toContain('is the built-in dataset')
    expect(server.log()).toContain('Stopped.')
    expect(readdirSync(directory).sort()).toEqual(['saola', 'saola-data'])
    expect(readdirSync(join(directory, 'saola-data')).sort()).toEqual(['datasets', 'db'])
  })

  test('a copy of its data directory is not its database, and nothing is none', async () => {
    const server = await startServer([saola], ALONE)
    expect(Bun.spawnSync(['cp', '-a', 'saola-data', 'copy'], ALONE).exitCode).toBe(0)
    const create = ['keys', 'create', '--user', 'copied', '--scopes', 'all', '--data']
    const copied = run(...create, 'copy')
    expect([copied.code, copied.log]).toEqual([0, expect.stringContaining('is a copy, of process')])
    expect(run('users', '--data', 'copy').out).toContain('copied')
    expect(run('users').out).not.toContain('copied')
    const elsewhere = run(...create, 'elsewhere', '--json')
    expect(elsewhere.code).toBe(1)
    expect(JSON.parse(elsewhere.out)).toEqual({
      error: expect.stringContaining(`There is no data directory ${join(directory, 'elsewhere')}.`),
      code: 'NOT_FOUND',
    })
    expect(await server.stop()).toBe(0)
    rmSync(join(directory, 'copy'), { recursive: true })
    expect(readdirSync(directory).sort()).toEqual(['saola', 'saola-data'])
  })

  test('the demo key works at once, and is offered only once', async () => {
    const demo = { ...ALONE, env: { SAOLA_DEMO: 'true', SAOLA_DATA: 'demo-data' } }
    const server = await startServer([saola], demo)
    const commands = server.log().match(/curl .*/g) ?? []
    expect(commands).toHaveLength(3)
    for (const command of commands) {
      const [, header = '', url = ''] = /-H 'X-API-Key: ([^']+)' '([^']+)'/.exec(command) ?? []
      const response = await fetch(url, { headers: { 'X-API-Key': header } })
      expect([url, response.status]).toEqual([url, 200])
      const [answer] = Object.values((await response.json()) as Record<string, unknown>)
      expect([url, Array.isArray(answer) ? answer.length > 0 : answer !== null]).toEqual([
        url,
        true,
      ])
    }
    expect(await server.stop('SIGINT')).toBe(0)
    const again = await startServer([saola], demo)
    expect(await again.stop()).toBe(0)
    expect(again.log()).not.toContain('sk_live_')
  })

  test('answers with several threads, each of which has threads of its own', async () => {
    const env = { SAOLA_DEMO: 'true', SAOLA_DATA: 'threads-data', SAOLA_WORKERS: '2' }
    const server = await startServer([saola], { ...ALONE, env })
    const [key = ''] = /sk_live_\w+/.exec(server.log()) ?? []
    const statuses = await Promise.all(
      Array.from({ length: 40 }, async (_, i) => {
        // Each of its own tolerance: which of the threads answers, it has to work it out.
        const path = `/v1/admin-boundaries?levels=4&tolerance=0.0${i % 4}1`
        const headers = { 'X-API-Key': key }
        const { status } = await fetch(server.url + path, { headers, keepalive: false })
        return status
      }),
    )
    expect(statuses).toEqual(Array(40).fill(200))
    expect(await server.stop()).toBe(0)
    expect(server.log()).toContain('Stopped.')
  })

  test('answers what comes together each for itself, by its own headers and address', async () => {
    const server = await startServer([saola], { ...ALONE, env: { SAOLA_DATA: 'batch-data' } })
    const provinces = ['ha noi', 'hue', 'da nang', 'can tho', 'hai phong', 'ho chi minh']
    const asked = Array.from({ length: 30 }, (_, i) => ({ id: `r${i}`, input: provinces[i % 6]! }))
    const path = '/v1/demo/suggest?input='
    const answers = await Promise.all(
      asked.map(async ({ id, input }) => {
        const headers = { 'X-Request-ID': id }
        const response = await fetch(server.url + path + encodeURIComponent(input), { headers })
        return { id: response.headers.get('x-request-id'), body: await response.text() }
      }),
    )
    expect(answers.map(({ id }) => id)).toEqual(asked.map(({ id }) => id))
    for (const [i, { body }] of answers.entries()) expect(body).toBe(answers[i % 6]!.body)
    expect(new Set(answers.map(({ body }) => body)).size).toBe(provinces.length)
    // Though the minute may have turned since, one of 31 more is above what a minute allows.
    const more = Array.from({ length: asked.length + 1 }, () => fetch(`${server.url}${path}hue`))
    const again = await Promise.all(more)
    expect(again.map(({ status }) => status)).toContain(429)
    expect(await statusFrom('127.0.0.2', `${server.url}${path}hue`)).toBe(200)
    expect(await server.stop()).toBe(0)
  })

  test('refuses a port that is taken', async () => {
    const taken = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: () => new Response() })
    const port = String(taken.port)
    const { code, log } = run('serve', '--port', port)
    await taken.stop()
    expect(code).toBe(1)
    expect(log).toContain(`Cannot listen on 127.0.0.1:${port}`)
    expect(existsSync(join(directory, 'saola-data', 'saola.sock'))).toBe(false)
  })

  test('refuses a data directory that it cannot write', () => {
    const { code, log } = run('serve', '--data', join(saola, 'data'))
    expect(code).toBe(1)
    expect(log).toContain('cannot be used')
    expect(log).toContain('--data')
  })

  test('refuses a database that does not answer', () => {
    const { code, log } = run('serve', '--database-url', 'postgres://me:secret@127.0.0.1:1/db')
    expect(code).toBe(1)
    expect(log).not.toContain('secret')
    expect(log).toContain('127.0.0.1:1')
  })
})
