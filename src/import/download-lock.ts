import { open, readFile, rm, stat } from 'node:fs/promises'
import { ServiceError } from '../base/errors.ts'
import { isAlive } from './process.ts'

/** How long a lock may be empty between being made and being written; as in db/data-lock.ts. */
const EMPTY_MS_MAX = 2_000

/**
 * Makes this process the one that downloads a file; the function returned gives that up. Throws
 * `CONFLICT` while another process does. The lock of a process that was killed is taken over.
 */
export async function holdDownload(lock: string): Promise<() => Promise<void>> {
  for (;;) {
    const file = await open(lock, 'wx').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST') return null
      throw error
    })
    if (file !== null) {
      await file.write(String(process.pid))
      await file.close()
      return () => rm(lock, { force: true })
    }
    const holder = Number(await readFile(lock, 'utf8').catch(() => ''))
    if (holder > 0 ? isAlive(holder) : await isNew(lock)) {
      throw new ServiceError(
        'CONFLICT',
        `${holder > 0 ? `Process ${holder}` : 'Another process'} is downloading this file. ` +
          'Wait until it is done.',
      )
    }
    await rm(lock, { force: true })
  }
}

/** Whether its process may still be about to write its number. */
async function isNew(lock: string): Promise<boolean> {
  const made = await stat(lock).catch(() => null)
  return made !== null && Date.now() - made.mtimeMs <= EMPTY_MS_MAX
}
