import type { Command } from 'commander'
import { isScope, type KeyId, SCOPES, type Scope } from '../access/key.ts'
import { dayOfDate, dayStartMs, momentText, ZONE } from '../access/window.ts'
import { ServiceError } from '../base/errors.ts'
import {
  type ApiKey,
  createKey,
  type IssuedKey,
  listKeys,
  revokeKey,
  rotateKey,
} from '../db/api-keys.ts'
import {
  answer,
  type CommandEnv,
  columns,
  DATABASE_SETTINGS,
  newCommand,
  newGroup,
  parseName,
} from './env/command.ts'
import { withDatabase } from './env/database.ts'

const LIST_HEADING = ['ID', 'KEY', 'USER', 'ORGANISATION', 'PLAN', 'SCOPES', 'STATE']
const NAME_CHARS_MAX = 100
const UNITS_MS = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const

export function keysCommand(env: CommandEnv): Command {
  return newGroup('keys', 'create, list, revoke and rotate API keys', [
    createCommand(env),
    listCommand(env),
    revokeCommand(env),
    rotateCommand(env),
  ])
}

function createCommand(env: CommandEnv): Command {
  const command = newCommand('create', 'make a key and show it, once', DATABASE_SETTINGS)
    .requiredOption('--user <name>', 'its owner, made when there is none of that name')
    .option('--organisation <name>', 'the organisation that its owner uses it for')
    .requiredOption('--scopes <scopes>', `all, or some of ${SCOPES.join(',')}`)
    .option('--plan <name>', "how much it allows; 'saola plans list' shows all", 'free')
    .option('--expires <date>', 'last day it is valid (2027-01-31, in Vietnam), or a moment')
  return command.action(async () => {
    const given = command.opts<Record<'user' | 'scopes' | 'plan', string>>()
    const { organisation, expires } = command.opts<Record<string, string | undefined>>()
    const wanted = {
      userName: parseName('--user', given.user, NAME_CHARS_MAX),
      organisation:
        organisation === undefined
          ? null
          : parseName('--organisation', organisation, NAME_CHARS_MAX),
      scopes: parseScopes(given.scopes),
      plan: given.plan,
      expiresAt: expires === undefined ? null : parseExpiry(expires, Date.now()),
    }
    const issued = await withDatabase(command, env, ({ db }) => createKey(db, wanted))
    showIssued(command, env, issued)
  })
}

function listCommand(env: CommandEnv): Command {
  const command = newCommand('list', 'show all keys, without their texts', DATABASE_SETTINGS)
  return command.action(async () => {
    const keys = await withDatabase(command, env, ({ db }) => listKeys(db))
    const nowMs = Date.now()
    answer(command, env, { keys: keys.map((key) => toJson(key, nowMs)) }, () =>
      columns([
        [...LIST_HEADING, `EXPIRES (${ZONE})`, `LAST USED (${ZONE})`],
        ...keys.map((key) => [
          key.id,
          `${key.prefix}…`,
          key.userName,
          key.organisation ?? '-',
          key.plan,
          scopesText(key.scopes),
          stateOf(key, nowMs),
          expiryText(key),
          key.lastUsedDay ?? 'never',
        ]),
      ]),
    )
  })
}

function revokeCommand(env: CommandEnv): Command {
  const command = newCommand('revoke', 'refuse a key from now on', DATABASE_SETTINGS)
  return command
    .argument('<id>', "the key's id, as 'saola keys list' shows it")
    .action(async (id: string) => {
      const key = await withDatabase(command, env, ({ db }) => revokeKey(db, id as KeyId))
      answer(command, env, toJson(key, Date.now()), () => [
        `Revoked ${key.id} of ${key.userName}. Running servers refuse it within 5 seconds.`,
      ])
    })
}

function rotateCommand(env: CommandEnv): Command {
  const command = newCommand(
    'rotate',
    'give a key a new text and show it, once; id, plan and counts stay',
    DATABASE_SETTINGS,
  ).option('--grace <time>', 'how long the old text is still honoured: 30s, 10m, 24h, 7d', '0s')
  return command
    .argument('<id>', "the key's id, as 'saola keys list' shows it")
    .action(async (id: string) => {
      const graceMs = parseGrace(String(command.opts()['grace']))
      const issued = await withDatabase(command, env, ({ db }) =>
        rotateKey(db, id as KeyId, graceMs),
      )
      showIssued(command, env, issued)
    })
}

function showIssued(command: Command, env: CommandEnv, issued: IssuedKey): void {
  answer(command, env, { ...toJson(issued, Date.now()), key: issued.key }, () => [
    issued.key,
    '',
    ...columns([
      ['id', issued.id],
      ['user', issued.userName],
      ['organisation', issued.organisation ?? '-'],
      ['scopes', issued.scopes.join(',')],
      ['plan', issued.plan],
      [`expires (${ZONE})`, expiryText(issued)],
    ]),
    '',
    'Keep the key now: only its hash is stored, and nothing can show it again.',
  ])
}

function toJson(key: ApiKey, nowMs: number) {
  return {
    id: key.id,
    prefix: key.prefix,
    user: key.userName,
    user_id: key.userId,
    organisation: key.organisation,
    scopes: key.scopes,
    plan: key.plan,
    state: stateOf(key, nowMs),
    created_at: key.createdAt,
    expires_at: key.expiresAt,
    revoked_at: key.revokedAt,
    last_used: key.lastUsedDay,
    old_text_until: key.previousUntil,
  }
}

function stateOf(key: ApiKey, nowMs: number): 'active' | 'expired' | 'revoked' {
  if (key.revokedAt) return 'revoked'
  return key.expiresAt && key.expiresAt.getTime() <= nowMs ? 'expired' : 'active'
}

function expiryText({ expiresAt }: ApiKey): string {
  return expiresAt === null ? 'never' : momentText(expiresAt)
}

function scopesText(scopes: readonly Scope[]): string {
  return scopes.length === SCOPES.length ? 'all' : scopes.join(',')
}

function parseScopes(text: string): Scope[] {
  if (text === 'all') return [...SCOPES]
  const scopes = text.split(',').map((each) => each.trim())
  const known = scopes.filter(isScope)
  const unknown = scopes.filter((scope) => !isScope(scope))
  if (unknown.length > 0) {
    refuse(`--scopes has ${JSON.stringify(unknown.join(','))}; there are ${SCOPES.join(', ')}, all`)
  }
  return SCOPES.filter((scope) => known.includes(scope))
}

/** A date is the last day on which the key is valid, as Vietnam has its days. */
function parseExpiry(text: string, nowMs: number): Date {
  const day = dayOfDate(text)
  // Its date on its own: the parser takes 30 February for 2 March.
  const isMoment =
    /^\d{4}-\d{2}-\d{2}T[\d:.]+(Z|[+-]\d{2}:\d{2})$/.test(text) &&
    dayOfDate(text.slice(0, 10)) !== null
  const expiresMs = day !== null ? dayStartMs(day + 1) : isMoment ? Date.parse(text) : Number.NaN
  if (Number.isNaN(expiresMs)) {
    refuse(`--expires is ${JSON.stringify(text)}; it takes 2027-01-31 or 2027-01-31T12:00:00+07:00`)
  }
  if (expiresMs <= nowMs) refuse(`--expires is ${text}, which is over already`)
  return new Date(expiresMs)
}

function parseGrace(text: string): number {
  const [, digits, unit] = /^(\d{1,6})([smhd])$/.exec(text) ?? []
  if (digits === undefined) {
    refuse(`--grace is ${JSON.stringify(text)}; it takes a number with s, m, h or d: 24h`)
  }
  return Number(digits) * UNITS_MS[unit as keyof typeof UNITS_MS]
}

function refuse(message: string): never {
  throw new ServiceError('USAGE', `${message}.`)
}
