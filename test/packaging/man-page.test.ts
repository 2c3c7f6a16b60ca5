import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { manPage, programTree } from '../../packaging/man-page.ts'
import { allCommands } from '../../src/commands/about/command-tree.ts'
import { SETTING_NAMES, SETTINGS } from '../../src/config.ts'
import { program } from '../program.ts'
import { scratchDirectory } from '../scratch.ts'

const MAN = program('man', 'Its Debian package is man-db.')
const PAGE = manPage(new Date('2026-01-02'))

test('it has every command, option and setting', () => {
  const plain = PAGE.replaceAll('\\-', '-')
  for (const { path, options, children } of allCommands(programTree())) {
    if (children.length > 0 || path.endsWith(' help')) continue
    expect(plain).toContain(`.SS ${path}`)
    for (const { flags, long } of options) if (long !== '--help') expect(plain).toContain(flags)
  }
  for (const name of SETTING_NAMES) expect(plain).toContain(`\\fB${SETTINGS[name].env}\\fR`)
})

describe.skipIf(MAN === null)('man', () => {
  test('renders it without a warning', async () => {
    const file = join(scratchDirectory(), 'saola.1')
    await Bun.write(file, PAGE)
    const env = { PATH: process.env['PATH'], LC_ALL: 'C.UTF-8', MANWIDTH: '80' }
    const { stdout, stderr } = Bun.spawnSync(['man', '--warnings', '-l', file], { env })
    expect(stderr.toString()).toBe('')
    expect(stdout.toString()).toContain('saola keys create [options]')
    await Bun.write(file, `${PAGE}.nonsense\n`)
    const bad = Bun.spawnSync(['man', '--warnings', '-l', file], { env })
    expect(bad.stderr.toString()).toContain('nonsense')
  })
})
