import { open, readFile, rm } from 'node:fs/promises'
import { ServiceError } from '../base/errors.ts'
import { isAlive } from './process.ts'

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
    if (holder > 0 && isAlive(holder)) {
      throw new ServiceError(
        'CONFLICT',
        `Process ${holder} is downloading this file. Wait until it is done.`,
      )
    }
    await rm(lock, { force: true })
  }
}
