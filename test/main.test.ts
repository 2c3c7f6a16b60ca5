import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import type { Command } from 'commander'
import type { CommandEnv } from '../src/commands/env/command.ts'
import { SETTING_NAMES, SETTINGS } from '../src/config.ts'
import { buildProgram, run } from '../src/main.ts'
import { scratchDirectory } from './scratch.ts'

interface Outcome {
  readonly code: number
  readonly out: string
  readonly log: string
}

function recorder(variables: Record<string, string> = {}): { env: CommandEnv } & Outcome {
  const recorded = { code: -1, out: '', log: '' }
  const env: CommandEnv = {
    variables,
    out: (line) => {
      recorded.out += `${line}\n`
    },
    log: (line) => {
      recorded.log += `${line}\n`
    },
    progress: () => {},
    ask: null,
    signal: new AbortController().signal,
  }
  return Object.assign(recorded, { env })
}

async function saola(argv: readonly string[], variables = {}): Promise<Outcome> {
  const recorded = recorder(variables)
  const code = await run(argv, recorded.env)
  return { code, out: recorded.out, log: recorded.log }
}

/** `keys`, `keys create`, …: every command with its way from the top. */
function commandPaths(command: Command, trail: readonly string[] = []): string[][] {
  return command.commands.flatMap((child) => {
    const path = [...trail, child.name()]
    return [path, ...commandPaths(child, path)]
  })
}

describe('help', () => {
  test('saola --help names every command', async () => {
    const { code, out } = await saola(['--help'])
    expect(code).toBe(0)
    for (const { name } of buildProgram(recorder().env).commands.map((c) => ({ name: c.name() }))) {
      expect(out).toContain(`\n  ${name}`)
    }
  })

  test.each(commandPaths(buildProgram(recorder().env)).map((path) => [path.join(' ')]))(
    'saola %s --help',
    async (path) => {
      const { code, out, log } = await saola([...path.split(' '), '--help'])
      expect(code).toBe(0)
      expect(log).toBe('')
      expect(out).toStartWith(`Usage: saola ${path}`)
    },
  )

  test('every option and every command is described', () => {
    const undescribed = (command: Command): string[] => [
      ...(command.description() === '' ? [command.name()] : []),
      ...command.options.filter((option) => option.description === '').map(({ flags }) => flags),
      ...command.commands.flatMap(undescribed),
    ]
    expect(undescribed(buildProgram(recorder().env))).toEqual([])
  })

  test('settings are told with default and environment name', async () => {
    const { out } = await saola(['config', '--help'])
    const text = out.replace(/\s+/g, ' ')
    for (const name of SETTING_NAMES) {
      expect(text).toContain(SETTINGS[name].flag)
      expect(text).toContain(`${SETTINGS[name].env})`)
    }
  })
})

describe('wrong usage', () => {
  test.each([
    [['confg'], 'Did you mean config?'],
    [['config', '--prot', '1'], 'Did you mean --port?'],
    [['config', '--port'], 'argument missing'],
    [['config', 'extra'], 'too many arguments'],
    [['config', '--port', 'x', '--workers', 'y'], '--workers is "y"'],
    [[], 'Usage: saola'],
  ])('%j', async (argv, said) => {
    const { code, out, log } = await saola(argv)
    expect(code).toBe(2)
    expect(log).toContain(said)
    expect(out).toBe('')
  })

  test.each([
    [['keys', 'create', '--user', 'x', '--json'], "required option '--scopes <scopes>'"],
    [['keys', 'revoke', '--json'], "missing required argument 'id'"],
    [['doctor', '--nothing', '--json'], "unknown option '--nothing'"],
    [['keys', '--json'], 'unknown option'],
  ])('of %p is a JSON value with --json', async (argv, message) => {
    const { code, out } = await saola(argv)
    expect(code).toBe(2)
    expect(JSON.parse(out)).toEqual({ error: expect.stringContaining(message), code: 'USAGE' })
    expect(out).not.toContain('error: ')
  })

  test('with --json the fault is a JSON value too', async () => {
    const { code, out } = await saola(['config', '--json', '--port', 'x'])
    expect(code).toBe(2)
    expect(JSON.parse(out)).toMatchObject({ code: 'INVALID_CONFIG' })
  })
})

describe('a variable that is no setting', () => {
  test.each([
    ['SAOLA_DATADIR', 'SAOLA_DATA'],
    ['SAOLA_DATA_DIR', 'SAOLA_DATA'],
    ['SAOLA_DATABASE_URL', 'DATABASE_URL'],
    ['SAOLA_TRUSTED_PROXY', 'TRUSTED_PROXIES'],
    ['SAOLA_ROUTING', 'SAOLA_ROUTING_'],
    ['SAOLA_DATABASE', 'DATABASE_URL'],
    ['SAOLA_LISTEN_PORT', 'SAOLA_PORT'],
    ['SAOLA_WORKER', 'SAOLA_WORKERS'],
    [`SAOLA_${'X'.repeat(1_000)}`, ''],
  ])('%s is told, with the nearest name', async (name, nearest) => {
    const { code, out, log } = await saola(['config', '--json'], { [name]: '/srv/x' })
    expect(code).toBe(0)
    expect(log).toStartWith(`warning: ${name} is no setting and has no effect; the nearest is `)
    expect(log).toContain(`the nearest is ${nearest}`)
    expect(log.trim().split('\n')).toHaveLength(1)
    expect(Object.keys(JSON.parse(out))).toEqual([...SETTING_NAMES])
  })

  test('settings, what others read, unset ones and help are not', async () => {
    const known = Object.fromEntries(SETTING_NAMES.map((name) => [SETTINGS[name].env, '']))
    const rest = { SAOLA_DEBUG: '1', SAOLA_TEST_DATA: '/x', SAOLA_NONE: '', PATH: '/bin' }
    const variables = { ...known, ...rest, SAOLA_PORT: '81', SAOLA_DEMO: 'true' }
    expect((await saola(['config'], variables)).log).toBe('')
    expect((await saola(['config', '--help'], { SAOLA_DATADIR: 'x' })).log).toBe('')
  })
})

describe('config', () => {
  test('shows what is in force, passwords hidden', async () => {
    const variables = { DATABASE_URL: 'postgres://me:secret@host/db', SAOLA_PORT: '81' }
    const { code, out } = await saola(['config'], variables)
    expect(code).toBe(0)
    expect(out).toMatch(/^--port +81 +environment +SAOLA_PORT$/m)
    expect(out).toContain('postgres://me:***@host/db')
  })

  test('as JSON', async () => {
    const { out } = await saola(['config', '--json', '--host', '::1'])
    expect(JSON.parse(out)).toMatchObject({
      host: { value: '::1', origin: 'flag' },
      databaseUrl: { value: 'not set', origin: 'default' },
    })
  })
})

test('version prints what was built', async () => {
  expect((await saola(['version'])).out).toMatch(/^saola \d+\.\d+\.\d+ \(commit /)
  expect(JSON.parse((await saola(['version', '--json'])).out)).toHaveProperty('commit')
  expect((await saola(['--version'])).code).toBe(0)
})

test.each(['config', 'nonsense', '--help'])('%s: nobody reads what it says', async (command) => {
  // Both streams go to a reader that is gone before the command has begun to speak.
  const script = 'set -o pipefail; "$0" src/main.ts "$1" 2>&1 | true'
  const told = Bun.spawn(['bash', '-c', script, process.execPath, command], {
    cwd: join(import.meta.dir, '..'),
  })
  expect(await told.exited).toBe(command === 'nonsense' ? 2 : 0)
})

test('without git the commit that is built is unknown', () => {
  const script = "import { commit } from './build.ts'; console.log(commit())"
  const { stdout } = Bun.spawnSync([process.execPath, '-e', script], {
    cwd: join(import.meta.dir, '..'),
    env: { PATH: '/nowhere' },
  })
  expect(stdout.toString().trim()).toBe('unknown')
})

test.skipIf(process.platform !== 'linux').each(['', 'nohup'])(
  'a terminal that closes stops a command in order, but not with “%s”',
  async (nohup) => {
    const asked = Promise.withResolvers<void>()
    const silent = Bun.serve({
      port: 0,
      fetch: () => {
        asked.resolve()
        return new Promise<Response>(() => {})
      },
    })
    const script = `exec ${nohup} "$0" src/main.ts import "$1" --dry-run --data "$2"`
    const address = `${silent.url}x.osm.pbf`
    const child = Bun.spawn(['bash', '-c', script, process.execPath, address, scratchDirectory()], {
      cwd: join(import.meta.dir, '..'),
      stdin: 'ignore',
      stdout: 'ignore',
      stderr: 'pipe',
    })
    await asked.promise
    child.kill('SIGHUP')
    if (nohup !== '') {
      await Bun.sleep(300)
      expect(child.exitCode).toBeNull()
      child.kill('SIGTERM')
    }
    expect(await child.exited).toBe(1)
    expect(await child.stderr.text()).toContain('The download was stopped.')
    await silent.stop(true)
  },
)
