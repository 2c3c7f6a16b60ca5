import type { Subprocess } from 'bun'
import { type DatabaseOptions, openDatabase } from '../../src/db/client.ts'
import { migrate } from '../../src/db/migrate.ts'

/*
 * Other processes for the suite: this file, run by itself, opens a database and does one thing.
 * It says `ready` when it has, and ends when its standard input does.
 */

const ACTIONS = ['open', 'migrate', 'transaction'] as const
type Action = (typeof ACTIONS)[number]

export interface OtherProcess {
  readonly pid: number
  /** What it had to say: JSON behind `ready `. Throws what it wrote to stderr when it fails. */
  readonly ready: Promise<unknown>
  /** Lets it end by itself; its exit code. */
  end(): Promise<number>
  /** As a crash does. */
  kill(): Promise<void>
}

export function startProcess(action: Action, options: DatabaseOptions): OtherProcess {
  const child = Bun.spawn([process.execPath, import.meta.path, action, JSON.stringify(options)], {
    stdin: 'pipe',
    stdout: 'pipe',
    stderr: 'pipe',
  })
  return {
    pid: child.pid,
    ready: readyLine(child),
    async end() {
      child.stdin.end()
      return child.exited
    },
    async kill() {
      child.kill('SIGKILL')
      await child.exited
    },
  }
}

async function readyLine(child: Subprocess<'pipe', 'pipe', 'pipe'>): Promise<unknown> {
  let text = ''
  for await (const chunk of child.stdout) {
    text += new TextDecoder().decode(chunk)
    const [, json] = /^ready (.*)\n/.exec(text) ?? []
    if (json !== undefined) return JSON.parse(json)
  }
  throw new Error(await new Response(child.stderr).text())
}

async function main(action: string, options: DatabaseOptions): Promise<void> {
  const database = await openDatabase(options)
  const { sql } = database
  if (action === 'migrate') {
    say(await migrate(database))
    await inputEnd()
  } else if (action === 'transaction') {
    await sql
      .begin(async (tx) => {
        await tx`insert into users (id, name) values ('u_half', 'Half')`
        say(null)
        await inputEnd()
      })
      .catch(() => {}) // the suite ends this process in the middle, or its server goes
  } else {
    say(database.kind)
    await inputEnd()
  }
  await database.close()
}

function say(value: unknown): void {
  process.stdout.write(`ready ${JSON.stringify(value)}\n`)
}

async function inputEnd(): Promise<void> {
  for await (const _ of Bun.stdin.stream()) {
    // Nothing is said there: its end is the message.
  }
}

if (import.meta.main) {
  const [action = '', options = '{}'] = process.argv.slice(2)
  await main(action, JSON.parse(options))
}
