import { ServiceError } from '../../base/errors.ts'
import { listOperatorRows } from '../../db/operator-places.ts'
import { roomFor } from '../../import/fetch/disk.ts'
import type { ImportSource } from '../../import/fetch/source.ts'
import {
  dryOperatorReport,
  importOperators,
  type ListImport,
  type OperatorReport,
  readOperators,
} from '../../import/import-operator.ts'
import { listNameOf } from '../../import/operator/list-name.ts'
import { isDrastic } from '../../import/operator/list-plan.ts'
import { answer, confirm, LIST_NAME_CHARS_MAX, parseName, ReportedFailure } from '../env/command.ts'
import { withDatabaseAsItIs, withNewDatabase } from '../env/database.ts'
import type { FileJob } from './import-boundaries.ts'

/** Options for importing a list of places. */
export interface ListFormat {
  readonly format: 'csv' | 'geojson'
  readonly list: string
  readonly isReplacing: boolean
  /** Refused rows are a failure. */
  readonly isStrict: boolean
}

/**
 * Null for a source that is no list of places; `content` is null for boundaries, `source` is the
 * source as messages show it. Throws `USAGE`.
 */
export function listFormat(
  options: Readonly<Record<string, unknown>>,
  content: ImportSource['content'] | null,
  source: string,
): ListFormat | null {
  const { list } = options
  const [isReplacing, isStrict] = [options['replace'] === true, options['strict'] === true]
  if (content === 'csv' || content === 'geojson') {
    const [origin, name] =
      typeof list === 'string'
        ? ['--list', list]
        : [
            'The name of the file is the name of the list, unless --list gives one. It',
            listNameOf(source),
          ]
    return {
      format: content,
      list: parseName(origin, name, LIST_NAME_CHARS_MAX),
      isReplacing,
      isStrict,
    }
  }
  if (list === undefined && !isReplacing && !isStrict) return null
  throw new ServiceError(
    'USAGE',
    '--list, --replace and --strict are for lists of places: .csv and .geojson files without ' +
      '--level.',
  )
}

type ListJob = FileJob & ListFormat

/** Imports the file at `path`, or reports the effect of that. */
export async function runPlaces(job: ListJob, path: string): Promise<void> {
  const { command, env, name, isDry, format, isStrict } = job
  const file = await readOperators(path, format)
  const wanted: ListImport = { ...job, source: name, file }
  const refused = file.rejections.length
  const isDone = !isDry && !(isStrict && refused > 0)
  const report = isDone ? await imported(job, wanted) : await foreseen(job, wanted)
  for (const warning of report.warnings) env.log(`warning: ${warning}`)
  if (isStrict && refused > 0) {
    tellRefused(job, report)
    throw new ReportedFailure()
  }
  if (refused > 0) env.log(`warning: ${rows(refused)} refused; with --strict that is a failure`)
  answer(command, env, report, () => [...refusedLines(report), ...outcomeLines(report, wanted)])
}

function imported(job: ListJob, wanted: ListImport): Promise<OperatorReport> {
  const { command, env, dataDir, progress } = job
  const consent = (loss: string) =>
    confirm(env, {
      question: `${loss} Import it as this list?`,
      refusal: new ServiceError(
        'CONFLICT',
        `${loss} Nothing was changed. If it is another list, give it a name of its own: ` +
          '--list NAME. If the list is to become this file, add --replace.',
      ),
    })
  return withNewDatabase(command, env, ({ db, kind }) =>
    importOperators(db, wanted, consent, {
      progress,
      signal: env.signal,
      room: roomFor(kind, dataDir),
    }),
  )
}

/** Without a database, or with one of an older Saola, all places are new. */
function foreseen({ command, env }: ListJob, wanted: ListImport): Promise<OperatorReport> {
  return withDatabaseAsItIs(command, env, async (database, missing) => {
    const isReadable = database !== null && missing.length === 0
    const stored = isReadable ? await listOperatorRows(database.db) : []
    const report = await dryOperatorReport(wanted, stored)
    if (database === null || isReadable) return report
    const warning =
      "the database is of an older Saola: its lists are not compared. 'saola migrate' renews it"
    return { ...report, warnings: [...report.warnings, warning] }
  })
}

function tellRefused({ command, env }: ListJob, report: OperatorReport): void {
  const { accepted, rejected } = report
  const total = accepted + rejected.length
  const error =
    `${rejected.length} of ${rows(total)} refused, which --strict makes a failure. ` +
    'Nothing was changed.'
  answer(command, env, { error, code: 'INVALID_FILE', ...report }, () => refusedLines(report))
  env.log(`saola: ${error}`)
}

function refusedLines({ rejected }: OperatorReport): readonly string[] {
  return rejected.map(({ line, reason }) => `line ${line}: ${reason}`)
}

function outcomeLines(report: OperatorReport, wanted: ListImport): readonly string[] {
  const { list, dataset, new: added, changed, gone, unchanged, kept, rejected } = report
  const refused = kept === 0 ? '' : ` (former places kept: ${kept})`
  const counts =
    `List '${list}': ${added} new, ${changed} changed, ${gone} gone, ${unchanged} unchanged, ` +
    `${rejected.length} refused${refused}.`
  if (dataset !== null) return [`${counts} Dataset ${dataset} is active.`]
  const asks = isDrastic(report) && !wanted.isReplacing
  return [
    `${counts} Nothing was changed.`,
    ...(asks ? ['More than a tenth of the list would be lost: the import needs --replace.'] : []),
  ]
}

function rows(count: number): string {
  return count === 1 ? '1 row' : `${count} rows`
}
