/*
 * An import as an operator runs it, in a process of its own: seconds and memory of each pass, rows
 * a second, sizes of the files.
 *
 *   bun bench/import.ts [EXTRACT] [--executable dist/saola] [--database-url URL]
 *
 * Without a file: vietnam-dev.osm.pbf of the test data. Without a database: the embedded one, in a
 * directory that is gone afterwards. Prints a table in Markdown.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { ImportReport } from '../src/import/report/report.ts'
import { sharedData } from '../test/shared-data.ts'

const { values, positionals } = parseArgs({
  args: process.argv.slice(2),
  allowPositionals: true,
  options: { executable: { type: 'string' }, 'database-url': { type: 'string' } },
})
const extract = positionals[0] ?? sharedData('vietnam-dev.osm.pbf')
if (extract === null) {
  console.error('Give an extract: bun bench/import.ts EXTRACT.osm.pbf')
  process.exit(2)
}

const data = mkdtempSync(join(tmpdir(), 'saola-bench-import-'))
process.on('exit', () => rmSync(data, { recursive: true, force: true }))
const databaseUrl = values['database-url']
const program = values.executable
  ? [values.executable]
  : [process.execPath, join(import.meta.dir, '../src/main.ts')]
const database = databaseUrl === undefined ? [] : ['--database-url', databaseUrl]
const child = Bun.spawn([...program, 'import', extract, '--json', '--data', data, ...database], {
  stdout: 'pipe',
  stderr: 'inherit',
})
const text = await new Response(child.stdout).text()
if ((await child.exited) !== 0) process.exit(1)
print(JSON.parse(text))

function print(report: ImportReport): void {
  const rows = Object.values(report.counts).reduce((sum, count) => sum + count, 0)
  const passOf = (name: string) => report.passes.find(({ pass }) => pass === name)?.seconds ?? 0
  const writing = passOf('rows to the database')
  const megabytes = report.files.reduce((sum, { bytes }) => sum + bytes, 0) / 1e6
  console.log('| pass | seconds | peak memory, MB |')
  console.log('|---|---:|---:|')
  for (const { pass, seconds, peakMemoryMb } of report.passes) {
    console.log(`| ${pass} | ${seconds.toFixed(1)} | ${peakMemoryMb} |`)
  }
  console.log(`| all | ${report.seconds.toFixed(1)} | ${report.peakMemoryMb} |`)
  console.log()
  console.log(
    `${rows.toLocaleString('en-US')} rows, ${Math.round(rows / writing).toLocaleString('en-US')} ` +
      `a second into ${databaseUrl === undefined ? 'PGlite' : 'PostgreSQL'}; ` +
      `${report.files.length} files of ${megabytes.toFixed(1)} MB`,
  )
}
