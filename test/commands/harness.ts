import { Command } from 'commander'
import { type CommandEnv, EXIT_DONE, reportFailure } from '../../src/commands/env/command.ts'
import type { DatabaseOptions } from '../../src/db/client.ts'

export interface Outcome {
  readonly code: number
  readonly out: string
  readonly log: string
}

/** Runs `saola …` with one command in it on a database; `ask` stands for a person. */
export async function runCommand(
  build: (env: CommandEnv) => Command,
  argv: readonly string[],
  { databaseUrl, dataDir }: DatabaseOptions,
  ask: CommandEnv['ask'] = null,
): Promise<Outcome> {
  let out = ''
  let log = ''
  const env: CommandEnv = {
    variables: {
      SAOLA_DATA: dataDir,
      ...(databaseUrl === null ? {} : { DATABASE_URL: databaseUrl }),
    },
    out: (line) => {
      out += `${line}\n`
    },
    log: (line) => {
      log += `${line}\n`
    },
    progress: () => {},
    ask,
    signal: new AbortController().signal,
  }
  const program = new Command('saola').addCommand(build(env))
  quiet(program, env)
  try {
    await program.parseAsync([...argv], { from: 'user' })
    return { code: EXIT_DONE, out, log }
  } catch (error) {
    const code = reportFailure(error, env, argv.includes('--json'))
    return { code, out, log }
  }
}

function quiet(command: Command, env: CommandEnv): void {
  command.exitOverride().configureOutput({ writeOut: env.out, writeErr: env.log })
  for (const child of command.commands) quiet(child, env)
}
