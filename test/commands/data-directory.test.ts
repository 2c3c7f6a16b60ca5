import { describe, expect, test } from 'bun:test'
import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Command } from 'commander'
import { buildProgram, run } from '../../src/main.ts'
import { scratchDirectory } from '../scratch.ts'
import type { Outcome } from './harness.ts'

/* Commands in the wrong place: only serve, import, migrate and restore begin a data directory. */

async function saola(argv: readonly string[], dataDir: string): Promise<Outcome> {
  let [out, log] = ['', '']
  const code = await run(argv, {
    variables: { SAOLA_DATA: dataDir },
    out: (line) => {
      out += `${line}\n`
    },
    log: (line) => {
      log += `${line}\n`
    },
    progress: () => {},
    ask: null,
    signal: new AbortController().signal,
  })
  return { code, out, log }
}

const ELSEWHERE: readonly (readonly string[])[] = [
  ['keys', 'create', '--user', 'an', '--scopes', 'all'],
  ['keys', 'list'],
  ['keys', 'revoke', 'k_none'],
  ['keys', 'rotate', 'k_none'],
  ['users'],
  ['plans', 'list'],
  ['plans', 'set', 'gold', '--per-minute', '1', '--per-day', '1'],
  ['usage'],
  ['datasets', 'list'],
  ['datasets', 'activate', 'none'],
  ['datasets', 'rollback'],
  ['datasets', 'verify'],
  ['datasets', 'rebuild'],
  ['datasets', 'prune'],
  ['routing', 'on'],
  ['routing', 'off'],
  ['routing', 'status'],
  ['secrets', 'list'],
  ['secrets', 'rotate'],
  ['bench'],
  ['explain', 'x'],
  ['export', 'x.pmtiles'],
  ['backup', 'x.tar.gz'],
  ['update'],
  ['places', 'lists'],
  ['places', 'show', 'x'],
  ['places', 'export', 'x'],
  ['places', 'remove', 'x', '--yes'],
]
/** Those that may make one, those that open none, and what has a test of its own. */
const OTHERS = [
  ...['serve', 'import', 'migrate', 'config', 'version', 'doctor', 'geocode', 'convert'],
  ...['health', 'completion', 'licences'],
  ...['restore'],
]

test('every command is either here or there', () => {
  const paths = (command: Command): string[] =>
    command.commands.length === 0
      ? [command.name()]
      : command.commands.map((child) => `${command.name()} ${child.name()}`)
  const env = { variables: {}, out: () => {}, log: () => {}, progress: () => {}, ask: null }
  const program = buildProgram({ ...env, signal: new AbortController().signal })
  const all = program.commands.flatMap(paths)
  const here = ELSEWHERE.map(([group = '', member = '']) =>
    all.includes(group) ? group : `${group} ${member}`,
  )
  expect([...here, ...OTHERS].toSorted()).toEqual(all.toSorted())
})

describe('where there is none', () => {
  const cases = ELSEWHERE.map((argv) => [argv.slice(0, 2).join(' '), argv] as const)
  test.each(cases)('%s says so and makes none', async (_, argv) => {
    const place = scratchDirectory()
    const data = join(place, 'saola-data')
    const { code, out, log } = await saola([...argv, '--json'], data)
    const error =
      `There is no data directory ${data}. 'saola serve', 'saola import' and 'saola migrate' ` +
      'make one. If yours is elsewhere, name it with --data or SAOLA_DATA.'
    expect([code, log]).toEqual([1, `saola: ${error}\n`])
    expect(JSON.parse(out)).toEqual({ error, code: 'NOT_FOUND' })
    expect(readdirSync(place)).toEqual([])
  })

  test('the place that is told is an absolute path', async () => {
    const { log } = await saola(['keys', 'list', '--data', 'no-such-place'], '')
    expect(log).toContain(`data directory ${join(process.cwd(), 'no-such-place')}.`)
    expect(existsSync('no-such-place')).toBe(false)
  })

  test('doctor has it as a finding', async () => {
    const place = scratchDirectory()
    const argv = ['doctor', '--port', '0', '--json']
    const { code, out, log } = await saola(argv, join(place, 'saola-data'))
    expect([code, log]).toEqual([1, 'saola: 1 of 4 checks found a fault.\n'])
    const { findings } = JSON.parse(out) as { findings: readonly Record<string, string>[] }
    expect(findings.find(({ name }) => name === 'data directory')).toEqual({
      name: 'data directory',
      state: 'fault',
      message: expect.stringContaining(`There is no data directory ${place}/saola-data.`),
    })
    expect(readdirSync(place)).toEqual([])
  })
})

describe('in a directory of something else', () => {
  test('nothing is written, and the database that is missing is told', async () => {
    const place = scratchDirectory()
    writeFileSync(join(place, 'notes'), '')
    const { code, log } = await saola(['keys', 'list'], place)
    expect([code, log]).toEqual([1, expect.stringContaining(`There is no database in the data`)])
    const doctor = await saola(['doctor', '--port', '0'], place)
    expect([doctor.code, doctor.out]).toEqual([1, expect.stringContaining('There is no database')])
    expect(readdirSync(place)).toEqual(['notes'])
  })

  test('a file in its place', async () => {
    const file = join(scratchDirectory(), 'file')
    writeFileSync(file, '')
    const { code, log } = await saola(['keys', 'list'], file)
    expect([code, log]).toEqual([1, expect.stringContaining(`${file} cannot be used: it is no`)])
    const doctor = await saola(['doctor', '--port', '0'], file)
    expect([doctor.code, doctor.out]).toEqual([1, expect.stringContaining('it is no directory')])
  })
})
