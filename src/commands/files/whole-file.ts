import { existsSync, realpathSync, statSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { basename, dirname, extname, join, resolve } from 'node:path'
import type { Command } from 'commander'
import { ServiceError } from '../../base/errors.ts'
import { LANGS, type Lang } from '../../base/lang.ts'
import { counted } from '../../base/shown-text.ts'
import { guessColumns, namedColumns } from '../../bulk/address-columns.ts'
import { answerFile, type FileJob } from '../../bulk/answer-file.ts'
import type { Layout } from '../../bulk/block-answer.ts'
import { type BlockAnswerer, BlockThreads } from '../../bulk/block-threads.ts'
import { encodingNamed } from '../../bulk/encoding.ts'
import { type Input, openInput } from '../../bulk/input.ts'
import type { Question } from '../../bulk/local-answers.ts'
import { type AskedServer, ServerAnswers } from '../../bulk/server-answers.ts'
import { Progress } from '../../import/report/progress.ts'
import { VERSION } from '../../version.ts'
import { answer, type CommandEnv, DATABASE_SETTINGS, newCommand } from '../env/command.ts'
import { searchedDataset } from '../env/dataset.ts'
import { inputLine, summaryLines, summaryValue } from './summary.ts'

/** One of the commands that answer a file. */
export interface WholeFileCommand {
  readonly name: 'geocode' | 'convert'
  readonly description: string
  readonly help: string
  /** In the name of what comes out: `addresses.geocoded.csv`. */
  readonly done: string
  /** The name of its run. */
  readonly doing: string
}

const HELP = `
FILE is a CSV or TSV file whose first line names the columns, or - for standard input. Encoding
(UTF-8, UTF-16, Windows-1258) and separator are found out. The columns with the address are known
by their names: one such as 'địa chỉ' or 'address', several such as 'số nhà', 'đường', 'phường',
'quận', 'tỉnh', or both; else --address says which. All columns stay as they are, and ours follow.

A run that was stopped or killed goes on where it was when the same command is given again; until
then OUT.part and OUT.journal are kept. With - in or out nothing is kept.`

const SERVER_REQUESTS = 4
const WORKERS_MAX = 256
const KEY_VARIABLE = 'SAOLA_API_KEY'

export function wholeFileCommand(kind: WholeFileCommand): Command {
  return newCommand(kind.name, kind.description, DATABASE_SETTINGS)
    .argument('<file>', 'CSV or TSV with a header, or -')
    .option('-o, --output <file>', `where to write (default: beside it, as FILE.${kind.done}.csv)`)
    .option('--address <columns>', 'the columns that hold the address, with commas between')
    .option('--errors <file>', 'where to write the rows that failed')
    .option('--encoding <name>', 'of the file: utf-8, utf-16le, windows-1258 …')
    .option('--delimiter <sign>', 'what stands between cells: , ; tab …')
    .option('--lang <lang>', 'of what is written: vi or en', 'vi')
    .option(
      '--workers <threads>',
      'that answer rows (default: one a core; of a server, 4 requests at once)',
    )
    .option('--restart', 'begin anew where an earlier run was stopped')
    .option('--server <url>', 'ask this server instead of the dataset on this machine')
    .option('--key <key>', `API key for that server; better in ${KEY_VARIABLE}`)
    .addHelpText('after', `${kind.help}\n${HELP}`)
}

/** The part that each command reads from its own options. */
export interface FileQuestion {
  readonly question: Question
  /** Names of the columns that it adds. */
  readonly added: readonly string[]
}

/** Runs one of the commands on `file`. */
export async function runWholeFile(
  { command, env, kind }: { command: Command; env: CommandEnv; kind: WholeFileCommand },
  file: string,
  { question, added }: FileQuestion,
): Promise<void> {
  const options = readOptions(command, env)
  const output = outputOf(file, options.output, kind.done)
  requireOthers(file, output, options.errors)
  const isPiped = output === '-'
  if (isPiped && command.opts()['json'] === true) {
    throw new ServiceError('USAGE', '--json needs standard output for itself: say -o FILE.')
  }
  const progress = new Progress(env)
  const { encoding, delimiter } = options
  const { signal } = env
  const standardInput = process.stdin
  const input = await openInput({ path: file, standardInput, encoding, delimiter, signal })
  try {
    const layout = layoutOf(input, options.address, added)
    env.log(inputLine(file, input, layout, encoding !== null))
    const { makeAnswerer, basis } = await answererOf(command, env, { question, layout, options })
    const job: FileJob = {
      ...{ input, layout, output, errors: options.errors, isRestart: options.isRestart },
      basis: { ...basis, '--lang': question.lang, '--to': question.to, program: programText() },
      standardOutput: process.stdout,
      signal,
      onRows(rows, bytes) {
        const step = counted(rows, 'row')
        if (input.bytes === null) env.progress(`${kind.doing}: ${step}`)
        else progress.step(step, bytes / Math.max(1, input.bytes))
      },
    }
    progress.start(kind.doing)
    const result = await answerFile(job, makeAnswerer)
    progress.finish()
    const summary = { ...result, output, errors: options.errors, seconds: progress.seconds() }
    if (isPiped) for (const line of summaryLines(summary)) env.log(line)
    else answer(command, env, summaryValue(summary), () => summaryLines(summary))
  } catch (error) {
    env.progress('')
    if (hasCode(error, 'EPIPE')) return // whoever read standard output has had enough
    if (hasCode(error, 'ENOSPC') || hasCode(error, 'EDQUOT')) throw diskFull(output, error)
    throw error
  } finally {
    input.close()
  }
}

interface FileOptions {
  readonly output: string | null
  readonly errors: string | null
  /** As given. */
  readonly address: string | null
  readonly encoding: string | null
  readonly delimiter: string | null
  readonly workers: number | null
  readonly isRestart: boolean
  readonly server: AskedServer | null
}

function readOptions(command: Command, env: CommandEnv): FileOptions {
  const given = command.opts()
  const text = (name: string): string | null => {
    const value: unknown = given[name]
    return typeof value === 'string' ? value : null
  }
  const encoding = text('encoding')
  return {
    output: text('output'),
    errors: text('errors'),
    address: text('address'),
    encoding: encoding === null ? null : encodingNamed(encoding),
    delimiter: delimiterOf(text('delimiter')),
    workers: workersOf(text('workers')),
    isRestart: given['restart'] === true,
    server: serverOf(text('server'), text('key') ?? env.variables[KEY_VARIABLE] ?? null),
  }
}

function delimiterOf(sign: string | null): string | null {
  if (sign === null) return null
  const meant = sign === 'tab' || sign === '\\t' ? '\t' : sign
  if (/^[\t -!#-/:-@[-`{-~]$/.test(meant)) return meant
  throw new ServiceError('USAGE', `--delimiter is '${sign}'; it accepts one sign, or 'tab'.`)
}

function workersOf(text: string | null): number | null {
  if (text === null) return null
  const workers = Number(text)
  if (Number.isInteger(workers) && workers >= 1 && workers <= WORKERS_MAX) return workers
  throw new ServiceError('USAGE', `--workers is '${text}'; it accepts 1 to ${WORKERS_MAX}.`)
}

function serverOf(url: string | null, key: string | null): AskedServer | null {
  if (url === null) return null
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url)) {
    throw new ServiceError('USAGE', `--server is '${url}'; write its address: http://host:8080`)
  }
  if (key !== null && key !== '') return { url: url.replace(/\/+$/, ''), key }
  throw new ServiceError('USAGE', `--server needs a key: --key KEY, or ${KEY_VARIABLE}.`)
}

/** Reads `--lang`. Throws `USAGE`. */
export function langOf(command: Command): Lang {
  const lang = LANGS.find((known) => known === command.opts()['lang'])
  if (lang !== undefined) return lang
  throw new ServiceError('USAGE', `--lang accepts ${LANGS.join(' and ')}.`)
}

function outputOf(file: string, output: string | null, done: string): string {
  if (output === null && file === '-') return '-'
  const ending = extname(file)
  const beside = join(dirname(file), `${basename(file, ending)}.${done}${ending || '.csv'}`)
  return output ?? beside
}

/** Throws `USAGE` where a file would be written over another of them, or cannot be written. */
function requireOthers(file: string, output: string, errors: string | null): void {
  const written = [output, ...(errors === null ? [] : [errors])].filter((path) => path !== '-')
  for (const path of written) {
    if (!existsSync(dirname(resolve(path)))) {
      throw new ServiceError('USAGE', `${dirname(path)} is no folder. Make it first.`)
    }
    if (statSync(path, { throwIfNoEntry: false })?.isDirectory() === true) {
      throw new ServiceError('USAGE', `${path} is a folder. Say a file: -o FILE`)
    }
  }
  const paths = [...(file === '-' ? [] : [file]), ...written].map(realPath)
  if (new Set(paths).size < paths.length) {
    throw new ServiceError('USAGE', 'FILE, --output and --errors must be different files.')
  }
}

function realPath(path: string): string {
  const full = resolve(path)
  return existsSync(full) ? realpathSync(full) : join(realpathSync(dirname(full)), basename(full))
}

function layoutOf({ header }: Input, address: string | null, added: readonly string[]): Layout {
  const { names } = header
  const columns = address === null ? guessColumns(names) : namedColumns(names, address)
  const taken = new Set(names.map((name) => name.trim().toLowerCase()))
  return { header, address: columns, added: added.map((name) => freeName(name, taken)) }
}

/** `lat`, or `lat_2` where the file has such a column. */
function freeName(name: string, taken: ReadonlySet<string>): string {
  let free = name
  for (let number = 2; taken.has(free); number++) free = `${name}_${number}`
  return free
}

interface Answering {
  readonly question: Question
  readonly layout: Layout
  readonly options: FileOptions
}

/** The source of the answers, and its identity for the journal. */
async function answererOf(
  command: Command,
  env: CommandEnv,
  { question, layout, options }: Answering,
): Promise<{ makeAnswerer: () => BlockAnswerer; basis: Readonly<Record<string, string>> }> {
  const { server, workers } = options
  if (server !== null) {
    const width = workers ?? SERVER_REQUESTS
    const setup = { server, question, layout, width, log: env.log }
    return {
      makeAnswerer: () => new ServerAnswers(setup),
      basis: { '--server': server.url, dataset: '' },
    }
  }
  const dataset = await searchedDataset(command, env)
  const setup = { dataset, question, layout }
  return {
    makeAnswerer: () => new BlockThreads(workers ?? availableParallelism(), setup),
    basis: { '--server': '', dataset: dataset.id },
  }
}

function programText(): string {
  return `${VERSION.version} ${VERSION.commit}`
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}

function diskFull(output: string, cause: unknown): ServiceError {
  return new ServiceError(
    'DISK_FULL',
    `No space is left on the disk of ${output}. Make room and give the same command again: it ` +
      'goes on where it stopped.',
    { cause },
  )
}
