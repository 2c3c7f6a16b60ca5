import type { Command } from 'commander'
import { momentText, ZONE } from '../access/window.ts'
import { ServiceError } from '../base/errors.ts'
import {
  listSecretNames,
  listSecrets,
  POI_TOKEN_SECRET,
  rotateSecret,
  type Secret,
} from '../db/secrets.ts'
import {
  answer,
  type CommandEnv,
  columns,
  DATABASE_SETTINGS,
  newCommand,
  newGroup,
} from './env/command.ts'
import { withDatabase } from './env/database.ts'

/** Names of secrets that exist; a typo must not make an unused one. */
const NAMES: readonly string[] = [POI_TOKEN_SECRET]

export function secretsCommand(env: CommandEnv): Command {
  return newGroup('secrets', 'what servers sign tokens with; the bytes are never shown', [
    listCommand(env),
    rotateCommand(env),
  ])
}

function listCommand(env: CommandEnv): Command {
  const command = newCommand('list', 'show which secrets there are', DATABASE_SETTINGS)
  return command.action(async () => {
    const secrets = await withDatabase(command, env, async ({ db }) => {
      const names = await listSecretNames(db)
      return (await Promise.all(names.map((name) => listSecrets(db, name)))).flat()
    })
    answer(command, env, { secrets: secrets.map(toJson) }, () =>
      columns([
        ['NAME', 'KEY', 'STATE', `CREATED (${ZONE})`, `RETIRED (${ZONE})`],
        ...secrets.map(({ name, keyId, createdAt, retiredAt }) => [
          name,
          keyId,
          retiredAt === null ? 'signs' : 'retired',
          momentText(createdAt),
          retiredAt === null ? '-' : momentText(retiredAt),
        ]),
      ]),
    )
  })
}

function rotateCommand(env: CommandEnv): Command {
  const command = newCommand(
    'rotate',
    'sign with a new secret; tokens of the old one stay valid until they expire',
    DATABASE_SETTINGS,
  )
  return command
    .argument('[name]', `one of ${NAMES.join(', ')}`, POI_TOKEN_SECRET)
    .action(async (name: string) => {
      if (!NAMES.includes(name)) {
        const known = NAMES.join(', ')
        throw new ServiceError(
          'USAGE',
          `There is no secret ${JSON.stringify(name)}, only ${known}.`,
        )
      }
      const made = await withDatabase(command, env, ({ db }) => rotateSecret(db, name))
      answer(command, env, toJson(made), () => [`${name} is signed with key ${made.keyId} now.`])
    })
}

function toJson({ name, keyId, createdAt, retiredAt }: Secret) {
  return { name, key_id: keyId, created_at: createdAt, retired_at: retiredAt }
}
