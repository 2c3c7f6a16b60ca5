// `npm test`: builds the executable when it is older than its sources, runs the whole suite on it,
// and ends with the one line that counts its tests.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isUpToDate } from '../build.ts'

if (!isUpToDate()) {
  const build = Bun.spawnSync([process.execPath, 'build.ts'], {
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  if (build.exitCode !== 0) process.exit(build.exitCode)
}
const directory = mkdtempSync(join(tmpdir(), 'saola-test-'))
const report = join(directory, 'junit.xml')
const test = Bun.spawnSync(
  [
    process.execPath,
    'test',
    '--reporter=junit',
    `--reporter-outfile=${report}`,
    // Databases and servers start in here, on machines that may be slow and busy.
    '--timeout=120000',
    // Many files wait for servers: two at a time take two thirds of the time, on two cores.
    '--parallel=2',
    ...process.argv.slice(2),
  ],
  { stdio: ['ignore', 'inherit', 'inherit'] },
)
// A run that broke down before its end has left no report.
const xml = existsSync(report) ? readFileSync(report, 'utf8') : '<testsuites tests="0" >'
console.log(countLine(xml, test.exitCode))
rmSync(directory, { recursive: true })
process.exit(test.exitCode)

/** `N passed, N failed[, N skipped]` from the totals of a JUnit report. */
function countLine(xml: string, exitCode: number): string {
  const root = /<testsuites [^>]*>/.exec(xml)?.[0] ?? ''
  const total = (name: string): number =>
    Number(new RegExp(` ${name}="(\\d+)"`).exec(root)?.[1] ?? 0)
  const skipped = total('skipped')
  const failures = total('failures')
  // A file that does not even load fails the run without a test of its own in the report.
  const failed = exitCode !== 0 && failures === 0 ? 1 : failures
  const passed = total('tests') - failures - skipped
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}
