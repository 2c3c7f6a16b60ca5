import { expect, test } from 'bun:test'
import { dateOfDay, dayOf } from '../../src/access/window.ts'
import { migrateCommand } from '../../src/commands/migrate.ts'
import { secretsCommand } from '../../src/commands/secrets.ts'
import { usageCommand } from '../../src/commands/usage.ts'
import { createKey } from '../../src/db/api-keys.ts'
import { ensureSecret, POI_TOKEN_SECRET } from '../../src/db/secrets.ts'
import { addUsage } from '../../src/db/usage.ts'
import { onBothDatabases } from '../db/databases.ts'
import { runCommand } from './harness.ts'

onBothDatabases('saola usage, secrets, migrate', (database) => {
  test('usage of the last 30 days, of one user, of a period', async () => {
    const { db, options } = database()
    const today = dateOfDay(dayOf(Date.now()))
    const rest = { organisation: null, scopes: [], plan: 'free', expiresAt: null }
    const key = await createKey(db, { ...rest, userName: 'Lan' })
    const count = {
      keyId: key.id,
      userId: key.userId,
      endpoint: 'suggest',
      requests: 7,
      billable: 3,
    }
    const counts = [
      { ...count, day: today },
      { ...count, day: '2020-02-29' },
    ]
    await addUsage(db, 'a', [{ batch: 1, counts }])
    const usage = async (...argv: string[]) => runCommand(usageCommand, ['usage', ...argv], options)
    const found = JSON.parse((await usage('--json')).out)
    expect(found).toMatchObject({
      to: today,
      usage: [{ date: today, user: 'Lan', endpoint: 'suggest', requests: 7, billable: 3 }],
    })
    expect((await usage('--user', 'Minh')).out.split('\n')).toEqual([
      'DATE (UTC+7)  USER  ENDPOINT  REQUESTS  BILLABLE',
      '',
    ])
    expect((await usage('--from', '2020-02-01', '--to', '2020-02-29')).out).toContain('2020-02-29')
    expect(JSON.parse((await usage('--to', '2020-03-10', '--json')).out)).toMatchObject({
      from: '2020-02-09',
      usage: [{ date: '2020-02-29' }],
    })
    expect((await usage('--from', '2020-02-30')).code).toBe(2)
    expect((await usage('--from', '2026-01-02', '--to', '2026-01-01')).log).toContain('swap them')
  })

  test('secrets are listed and rotated without being shown', async () => {
    const { db, options } = database()
    const { bytes, keyId } = await ensureSecret(db, POI_TOKEN_SECRET)
    const secrets = (...argv: string[]) => runCommand(secretsCommand, ['secrets', ...argv], options)
    const rotated = JSON.parse((await secrets('rotate', '--json')).out)
    expect(rotated).toMatchObject({ name: POI_TOKEN_SECRET, retired_at: null })
    const { out } = await secrets('list')
    expect(out).toContain(keyId)
    const moment = '\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d'
    expect(out).toMatch(/ STATE +CREATED \(UTC\+7\) +RETIRED \(UTC\+7\)\n/)
    expect(out).toMatch(new RegExp(`${keyId} +retired +${moment} +${moment}\n`))
    expect(out).toMatch(new RegExp(` signs +${moment} +-\n`))
    expect(out).not.toContain(Buffer.from(bytes).toString('hex'))
    expect((await secrets('rotate', 'poi-tokens')).code).toBe(2)
  })

  test('migrate says what it did', async () => {
    const { options, kind } = database()
    const done = await runCommand(migrateCommand, ['migrate', '--json'], options)
    expect(JSON.parse(done.out)).toEqual({ database: kind, applied: [] })
  })
})
