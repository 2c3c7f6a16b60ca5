import type { Command } from 'commander'
import { momentText, ZONE } from '../access/window.ts'
import { reasonOf, ServiceError } from '../base/errors.ts'
import { listOperatorRows, type OwnRow, placeList, placeLists } from '../db/operator-places.ts'
import { diskFullOr, roomFor } from '../import/fetch/disk.ts'
import { removeList } from '../import/import-operator.ts'
import { columnsOf, csvOf, geojsonOf } from '../import/operator/operator-export.ts'
import { Progress } from '../import/report/progress.ts'
import { writeWhole } from '../system/whole-file.ts'
import {
  answer,
  type CommandEnv,
  columns,
  configOf,
  confirm,
  DATABASE_SETTINGS,
  LIST_NAME_CHARS_MAX,
  newCommand,
  newGroup,
  parseName,
} from './env/command.ts'
import { withDatabase } from './env/database.ts'

const ROWS_SHOWN = 20
const ADDRESS_CHARS_SHOWN = 60

export function placesCommand(env: CommandEnv): Command {
  return newGroup('places', "lists of your own places, made by 'saola import places.csv'", [
    listsCommand(env),
    showCommand(env),
    removeCommand(env),
    exportCommand(env),
  ])
}

function listsCommand(env: CommandEnv): Command {
  const command = newCommand('lists', 'show all lists', DATABASE_SETTINGS)
  return command.action(async () => {
    const lists = await withDatabase(command, env, ({ db }) => placeLists(db))
    const value = lists.map(({ name, places, sourceName, importedAt }) => ({
      name,
      places,
      source: sourceName,
      imported_at: importedAt,
    }))
    answer(command, env, { lists: value }, () =>
      columns([
        ['NAME', 'PLACES', `IMPORTED (${ZONE})`, 'SOURCE'],
        ...value.map(({ name, places, source, imported_at }) => [
          name,
          String(places),
          momentText(imported_at),
          source,
        ]),
      ]),
    )
  })
}

function showCommand(env: CommandEnv): Command {
  const command = newCommand('show', 'show the places of a list', DATABASE_SETTINGS)
    .argument('<name>', "of the list, as 'saola places lists' shows it")
    .option('--limit <rows>', `how many at most (default ${ROWS_SHOWN}; all with --json)`)
  return command.action(async (text: string) => {
    const limit = parseLimit(command.opts()['limit'])
    const isJson = command.opts()['json'] === true
    const { list, rows } = await withDatabase(command, env, async ({ db }) => {
      const list = await placeList(db, listName(text))
      const rowsMax = limit ?? (isJson ? null : ROWS_SHOWN)
      return { list, rows: await listOperatorRows(db, list.name, rowsMax) }
    })
    const places = rows.map((row) => ({ place_id: row.place.id, ...columnsOf(row) }))
    answer(command, env, { list: list.name, total: list.places, places }, () => [
      ...table(rows),
      rows.length < list.places
        ? `${rows.length} of ${list.places} places; --limit ${list.places} shows all.`
        : `${list.places} places.`,
    ])
  })
}

function table(rows: readonly OwnRow[]): readonly string[] {
  return columns([
    ['PLACE ID', 'NAME', 'CATEGORY', 'LAT', 'LON', 'ADDRESS'],
    ...rows.map((row) => {
      const { name, category, lat, lon, address, house_number, street } = columnsOf(row)
      const where = String(address) || `${house_number} ${street}`
      return [row.place.id, String(name), String(category), String(lat), String(lon), inLine(where)]
    }),
  ])
}

/** A text in one line of a table. */
function inLine(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  if (line.length <= ADDRESS_CHARS_SHOWN) return line
  return `${line.slice(0, ADDRESS_CHARS_SHOWN - 1)}…`
}

function removeCommand(env: CommandEnv): Command {
  const command = newCommand('remove', 'delete a list with its places', DATABASE_SETTINGS)
    .argument('<name>', "of the list, as 'saola places lists' shows it")
    .option('--yes', 'do not ask')
  return command.action(async (text: string) => {
    const { data } = configOf(command, env)
    const name = listName(text)
    const isSure = command.opts()['yes'] === true
    const consent = async (loss: string): Promise<void> => {
      if (isSure) return
      await confirm(env, {
        question: `${loss} Delete the list with its places?`,
        refusal: new ServiceError('USAGE', `${loss} To delete the list with them, add --yes.`),
      })
    }
    try {
      const report = await withDatabase(command, env, ({ db, kind }) =>
        removeList(db, name, consent, {
          progress: new Progress(env),
          signal: env.signal,
          room: roomFor(kind, data),
        }),
      )
      const { gone, dataset } = report
      answer(command, env, report, () => [
        `Removed list '${name}': ${gone} places are gone.` +
          (dataset === null ? '' : ` Dataset ${dataset} is active.`),
      ])
    } catch (error) {
      throw diskFullOr(error, data)
    }
  })
}

function exportCommand(env: CommandEnv): Command {
  const command = newCommand(
    'export',
    'write a list as a file that imports again without a change',
    DATABASE_SETTINGS,
  )
    .argument('<name>', "of the list, as 'saola places lists' shows it")
    .option('-o, --output <file>', 'a .csv or .geojson file (default: CSV on stdout)')
  return command.action(async (text: string) => {
    const path = outputPath(command.opts()['output'])
    const { list, rows } = await withDatabase(command, env, async ({ db }) => {
      const list = await placeList(db, listName(text))
      return { list: list.name, rows: await listOperatorRows(db, list.name) }
    })
    if (path === null) {
      answer(command, env, geojsonOf(rows), () => [csvOf(rows).slice(0, -1)])
      return
    }
    await write(path, /\.csv$/i.test(path) ? csvOf(rows) : `${JSON.stringify(geojsonOf(rows))}\n`)
    answer(command, env, { list, places: rows.length, file: path }, () => [
      `Wrote ${rows.length} places of list '${list}' to ${path}. It is imported again by: ` +
        `saola import ${path} --list '${list}'`,
    ])
  })
}

/** Null for stdout. Throws `USAGE` for an ending that no import reads as places. */
function outputPath(given: unknown): string | null {
  if (typeof given !== 'string') return null
  if (/\.(csv|geojson|json)$/i.test(given)) return given
  throw new ServiceError('USAGE', `--output ${given} must end with .csv or .geojson.`)
}

async function write(path: string, text: string): Promise<void> {
  try {
    await writeWhole(path, [new TextEncoder().encode(text)])
  } catch (error) {
    const known = diskFullOr(error, path)
    if (known instanceof ServiceError) throw known
    const message = `${path} cannot be written: ${reasonOf(error)}. Choose another file.`
    throw new ServiceError('INVALID_FILE', message, { cause: error })
  }
}

function listName(text: string): string {
  return parseName('NAME', text, LIST_NAME_CHARS_MAX)
}

/** Null when none was given. */
function parseLimit(given: unknown): number | null {
  if (given === undefined) return null
  const text = String(given)
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text)
  throw new ServiceError(
    'USAGE',
    `--limit is ${JSON.stringify(text)}; it takes a whole number from 1.`,
  )
}
