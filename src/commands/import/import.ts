import type { Command } from 'commander'
import { shownAddress } from '../../base/shown-text.ts'
import { diskFullOr } from '../../import/fetch/disk.ts'
import { type ImportSource, importSource } from '../../import/fetch/source.ts'
import { tryExtract } from '../../import/import-extract.ts'
import { Progress } from '../../import/report/progress.ts'
import { type ImportReport, reportLines } from '../../import/report/report.ts'
import { answer, type CommandEnv, configOf, DATABASE_SETTINGS, newCommand } from '../env/command.ts'
import { downloaded, makeDataset, sha256Of } from './extract.ts'
import { boundaryFormat, runBoundaries } from './import-boundaries.ts'
import { listFormat, runPlaces } from './import-places.ts'

const HELP = `
SOURCE is one of
  vietnam               Geofabrik's extract of the country, downloaded
  https://…             an extract or a list of places at that address
  FILE                  an OSM extract: .osm.pbf, .osm, .osm.gz
  places.csv            your own places; the first line names the columns:
                        id, name, name_en, category, address, house_number, street, lat, lon,
                        phone, website, email, opening_hours, brand, cuisine, description, image,
                        rating, user_rating_count, price_level (name, lat and lon are needed)
  places.geojson        the same as points, the columns as properties
  boundaries.fgb        polygons of provinces (--level 4) or wards (--level 8) in the place of the
  boundaries.geojson    dataset's own; --name-field and --code-field say which fields of the file
                        hold names and official codes
Your own places stay when a new extract is imported; boundaries are replaced by its own: import
yours again after it. A download that broke off goes on where it ended. The active dataset is
replaced in one step at the end, or not at all.

A list of places has a name: that of its file without the ending, or --list. Imported again, the
list is what the file says. Rows are known by their id; without one by their name and position, so
that a row with another name or 10 m away is a new place. A changed row keeps its place id. Places
of refused rows stay as they were. When more than a tenth of the list would be lost, the import
asks, or needs --replace. 'saola places' shows, exports and removes lists.`

export function importCommand(env: CommandEnv): Command {
  const command = newCommand(
    'import',
    'make a dataset of an OSM extract or add places of your own, and serve it',
    DATABASE_SETTINGS,
  )
    .argument('<source>', 'file, address, or vietnam')
    .option('--dry-run', 'read and report, change nothing')
    .option('--list <name>', 'the list that the places are for (default: the name of the file)')
    .option('--replace', 'the file may take the place of most of its list, or empty it')
    .option('--strict', 'change nothing and fail when a row is refused')
    .option('--level <level>', 'the file holds boundaries: 4 of provinces, 8 of wards')
    .option('--name-field <field>', 'field of a boundary file that holds names')
    .option('--code-field <field>', 'field of a boundary file that holds official codes')
    .option('--name-en-field <field>', 'field of a boundary file that holds English names')
    .addHelpText('after', HELP)
  return command.action(async (text: string) => {
    const source = importSource(text)
    const config = configOf(command, env)
    const isDry = command.opts()['dryRun'] === true
    const job = { command, env, source, name: shownAddress(text), dataDir: config.data, isDry }
    const { content } = source
    const boundaries = boundaryFormat(command.opts(), content)
    const places = listFormat(command.opts(), boundaries === null ? content : null, job.name)
    try {
      if (boundaries === null && places === null) {
        await runExtract(job)
        return
      }
      const progress = new Progress(env)
      const path = await localPath(job, progress)
      if (boundaries !== null) await runBoundaries({ ...job, ...boundaries, progress }, path)
      else if (places !== null) await runPlaces({ ...job, ...places, progress }, path)
    } catch (error) {
      throw diskFullOr(error, config.data)
    }
  })
}

interface Job {
  readonly command: Command
  readonly env: CommandEnv
  readonly source: ImportSource
  readonly name: string
  readonly dataDir: string
  readonly isDry: boolean
}

async function runExtract(job: Job): Promise<void> {
  const { command, env, name, dataDir } = job
  const progress = new Progress(env)
  const path = await localPath(job, progress)
  if (job.isDry) {
    const report = await tryExtract({ path, name }, progress, env.signal)
    tellReport(job, report, 'Nothing was changed.')
    return
  }
  const file = { path, name, sha256: await sha256Of(path) }
  const report = await makeDataset({ command, env, dataDir, file, progress })
  tellReport(job, report, `Dataset ${report.dataset} is active.`)
}

function tellReport({ command, env }: Job, report: ImportReport, outcome: string): void {
  for (const warning of report.warnings) env.log(`warning: ${warning}`)
  answer(command, env, report, () => [...reportLines(report), outcome])
}

/** The path of the file itself, or of its download. */
async function localPath(job: Job, progress: Progress): Promise<string> {
  const { env, source, dataDir } = job
  if (source.from.kind === 'file') return source.from.path
  return downloaded(source.from.url, dataDir, env, progress)
}
