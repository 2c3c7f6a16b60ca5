import type { Command } from 'commander'
import { ServiceError } from '../../base/errors.ts'
import { counted } from '../../base/shown-text.ts'
import { BOUNDARY_LEVELS } from '../../boundaries/unit.ts'
import { roomFor } from '../../import/fetch/disk.ts'
import type { ImportSource } from '../../import/fetch/source.ts'
import {
  type BoundaryReport,
  dryBoundaryReport,
  importBoundaries,
  readBoundaries,
} from '../../import/import-boundaries.ts'
import type { BoundaryFields } from '../../import/operator/boundary-file.ts'
import type { Progress } from '../../import/report/progress.ts'
import { answer, type CommandEnv } from '../env/command.ts'
import { withNewDatabase } from '../env/database.ts'

/** Options for reading a file of boundaries. */
export interface BoundaryFormat {
  readonly format: 'fgb' | 'geojson'
  readonly fields: BoundaryFields
}

/** Null for a source that holds no boundaries. Throws `USAGE`. */
export function boundaryFormat(
  options: Readonly<Record<string, unknown>>,
  content: ImportSource['content'],
): BoundaryFormat | null {
  const text = (name: string) => (typeof options[name] === 'string' ? options[name] : null)
  const [level, name, code] = [text('level'), text('nameField'), text('codeField')]
  const nameEn = text('nameEnField')
  const isAsked = [level, name, code, nameEn].some((option) => option !== null)
  if (!isAsked && content !== 'fgb') return null
  if (content !== 'fgb' && content !== 'geojson') {
    throw new ServiceError('USAGE', 'Boundaries are read from .fgb and .geojson files only.')
  }
  const known = BOUNDARY_LEVELS.find((each) => String(each) === level)
  if (known !== undefined && name !== null && code !== null) {
    return { format: content, fields: { level: known, name, code, nameEn } }
  }
  throw new ServiceError(
    'USAGE',
    'A file of boundaries needs --level 4 (provinces) or 8 (wards), --name-field FIELD and ' +
      '--code-field FIELD.',
  )
}

/** The options of the command line for a file. */
export interface FileJob {
  readonly command: Command
  readonly env: CommandEnv
  /** As the operator named the file. */
  readonly name: string
  readonly isDry: boolean
  readonly dataDir: string
  readonly progress: Progress
}

/** Imports the file at `path`, or reports the effect of that. */
export async function runBoundaries(job: FileJob & BoundaryFormat, path: string): Promise<void> {
  const { command, env, name, isDry, dataDir, format, fields, progress } = job
  const { level } = fields
  progress.start('boundary file')
  const file = await readBoundaries(path, format, fields)
  progress.finish()
  const report = isDry
    ? dryBoundaryReport(name, level, file)
    : await withNewDatabase(command, env, ({ db, kind }) =>
        importBoundaries(
          db,
          { source: name, level, file },
          { progress, signal: env.signal, room: roomFor(kind, dataDir) },
        ),
      )
  for (const warning of report.warnings) env.log(`warning: ${warning}`)
  answer(command, env, report, () => linesOf(report))
}

function linesOf({ accepted, rejected, dataset, level }: BoundaryReport): readonly string[] {
  const units = counted(accepted, level === 4 ? 'province' : 'ward')
  return [
    ...rejected.map(({ row, name, reason }) => `row ${row}, ${name}: ${reason}`),
    dataset === null
      ? `${units} would be taken, ${rejected.length} refused. Nothing was changed.`
      : `${units} taken, ${rejected.length} refused. Dataset ${dataset} is active.`,
  ]
}
