import { Command, CommanderError, Option } from 'commander'
import { errorText } from '../../base/error-text.ts'
import { type ErrorCode, reasonOf, ServiceError } from '../../base/errors.ts'
import {
  type Config,
  defaultText,
  resolveConfig,
  SETTINGS,
  type SettingName,
} from '../../config.ts'

/**
 * The parts of its process that a command may touch. Tests hand in their own.
 *
 * A command's file exports `xxxCommand(env: CommandEnv): Command`, built on `newCommand`; its
 * action returns when done and throws a `ServiceError` when it cannot. `main.ts` turns that into
 * one line on stderr and an exit code.
 */
export interface CommandEnv {
  readonly variables: Readonly<Record<string, string | undefined>>
  /** A line of the answer, on stdout. */
  readonly out: (line: string) => void
  /** A line of progress, warning or log, on stderr. */
  readonly log: (line: string) => void
  /**
   * Rewrites the current line of stderr where that is a terminal; '' clears it for `log`. Throws
   * `INTERRUPTED` when the command is to stop and cannot hear of it from `signal`.
   */
  readonly progress: (text: string) => void
  /** Asks for a confirmation; null where nobody can answer. */
  readonly ask: ((question: string) => Promise<boolean>) | null
  /** Aborted by the first Ctrl-C or SIGTERM. */
  readonly signal: AbortSignal
}

/** Exit codes: done, failed, wrong usage. */
export const EXIT_DONE = 0
export const EXIT_FAILED = 1
export const EXIT_USAGE = 2

/** The error of a command that has reported its failure in full: only the exit code is left. */
export class ReportedFailure extends Error {
  override name = 'ReportedFailure'
  readonly exitCode: number
  constructor(exitCode = EXIT_FAILED) {
    super()
    this.exitCode = exitCode
  }
}

/** A command that takes `--json` and a flag for each of `settings`. */
export function newCommand(
  name: string,
  description: string,
  settings: readonly SettingName[] = [],
): Command {
  const command = new Command(name).description(description)
  for (const setting of settings) command.addOption(settingOption(setting))
  return command.option('--json', 'print one JSON value on stdout')
}

/** A command that only holds others: `saola keys create`, `saola keys list`. */
export function newGroup(name: string, description: string, members: readonly Command[]): Command {
  const group = new Command(name).description(description)
  for (const member of members) group.addCommand(member)
  return group
}

/** The settings every command needs that opens the database. */
export const DATABASE_SETTINGS = ['data', 'databaseUrl', 'databaseUrlFile'] as const

/** The settings in force for a running command. Throws `INVALID_CONFIG`. */
export function configOf(command: Command, env: CommandEnv): Config {
  return resolveConfig(command.opts(), env.variables)
}

/** Answers with `value` as JSON when the command was given `--json`, else with `lines`. */
export function answer(
  command: Command,
  env: CommandEnv,
  value: unknown,
  lines: () => readonly string[],
): void {
  if (command.opts()['json'] === true) env.out(JSON.stringify(value))
  else for (const line of lines()) env.out(line)
}

/**
 * Returns when the person at the terminal says yes. Throws `refusal`, which names the option for
 * going on, without a terminal, and `INTERRUPTED` for a no.
 */
export async function confirm(
  { ask }: CommandEnv,
  { question, refusal }: { readonly question: string; readonly refusal: ServiceError },
): Promise<void> {
  if (ask === null) throw refusal
  if (!(await ask(question))) throw new ServiceError('INTERRUPTED', 'Nothing was changed.')
}

/** By default a list of places is named after its file, and may be as long. */
export const LIST_NAME_CHARS_MAX = 255

/** A name as it is stored: NFC, without spaces around. Throws `USAGE`; `origin` begins that. */
export function parseName(origin: string, text: string, charsMax: number): string {
  const name = text.normalize('NFC').trim()
  if (name !== '' && name.length <= charsMax && !/\p{Cc}/u.test(name)) return name
  throw new ServiceError('USAGE', `${origin} takes 1 to ${charsMax} characters in one line.`)
}

/** Columns padded to their widest cell, two spaces between; the first row is the heading. */
export function columns(rows: readonly (readonly string[])[]): string[] {
  const widths: number[] = []
  for (const row of rows) {
    row.forEach((cell, i) => {
      widths[i] = Math.max(widths[i] ?? 0, Bun.stringWidth(cell))
    })
  }
  return rows.map((row) =>
    row
      .map((cell, i) => cell + ' '.repeat((widths[i] ?? 0) - Bun.stringWidth(cell)))
      .join('  ')
      .trimEnd(),
  )
}

/**
 * The exit code for what a command threw, after saying it on stderr in one clear text, and as
 * `{ error, code }` on stdout when `json`. A stack is shown for bugs and with `SAOLA_DEBUG=1`.
 */
export function reportFailure(error: unknown, env: CommandEnv, json: boolean): number {
  if (error instanceof CommanderError) return reportMisuse(error, env, json)
  if (error instanceof ReportedFailure) return error.exitCode
  const known = error instanceof ServiceError
  const message = reasonOf(error)
  const code: ErrorCode = known ? error.code : 'INTERNAL_ERROR'
  env.log(known ? `saola: ${message}` : `saola: internal error: ${message}`)
  if (env.variables['SAOLA_DEBUG'] === '1' && error instanceof Error) {
    env.log(errorText(error))
  } else if (!known) {
    env.log('This is a bug in Saola. Run it again with SAOLA_DEBUG=1 to see where.')
  }
  if (json) env.out(JSON.stringify({ error: message, code }))
  return code === 'USAGE' || code === 'INVALID_CONFIG' ? EXIT_USAGE : EXIT_FAILED
}

/** The parser has already written the fault to stderr, or printed the requested help. */
function reportMisuse({ exitCode, code, message }: CommanderError, env: CommandEnv, json: boolean) {
  if (exitCode === 0) return EXIT_DONE
  // For a group without a command it prints the help, and has no message of its own.
  const isHelp = code === 'commander.help'
  const text = isHelp ? 'A command is missing; see the help.' : message.replace(/^error: /, '')
  if (json) env.out(JSON.stringify({ error: text, code: 'USAGE' satisfies ErrorCode }))
  return EXIT_USAGE
}

function settingOption(name: SettingName): Option {
  const setting = SETTINGS[name]
  const isSwitch = typeof setting.default === 'boolean'
  const flags = isSwitch
    ? `${setting.flag} [${setting.value}]`
    : `${setting.flag} <${setting.value}>`
  const notes = `default ${defaultText(name)}; ${setting.env}`
  return new Option(flags, `${setting.description} (${notes})`)
}
