import { describe, expect, test } from 'bun:test'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { program } from './program.ts'
import { scratchDirectory } from './scratch.ts'

/* The units that update the dataset once a week, as systemd itself reads them. */

const UNITS = join(import.meta.dir, '../contrib/systemd')
/** Of 10, tenths: `systemd-analyze security` calls anything below 20 of 100 well protected. */
const EXPOSURE_MAX = 20

const analyze = program('systemd-analyze', "Debian's package systemd has it.")

describe.skipIf(analyze === null)('units of saola update', () => {
  function run(...argv: readonly string[]) {
    const { exitCode, stdout, stderr } = Bun.spawnSync([analyze ?? '', ...argv])
    return { exitCode, text: stdout.toString() + stderr.toString() }
  }

  test('are understood', () => {
    const directory = scratchDirectory()
    const paths = ['saola-update.service', 'saola-update.timer'].map((name) => {
      const path = join(directory, name)
      // Saola itself and its manual are not installed where this runs.
      const text = readFileSync(join(UNITS, name), 'utf8')
        .replace('ExecStart=/usr/bin/saola update', 'ExecStart=/bin/true')
        .replace('Documentation=man:saola(1)\n', '')
      writeFileSync(path, text)
      return path
    })
    expect(run('verify', '--man=no', ...paths)).toEqual({ exitCode: 0, text: '' })
  })

  test('give little away', () => {
    const path = join(UNITS, 'saola-update.service')
    const options = ['--offline=yes', `--threshold=${EXPOSURE_MAX}`, '--no-pager']
    const { exitCode, text } = run('security', ...options, path)
    expect([exitCode, text]).toEqual([0, expect.stringMatching(/exposure level.*: [01]\.\d OK/)])
  })

  test('the timer asks once a week', () => {
    const [, calendar = ''] =
      /^OnCalendar=(.*)$/m.exec(readFileSync(join(UNITS, 'saola-update.timer'), 'utf8')) ?? []
    expect(run('calendar', calendar).text).toContain('Normalized form: Sun *-*-* 02:00:00')
  })
})
