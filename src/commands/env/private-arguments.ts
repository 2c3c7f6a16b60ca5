import { reasonOf, ServiceError } from '../../base/errors.ts'
import { SETTINGS, type Variables } from '../../config.ts'
import { hidePassword } from '../../postgres-url.ts'

/*
 * Whoever may list processes reads their command lines, and so does whoever gets the report of a
 * crash. So a process that was given a password there begins again without it: the same process by
 * its number, files and signals, with the URL in its environment, which is its owner's alone.
 */

interface Started {
  /** The arguments of `saola`. */
  readonly argv: readonly string[]
  readonly variables: Variables
}

const { flag: FLAG, env: VARIABLE } = SETTINGS.databaseUrl
const { flag: FILE_FLAG, env: FILE_VARIABLE } = SETTINGS.databaseUrlFile

/** The same command with the URL in its environment; null when no password is on its line. */
export function withoutPassword({ argv, variables }: Started): Started | null {
  const kept: string[] = []
  let url: string | null = null
  for (let i = 0; i < argv.length; i++) {
    const argument = argv[i] ?? ''
    const next = argv[i + 1]
    if (argument.startsWith(`${FLAG}=`)) url = argument.slice(FLAG.length + 1)
    else if (argument === FLAG && next !== undefined) {
      url = next
      i++
    } else kept.push(argument)
  }
  if (url === null || hidePassword(url) === url) return null
  // Both are refused, which the parser of arguments does best.
  if (kept.some((argument) => argument.split('=')[0] === FILE_FLAG)) return null
  const { [FILE_VARIABLE]: _, ...others } = variables
  return { argv: kept, variables: { ...others, [VARIABLE]: url } }
}

/** Returns when no password is on the command line. Throws `USAGE` when it cannot be removed. */
export function leavePassword(): void {
  const argv = process.argv.slice(2)
  const again = withoutPassword({ argv, variables: process.env })
  if (again === null) return
  // The executable has its sources in itself.
  const program = Bun.main.includes('$bunfs') ? [] : [...process.execArgv, Bun.main]
  try {
    if (process.execve === undefined) throw new Error('this system has no execve')
    process.execve(process.execPath, [process.argv0, ...program, ...again.argv], again.variables)
  } catch (error) {
    throw new ServiceError(
      'USAGE',
      `${FLAG} has a password, which every list of processes shows and cannot be taken away ` +
        `(${reasonOf(error)}). Put the URL into a file and name it with ${FILE_FLAG}, or into ` +
        `${VARIABLE}.`,
    )
  }
}
