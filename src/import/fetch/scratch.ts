import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { isAlive, machineName } from '../../db/embedded/machine.ts'

/*
 * Directories for files that an import makes before there is a dataset to put them into:
 * `DATA/importing-<machine>.<pid>.<random>`. They are on the disk of the data directory, because
 * elsewhere a temporary file may be memory again.
 */

const PREFIX = 'importing-'
const NAME = /^importing-(?<machine>.+)\.(?<pid>\d+)\.[^.]+$/
/** No import takes this long: its machine, which cannot be asked, is taken for dead. */
const SILENT_MS_MAX = 48 * 3_600_000

/** Directories of this process: another one with its process id is of a dead namesake. */
const ownDirectories = new Set<string>()

/**
 * Gives `work` an empty directory that is gone afterwards. Directories of killed imports go first,
 * so that their room is free.
 */
export async function withScratch<T>(
  dataDir: string,
  work: (directory: string) => Promise<T>,
): Promise<T> {
  await mkdir(dataDir, { recursive: true })
  await removeDeadScratch(dataDir)
  const directory = await mkdtemp(join(dataDir, `${PREFIX}${machineName()}.${process.pid}.`))
  ownDirectories.add(basename(directory))
  try {
    return await work(directory)
  } finally {
    await rm(directory, { recursive: true, force: true })
    ownDirectories.delete(basename(directory))
  }
}

/**
 * Removes what killed imports have left: at once on their machine, elsewhere when it is old.
 * Returns the names of the directories.
 */
export async function removeDeadScratch(dataDir: string): Promise<readonly string[]> {
  const removed: string[] = []
  for (const name of await readdir(dataDir)) {
    const { machine, pid } = NAME.exec(name)?.groups ?? {}
    if (machine === undefined || ownDirectories.has(name)) continue
    const path = join(dataDir, name)
    const isDead =
      machine === machineName()
        ? Number(pid) === process.pid || !isAlive(Number(pid))
        : (await ageMs(path)) > SILENT_MS_MAX
    if (!isDead) continue
    await rm(path, { recursive: true, force: true })
    removed.push(name)
  }
  return removed
}

/** 0 when it has gone meanwhile. */
async function ageMs(path: string): Promise<number> {
  const found = await stat(path).catch(() => null)
  return found === null ? 0 : Date.now() - found.mtimeMs
}
