import { afterEach, expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { isWellFormedKey, SCOPES } from '../../src/access/key.ts'
import { keysCommand } from '../../src/commands/keys.ts'
import { plansCommand } from '../../src/commands/plans.ts'
import { usersCommand } from '../../src/commands/users.ts'
import { apiKeys, users } from '../../src/db/schema.ts'
import { onBothDatabases, scratchDirectory } from '../db/databases.ts'
import { type Outcome, runCommand } from './harness.ts'

const CREATE = ['keys', 'create', '--user', 'Lan', '--scopes', 'all', '--plan', 'free']

onBothDatabases('saola keys', (database) => {
  afterEach(async () => {
    await database().db.delete(apiKeys)
    await database().db.delete(users)
  })

  const keys = (...argv: string[]): Promise<Outcome> =>
    runCommand(keysCommand, argv, database().options)
  async function json(argv: readonly string[]): Promise<Record<string, unknown>> {
    const { code, out, log } = await keys(...argv, '--json')
    expect([code, log]).toEqual([0, ''])
    return JSON.parse(out)
  }

  test('create --json prints one value with id and key', async () => {
    const made = await json([...CREATE, '--organisation', 'Công ty', '--expires', '2099-01-31'])
    expect(isWellFormedKey(String(made['key']))).toBe(true)
    expect(made).toMatchObject({
      id: expect.stringMatching(/^k_/),
      user: 'Lan',
      organisation: 'Công ty',
      scopes: [...SCOPES],
      plan: 'free',
      state: 'active',
      expires_at: '2099-01-31T17:00:00.000Z', // midnight after that day in Vietnam
    })
  })

  test('create shows the key on a line of its own; list never shows it', async () => {
    const { code, out } = await keys(...CREATE)
    const key = out.split('\n')[0] ?? ''
    expect(code).toBe(0)
    expect(isWellFormedKey(key)).toBe(true)
    const listed = await keys('keys', 'list')
    expect(listed.out).toContain('Lan')
    expect(listed.out).not.toContain(key)
    expect((await keys('keys', 'list', '--json')).out).not.toContain(key)
  })

  test('tables show moments as Vietnam has them, and say so; JSON shows them in UTC', async () => {
    const made = await keys(...CREATE, '--expires', '2099-01-31T20:30:05Z')
    expect(made.out).toContain('expires (UTC+7)  2099-02-01 03:30:05\n')
    const listed = await keys('keys', 'list')
    expect(listed.out).toMatch(/ EXPIRES \(UTC\+7\) +LAST USED \(UTC\+7\)\n/)
    expect(listed.out).toMatch(/ 2099-02-01 03:30:05 +never\n$/)
    expect(await json(['keys', 'list'])).toMatchObject({
      keys: [{ expires_at: '2099-01-31T20:30:05.000Z' }],
    })
    const { out } = await runCommand(usersCommand, ['users'], database().options)
    expect(out).toMatch(/ CREATED \(UTC\+7\)\n.* \d{4}-\d\d-\d\d \d\d:\d\d:\d\d\n$/)
  })

  test('rotate, revoke and what the list says of it', async () => {
    const { id, key } = await json([...CREATE, '--scopes', 'routing:read,places:read'])
    const rotated = await json(['keys', 'rotate', String(id), '--grace', '24h'])
    expect(rotated).toMatchObject({ id, scopes: ['places:read', 'routing:read'] })
    expect(rotated['key']).not.toBe(key)
    expect(Date.parse(String(rotated['old_text_until']))).toBeGreaterThan(Date.now() + 80_000_000)
    expect(await json(['keys', 'revoke', String(id)])).toMatchObject({ id, state: 'revoked' })
    expect(await json(['keys', 'list'])).toMatchObject({ keys: [{ id, state: 'revoked' }] })
    const again = await keys('keys', 'rotate', String(id))
    expect([again.code, again.log]).toEqual([1, expect.stringContaining('is revoked')])
  })

  test.each([
    ['no user', ['keys', 'create', '--scopes', 'all'], 2, '--user'],
    ['an unknown scope', [...CREATE, '--scopes', 'all,geo'], 2, 'geocoding:read'],
    ['an empty name', ['keys', 'create', '--user', ' ', '--scopes', 'all'], 2, '1 to 100'],
    ['a day that is no day', [...CREATE, '--expires', '2099-02-30'], 2, '2027-01-31'],
    ['a moment on no day', [...CREATE, '--expires', '2099-02-30T12:00:00Z'], 2, '2027-01-31'],
    ['a day that is over', [...CREATE, '--expires', '2020-01-01'], 2, 'over already'],
    ['an unknown plan', [...CREATE, '--plan', 'gold'], 1, 'free, standard, unlimited'],
    ['an unknown id', ['keys', 'revoke', 'k_none'], 1, 'saola keys list'],
    ['a grace without unit', ['keys', 'rotate', 'k_none', '--grace', '24'], 2, '24h'],
    ['an unknown subcommand', ['keys', 'make'], 2, 'unknown command'],
  ])('%s: exit code and words', async (_, argv, code, words) => {
    const refused = await keys(...argv)
    expect(refused.code).toBe(code)
    expect(refused.log).toContain(words)
    expect(refused.out).toBe('')
  })

  test('a data directory is needed for the embedded database only', async () => {
    const { options, kind } = database()
    const elsewhere = { ...options, dataDir: join(scratchDirectory(), 'none') }
    const { code } = await runCommand(keysCommand, CREATE, elsewhere)
    expect(code).toBe(kind === 'postgres' ? 0 : 1)
    expect(existsSync(elsewhere.dataDir)).toBe(false)
  })

  test('users and plans', async () => {
    const { options } = database()
    await keys(...CREATE)
    const listed = await runCommand(usersCommand, ['users', '--json'], options)
    expect(JSON.parse(listed.out)).toMatchObject({
      users: [{ name: 'Lan', keys: 1, active_keys: 1 }],
    })
    const plans = (...argv: string[]) => runCommand(plansCommand, ['plans', ...argv], options)
    const set = await plans('set', 'gold', '--per-minute', '10', '--per-day', '100', '--json')
    expect(JSON.parse(set.out)).toEqual({ name: 'gold', per_minute: 10, per_day: 100 })
    expect((await plans('list')).out).toContain('gold')
    const refused = await plans('set', 'gold', '--per-minute', '2147483648', '--per-day', '1')
    expect([refused.code, refused.log]).toEqual([2, expect.stringContaining('2147483647')])
  })
})
